# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The values of expressions in a serial run (serial_run.py).

Words are computed modulo 2 to the 64, as in C; an int stays so small that C cannot
compute anything else. A pointer is a pair (Thing, slot), or None.
"""

from dataclasses import dataclass

from checked_memory import MASK, kept
from program_tree import (Array, At, Member, Pointer, Ref, Struct, arithmetic, place_type,
                          slots)

SMALL = 1 << 24  # no computation with int gets there


def mix(a, b):
    a = ((a ^ ((b + 0x632BE59BD9B4E019) & MASK)) * 0x9E3779B97F4A7C15) & MASK
    return a ^ (a >> 31)


@dataclass
class Closure:
    """A lambda object: the variables around it, and its own copies."""
    function: object
    surroundings: dict


OPERATIONS = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b,
    "/": lambda a, b: a // b, "%": lambda a, b: a % b, "^": lambda a, b: a ^ b,
    "&": lambda a, b: a & b, "<": lambda a, b: int(a < b),
}


class Values:
    """What a SerialRun computes with; `memory` and `globals` are its own."""

    def store(self, place, kind, value):
        if isinstance(kind, (Array, Struct)):
            for n, item in enumerate(value):
                self.memory.write((place[0], place[1] + n), item)
            return
        self.memory.write(place, value)

    def check_int(self, value):
        if not -SMALL < value < SMALL:
            self.fail("an int out of range")
        return value

    def place(self, node, names):
        """(thing, slot) of a place."""
        if isinstance(node, Ref):
            variable = node.variable
            place = names.get(variable) or self.globals.get(variable)
            if place is None or isinstance(place, Closure):
                self.fail(f"{variable.name} is not known here")
            return place
        if isinstance(node, Member):
            thing, slot = self.place(node.base, names)
            return thing, slot + place_type(node.base).place(node.name)[0]
        base = node.base if isinstance(node, At) else node.pointer
        kind = place_type(base)
        thing, slot = self.place(base, names)
        index = self.value(node.index, names) if isinstance(node, At) else 0
        if isinstance(kind, Array):
            if not 0 <= index < kind.length:
                self.fail("an index out of range")
            return thing, slot + index * slots(kind.element)
        target = self.memory.read((thing, slot))
        if target is None:
            self.fail("a null pointer")
        return self.memory.move(target, index, kind.to)

    def value(self, node, names):
        return getattr(self, "of_" + type(node).__name__)(node, names)

    def of_Num(self, node, names):
        return node.value

    def of_Get(self, node, names):
        kind = place_type(node.place)
        thing, slot = self.place(node.place, names)
        if isinstance(kind, Struct):
            return [self.memory.read((thing, slot + n)) for n in range(slots(kind))]
        if isinstance(kind, Array):  # decays
            return thing, slot
        return self.memory.read((thing, slot))

    def of_Mix(self, node, names):
        return mix(self.value(node.left, names) & MASK, self.value(node.right, names) & MASK)

    def of_Choose(self, node, names):
        return self.value(node.yes if self.value(node.condition, names) else node.no, names)

    def of_Cast(self, node, names):
        value = self.value(node.value, names)
        if isinstance(value, float) and value < 0:
            self.fail("a negative number")
        value = kept(node.type, int(value) if node.type.arithmetic != "double" else value)
        return self.check_int(value) if node.type.arithmetic == "int" else value

    def of_Address(self, node, names):
        return self.place(node.place, names)

    def of_Invoke(self, node, names):
        return self.call(node, names)

    def of_Bin(self, node, names):
        left, right = self.value(node.left, names), None
        if node.op == "&&":
            return int(bool(left) and bool(self.value(node.right, names)))
        right = self.value(node.right, names)
        kinds = [arithmetic(node.left), arithmetic(node.right)]
        if isinstance(kinds[0], (Pointer, Array)):
            return self.pointer_arithmetic(node.op, left, right, kinds[0])
        if node.op == "==" or node.op == "!=":
            return int((left == right) == (node.op == "=="))
        if "double" in kinds:
            return {"+": left + right, "*": left * right,
                    "/": left / right if right else self.fail("division by zero"),
                    "<": int(left < right), "-": left - right}[node.op]
        if "word" in kinds:
            left, right = left & MASK, right & MASK
        if node.op in "/%" and (right <= 0 or left < 0):
            self.fail("division")
        result = OPERATIONS[node.op](left, right)
        return result & MASK if "word" in kinds else self.check_int(result)

    def pointer_arithmetic(self, op, left, right, kind):
        if op in ("==", "!="):
            return int((left == right) == (op == "=="))
        if op != "+" or left is None:
            self.fail("pointer arithmetic")
        to = kind.element if isinstance(kind, Array) else kind.to
        return self.memory.move(left, right, to, behind=1)
