# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tree of a random program: types, variables, expressions, statements.

What a program means is in the tree alone: serial_run.py runs it, program_text.py
writes it as C or C++, generate_program.py grows it and reduce_program.py cuts it.
Fields called `style` only choose between spellings of the same thing.
"""

import dataclasses
import functools
from dataclasses import dataclass, field


# Types. A value is made of slots, one for each scalar in it.


@dataclass(frozen=True)
class Scalar:
    spelling: str
    bits: int  # what a store keeps; 0: everything
    arithmetic: str  # how it computes: "word", "int" or "double"


WORD = Scalar("Word", 64, "word")
INT = Scalar("int", 0, "int")
BOOL = Scalar("Flag", 1, "int")
BYTE = Scalar("unsigned char", 8, "int")
SHORT = Scalar("unsigned short", 16, "int")
DOUBLE = Scalar("double", 0, "double")
TRACKED = Scalar("Tracked", 64, "word")  # a class that notices missing copies
DEPOBJ = Scalar("omp_depend_t", 0, "depobj")


@dataclass(frozen=True)
class Array:
    element: object
    length: int


@dataclass(frozen=True)
class Pointer:
    to: object


@dataclass(frozen=True)
class Field:
    name: str
    type: object
    width: int = 0  # of a bit-field
    mutable: bool = False


@dataclass(eq=False)
class Struct:
    name: str
    fields: list

    def place(self, name):
        """First slot and Field of a member."""
        slot = 0
        for one in self.fields:
            if one.name == name:
                return slot, one
            slot += slots(one.type)
        raise KeyError(name)


def slots(kind):
    """How many scalars a value of a type has."""
    if isinstance(kind, Array):
        return kind.length * slots(kind.element)
    if isinstance(kind, Struct):
        return sum(slots(one.type) for one in kind.fields)
    return 1


def leaves(kind):
    """The scalar or pointer type of each slot; bit-fields have their width."""
    if isinstance(kind, Array):
        return leaves(kind.element) * kind.length
    if isinstance(kind, Struct):
        return [dataclasses.replace(leaf, bits=one.width) if one.width else leaf
                for one in kind.fields for leaf in leaves(one.type)]
    return [kind]


def units(kind):
    """The memory location of each slot: neighbouring bit-fields share one."""
    if isinstance(kind, Array):
        inner = units(kind.element)
        width = max(inner) + 1
        return [n * width + unit for n in range(kind.length) for unit in inner]
    if not isinstance(kind, Struct):
        return [0]
    found, after_bits = [], False
    for one in kind.fields:
        start = found[-1] if one.width and after_bits else len(set(found))
        found += [start + unit for unit in units(one.type)]
        after_bits = bool(one.width)
    return found


def extents(kind):
    """The first slot and the end of the array that each slot is in: there a pointer to it
    may go. What is in no array is one of a single element."""
    if isinstance(kind, Array):
        inner, size = extents(kind.element), slots(kind.element)
        if not isinstance(innermost(kind), Struct):
            return [(0, kind.length * size)] * (kind.length * size)
        return [(n * size + first, n * size + end)
                for n in range(kind.length) for first, end in inner]
    if not isinstance(kind, Struct):
        return [(0, 1)]
    found = []
    for one in kind.fields:
        start = len(found)
        found += [(start + first, start + end) for first, end in extents(one.type)]
    return found


def innermost(kind):
    return innermost(kind.element) if isinstance(kind, Array) else kind


@dataclass(eq=False)
class Variable:
    name: str
    type: object
    initial: list = None  # of a global: the value of each slot
    reference: bool = False
    volatile: bool = False
    thread_local: bool = False
    static: bool = False  # in a function
    variable_length: bool = False  # an array; its type has the largest
    constant: bool = False  # a table, or a template's argument


# Expressions and places. Every node is a dataclass; children() finds the parts.


class Node:
    pass


@dataclass(eq=False)
class Num(Node):
    value: int


@dataclass(eq=False)
class Get(Node):
    place: Node


@dataclass(eq=False)
class Bin(Node):
    op: str
    left: Node
    right: Node


@dataclass(eq=False)
class Mix(Node):
    """Order-sensitive hash of two words."""
    left: Node
    right: Node


@dataclass(eq=False)
class Choose(Node):
    condition: Node
    yes: Node
    no: Node


@dataclass(eq=False)
class Cast(Node):
    type: Scalar
    value: Node


@dataclass(eq=False)
class Address(Node):
    place: Node


@dataclass(eq=False)
class Invoke(Node):
    function: object
    arguments: list
    receiver: Node = None  # the place of the object a method is called for


@dataclass(eq=False)
class Ref(Node):
    variable: Variable


@dataclass(eq=False)
class At(Node):
    base: Node  # a place: an array or a pointer
    index: Node


@dataclass(eq=False)
class Star(Node):
    pointer: Node  # a place


@dataclass(eq=False)
class Member(Node):
    base: Node
    name: str


PLACES = (Ref, At, Star, Member)


def place_type(place):
    if isinstance(place, Ref):
        return place.variable.type
    if isinstance(place, Member):
        return place_type(place.base).place(place.name)[1].type
    base = place_type(place.base if isinstance(place, At) else place.pointer)
    return base.element if isinstance(base, Array) else base.to


def arithmetic(expression):
    """How an expression computes: "word", "int", "double", or its type."""
    if isinstance(expression, (Num,)):
        return "int"
    if isinstance(expression, Mix):
        return "word"
    if isinstance(expression, Get):
        kind = place_type(expression.place)
        return kind.arithmetic if isinstance(kind, Scalar) else kind
    if isinstance(expression, Cast):
        return expression.type.arithmetic
    if isinstance(expression, Address):
        return Pointer(place_type(expression.place))
    if isinstance(expression, Invoke):
        return arithmetic(expression.function.result)
    if isinstance(expression, Bin) and expression.op in COMPARISONS:
        return "int"
    left, right = ((expression.left, expression.right) if isinstance(expression, Bin)
                   else (expression.yes, expression.no))
    kinds = [arithmetic(left), arithmetic(right)]
    for kind in ("double", "word"):
        if kind in kinds and not any(isinstance(k, Pointer) for k in kinds):
            return kind
    return kinds[0]


COMPARISONS = {"<", "==", "!=", "&&"}


# Statements.


class Statement(Node):
    pass


@dataclass(eq=False)
class Let(Statement):
    """Declares a local variable. A reference is bound to a place."""
    variable: Variable
    value: object  # an expression, a place for a reference, a list for an array
    length: Node = None  # of an array of variable length; each element is `value`


@dataclass(eq=False)
class Set(Statement):
    place: Node
    value: Node
    op: str = ""  # "+" or "^"
    atomic: bool = False
    held: int = 0  # of spinning between the read and the write of an update


@dataclass(eq=False)
class If(Statement):
    condition: Node
    then: list
    otherwise: list = field(default_factory=list)
    style: int = 0


@dataclass(eq=False)
class For(Statement):
    variable: Variable
    count: Node
    body: list
    style: int = 0


@dataclass(eq=False)
class ForEach(Statement):
    """Over a struct with the members `first` and `last`, pointers to int."""
    variable: Variable
    list: Node
    body: list


@dataclass(eq=False)
class While(Statement):
    condition: Node
    body: list
    style: int = 0


@dataclass(eq=False)
class Leave(Statement):
    """Leaves a loop, an iteration or a function, if a condition holds."""
    word: str  # break, continue, return
    condition: Node


@dataclass(eq=False)
class Do(Statement):
    call: Invoke


@dataclass(eq=False)
class Deepen(Statement):
    """Moves the frames of functions called later in this function down."""
    amount: Node


@dataclass(eq=False)
class Lambda(Statement):
    variable: Variable
    function: object


@dataclass(eq=False)
class Pause(Statement):
    amount: int  # of spinning; 0: taskyield


@dataclass(eq=False)
class Depend(Node):
    kind: str  # in, out, inout, mutexinoutset, inoutset
    place: Node = None  # None: omp_all_memory
    iterator: Variable = None
    count: Node = None
    depobj: Variable = None


@dataclass(eq=False)
class Task(Statement):
    body: list
    depends: list = field(default_factory=list)
    shared: list = field(default_factory=list)
    private: list = field(default_factory=list)
    saved: list = field(default_factory=list)
    reductions: list = field(default_factory=list)  # in_reduction
    condition: Node = None
    final: Node = None
    priority: Node = None
    untied: bool = False
    style: int = 0  # 1: leave out what is implied


@dataclass(eq=False)
class Taskloop(Statement):
    variable: Variable
    count: Node
    body: list
    shared: list = field(default_factory=list)
    private: list = field(default_factory=list)
    last: list = field(default_factory=list)  # lastprivate
    reductions: list = field(default_factory=list)
    in_reduction: bool = False
    condition: Node = None
    nogroup: bool = False
    chunks: tuple = ()  # ("grainsize" or "num_tasks", expression)
    style: int = 0


@dataclass(eq=False)
class Reduction(Node):
    variable: Variable
    op: str = "+"


@dataclass(eq=False)
class Wait(Statement):
    depends: list = field(default_factory=list)
    nowait: bool = False


@dataclass(eq=False)
class Group(Statement):
    body: list
    reductions: list = field(default_factory=list)


@dataclass(eq=False)
class Depobj(Statement):
    variable: Variable
    kind: str
    place: Node


@dataclass(eq=False)
class Region(Statement):
    """A taskgraph construct."""
    body: list
    graph_id: Node = None
    reset: Node = None
    condition: Node = None
    nogroup: bool = False


@dataclass(eq=False)
class Function:
    """`kind` is a spelling: static, inline, noinline, other (file), template,
    method, const, operator, lambda."""
    name: str
    kind: str
    parameters: list
    body: list
    result: Node = None
    this: Variable = None  # pointer to the object that a method belongs to
    captured: list = field(default_factory=list)  # by value, of a lambda
    template: Variable = None  # a constant int, the first argument


@dataclass(eq=False)
class Program:
    seed: int
    language: str  # "c" or "c++"
    encounters: int
    encounter: Variable  # its number, in the driver
    driver: list  # statements run for each encounter
    globals: list
    functions: list
    shapes: list
    per_team: int = 99  # encounters in one parallel region
    uneven_teams: bool = False  # every other one is of one thread


# Walking over trees.


@functools.lru_cache(maxsize=None)
def field_names(kind):
    return [one.name for one in dataclasses.fields(kind)]


def children(node):
    """(field name, value) of what a node is made of."""
    for name in field_names(type(node)):
        yield name, getattr(node, name)


def parts(node):
    """The nodes directly below a node."""
    for name in field_names(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, (list, tuple)):
            for item in value:
                if isinstance(item, Node):
                    yield item


def walk(what):
    """All nodes below a node or a list of nodes, in order, itself included."""
    if isinstance(what, list):
        for item in what:
            yield from walk(item)
        return
    yield what
    for part in parts(what):
        yield from walk(part)


def bodies(program):
    """All lists of statements that a program starts from."""
    yield program.driver
    for function in program.functions:
        yield function.body


def everything(program):
    """All nodes of a program."""
    for body in bodies(program):
        yield from walk(body)
    for function in program.functions:
        if function.result is not None:
            yield from walk(function.result)


def declared(statements):
    """Variables that statements declare anywhere below."""
    found = set()
    for node in walk(statements):
        if isinstance(node, (Let, For, ForEach, Taskloop, Lambda, Depobj)):
            found.add(node.variable)
        elif isinstance(node, Depend) and node.iterator:
            found.add(node.iterator)
    return found


def used(node):
    """Variables that one node itself names."""
    if isinstance(node, (Ref, Reduction)):
        return [node.variable]
    if isinstance(node, Depend) and node.depobj:
        return [node.depobj]
    if isinstance(node, Lambda):
        inside = node.function
        return inside.captured + free(inside.body, set(inside.parameters))
    return []


def free(statements, outside):
    """Local variables of the surroundings that statements use, in order of use.
    `outside` are the variables that need no capture."""
    inner = declared(statements)
    found = {}
    for node in walk(statements):
        for variable in used(node):
            if variable not in inner and variable not in outside:
                found[variable] = True
    return list(found)
