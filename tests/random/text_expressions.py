# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes expressions and declarations of a program as C or C++ (program_text.py)."""

from program_tree import TRACKED, Array, Pointer, Ref, Star, Struct, place_type


def declare(kind, name):
    """The declaration of a name with a type."""
    if isinstance(kind, Pointer):
        return declare(kind.to, f"*{name}")
    if isinstance(kind, Array):
        return declare(kind.element, f"{name}[{kind.length}]")
    return f"{kind.name if isinstance(kind, Struct) else kind.spelling} {name}"


def bare(text):
    """An expression without the parentheses around all of it."""
    if not text.startswith("("):
        return text
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if depth == 0:
            return text[1:-1] if at == len(text) - 1 else text
    return text


class Expressions:
    """Text of expressions. `cxx` is the language, `this` the pointers called so."""

    def of(self, node):
        return getattr(self, "of_" + type(node).__name__)(node)

    def of_Num(self, node):
        return str(node.value)

    def of_Get(self, node):
        text = self.of(node.place)
        return f"(Word){text}" if place_type(node.place) == TRACKED else text

    def of_Bin(self, node):
        return f"({self.of(node.left)} {node.op} {self.of(node.right)})"

    def of_Mix(self, node):
        return f"mix({bare(self.of(node.left))}, {bare(self.of(node.right))})"

    def of_Choose(self, node):
        return f"({self.of(node.condition)} ? {self.of(node.yes)} : {self.of(node.no)})"

    def of_Cast(self, node):
        return f"(({node.type.spelling}){self.of(node.value)})"

    def of_Address(self, node):
        return f"&{self.of(node.place)}"

    def of_Ref(self, node):
        return node.variable.name

    def of_At(self, node):
        return f"{self.of(node.base)}[{bare(self.of(node.index))}]"

    def of_Star(self, node):
        if self.is_this(node.pointer):
            return "(*this)"
        return f"(*{self.of(node.pointer)})"

    def of_Member(self, node):
        if isinstance(node.base, Star):
            if self.is_this(node.base.pointer):
                return node.name
            return f"{self.of(node.base.pointer)}->{node.name}"
        return f"{self.of(node.base)}.{node.name}"

    def is_this(self, place):
        return self.cxx and isinstance(place, Ref) and place.variable in self.this

    @property
    def this(self):
        return [f.this for f in self.program.functions if f.this]

    def of_Invoke(self, node):
        function, arguments = node.function, list(node.arguments)
        words, kind = [], function.kind
        name = function.name
        if function.template:
            name += f"<{self.of(arguments.pop(0))}>"
        parameters = function.parameters[1:] if function.template else function.parameters
        for parameter, argument in zip(parameters, arguments):
            words.append(bare(self.of(argument)))
        if kind == "lambda":
            name = self.of(node.receiver)
        elif function.this and self.cxx:
            base = node.receiver
            if kind == "operator":
                target = self.of(base)
                return (f"{target} {name[8:]} {words[0]}" if name != "operator()"
                        else f"{target}({', '.join(words)})")
            if not (isinstance(base, Star) and self.is_this(base.pointer)):
                name = (f"{self.of(base.pointer)}->{name}" if isinstance(base, Star)
                        else f"{self.of(base)}.{name}")
        elif function.this:
            base = node.receiver
            words.insert(0, self.of(base.pointer) if isinstance(base, Star)
                         else f"&{self.of(base)}")
        return f"{name}({', '.join(words)})"
