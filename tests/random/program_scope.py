# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where the statements of a growing program go, and what can be named there.

A Scope is a list of statements with the names that are visible in it. A Host is a
function with taskgraph regions, a Helper a function that a block calls; both find
places for inputs (what changes from encounter to encounter) and for the cells that
tasks work on: globals, members, parameters, local variables, memory behind pointers.
"""

from program_tree import (INT, WORD, Array, At, Bin, Cast, Depend, For, Function, Get, Group, If,
                          Invoke, Let, Member, Mix, Num, Pause, Pointer, Ref, Region, Set,
                          Star, Task, Variable, Wait, place_type, walk)


def storage_of(place):
    """The variable that holds a place, if no pointer leads there."""
    while isinstance(place, (At, Member)):
        place = place.base
        if isinstance(place_type(place), Pointer):
            return None
    return place.variable if isinstance(place, Ref) else None


class Scope:
    """A list of statements that grows.

    `values` are places that can be read, `cells` pairs of a function that makes a place
    for tasks to work on out of a number's expression, and how many there are.
    """

    def __init__(self, host, statements, values=(), cells=(), loop=None, level=0):
        self.host, self.grower = host, host.grower
        self.statements, self.values, self.cells = statements, list(values), list(cells)
        self.loop, self.level = loop, level

    def inner(self, statements, loop=None, level=0):
        """Of a compound statement."""
        return Scope(self.host, statements, self.values, self.cells, loop or self.loop,
                     self.level + level)

    def add(self, statement):
        self.statements.append(statement)
        return statement

    def let(self, stem, kind, value, readable=True, length=None, **flags):
        """Declares a local variable."""
        variable = Variable(self.grower.name(stem), kind, **flags)
        self.add(Let(variable, value, length))
        if readable and kind in (INT, WORD):
            self.values.append(Ref(variable))
        return variable

    def repeat(self, count, style=None):
        """A loop; the scope of its body."""
        variable = Variable(self.grower.name("i"), INT)
        style = self.grower.random.choice([0, 0, 0, 1, 2]) if style is None else style
        loop = self.add(For(variable, count, [], style))
        inner = self.inner(loop.body, loop=variable)
        inner.values.append(Ref(variable))
        return inner

    def when(self, condition):
        branch = self.add(If(condition, [], [], self.grower.random.choice([0, 0, 1])))
        return self.inner(branch.then)

    def group(self, *reductions):
        return self.inner(self.add(Group([], list(reductions))).body)

    def value(self):
        """An expression out of what can be read here."""
        draw = self.grower.random
        if self.grower.fixed and self.level == 0 and draw.random() < 0.9:
            return self.sum()
        places = draw.sample(self.values, min(len(self.values), draw.randint(1, 3)))
        expression = Num(draw.randint(1, 99))
        for place in places:
            expression = Mix(expression, Get(place))
        return expression if places else Mix(expression, Num(draw.randint(1, 9)))

    def sum(self):
        """A value that needs no more than an address plus a constant."""
        draw = self.grower.random
        if not self.values or draw.random() < 0.2:
            return Cast(WORD, Num(draw.randint(1, 99)))
        value = Cast(WORD, Get(draw.choice(self.values)))
        kind = draw.choice(["", "", "+", "*"])
        return Bin(kind, value, Num(draw.randint(1, 9))) if kind else value

    def condition(self):
        draw = self.grower.random
        if self.grower.fixed and draw.random() < 0.9:
            left = Get(Ref(self.loop)) if self.loop else Num(draw.randint(0, 3))
            return Bin("!=", Bin("%", left, Num(2)), Num(draw.randint(0, 1)))
        if not self.values:
            return Num(draw.randint(0, 1))
        return Bin("!=", Bin("%", Mix(Get(draw.choice(self.values)), Num(draw.randint(0, 9))),
                             Num(draw.randint(2, 3))), Num(0))

    def cell(self, at=None):
        """A place for tasks to work on."""
        draw = self.grower.random
        if not self.cells or draw.random() < 0.25:
            self.cells.append(self.host.storage())
        make, length = draw.choice(self.cells)
        if at is None and self.loop and draw.random() < 0.5:
            at = Bin("%", Bin("+", Get(Ref(self.loop)), Num(draw.randint(0, 3))), Num(length))
        return make(at or Num(draw.randrange(length)))

    def task(self, uses=(), depends=None, body=None, **clauses):
        """Adds a task that mixes what it uses into cells; `body` comes in between."""
        draw = self.grower.random
        if depends is None:
            kinds = draw.choices(["in", "inout", "out"], k=draw.randint(0, 3))
            depends = [Depend(kind, self.cell()) for kind in kinds]
            if not any(d.kind != "in" for d in depends):
                depends.append(Depend("inout", self.cell()))
        task = Task([], depends, style=draw.choice([0, 0, 1, 2]), **clauses)
        task.shared = task.shared + [v for v in (storage_of(d.place) for d in depends) if v]
        inner = self.inner(task.body, level=1)
        if draw.random() < 0.4:
            inner.add(Pause(draw.choice([0, 20, 200, 2000])))
        result = inner.let("r", WORD, inner.value())
        for expression in uses:
            inner.add(Set(Ref(result), Mix(Get(Ref(result)), expression)))
        known = [d for d in depends if d.place and not d.iterator]
        for one in known:
            if one.kind in ("in", "inout"):
                inner.add(Set(Ref(result), Mix(Get(Ref(result)), Get(one.place))))
        if body:
            body(inner, result)
        for one in known:
            if one.kind in ("out", "inout"):
                inner.add(Set(one.place, Mix(Get(Ref(result)), Num(draw.randint(0, 9)))))
        if self.level < 2 and draw.random() < 0.08:
            child = inner.task([Get(Ref(result))])
            child.depends = child.depends[:2]
            inner.add(Wait())
        return self.add(task)

    def after(self, place):
        """Looks at a local variable when the host's regions are done."""
        result = Ref(self.grower.variable(WORD, "after"))
        self.host.after.append(Set(result, Mix(Get(result), Get(place))))


