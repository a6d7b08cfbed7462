# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A shape of random programs: regions one behind the other, among ordinary tasks.

All are children of one task and work on the same cells: what a region's tasks do must be
in order with what comes before and behind it, whichever way the region goes. Some regions
make their tasks in the block, others in functions that no proof looks into; a region may
be met several times in a sequence, between others.
"""

from dataclasses import dataclass

from program_scope import Helper, Scope, storage_of
from program_shapes import number, shape
from program_tree import (WORD, Address, Array, At, Bin, Depend, Do, Get, Mix, Num, Pause, Pointer,
                          Ref, Region, Set, Star, Task, Wait)

PAUSES = [0, 0, 200, 2000, 20000]  # of spinning, in the middle of a task


@dataclass
class Lane:
    """Some cells: the place of a number, how many, and a pointer to the first."""
    make: object
    length: int
    first: object


class Sequence:
    """What a host does, and the functions that it calls for that."""

    def __init__(self, grower, host):
        self.grower, self.draw, self.host = grower, grower.random, host
        self.lanes = [self.lane() for _ in range(self.draw.choice([1, 1, 2]))]
        self.calls = []  # of functions with a region, which can be called again
        self.steps = [(self.task, 6), (self.undeferred, 2), (self.exclusive, 3),
                      (self.sweep, 1), (self.look, 2), (self.join, 0.5)]

    def lane(self):
        where = self.draw.choice(["global", "global", "word", "local", "buffer"])
        length = self.draw.randint(2, 4)
        if where == "word":
            word = Ref(self.grower.variable(WORD, "lane"))
            return Lane(lambda _: word, 1, Address(word))
        if where == "buffer":
            array = self.host.buffers(length)
        elif where == "global":
            array = Ref(self.grower.variable(Array(WORD, length), "lane"))
        else:
            scope = self.host.scope
            array = Ref(scope.let("lane", Array(WORD, length),
                                  [Mix(Num(n), scope.value()) for n in range(length)]))
            for n in range(length):
                scope.after(At(array, Num(n)))
        return Lane(lambda at: At(array, at), length, Get(array))

    def lanes_in(self, helper):
        """The same cells in a function that the host calls."""
        found = []
        for lane in self.lanes:
            name = Ref(helper.parameter(Pointer(WORD), lane.first, "lane"))
            make = (lambda at, name=name: At(name, at)) if lane.length > 1 else (
                lambda _, name=name: Star(name))
            found.append(Lane(make, lane.length, Get(name)))
        return found

    def places(self, scope, lanes, count):
        """Different cells; in a loop perhaps others in each iteration."""
        draw = self.draw
        known = [(lane, n) for lane in lanes for n in range(lane.length)]
        moves = scope.loop and draw.random() < 0.5
        return [lane.make(Bin("%", Bin("+", Get(Ref(scope.loop)), Num(n)), Num(lane.length))
                          if moves and lane.length > 1 else Num(n))
                for lane, n in draw.sample(known, min(count, len(known)))]

    # Steps: each adds statements to a scope, in a block or among regions

    def some(self, scope, lanes, least, most):
        steps, weights = zip(*self.steps)
        for step in self.draw.choices(steps, weights, k=self.draw.randint(least, most)):
            step(scope, lanes)

    def task(self, scope, lanes, uses=(), **clauses):
        places = self.places(scope, lanes, self.draw.randint(1, 3))
        kinds = self.draw.choices(["in", "inout", "inout", "out"], k=len(places))
        if set(kinds) == {"in"}:
            kinds[0] = "inout"
        return scope.task(uses, list(map(Depend, kinds, places)), self.dawdle, **clauses)

    def dawdle(self, inner, _):
        if amount := self.draw.choice(PAUSES):
            inner.add(Pause(amount))

    def undeferred(self, scope, lanes):
        self.task(scope, lanes, condition=self.sometimes(scope))

    def sometimes(self, scope):
        """Mostly false."""
        if self.draw.random() < 0.6:
            return Num(0)
        if scope.loop and self.draw.random() < 0.5:
            return Bin("%", Get(Ref(scope.loop)), Num(2))
        return Get(number(self.grower, scope, 0, 1, "flag"))

    def exclusive(self, scope, lanes):
        """Tasks that may run in any order, but not at once; or even that."""
        draw = self.draw
        places = self.places(scope, lanes, draw.choice([1, 1, 2]))
        kind = draw.choice(["mutexinoutset"] * 4 + ["inoutset"])
        depends = list(map(Depend, [kind, draw.choice([kind, "in"])], places))

        def add(inner, result):
            for one in depends:
                if one.kind == kind:
                    inner.add(Set(one.place, Get(Ref(result)), "+", kind == "inoutset",
                                  draw.choice(PAUSES)))

        for _ in range(draw.randint(2, 4)):
            condition = self.sometimes(scope) if draw.random() < 0.3 else None
            scope.task(depends=list(depends), body=add, condition=condition)

    def sweep(self, scope, lanes):
        """A task behind everything."""
        every = [lane.make(Num(n)) for lane in lanes for n in range(lane.length)]

        def body(inner, result):
            self.dawdle(inner, result)
            for place in every:
                inner.add(Set(place, Mix(Get(place), Get(Ref(result)))))

        condition = Num(0) if self.draw.random() < 0.2 else None
        scope.task(depends=[Depend(self.draw.choice(["out", "inout"]))], body=body,
                   condition=condition,
                   shared=[v for v in map(storage_of, every) if v])

    def look(self, scope, lanes):
        """A join with some tasks, behind which their results are read."""
        draw = self.draw
        places = self.places(scope, lanes, draw.choice([1, 1, 2]))
        depends = [Depend(draw.choice(["in", "inout"]), place) for place in places]
        if draw.random() < 0.15:
            depends = [Depend("inout")]
        nowait = draw.random() < 0.15
        scope.add(Wait(depends, nowait))
        if nowait:
            return
        seen = scope.let("seen", WORD, Mix(Get(places[0]), Num(draw.randint(1, 9))))
        self.task(scope, lanes, [Get(Ref(seen))])

    def join(self, scope, lanes):
        if self.draw.random() < 0.5:
            scope.add(Wait())
        else:
            self.task(scope.group(), lanes)

    # Regions

    def region(self, scope):
        """In the host, or in a function that it calls."""
        draw, grower = self.draw, self.grower
        if draw.random() < 0.3:
            if self.calls and draw.random() < 0.5:
                scope.add(Do(draw.choice(self.calls)))
                return
            helper = Helper(self.host, draw.choice(["noinline", "static", "other"]))
            lanes = self.lanes_in(helper)
            region, block = helper.region()
            self.clauses(region, helper.scope)
            self.fill(block, lanes)
            self.calls.append(helper.finish())
            scope.add(Do(self.calls[-1]))
            return
        region = scope.add(Region([]))
        self.clauses(region, scope)
        block = scope.inner(region.body)
        if draw.random() < 0.6:
            self.fill(block, self.lanes)
            return
        helper = Helper(self.host, draw.choice(["other", "other", "noinline"]))
        lanes = self.lanes_in(helper)
        self.fill(helper.body(), lanes)
        call = helper.finish()
        if draw.random() < 0.5:
            self.fill(block, self.lanes)
        block.add(Do(call))
        if draw.random() < 0.3:
            draw.choice([self.task, self.exclusive])(block, self.lanes)

    def clauses(self, region, scope):
        draw, grower = self.draw, self.grower
        region.nogroup = draw.random() < 0.7
        if draw.random() < 0.25:
            region.graph_id = draw.choice([
                Num(draw.randint(0, 2)), Get(number(grower, scope, 0, 2)),
                Get(Ref(scope.loop)) if scope.loop else Num(1)])
        if draw.random() < 0.15:
            region.condition = Get(number(grower, scope, 0, 1, "flag"))

    def fill(self, block, lanes):
        """Only tasks, or also what keeps a block from being proved."""
        draw = self.draw
        if draw.random() < 0.3:
            block = block.repeat(Num(draw.randint(2, 3)))
        if draw.random() < 0.4:
            for _ in range(draw.randint(1, 4)):
                self.task(block, lanes)
        else:
            self.some(block, lanes, 1, 4)

    def grow(self, scope, regions):
        """So many regions among tasks."""
        draw = self.draw
        way = draw.choices(["", "loop", "group"], [5, 4, 1])[0]
        if way == "loop":
            scope = scope.repeat(Num(draw.randint(2, 3)))
        elif way == "group":
            scope = scope.group()
        for _ in range(regions):
            self.some(scope, self.lanes, 0, draw.choice([0, 1, 2]))
            if draw.random() < 0.4:  # no block is refilled while there are ordinary tasks
                scope.add(Wait())
            self.region(scope)
        self.some(scope, self.lanes, 0, 2)


def in_a_parent(g, host, calls):
    """The sequence follows itself, or is a task's."""
    calls = calls + calls[-1:] * g.random.choice([0, 0, 1])
    if g.random.random() < 0.3:
        return [Task(list(calls)), Wait()]
    return calls


@shape("siblings", outside=in_a_parent)
def siblings(g, block, region):
    host = block.host
    while isinstance(host, Helper):
        host = host.caller
    sequence = Sequence(g, host)
    before, after = [], []
    if g.random.random() < 0.5:
        sequence.grow(Scope(host, before, host.scope.values), g.random.randint(0, 2))
    if block.host is host:
        sequence.fill(block, sequence.lanes)
    else:
        block.task()
    region.nogroup = g.random.random() < 0.6
    sequence.grow(Scope(host, after, host.scope.values), g.random.randint(1, 3))
    place = host.middle.index(region)
    host.middle[place:place + 1] = [*before, region, *after]
    host.after.insert(0, Wait())
