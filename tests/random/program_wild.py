# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random changes to a program that is legal, each kept only if it stays so.

The shapes say what blocks of real programs look like; this is for what nobody thought
of: a store through any pointer, a dependence on anything, a branch around anything.
"""

import serial_run
from checked_memory import Invalid
from program_tree import (INT, WORD, Array, At, Bin, Cast, Depend, For, Get, Group, If, Leave,
                          Let, Member, Mix, Num, Ref, Scalar, Set, Star, Statement, Struct,
                          Task, Taskloop, Wait, While, children, place_type)


class Spot:
    """A place between two statements."""

    def __init__(self, body, at, names, loop, task):
        self.body, self.at, self.names = body, at, names
        self.loop, self.task = loop, task  # around it; or None


def spots(program):
    """All places where a statement could go."""
    shared = [v for v in program.globals if not v.constant and not v.thread_local]

    def inside(body, names, loop, task):
        names = list(names)
        for at, statement in enumerate(body):
            yield Spot(body, at, list(names), loop, task)
            inner_names = names + [v for v in [getattr(statement, "variable", None)] if v]
            is_loop = isinstance(statement, (For, While))
            is_task = isinstance(statement, (Task, Taskloop))
            for _, value in children(statement):
                if isinstance(value, list) and any(isinstance(s, Statement) for s in value):
                    yield from inside(
                        value, inner_names,
                        statement if is_loop else None if is_task else loop,
                        statement if is_task else task)
            if isinstance(statement, Let):
                names.append(statement.variable)
        yield Spot(body, len(body), names, loop, task)

    for function in program.functions:
        this = [function.this] if function.this else []
        yield from inside(function.body, shared + function.parameters + this, None, None)


class Changer:
    def __init__(self, program, draw):
        self.program, self.draw = program, draw

    def place(self, names, wanted):
        """A place of a wanted scalar type that can be reached from some names."""
        for _ in range(20):
            found = self.reach(Ref(self.draw.choice(names)), 3)
            if found and found[1] == wanted:
                return found[0]
        return None

    def reach(self, place, depth):
        kind, draw = place_type(place), self.draw
        if isinstance(kind, Scalar) or not depth:
            return (place, kind)
        if isinstance(kind, Array):
            return self.reach(At(place, Num(draw.randrange(kind.length))), depth - 1)
        if isinstance(kind, Struct):
            fields = [one for one in kind.fields if not one.width]
            return fields and self.reach(Member(place, draw.choice(fields).name), depth - 1)
        if draw.random() < 0.5 or isinstance(kind.to, Struct):
            return self.reach(Star(place), depth - 1)
        return self.reach(At(place, Num(draw.randint(0, 2))), depth - 1)

    def value(self, names):
        expression = Num(self.draw.randint(1, 99))
        for _ in range(self.draw.randint(1, 2)):
            place = self.place(names, self.draw.choice([WORD, INT]))
            if place:
                expression = Mix(expression, Get(place))
        return expression if isinstance(expression, Mix) else Mix(expression, Num(1))

    def condition(self, names):
        return Bin("==", Bin("%", self.value(names), Num(self.draw.choice([2, 3]))), Num(0))

    def insert(self, spot, statement):
        spot.body.insert(spot.at, statement)
        return lambda: spot.body.remove(statement)

    def store(self, spot):
        kind = self.draw.choice([WORD, WORD, INT])
        place = self.place(spot.names, kind)
        if not place:
            return None
        value = self.value(spot.names)
        if kind == INT:
            value = Cast(INT, Bin("%", value, Num(4)))
        return self.insert(spot, Set(place, value))

    def wait(self, spot):
        return self.insert(spot, Wait())

    def leave(self, spot):
        if not spot.loop:
            return None
        return self.insert(spot, Leave(self.draw.choice(["break", "continue"]),
                                       self.condition(spot.names)))

    def branch(self, spot):
        if spot.at == len(spot.body) or isinstance(spot.body[spot.at], Let):
            return None
        old = spot.body[spot.at]
        spot.body[spot.at] = If(self.condition(spot.names), [old])
        return lambda: spot.body.__setitem__(spot.at, old)

    def group(self, spot):
        if spot.at == len(spot.body) or isinstance(spot.body[spot.at], Let):
            return None
        old = spot.body[spot.at]
        spot.body[spot.at] = Group([old])
        return lambda: spot.body.__setitem__(spot.at, old)

    def depend(self, spot):
        task = spot.body[spot.at] if spot.at < len(spot.body) else None
        place = self.place(spot.names, WORD)
        if not isinstance(task, Task) or not place:
            return None
        one = Depend(self.draw.choice(["in", "inout"]), place)
        task.depends.append(one)
        return lambda: task.depends.remove(one)

    def share(self, spot):
        if not spot.task:
            return None
        local = [v for v in spot.names if v not in self.program.globals]
        if not local:
            return None
        one = self.draw.choice(local)
        spot.task.shared.append(one)
        return lambda: spot.task.shared.remove(one)

    def look(self, spot):
        """A value that is computed takes another place into account."""
        sets = [s for s in spot.body[:spot.at] if isinstance(s, Set) and
                isinstance(s.value, Mix)]
        place = self.place(spot.names, WORD)
        if not sets or not place:
            return None
        one = self.draw.choice(sets)
        old, one.value = one.value, Mix(one.value, Get(place))
        return lambda: setattr(one, "value", old)

    def change(self):
        """One change; what undoes it, or None."""
        kind = self.draw.choice([self.store, self.store, self.wait, self.leave, self.branch,
                                 self.branch, self.group, self.depend, self.depend,
                                 self.share, self.look, self.look])
        return kind(self.draw.choice(list(spots(self.program))))


def change(program, draw, times, run):
    """Makes some changes; the serial run of what came of it."""
    changer = Changer(program, draw)
    for _ in range(times):
        undo = changer.change()
        if not undo:
            continue
        try:
            run = serial_run.run(program)
        except Invalid:
            undo()
    return run