class Host:
    """A function with taskgraph regions, while it grows."""

    def __init__(self, grower, kind, stem="host"):
        self.grower = grower
        self.function = Function(grower.name(stem), kind, [], [])
        self.arguments, self.middle, self.after = [], [], []
        self.receiver = None
        if kind in ("method", "const", "operator"):
            self.function.this = Variable(grower.name("self"), Pointer(grower.data))
            self.receiver = self.callers_object()
        if kind == "operator":
            self.function.name = "operator()"
        self.scope = Scope(self, self.function.body)
        if kind == "template":
            constant = Variable(grower.name("K"), INT, constant=True)
            self.function.template = constant
            self.function.parameters.append(constant)
            self.arguments.append(Num(grower.random.randint(1, 3)))
            self.scope.values.append(Ref(constant))

    def callers_object(self):
        return self.grower.object

    def parameter(self, kind, argument, stem, **flags):
        variable = Variable(self.grower.name(stem), kind, **flags)
        self.function.parameters.append(variable)
        self.arguments.append(self.argument(kind, argument, stem, flags))
        return variable

    def argument(self, kind, argument, stem, flags):
        """What the caller gives; the driver knows every value."""
        return argument

    def this(self, name):
        """A member of the object that the host works on."""
        if self.function.this:
            return Member(Star(Ref(self.function.this)), name)
        return Member(self.grower.object, name)

    def input(self, kind, values, stem):
        """A place whose value changes from encounter to encounter."""
        grower, draw = self.grower, self.grower.random
        if grower.fixed and kind == INT and draw.random() < 0.95:
            return self.fixed(draw.choice(list(values)), stem)
        now = grower.table(kind, grower.schedule(values))
        where = draw.choice(["global", "global", "parameter", "local", "member", "pointee",
                             "volatile", "far"])
        if where == "parameter":
            return Ref(self.parameter(kind, now, stem))
        if where == "local":
            given = self.parameter(kind, now, stem)
            return Ref(self.scope.let(stem, kind, Get(Ref(given)), readable=False))
        if where == "member":
            name = grower.member(kind, stem)
            grower.change(Member(grower.object, name), now)
            return self.this(name)
        variable = grower.variable(kind, stem, volatile=where == "volatile")
        grower.change(Ref(variable), now)
        if where in ("global", "volatile"):
            return Ref(variable)
        if where == "far":  # behind two pointers
            pointer = grower.variable(Pointer(kind), "p")
            grower.change(Ref(pointer), grower.address(Ref(variable)))
            given = self.parameter(Pointer(Pointer(kind)), grower.address(Ref(pointer)), "pp")
            return Star(Star(Ref(given)))
        pointer = self.parameter(Pointer(kind), grower.address(Ref(variable)), "p")
        return Star(Ref(pointer))

    def fixed(self, value, stem):
        """A place whose value is known when the program is compiled."""
        grower = self.grower
        if grower.random.random() < 0.5:
            return Ref(self.scope.let(stem, INT, Num(value), readable=False))
        size = grower.random.randint(1, 3)
        table = grower.variable(Array(INT, size), "table", [value] * size, constant=True)
        return At(Ref(table), Num(size - 1))

    def storage(self):
        """Cells for tasks: (function from a number to a place, how many)."""
        grower, draw = self.grower, self.grower.random
        length = draw.choice([1, 2, 3, 4, 5, 6])
        where = draw.choice(["global", "global", "old", "member", "local", "buffer", "buffer",
                             "matrix", "rows", "word"])
        if where == "member":
            name = grower.member(Array(WORD, length), "v")
            return lambda at: At(self.this(name), at), length
        if where == "local":
            return self.local_storage(length)
        if where == "buffer":
            pointer = self.buffers(length)
            return lambda at: At(pointer, at), length
        if where == "matrix":
            matrix = Ref(grower.variable(Array(Array(WORD, length), 2), "matrix"))
            row = Get(self.input(INT, [0, 1], "row"))
            return lambda at: At(At(matrix, row), at), length
        if where == "rows":
            memory = Ref(grower.variable(Array(WORD, 3 * length), "memory"))
            rows = Ref(grower.variable(Array(Pointer(WORD), 2), "rows"))
            for n in range(2):
                grower.change(At(rows, Num(n)), Bin("+", Get(memory), grower.table(
                    INT, [length * k for k in grower.schedule([0, 1, 2])])))
            row = Num(draw.randint(0, 1))
            return lambda at: At(At(rows, row), at), length
        if where == "word":
            variable = grower.variable(WORD, "word")
            return lambda at: Ref(variable), 1
        known = [v for v in grower.program.globals
                 if isinstance(v.type, Array) and v.type.element == WORD and not v.constant]
        if where == "old" and known:
            variable = draw.choice(known)
            return lambda at: At(Ref(variable), at), min(length, variable.type.length)
        variable = grower.variable(Array(WORD, length), "cell")
        return lambda at: At(Ref(variable), at), length

    def local_storage(self, length):
        """An array of the host, perhaps of variable length."""
        draw, scope = self.grower.random, self.scope
        if draw.random() < 0.3:
            count = Bin("+", Num(length), Get(self.input(INT, [0, 1, 2], "more")))
            local = scope.let("vla", Array(WORD, length + 2), scope.value(), length=count,
                              variable_length=True)
        else:
            local = scope.let("local", Array(WORD, length),
                              [Mix(Num(n), scope.value()) for n in range(length)])
        for n in range(length):
            scope.after(At(Ref(local), Num(n)))
        return lambda at: At(Ref(local), at), length

    def buffers(self, length):
        """A pointer to one of several buffers, another one at some encounters."""
        grower, draw = self.grower, self.grower.random
        memory = grower.variable(Array(WORD, 3 * length), "buffer")
        offset = grower.table(INT, [length * n for n in grower.schedule([0, 1, 2])])
        start = Bin("+", Get(Ref(memory)), offset)
        where = draw.choice(["parameter", "global", "member"])
        if where == "parameter":
            return Ref(self.parameter(Pointer(WORD), start, "A"))
        if where == "member":
            name = grower.member(Pointer(WORD), "A")
            grower.change(Member(grower.object, name), start)
            return self.this(name)
        pointer = grower.variable(Pointer(WORD), "A")
        grower.change(Ref(pointer), start)
        return Ref(pointer)

    def region(self):
        """Adds a region; the scope of its block."""
        region = Region([])
        self.middle.append(region)
        return region, self.scope.inner(region.body)

    def finish(self):
        """Puts the function together; its call."""
        self.function.body += self.middle + self.after
        self.grower.program.functions.append(self.function)
        return Invoke(self.function, self.arguments, self.receiver)


class Helper(Host):
    """A function that a block calls. What it gets, its caller must have got."""

    def __init__(self, caller, kind):
        self.caller = caller
        super().__init__(caller.grower, kind, "work")

    def callers_object(self):
        this = self.caller.function.this
        return Star(Ref(this)) if this else self.grower.object

    def argument(self, kind, argument, stem, flags):
        if any(isinstance(n, Ref) and n.variable is self.grower.program.encounter
               for n in walk(argument)):
            passed = Ref(self.caller.parameter(kind, argument, stem, **flags))
            return passed if flags.get("reference") else Get(passed)
        return argument

    def body(self):
        """The scope of what the function does; inputs go before it."""
        return self.scope.inner(self.middle)
