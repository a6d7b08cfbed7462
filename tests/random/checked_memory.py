# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The memory of a serial run (serial_run.py): values, life times, and who accessed what.

Of each memory location it is known which segment wrote it last, which have read it
since, and which have only added to it in an order that does not matter.
"""

from program_tree import Pointer, Struct, extents, leaves, slots, units

MASK = (1 << 64) - 1
UNSET = object()  # the value of what has none yet


class Invalid(Exception):
    """The program has no one meaning. `node` is the statement that showed it; `ends`
    the statements that something ends with, although it is still used."""

    def __init__(self, reason, node, ends=None):
        super().__init__(reason)
        self.node, self.ends = node, ends


def kept(scalar, value):
    """What a store to a scalar keeps of a value."""
    if isinstance(scalar, Pointer) or scalar.arithmetic == "double" or not scalar.bits:
        return value
    if scalar.bits == 1 and not isinstance(value, bool):
        return int(bool(value)) if scalar.spelling == "Flag" else value & 1
    return value & ((1 << scalar.bits) - 1)


class Thing:
    """The memory of one variable."""

    def __init__(self, variable, layout, values, home, sum_of=None):
        self.variable, self.home, self.sum_of = variable, home, sum_of
        self.leaves, self.units, self.extents = layout
        self.values = values if values is not None else [UNSET] * len(self.leaves)
        self.start = (self, 0)
        self.living, self.locked = True, set()
        count = max(self.units, default=-1) + 1
        self.writer = [None] * count
        self.readers = [[] for _ in range(count)]
        self.updates = [[] for _ in range(count)]  # (segment, op, atomic, exclusive)


class Memory:
    def __init__(self, run):
        self.run, self.layouts = run, {}

    def layout(self, kind):
        """For each slot of a type: its scalar type, its memory location, its array."""
        if kind not in self.layouts:
            self.layouts[kind] = leaves(kind), units(kind), extents(kind)
        return self.layouts[kind]

    def new(self, variable, values=None, sum_of=None):
        thing = Thing(variable, self.layout(variable.type), values,
                      self.run.task and self.run.task.inside, sum_of)
        segment = self.run.task and self.run.task.segment
        if segment is not None:
            thing.writer = [segment] * len(thing.writer)
        return thing

    def end(self, thing, statements=None):
        """A variable's life ends: that must come behind all accesses."""
        try:
            for slot in range(len(thing.values)):
                self.check_write((thing, slot))
        except Invalid as problem:
            problem.ends = statements
            raise
        thing.living = False

    def alive(self, place, behind=0):
        """The place is there; or up to so many `behind` its end."""
        thing, slot = place
        if not thing.living or not 0 <= slot < max(1, len(thing.values)) + behind:
            self.run.fail(f"a place in {thing.variable.name} that is not there")

    def move(self, place, count, kind, behind=0):
        """Where a pointer is after so many steps over objects of a type: in the same
        array, or up to so many slots `behind` its end."""
        thing, slot = place
        moved = thing, slot + count * slots(kind)
        self.alive(moved, behind)
        if count and not isinstance(kind, Struct) and slot < len(thing.extents):
            first, end = thing.extents[slot]
            if not first <= moved[1] < end + behind:
                self.run.fail(f"a place outside of an array in {thing.variable.name}")
        return moved

    def check(self, place):
        thing, slot = place
        self.alive(place)
        if slot in thing.locked:
            self.run.fail(f"{thing.variable.name} is being reduced")
        if thing.variable.thread_local and self.run.task.outer:
            self.run.fail(f"{thing.variable.name} is another thread's")

    def ordered(self, earlier, what, thing):
        if earlier is not None and not self.run.ordered(earlier, self.run.task.segment):
            self.run.fail(f"a data race: {what} {thing.variable.name}")

    def read(self, place, copied=False):
        """The value of a place; `copied` if a new task only takes it along."""
        thing, slot = place
        self.check(place)
        if thing.sum_of:
            self.run.fail(f"the sum in {thing.variable.name} is read")
        unit, now = thing.units[slot], self.run.task.segment
        self.ordered(thing.writer[unit], "reads", thing)
        for update in thing.updates[unit]:
            self.ordered(update[0], "reads the updated", thing)
        thing.readers[unit] = [
            r for r in thing.readers[unit] if not self.run.ordered(r, now)] + [now]
        if self.run.task.region:
            self.run.task.region.unseen.discard(place)
        value = thing.values[slot]
        if value is UNSET:
            self.run.fail(f"{thing.variable.name} has no value")
        inside = self.run.task.inside
        if inside and thing.home is not inside and not (copied and place not in inside.changed):
            inside.reads.append((thing.variable, slot, value))
        return value

    def check_write(self, place):
        thing, slot = place
        self.check(place)
        unit = thing.units[slot]
        self.ordered(thing.writer[unit], "writes", thing)
        for reader in thing.readers[unit]:
            self.ordered(reader, "changes what is read:", thing)
        for update in thing.updates[unit]:
            self.ordered(update[0], "writes the updated", thing)

    def write(self, place, value):
        thing, slot = place
        if thing.sum_of or thing.variable.constant:
            self.run.fail(f"{thing.variable.name} is set")
        self.check_write(place)
        unit = thing.units[slot]
        thing.writer[unit] = self.run.task.segment
        thing.readers[unit], thing.updates[unit] = [], []
        thing.values[slot] = kept(thing.leaves[slot], value)
        self.note_effect(place)

    def note_effect(self, place):
        """The block of a region changes what it did not make."""
        inside = self.run.task.inside
        if inside and place[0].home is not inside:
            inside.unseen.add(place)
            inside.changed.add(place)

    def update(self, place, op, value, atomic, exclusive):
        """Adds in any order to what nobody looks at meanwhile."""
        thing, slot = place
        self.check(place)
        leaf, unit = thing.leaves[slot], thing.units[slot]
        if isinstance(leaf, Pointer) or leaf.arithmetic != "word":
            self.run.fail("only words are updated")
        self.ordered(thing.writer[unit], "updates", thing)
        for reader in thing.readers[unit]:
            self.ordered(reader, "updates what is read:", thing)
        for segment, other, others_atomic, others in thing.updates[unit]:
            free = other == op and ((atomic and others_atomic) or exclusive & others)
            if not free:
                self.ordered(segment, "updates the updated", thing)
        if thing.sum_of not in (None, op):
            self.run.fail("a reduction with another operation")
        thing.updates[unit].append((self.run.task.segment, op, atomic, exclusive))
        old = thing.values[slot]
        if old is UNSET:
            self.run.fail(f"{thing.variable.name} has no value")
        thing.values[slot] = kept(leaf, old + value if op == "+" else old ^ value)
        self.note_effect(place)
