# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program's tree serially: the oracle, and the judge of what is a legal program.

Each task runs where it is created, so that the result is what every legal order must
give. On the way each access to memory is checked: a program with a data race, with a
read of something that has no value or no longer lives, with an index or a number out
of range, or with a use of OpenMP that has no one meaning, is Invalid. What the inputs
are is part of the program, so this is a proof and no guess.

Races: execution is cut into segments where tasks begin, end and are waited for.
`before` has for each segment a set of bits: those that come before it.
"""

import sys
from dataclasses import dataclass, field

import visible_names
from checked_memory import MASK, UNSET, Invalid, Memory, kept
from program_tree import (Pointer, Ref, Set, everything, free, leaves, place_type, slots,
                          walk)
from serial_values import Closure, Values, mix

LONGEST = 30_000  # statements of one run


@dataclass
class GroupState:
    ends: list
    outer: object
    sums: dict = field(default_factory=dict)  # place: (op, sum)


class Leaving(Exception):
    """On the way out of a loop, an iteration or a function."""

    def __init__(self, word):
        super().__init__(word)
        self.word = word


class RegionState:
    """One encounter of a taskgraph."""

    def __init__(self, node):
        self.node = node
        self.unseen = set()  # what the block changed and no task looked at
        self.changed = set()  # what the block changed
        self.reads = []  # what it read of what was there: (variable, slot, value)


class Execution:
    """One task while it runs."""

    def __init__(self, outer, final=False):
        self.outer, self.segment, self.final = outer, None, final
        self.group = outer and outer.group
        self.region = outer and (outer.inside or outer.region)  # that it was made in
        self.inside = None  # the region that it runs the block of
        self.children, self.objects, self.all_memory = [], {}, None
        self.exclusive = frozenset()
        self.sibling = Sibling()


@dataclass
class Generations:
    """Accesses to an object by the children of one task, as in OpenMP 6.0, 17.9.5."""
    kind: str = ""
    current: list = field(default_factory=list)
    previous: list = field(default_factory=list)


@dataclass(eq=False)
class Sibling:
    """What later siblings need to know of a task with dependences."""
    end: int = None


class SerialRun(Values):
    """One run of a program. `fingerprints` has a row for each encounter, with the
    hash of each global; `unseen` says whether a block changed what no task of its
    region then looked at, `steady` whether each block always reads the same."""

    def __init__(self, program):
        self.program, self.fingerprints = program, []
        self.before, self.statements = [], 0
        self.globals, self.statics, self.saved = {}, {}, {}
        self.uses = {}  # of each task construct: the variables of its surroundings
        self.node = None  # the statement that runs
        self.unseen, self.steady = False, True
        self.reads = {}  # of each construct and graph_id, in its first encounter
        self.memory, self.task = Memory(self), Execution(None)
        self.task.segment = self.segment([])

    # Order

    def segment(self, after):
        bits = 0
        for one in after:
            bits |= self.before[one] | (1 << one)
        self.before.append(bits)
        return len(self.before) - 1

    def ordered(self, earlier, later):
        return earlier == later or self.before[later] >> earlier & 1

    def go_on(self, *after):
        """The running task comes behind what it has waited for."""
        self.task.segment = self.segment([self.task.segment, *after])

    def fail(self, reason):
        raise Invalid(reason, self.node)

    # The whole program

    def run(self):
        program = self.program
        visible_names.check(program)
        try:
            for variable in program.globals:
                values = variable.initial or [
                    None if isinstance(leaf, Pointer) else 0 for leaf in leaves(variable.type)]
                self.globals[variable] = self.memory.new(variable, list(values)).start
            for e in range(program.encounters):
                number = self.memory.new(program.encounter, [e])
                self.body(program.driver, {program.encounter: number.start})
                self.node = None
                self.wait()
                self.fingerprints.append([
                    self.fingerprint(v) for v in program.globals if not v.constant])
        except RecursionError:
            raise Invalid("recursion without end", self.node) from None
        return self

    def fingerprint(self, variable):
        """As `fingerprint` in the program's text computes it."""
        place, hashed = self.globals[variable], 0
        for slot, leaf in enumerate(leaves(variable.type)):
            if not isinstance(leaf, Pointer):
                value = self.memory.read((place[0], slot))
                whole = int(value * 4) if leaf.arithmetic == "double" else value
                hashed = mix(hashed, whole & MASK)
        return hashed

    # Statements

    def body(self, statements, names):
        """A compound statement: its variables end with it."""
        names, local = dict(names), []
        try:
            for statement in statements:
                self.statement(statement, names, local)
        finally:
            self.end(local, statements)

    def end(self, local, statements):
        """The end of what was declared in some statements."""
        if not isinstance(sys.exc_info()[1], Invalid):
            for thing in reversed(local):
                self.memory.end(thing, statements)

    def statement(self, node, names, local):
        self.statements += 1
        if self.statements > LONGEST:
            raise Invalid("runs too long", node)
        outer, self.node = self.node, node
        getattr(self, "do_" + type(node).__name__)(node, names, local)
        self.node = outer

    def declare(self, variable, values, names, local):
        thing = self.memory.new(variable, values)
        names[variable] = thing.start
        local.append(thing)

    def do_Let(self, node, names, local):
        variable = node.variable
        if variable.static:  # initialised once, before everything
            if variable not in self.statics:
                self.statics[variable] = self.memory.new(
                    variable, [self.value(node.value, names)]).start
            names[variable] = self.statics[variable]
        elif variable.reference:
            names[variable] = self.place(node.value, names)
        elif node.length is not None:
            self.declare_array(node, names, local)
        elif isinstance(node.value, list):
            values = [self.value(value, names) for value in node.value]
            self.declare(variable, [kept(variable.type.element, v) for v in values],
                         names, local)
        else:
            self.declare(variable, None, names, local)
            self.store(names[variable], variable.type, self.value(node.value, names))

    def declare_array(self, node, names, local):
        """An array of variable length; its type has the largest."""
        length = self.value(node.length, names)
        if not 0 < length <= node.variable.type.length:
            self.fail("the length of an array")
        kind = node.variable.type.element
        values = [kept(kind, self.value(node.value, names)) for _ in range(length)]
        self.declare(node.variable, values, names, local)

    def do_Set(self, node, names, _):
        kind = place_type(node.place)
        value = self.value(node.value, names)
        place = self.place(node.place, names)
        if node.op and (node.atomic or place[0].sum_of or self.task.exclusive):
            self.memory.update(place, node.op, value, node.atomic, self.task.exclusive)
            return
        if node.atomic:
            self.fail("an atomic statement needs an operation")
        if node.op:
            old = self.memory.read(place)
            value = old + value if node.op == "+" else old ^ value
            if kind.arithmetic == "int":
                self.check_int(value)
        self.store(place, kind, value)

    def do_If(self, node, names, _):
        self.body(node.then if self.value(node.condition, names) else node.otherwise, names)

    def do_For(self, node, names, _):
        thing = self.memory.new(node.variable, [0])
        inner, done = {**names, node.variable: thing.start}, 0
        # The body may change both.
        while self.memory.read(thing.start) < self.value(node.count, names):
            if self.iterate(node, inner):
                break
            self.memory.write(thing.start, self.memory.read(thing.start) + 1)
            done += 1
            self.check_count(done)
        self.memory.end(thing, node.body)

    def iterate(self, node, names):
        """One iteration; whether it was the last."""
        try:
            self.body(node.body, names)
        except Leaving as leaving:
            if leaving.word == "return":
                raise
            return leaving.word == "break"
        finally:
            self.node = node
        return False

    def do_While(self, node, names, _):
        number = 0
        while self.value(node.condition, names) and not self.iterate(node, names):
            number += 1
            self.check_count(number)

    def do_Leave(self, node, names, _):
        if self.value(node.condition, names):
            raise Leaving(node.word)

    def check_count(self, count):
        if not 0 <= count <= 40:
            self.fail(f"a loop of {count} iterations")

    def do_ForEach(self, node, names, _):
        thing, start = self.place(node.list, names)
        first, last = (self.memory.read((thing, start + n)) for n in (0, 1))
        if first is None or last is None or first[0] is not last[0] or last[1] < first[1]:
            self.fail("no list")
        for slot in range(first[1], last[1]):
            item = self.memory.new(node.variable, [self.memory.read((first[0], slot))])
            last = self.iterate(node, {**names, node.variable: item.start})
            self.memory.end(item, node.body)
            if last:
                break

    def do_Do(self, node, names, _):
        self.call(node.call, names)

    def do_Deepen(self, node, names, _):
        if not 0 <= self.value(node.amount, names) <= 64:
            self.fail("too deep")

    def do_Pause(self, node, names, _):
        pass

    def do_Lambda(self, node, names, local):
        surroundings = dict(names)
        for variable in node.function.captured:
            copy = self.copy(variable, names)
            surroundings[variable] = copy.start
            local.append(copy)
        names[node.variable] = Closure(node.function, surroundings)

    def call(self, node, names):
        """Calls a function; its result, if it has one."""
        function = node.function
        arguments = list(zip(function.parameters, node.arguments))
        inner, local = {}, []
        if function.kind == "lambda":
            inner = dict(names[node.receiver.variable].surroundings)
        elif function.this:
            self.declare(function.this, [self.place(node.receiver, names)], inner, local)
        for parameter, argument in arguments:
            if parameter.reference:
                inner[parameter] = self.place(argument, names)
            elif parameter.constant:
                self.declare(parameter, [self.value(argument, names)], inner, local)
            else:
                value = self.value(argument, names)
                self.declare(parameter, None, inner, local)
                self.store(inner[parameter], parameter.type, value)
        result = None
        try:
            for statement in function.body:
                self.statement(statement, inner, local)
            result = function.result and self.value(function.result, inner)
        except Leaving as leaving:
            if leaving.word != "return" or function.result:
                self.fail("a jump out of a function")
        finally:
            self.end(local, function.body)
        return result

    # Tasks

    def captured(self, node, names, skip=()):
        """The variables of a new task: private copies, or the shared ones."""
        inner, copies = dict(names), []
        if node not in self.uses:
            self.uses[node] = free(node.body, skip)
        for variable in self.uses[node]:
            if variable not in names or variable in node.shared or variable.static:
                continue  # shared, and not copied
            if variable in node.private:
                thing = self.memory.new(variable, None)
            else:
                thing = self.copy(variable, names, True)
                if variable in getattr(node, "saved", ()):
                    self.check_saved(node, variable, thing)
            if isinstance(thing, Closure):
                inner[variable] = thing
            else:
                inner[variable] = thing.start
                copies.append(thing)
        return inner, copies

    def copy(self, variable, names, by_task=False):
        """A new object with the value of a variable, which is read."""
        if isinstance(names[variable], Closure):
            return names[variable]
        thing, start = names[variable]
        count = min(slots(variable.type), len(thing.values) - start)
        values = [self.memory.read((thing, start + n), by_task) for n in range(count)]
        return self.memory.new(variable, values)

    def check_saved(self, node, variable, thing):
        """Whichever encounter a saved value is from, it must be this one."""
        if self.saved.setdefault((node, variable), thing.values) != thing.values:
            self.fail("a saved variable that changes")

    def do_Task(self, node, names, _):
        parent = self.task
        condition = node.condition is None or self.value(node.condition, names)
        final = parent.final or bool(node.final is not None and self.value(node.final, names))
        if node.priority is not None and not 0 <= self.value(node.priority, names) < 100:
            self.fail("a priority")
        inner, copies = self.captured(node, names, [r.variable for r in node.reductions])
        sums = self.join_reductions(node.reductions, names, inner)
        task = Execution(parent, final)
        after, task.exclusive = self.depend(self.items(node.depends, names), task)
        task.segment = self.segment([parent.segment, *after])
        self.run_task(task, lambda: self.body(node.body, inner), copies, sums)
        self.go_on(*([task.segment] if parent.final or not condition else []))

    def run_task(self, task, work, copies, sums):
        """Runs the body of a task, with its variables, from begin to end."""
        parent, self.task = self.task, task
        self.whole(work)
        for thing in copies:
            self.memory.end(thing)
        self.task = parent
        parent.children.append(task.segment)
        task.sibling.end = task.segment
        if task.group:
            task.group.ends.append(task.segment)
        for total, thing in sums:
            value = thing.values[0]
            total[1] = (total[1] + value) & MASK if total[0] == "+" else total[1] ^ value

    def whole(self, work):
        """Does what nothing may jump out of."""
        try:
            work()
        except Leaving:
            self.fail("a jump out of a construct")

    def items(self, depends, names):
        """What depend clauses name: (kind, place or None for all memory)."""
        found = []
        for node in depends:
            if node.depobj:
                found.append(self.memory.read(names[node.depobj]))
                continue
            count = 1
            if node.iterator:
                count = self.value(node.count, names)
                self.check_count(count)
            for number in range(count):
                inner = names
                if node.iterator:
                    thing = self.memory.new(node.iterator, [number])
                    inner = {**names, node.iterator: thing.start}
                found.append((node.kind, node.place and self.place(node.place, inner)))
        return found

    def depend(self, items, task):
        """Orders a new task behind its predecessors. Returns their ends, and the
        objects that it has for itself among its siblings while it runs."""
        parent = task.outer
        wanted, after, exclusive = {}, [], set()
        for kind, place in items:
            kind = "inout" if kind == "out" else kind
            if wanted.setdefault(place, kind) != kind:
                if {kind, wanted[place]} != {"in", "inout"}:
                    self.fail("one object named in two ways")
                wanted[place] = "inout"
        if not wanted:
            return [], frozenset()
        everything = wanted.pop(None, None)
        if everything == "in":
            self.fail("omp_all_memory is out or inout")
        for place, kind in wanted.items():
            self.memory.alive(place)
            known = parent.objects.setdefault(place, Generations(
                "", [], [parent.all_memory] if parent.all_memory else []))
            if kind == "inout" or kind != known.kind:
                known.previous = known.current or known.previous
                known.current, known.kind = [], kind
            known.current.append(task.sibling)
            after += known.previous
            if kind == "mutexinoutset":
                exclusive.add((parent, place))
        if everything:
            for known in parent.objects.values():
                after += [s for s in known.current + known.previous if s is not task.sibling]
                known.previous, known.current, known.kind = [task.sibling], [], ""
            after += [parent.all_memory] if parent.all_memory else []
            parent.all_memory = task.sibling
        return [sibling.end for sibling in after], frozenset(exclusive)

    def do_Taskloop(self, node, names, _):
        count = self.value(node.count, names)
        self.check_count(count)
        if node.condition is not None:
            self.value(node.condition, names)
        if node.chunks and not 0 < self.value(node.chunks[1], names) < 100:
            self.fail("chunks")
        if not node.nogroup:
            self.open_group([] if node.in_reduction else node.reductions, names)
        elif node.reductions and not node.in_reduction:
            self.fail("a reduction with nogroup")
        captured, copies = self.captured(
            node, names, [node.variable, *(r.variable for r in node.reductions)])
        changed = {n.place.variable for n in walk(node.body)
                   if isinstance(n, Set) and isinstance(n.place, Ref)}
        if node.variable in changed:
            self.fail("the loop variable of a taskloop is set")
        for number in range(count):
            self.node = node
            inner, own = dict(captured), []
            for thing in copies:
                # Iterations of one task share its copies, and which do is not known.
                apart = thing.variable in changed or thing.variable in node.last
                values = [UNSET] * len(thing.values) if apart else list(thing.values)
                self.declare(thing.variable, values, inner, own)
            sums = self.join_reductions(node.reductions, names, inner)
            self.declare(node.variable, [number], inner, own)
            task = Execution(self.task)
            task.segment = self.segment([self.task.segment])
            last = node.last if number == count - 1 else []
            self.run_task(task, lambda: self.iteration(node, names, inner, last), own, sums)
        self.go_on()
        if not node.nogroup:
            self.close_group()

    def iteration(self, node, names, inner, last):
        """One iteration of a taskloop; `last` are variables whose values go out."""
        self.body(node.body, inner)
        self.node = node
        for variable in last:
            self.memory.write(self.place(Ref(variable), names),
                              self.memory.read(inner[variable]))

    def wait(self):
        self.go_on(*self.task.children)
        self.task.children = []

    def do_Wait(self, node, names, _):
        if not node.depends:
            self.wait()
            return
        task = Execution(self.task)
        after, _ = self.depend(self.items(node.depends, names), task)
        task.sibling.end = self.segment([self.task.segment, *after])
        if node.nowait:
            self.task.children.append(task.sibling.end)
            self.go_on()
        else:
            self.go_on(task.sibling.end)

    def do_Depobj(self, node, names, local):
        self.declare(node.variable, [(node.kind, self.place(node.place, names))], names, local)

    # Groups and reductions

    def open_group(self, reductions, names):
        group = GroupState([], self.task.group)
        for one in reductions:
            place = self.place(Ref(one.variable), names)
            self.memory.check_write(place)
            place[0].locked.add(place[1])
            group.sums[place] = [one.op, 0]
        self.task.group = group

    def close_group(self):
        group = self.task.group
        self.go_on(*group.ends)
        self.task.group = group.outer
        for place, (op, total) in group.sums.items():
            place[0].locked.discard(place[1])
            old = self.memory.read(place)
            self.memory.write(place, (old + total) & MASK if op == "+" else old ^ total)

    def join_reductions(self, reductions, names, inner):
        """A task's own sums, and the groups that they go to."""
        found = []
        for one in reductions:
            place, group = self.place(Ref(one.variable), names), self.task.group
            while group and place not in group.sums:
                group = group.outer
            if not group or group.sums[place][0] != one.op:
                self.fail("in_reduction without its task_reduction")
            thing = self.memory.new(one.variable, [0], sum_of=one.op)
            inner[one.variable] = thing.start
            found.append((group.sums[place], thing))
        return found

    def do_Group(self, node, names, _):
        self.open_group(node.reductions, names)
        self.whole(lambda: self.body(node.body, names))
        self.node = node
        self.close_group()

    def do_Region(self, node, names, _):
        number, *_ = [clause and self.value(clause, names)
                      for clause in (node.graph_id, node.reset, node.condition)]
        if self.task.inside or self.task.final:
            self.fail("a taskgraph directly in a taskgraph, or in a final task")
        inside = self.task.inside = RegionState(node)
        if not node.nogroup:
            self.open_group([], names)
        self.whole(lambda: self.body(node.body, names))
        self.node = node
        if not node.nogroup:
            self.close_group()
        self.unseen |= bool(inside.unseen)
        first = self.reads.setdefault((node, number or 0), inside.reads)
        self.steady &= first == inside.reads
        self.task.inside = None


def run(program):
    """Runs a program; raises Invalid."""
    return SerialRun(program).run()
