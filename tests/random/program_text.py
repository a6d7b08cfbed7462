# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the tree of a program as C or C++, with the results that it must have.

`files` gives the text of each file by name. Without `taskgraph` the regions are plain
task groups, for compilers that do not know the construct. A `defect` makes text that
is wrong on purpose, to see that it is noticed.
"""

from program_tree import (Array, Invoke, Lambda, Leave, Let, Pointer, Scalar, Struct, Task,
                          Wait, arithmetic, children, everything, free, leaves, used, walk)
from text_expressions import Expressions, bare, declare

# What `defect` can be.
FROZEN = "frozen-branches"  # branches of blocks go as they went the first time
UNORDERED = "lost-dependences"  # the last task with dependences has none
WIDTH = 92
INCLUDE = '#include "random_program.h"'
ATTRIBUTE = {"noinline": "static __attribute__((noinline)) ", "static": "static ",
             "inline": "static inline __attribute__((always_inline)) ",
             "template": "static ", "other": "__attribute__((noinline)) "}


class Text(Expressions):
    def __init__(self, program, expected, taskgraph=True, defect=None):
        self.program, self.expected = program, expected
        self.taskgraph, self.defect = taskgraph, defect
        self.cxx = program.language == "c++"
        self.lines, self.depth = [], 0
        self.in_block = False
        self.frozen = 0
        self.called = {id(node.function) for node in everything_called(program)}
        self.functions = [f for f in program.functions if id(f) in self.called]
        tasks = [n for n in everything(program) if isinstance(n, Task) and n.depends]
        self.unordered = tasks[-1:] if defect == UNORDERED else []

    # Lines

    def line(self, text=""):
        self.lines.append("  " * self.depth + text if text else "")

    def pragma(self, directive, clauses=()):
        """A pragma, broken into lines before its clauses."""
        line = f"#pragma omp {directive}"
        for clause in clauses:
            if len(line) + len(clause) > WIDTH - 3:
                self.lines.append(line + " \\")
                line = "   "
            line += " " + clause
        self.lines.append(line)

    def body(self, statements, names=()):
        self.line("{")
        self.depth += 1
        for statement in statements:
            self.statement(statement)
        self.depth -= 1
        self.line("}")

    # Statements

    def statement(self, node):
        getattr(self, "do_" + type(node).__name__)(node)

    def do_Let(self, node):
        variable = node.variable
        name = f"&{variable.name}" if variable.reference else variable.name
        prefix = "static " * variable.static + "volatile " * variable.volatile
        if node.length is not None:
            kind = variable.type.element
            length = bare(self.of(node.length))
            self.line(f"{prefix}{declare(kind, name)}[{length}];")
            self.line(f"for (int k = 0; k < {length}; ++k)")
            self.line(f"  {name}[k] = {bare(self.of(node.value))};")
            return
        if isinstance(node.value, list):
            value = "{" + ", ".join(bare(self.of(v)) for v in node.value) + "}"
        else:
            value = bare(self.of(node.value))
        self.line(f"{prefix}{declare(variable.type, name)} = {value};")

    def do_Set(self, node):
        if node.atomic:
            self.pragma("atomic")
        elif node.held and node.op:
            self.line(f"update_slowly(&{self.of(node.place)}, '{node.op}', "
                      f"{bare(self.of(node.value))}, {node.held});")
            return
        self.line(f"{self.of(node.place)} {node.op}= {bare(self.of(node.value))};")

    def do_If(self, node):
        condition = bare(self.of(node.condition))
        if self.in_block and self.defect == FROZEN:
            self.frozen += 1
            name = f"frozen_{self.frozen}"
            self.line(f"static int {name} = -1;")
            self.line(f"{name} = {name} < 0 ? !!({condition}) : {name};")
            condition = name
        jumps = any(isinstance(n, Leave) for n in walk(node.then))
        if node.style == 1 and not node.otherwise and not jumps:
            self.line(f"switch (!({condition}))")
            self.line("case 0:")
            self.body(node.then)
            return
        self.line(f"if ({condition})")
        self.body(node.then)
        if node.otherwise:
            self.line("else")
            self.body(node.otherwise)

    def do_For(self, node):
        name, count = node.variable.name, self.of(node.count)
        if node.style == 1:
            self.line(f"for (int {name} = 0; {count} > {name}; {name}++)")
        elif node.style == 2 and not any(isinstance(n, Leave) for n in walk(node.body)):
            self.line("{")
            self.line(f"int {name} = 0;")
            self.line(f"while ({name} < {count})")
            self.line("{")
            self.body(node.body)
            self.line(f"++{name};")
            self.line("}")
            self.line("}")
            return
        else:
            self.line(f"for (int {name} = 0; {name} < {count}; ++{name})")
        self.body(node.body)

    def do_While(self, node):
        condition = bare(self.of(node.condition))
        if node.style == 1:
            self.line(f"for (; {condition};)")
        else:
            self.line(f"while ({condition})")
        self.body(node.body)

    def do_Leave(self, node):
        self.line(f"if ({bare(self.of(node.condition))})")
        self.line(f"  {node.word};")

    def do_ForEach(self, node):
        name, items = node.variable.name, self.of(node.list)
        if self.cxx:
            self.line(f"for (int {name} : {items})")
            self.body(node.body)
            return
        self.line(f"for (int *at_{name} = {items}.first, *end_{name} = {items}.last; "
                  f"at_{name} != end_{name}; ++at_{name})")
        self.line("{")
        self.line(f"int {name} = *at_{name};")
        self.body(node.body)
        self.line("}")

    def do_Do(self, node):
        self.line(f"{self.of(node.call)};")

    def do_Deepen(self, node):
        self.line(f"DEEPEN({bare(self.of(node.amount))});")

    def do_Pause(self, node):
        if node.amount:
            self.line(f"pause_for({node.amount});")
        else:
            self.pragma("taskyield")

    def do_Lambda(self, node):
        function = node.function
        captures = ", ".join(["&"] + [v.name for v in function.captured])
        self.line(f"auto {node.variable.name} = [{captures}]({self.parameters(function)})")
        in_block, self.in_block = self.in_block, False
        self.function_body(function)
        self.lines[-1] += ";"
        self.in_block = in_block

    def private_part(self, body):
        outer, self.in_block = self.in_block, False
        self.body(body)
        self.in_block = outer

    def sharing(self, node):
        """Data-sharing clauses of a task or taskloop."""
        skip = [r.variable for r in node.reductions]
        last = getattr(node, "last", [])
        if hasattr(node, "variable"):
            skip.append(node.variable)
        saved = getattr(node, "saved", [])
        copied = [v for v in free(node.body, [*skip, *node.private, *last])
                  if v not in self.around]
        first = [v for v in copied if v not in node.shared]
        shared = [v for v in copied if v in node.shared]
        shown = [v for v in first if v not in saved and not (node.style == 1 and
                                                             self.implied(v))]
        found = []
        if saved := [v for v in first if v in saved]:
            if self.taskgraph:
                found.append(f"firstprivate(saved : {self.names(saved)})")
            else:
                shown += saved
        if shown:
            found.insert(0, f"firstprivate({self.names(shown)})")
        if node.style == 2 and shared:
            found.append("default(shared)")
        elif shared:
            found.append(f"shared({self.names(shared)})")
        if node.private:
            found.append(f"private({self.names(node.private)})")
        if last:
            found.append(f"lastprivate({self.names(last)})")
        return found

    def implied(self, variable):
        """Whether a task copies the variable without being told."""
        return not variable.reference and variable in self.plain_locals

    def names(self, variables):
        return ", ".join(v.name for v in variables)

    def depend_clauses(self, depends):
        found, kinds = [], {}
        for node in depends:
            if node.depobj:
                found.append(f"depend(depobj : {node.depobj.name})")
            elif node.iterator:
                found.append(
                    f"depend(iterator(int {node.iterator.name} = 0 : {self.of(node.count)}), "
                    f"{node.kind} : {self.of(node.place)})")
            else:
                place = self.of(node.place) if node.place else "omp_all_memory"
                kinds.setdefault(node.kind, []).append(place)
        return found + [f"depend({kind} : {', '.join(places)})"
                        for kind, places in kinds.items()]

    def do_Task(self, node):
        clauses = self.sharing(node)
        if node not in self.unordered:
            clauses += self.depend_clauses(node.depends)
        clauses += self.in_reductions(node.reductions)
        for word, clause in (("if", node.condition), ("final", node.final),
                             ("priority", node.priority)):
            if clause is not None:
                clauses.append(f"{word}({bare(self.of(clause))})")
        if node.untied:
            clauses.append("untied")
        self.pragma("task", clauses)
        self.private_part(node.body)

    def in_reductions(self, reductions, word="in_reduction"):
        return [f"{word}({one.op} : {one.variable.name})" for one in reductions]

    def do_Taskloop(self, node):
        clauses = self.sharing(node)
        clauses += self.in_reductions(
            node.reductions, "in_reduction" if node.in_reduction else "reduction")
        if node.chunks:
            clauses.append(f"{node.chunks[0]}({bare(self.of(node.chunks[1]))})")
        if node.condition is not None:
            clauses.append(f"if({bare(self.of(node.condition))})")
        if node.nogroup:
            clauses.append("nogroup")
        self.pragma("taskloop", clauses)
        name = node.variable.name
        self.line(f"for (int {name} = 0; {name} < {self.of(node.count)}; ++{name})")
        self.private_part(node.body)

    def do_Wait(self, node):
        clauses = self.depend_clauses(node.depends)
        self.pragma("taskwait", clauses + ["nowait"] * node.nowait)

    def do_Group(self, node):
        self.pragma("taskgroup", self.in_reductions(node.reductions, "task_reduction"))
        self.body(node.body)

    def do_Depobj(self, node):
        name = node.variable.name
        # Never destroyed: Clang cannot parse that in OpenMP 5.2 and later.
        self.line(f"omp_depend_t {name};")
        self.pragma(f"depobj({name}) depend({node.kind} : {self.of(node.place)})")

    def do_Region(self, node):
        clauses = []
        for word, clause in (("graph_id", node.graph_id), ("graph_reset", node.reset),
                             ("if", node.condition)):
            if clause is not None:
                clauses.append(f"{word}({bare(self.of(clause))})")
        if node.nogroup:
            clauses.append("nogroup")
        if self.taskgraph:
            self.pragma("taskgraph", clauses)
        elif not node.nogroup:
            self.pragma("taskgroup")
        self.in_block = True
        self.body(node.body)
        self.in_block = False

    # Functions, types, files

    def parameters(self, function):
        shown = [v for v in function.parameters if v is not function.template]
        words = [declare(v.type, f"&{v.name}" if v.reference else v.name) for v in shown]
        if function.this and not self.cxx:
            words.insert(0, declare(function.this.type, function.this.name))
        return ", ".join(words) or ("" if self.cxx else "void")

    def returns(self, function):
        if function.result is None:
            return "void "
        kind = arithmetic(function.result)
        if isinstance(kind, Pointer):
            return declare(kind, "")
        return {"word": "Word ", "int": "int ", "double": "double "}[kind]

    def head(self, function, inside=False):
        """The head of a function; `inside` its class, or outside."""
        words, name = "", function.name
        if function.this and self.cxx:
            if not inside:
                name = f"{function.this.type.to.name}::{name}"
        else:
            words = ATTRIBUTE.get(function.kind, "static ")
        if function.template:
            words = f"template <int {function.template.name}> {words}"
        end = " const" if function.kind == "const" and self.cxx else ""
        return f"{words}{self.returns(function)}{name}({self.parameters(function)}){end}"

    def function_body(self, function):
        self.line("{")
        self.depth += 1
        for statement in function.body:
            self.statement(statement)
        if function.result is not None:
            self.line(f"return {bare(self.of(function.result))};")
        self.depth -= 1
        self.line("}")

    def define(self, function):
        self.plain_locals = {v for v in function.parameters if not v.reference} | {
            n.variable for n in walk(function.body)
            if isinstance(n, Let) and not n.variable.reference and not n.variable.static}
        self.line(self.head(function))
        self.function_body(function)
        self.line()

    def structs(self):
        """The structs that are used, those that are members first."""
        found, begun = {}, set()

        def add(kind):
            if isinstance(kind, Array):
                add(kind.element)
            elif isinstance(kind, Pointer):
                add(kind.to)
            elif isinstance(kind, Struct) and kind not in begun:
                begun.add(kind)
                for one in kind.fields:
                    add(one.type)
                found[kind] = True

        for variable in variables(self.program):
            add(variable.type)
        return list(found)

    def write_struct(self, kind):
        self.line(f"typedef struct {kind.name} {kind.name};")
        self.line(f"struct {kind.name} {{")
        self.depth += 1
        for one in kind.fields:
            width = f" : {one.width}" if one.width else ""
            self.line(f"{'mutable ' * (one.mutable and self.cxx)}"
                      f"{declare(one.type, one.name)}{width};")
        for function in self.functions if self.cxx else []:
            if function.this and function.this.type.to is kind:
                self.line(self.head(function, inside=True) + ";")
        if self.cxx and [one.name for one in kind.fields] == ["first", "last"]:
            self.line("int *begin() const { return first; }")
            self.line("int *end() const { return last; }")
        self.depth -= 1
        self.line("};")

    def write_global(self, variable, words, value=True):
        words += "const " * variable.constant + "volatile " * variable.volatile
        if variable.thread_local:
            words += "thread_local " if self.cxx else "_Thread_local "
        text = f"{words}{declare(variable.type, variable.name)}"
        if variable.initial and value:
            values = ", ".join(map(str, variable.initial))
            text += f" = {{{values}}}" if isinstance(variable.type, Array) else f" = {values}"
        self.line(text + ";")

    def files(self):
        """{name: text} of all files; the first one has the main program."""
        suffix = "cpp" if self.cxx else "c"
        used = [v for v in self.program.globals if v in variables(self.program)]
        here, others = self.in_files()
        self.around = {*self.program.globals, *(f.template for f in self.functions),
                       *(self.this if self.cxx else []),
                       *(n.variable for n in everything(self.program)
                         if isinstance(n, Let) and n.variable.static)}
        found = {}
        for name, own in (("program", here), ("helpers", others)):
            if not own and name == "helpers":
                continue
            self.lines = []
            self.line(f"// {name}.{suffix}: generate_program.py, seed {self.program.seed}; "
                      f"{', '.join(self.program.shapes) or 'no shape'}")
            self.line(INCLUDE)
            self.line()
            for kind in self.structs():
                self.write_struct(kind)
            for variable in used:
                words = "extern " if name == "helpers" else "" if others else "static "
                if variable.constant and name == "helpers":
                    words = "static "
                if variable.constant and name == "program":
                    words = "static "
                self.write_global(variable, words, words != "extern ")
            self.line()
            for function in {**dict.fromkeys(own), **dict.fromkeys(
                    f for f in self.functions if f.kind == "other")}:
                if not (function.this and self.cxx):
                    self.line(self.head(function) + ";")
            self.line()
            for function in own:
                self.define(function)
            if name == "program":
                self.write_main()
            found[f"{name}.{suffix}"] = "\n".join(self.lines) + "\n"
        return found

    def in_files(self):
        """The functions of either file: a helper stands where its caller does."""
        where = {}

        def put(name, body, seen=()):
            for node in walk(body):
                if not isinstance(node, (Invoke, Lambda)) or node.function in seen:
                    continue
                function = node.function
                own = "helpers" if function.kind == "other" else name
                if function.this and self.cxx:
                    own = "program"  # a member function has external linkage
                where.setdefault(function, set()).add(own)
                put(own, function.body, (*seen, function))
                if function.result is not None:
                    put(own, function.result, (*seen, function))

        put("program", self.program.driver)
        return [[f for f in self.functions if name in where[f] and f.kind != "lambda"]
                for name in ("program", "helpers")]

    def write_hash(self, kind, place, depth=0):
        """Lines that add a value to `hashed`."""
        if isinstance(kind, Array):
            index = "ijkl"[depth]
            self.line(f"for (int {index} = 0; {index} < {kind.length}; ++{index}) {{")
            self.depth += 1
            self.write_hash(kind.element, f"{place}[{index}]", depth + 1)
            self.depth -= 1
            self.line("}")
        elif isinstance(kind, Struct):
            for one in kind.fields:
                self.write_hash(one.type, f"{place}.{one.name}", depth)
        elif isinstance(kind, Scalar):
            value = f"4 * {place}" if kind.arithmetic == "double" else place
            self.line(f"hashed = mix(hashed, (Word)({value}));")

    def write_main(self):
        program = self.program
        named = variables(program)
        hashed = [v for v in program.globals if not v.constant and v in named and
                  any(isinstance(leaf, Scalar) for leaf in leaves(v.type))]
        number = program.encounter.name
        self.plain_locals = set()
        self.line(f"static __attribute__((noinline)) void encounter(int {number})")
        self.body([*program.driver, Wait()])
        self.line()
        count = max(1, len(hashed))
        names = ", ".join(f'"{v.name}"' for v in hashed) or '""'
        self.line(f"static const char *const names[{count}] = {{{names}}};")
        self.line(f"static const Word expected[][{count}] = {{")
        columns = [v for v in program.globals if not v.constant]
        for row in self.expected:
            shown = [value for variable, value in zip(columns, row) if variable in hashed]
            self.line("  {" + ", ".join(f"0x{value:x}ull" for value in shown or [0]) + "},")
        self.line("};")
        self.line()
        self.line("static void check(int e)")
        self.line("{")
        self.depth += 1
        self.line(f"Word seen[{count}] = {{0}}, hashed;")
        for place, variable in enumerate(hashed):
            self.line("hashed = 0;")
            self.write_hash(variable.type, variable.name)
            self.line(f"seen[{place}] = hashed;")
        self.line(f"check_encounter(e, {len(hashed)}, names, seen, expected[e]);")
        self.depth -= 1
        self.line("}")
        self.line()
        self.line("int main(void)")
        self.line("{")
        self.line(f"  for (int e = 0; e < {program.encounters};) {{")
        threads = " num_threads(e % 2 ? 1 : omp_get_max_threads())"
        self.line("#pragma omp parallel" + threads * program.uneven_teams)
        self.line("#pragma omp single")
        self.line(f"    for (int end = e + {program.per_team}; "
                  f"e < end && e < {program.encounters}; ++e) {{")
        for word in ("encounter(e);", "clobber_stack();", "check(e);"):
            self.line(f"      {word}")
        self.line("    }")
        self.line("  }")
        self.line(f"  return program_done({program.encounters});")
        self.line("}")


def everything_called(program):
    """Nodes that name a function, from the driver on."""
    seen, todo = set(), [program.driver]
    while todo:
        for node in walk(todo.pop()):
            function = getattr(node, "function", None)
            if not isinstance(node, (Invoke, Lambda)):
                continue
            yield node
            if id(function) not in seen:
                seen.add(id(function))
                todo.append(function.body)
                if function.result is not None:
                    todo.append(function.result)


def everything_named(program):
    """All nodes of the parts that are used."""
    yield from walk(program.driver)
    seen = set()
    for node in everything_called(program):
        if id(node.function) not in seen:
            seen.add(id(node.function))
            yield from walk(node.function.body)


def variables(program):
    """All variables that the program names anywhere."""
    found = {program.encounter: True}
    todo = [program.driver]
    for node in everything_called(program):
        for variable in [*node.function.parameters, node.function.this]:
            if variable:
                found[variable] = True
        todo += [node.function.body, node.function.result]
    for part in todo:
        for node in walk(part) if part is not None else ():
            for _, value in children(node):
                for item in value if isinstance(value, list) else [value]:
                    if type(item).__name__ == "Variable":
                        found[item] = True
    return found


def files(program, expected, taskgraph=True, defect=None):
    """The text of each file of a program, by name."""
    return Text(program, expected, taskgraph, defect).files()
