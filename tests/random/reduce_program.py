# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cuts a generated program that fails down to a small one that still does.

    python tests/random/reduce_program.py SEED --optimisation O2 --taskgraph on
        --tracker NAME --threads N [--shape NAME ...] [--into DIR]

run_seeds.py prints the command. Statements, clauses, expressions, encounters and
parameters are taken out of the program's tree one after the other. What is left must be
legal (the serial run says so, and gives the new results) and must fail in the same way,
in one of several runs. The smallest program is written down with its command.
"""

import argparse
import pathlib
import shutil
import sys
import tempfile

import generate_program
import program_text
import program_trial
import serial_run
from checked_memory import Invalid
from program_tree import (PLACES, Address, Array, Bin, Cast, Choose, Do, For, Get, Group, If,
                          Invoke, Lambda, Leave, Let, Member, Mix, Node, Num, Ref, Region,
                          Set, Task, Taskloop, Variable, Wait, arithmetic, children, everything,
                          parts, used, walk)

HERE = pathlib.Path(__file__).resolve().parent
OPTIONAL = {Task: ("condition", "final", "priority"), Taskloop: ("condition",),
            Region: ("graph_id", "reset", "condition")}
FLAGS = {Task: ("untied", "style"), Taskloop: ("nogroup", "style"), Region: ("nogroup",),
         Wait: ("nowait",), If: ("style",), For: ("style",), Set: ("held",),
         Variable: ("volatile", "thread_local", "static")}
ITEMS = {Task: ("depends", "shared", "private", "saved"), Taskloop: ("shared", "private"),
         Wait: ("depends",)}


def put(thing, name, value):
    """Sets a field; what undoes it."""
    old = getattr(thing, name)
    setattr(thing, name, value)
    return lambda: setattr(thing, name, old)


def cut(body, start, end, instead=()):
    """Replaces a part of a list; what undoes it."""
    old = list(body)
    body[start:end] = instead
    return lambda: body.__setitem__(slice(None), old)


def several(*undos):
    return lambda: [undo() for undo in reversed(undos)]


# Each generates functions that make a program smaller and return what undoes it.


def fewer_encounters(program):
    tables = [v for v in program.globals if v.constant and isinstance(v.type, Array)]

    def without(number):
        undos = [put(program, "encounters", program.encounters - 1)]
        for table in tables:
            rest = table.initial[:number] + table.initial[number + 1:]
            undos += [put(table, "initial", rest),
                      put(table, "type", Array(table.type.element, len(rest)))]
        return several(*undos)

    if program.encounters > 1:
        for number in reversed(range(program.encounters)):
            yield lambda number=number: without(number)
    for name, value in (("per_team", 99), ("uneven_teams", False)):
        if getattr(program, name) != value:
            yield lambda name=name, value=value: put(program, name, value)


def fewer_statements(program):
    for body in list(generate_program.lists(program)):
        size = len(body)
        while size:
            for start in reversed(range(0, len(body), size)):
                yield lambda body=body, start=start, size=size: cut(body, start, start + size)
            size //= 2


def without_shells(program):
    """The body in place of a compound statement, or of the call of a function."""
    for body in list(generate_program.lists(program)):
        for number, one in enumerate(body):
            for inner in bodies_of(one):
                yield lambda b=body, n=number, i=inner: cut(b, n, n + 1, i)
            if isinstance(one, Do) and can_expand(one.call):
                yield lambda b=body, n=number, c=one.call: cut(b, n, n + 1, [expanded(c)])


def bodies_of(statement):
    if isinstance(statement, If):
        return [statement.then, statement.otherwise]
    if isinstance(statement, (Group, Region, For, Task)):
        return [statement.body]
    return []


def can_expand(call):
    function = call.function
    return not (function.this or function.result or function.kind == "lambda" or any(
        isinstance(n, (Leave, Lambda)) or isinstance(n, Invoke) and n.function is function
        for n in walk(function.body)))


def expanded(call):
    """The body of a function, with its parameters as local variables."""
    lets = [Let(parameter, argument) for parameter, argument in
            zip(call.function.parameters, call.arguments)]
    return If(Num(1), [*lets, *call.function.body])


def fewer_clauses(program):
    for node in everything(program):
        for name in OPTIONAL.get(type(node), ()):
            if getattr(node, name) is not None:
                yield lambda node=node, name=name: put(node, name, None)
        for name in FLAGS.get(type(node), ()):
            if getattr(node, name):
                yield lambda node=node, name=name: put(node, name, type(getattr(node, name))())
        for name in ITEMS.get(type(node), ()):
            items = getattr(node, name)
            for number in reversed(range(len(items))):
                yield lambda items=items, number=number: cut(items, number, number + 1)
        if isinstance(node, Taskloop) and node.chunks:
            yield lambda node=node: put(node, "chunks", ())
    for variable in program_text.variables(program):
        for name in FLAGS[Variable]:
            if getattr(variable, name):
                yield lambda variable=variable, name=name: put(variable, name, False)


def smaller_expressions(program):
    """A part of an expression, or a number, in its place."""
    for owner in [*everything(program), *program.functions]:
        for name, value in children(owner):
            if isinstance(value, list):
                for number, item in enumerate(value):
                    for new in smaller(item):
                        yield lambda v=value, n=number, new=new: cut(v, n, n + 1, [new])
            elif not (isinstance(owner, Mix) and isinstance(value, Num)):
                for new in smaller(value):
                    yield lambda o=owner, name=name, new=new: put(o, name, new)


def smaller(value):
    if not isinstance(value, Node) or isinstance(value, PLACES) or \
            type(value) not in EXPRESSIONS:
        return []
    if isinstance(value, Num):
        return [Num(n) for n in (0, 1) if n < value.value]
    if isinstance(value, Invoke) and value.function.result is None:
        return []
    kind = arithmetic(value)
    parts = [part for _, part in children(value)
             if type(part) in EXPRESSIONS and comparable(arithmetic(part), kind)]
    if isinstance(kind, str) and kind != "depobj":
        parts = [Num(0), Num(1)] + parts
    return parts


def comparable(part, whole):
    if not isinstance(whole, str) or whole == "double":
        return part == whole
    return part in ("word", "int") and (whole == "word" or part == whole)


EXPRESSIONS = (Address, Bin, Cast, Choose, Get, Invoke, Mix, Num)


def simpler_functions(program):
    for function in program.functions:
        if function.template:
            yield lambda f=function: several(put(f.template, "constant", False),
                                             put(f, "template", None), put(f, "kind", "static"))
        elif function.kind in ("other", "noinline", "inline"):
            yield lambda f=function: put(f, "kind", "static")
        if function.kind in ("method", "operator") and not any(
                isinstance(n, Ref) and n.variable is function.this
                for n in walk(function.body)):
            yield lambda f=function: several(put(f, "this", None), put(f, "kind", "static"))
        used = {n.variable for n in walk(function.body) if isinstance(n, Ref)}
        if function.result is not None:
            used |= {n.variable for n in walk(function.result) if isinstance(n, Ref)}
        for number, parameter in reversed(list(enumerate(function.parameters))):
            if parameter not in used and parameter is not function.template:
                yield lambda f=function, n=number: without_parameter(program, f, n)


def without_parameter(program, function, number):
    undos = [cut(function.parameters, number, number + 1)]
    for node in list(everything(program)):
        if isinstance(node, Invoke) and node.function is function:
            undos.append(cut(node.arguments, number, number + 1))
    return several(*undos)


def smaller_structs(program):
    """Without the members that nobody names."""
    named = {n.name for n in everything(program) if isinstance(n, Member)}
    structs = program_text.Text(program, []).structs()
    unused = [(one.fields, [f for f in one.fields if f.name in named or f.name in KEPT])
              for one in structs]
    if any(len(rest) < len(fields) for fields, rest in unused):
        yield lambda: several(*(cut(fields, 0, len(fields), rest) for fields, rest in unused))


KEPT = ("first", "last")  # of what a `for` goes over
PASSES = (fewer_encounters, fewer_statements, without_shells, simpler_functions,
          fewer_clauses, smaller_expressions, smaller_structs)


class Reducer:
    def __init__(self, toolchain, setting, kind=None, tries=5, defect=None, say=None):
        self.toolchain, self.setting, self.kind = toolchain, setting, kind
        self.tries, self.defect = tries, defect
        self.say = say or (lambda words: None)
        self.trials, self.tried = 0, set()  # texts that did not fail
        self.verdict = None  # of the last failure
        self.unseen = None  # whether blocks may have effects that no task sees

    def fails(self, program):
        """Whether a program is legal and fails, in one of some runs."""
        try:
            done = serial_run.run(program)
        except Invalid:
            return False
        if not any(isinstance(node, Region) for node in everything(program)):
            return False
        # That a replay leaves out what only the block does is another matter.
        if self.unseen is None:
            self.unseen = done.unseen
        if done.unseen and not self.unseen:
            return False
        if self.setting.taskgraph == program_trial.TRUST and not done.steady:
            return False
        texts = tuple(program_text.files(program, done.fingerprints).values())
        if texts in self.tried:
            return False
        self.trials += 1
        binary, verdict = self.toolchain.compile(
            program, done.fingerprints, "smaller", self.setting.optimisation, self.defect)
        if self.same(verdict) or binary and any(
                self.same(self.toolchain.run(binary, self.setting))
                for _ in range(self.tries)):
            return True
        self.tried.add(texts)
        return False

    def same(self, verdict):
        """Whether it is the failure that we look for."""
        if not verdict.complaint or self.kind not in (None, verdict.kind):
            return False
        self.verdict = verdict
        return True

    def reduce(self, program):
        """Makes a program that fails as small as it gets; changes it."""
        before = None
        while before != self.size(program):
            before = self.size(program)
            for candidates in PASSES:
                self.reduce_by(program, candidates)
                self.say(f"{self.size(program)} nodes after {candidates.__name__}, "
                         f"{self.trials} trials")
        return program

    def reduce_by(self, program, candidates):
        number = 0
        while True:
            todo = list(candidates(program))
            if number >= len(todo):
                return
            undo = todo[number]()
            # A candidate behind the one that was taken now has its number.
            if not self.fails(program):
                undo()
                number += 1

    def size(self, program):
        return program.encounters + sum(1 for _ in program_text.everything_named(program))

    def write(self, program, folder):
        """Writes a program down; says where it is and how it is run."""
        done = serial_run.run(program)
        folder = pathlib.Path(folder)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        shutil.copy(HERE / "random_program.h", folder)
        texts = program_text.files(program, done.fingerprints, not self.toolchain.plain,
                                   self.defect)
        for name, text in texts.items():
            (folder / name).write_text(text)
        compiler = self.toolchain.compiler(next(iter(texts)))
        setting = self.setting
        settings = " ".join(f"{name}={value}" for name, value in setting.variables().items())
        again = (f"{compiler} -fopenmp -fopenmp-version=60 -w -{setting.optimisation} "
                 f"{' '.join(texts)} -o program\n{settings} ./program\n")
        (folder / "again.sh").write_text(f"#!/bin/sh -e\ncd \"$(dirname \"$0\")\"\n{again}")
        (folder / "again.sh").chmod(0o755)
        lines = sum(len(text.splitlines()) for text in texts.values())
        return (f"smallest program that fails, {lines} lines, after {self.trials} trials: "
                f"{folder}\n{again}{self.verdict.complaint if self.verdict else ''}")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__.splitlines()[0],
        epilog="Exit code: 0 reduced, 1 the program does not fail.")
    parser.add_argument("seed", type=int)
    parser.add_argument("--shape", nargs="+")
    parser.add_argument("--optimisation", default="O2")
    parser.add_argument("--taskgraph", default="on", choices=program_trial.WAYS)
    parser.add_argument("--tracker", default="versions")
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--tries", type=int, default=5, help="runs of each candidate")
    parser.add_argument("--defect", choices=[program_text.FROZEN, program_text.UNORDERED],
                        help="write the program with this fault")
    parser.add_argument("--plain", metavar="CLANG", help="as in run_seeds.py")
    root = HERE.parents[1]
    parser.add_argument("--install", type=pathlib.Path, default=root / "build" / "install")
    parser.add_argument("--into", type=pathlib.Path, default=root / "build" / "random")
    options = parser.parse_args()
    setting = program_trial.Setting(options.optimisation, options.taskgraph, options.tracker,
                                    options.threads, program_trial.others_of(options.seed))
    program, _ = generate_program.generate(options.seed, options.shape)
    with tempfile.TemporaryDirectory() as folder:
        toolchain = program_trial.Toolchain(options.install, folder, options.plain)
        reducer = Reducer(toolchain, setting, None, options.tries, options.defect,
                          lambda words: print(f"reduce_program.py: {words}", flush=True))
        if not reducer.fails(program):
            print(f"reduce_program.py: seed {options.seed} does not fail with {setting}")
            return 1
        reducer.kind = reducer.verdict.kind
        print(reducer.write(reducer.reduce(program), options.into / f"seed-{options.seed}"))
    return 0


if __name__ == "__main__":
    sys.exit(main())
