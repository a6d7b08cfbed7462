# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The shapes that random programs are grown out of: what a block may look like.

Each was once a way to get a wrong result. A shape adds statements to the block of a
region; what it decides on comes from inputs that change at some encounters only.
"""

from dataclasses import dataclass

from program_tree import (BYTE, DOUBLE, INT, SHORT, TRACKED, WORD, Address, Array, At, Bin,
                          Cast, Choose, Depend, Field, ForEach, Get, Group, If, Leave, Member,
                          Mix, Num, Pause, Pointer, Ref, Scalar, Set, Star, Struct, Variable,
                          Wait, While)


@dataclass
class Shape:
    name: str
    grow_block: object
    language: str = ""  # the only one that has it
    outside: object = None  # what it does with the calls of the host

    def grow(self, grower, block, region):
        self.grow_block(grower, block, region)

    def around(self, grower, host, calls):
        return self.outside(grower, host, calls) if self.outside else calls


SHAPES = {}


def shape(name, language="", outside=None):
    def register(function):
        SHAPES[name] = Shape(name, function, language, outside)
        return function
    return register


# What no compiler can build a graph of, whatever else is fixed.
KEPT_FROM_BUILDING = {
    "copied-class", "depobj", "derived-value", "final", "global-by-call", "join-and-look",
    "linked-list", "member-changed-by-task", "memory-branch", "mutable-member",
    "outer-counter", "outer-variable-changed", "pointer-write", "pure-function", "range-for",
    "saved", "static-local", "task-reduction", "taskloop", "taskloop-lastprivate",
    "taskloop-reduction", "taskloop-shared", "tasks-in-noinline", "tasks-in-other",
    "thread-local", "undeferred", "unseen-effect", "untied"}


def choose(draw, names=None, fixed=False):
    """The shapes of a program: those named, or one to four drawn and perhaps siblings.
    If it is `fixed`, few that are kept from building."""
    if names is None:
        known = [name for name in sorted(SHAPES)
                 if not fixed or name not in KEPT_FROM_BUILDING or draw.random() < 0.1]
        names = draw.sample(known, draw.choice([1, 2, 2, 3, 3, 4]))
        if draw.random() < 0.35 and "siblings" not in names:
            names.append("siblings")
    return [SHAPES[name] for name in names]


def at(place, number):
    return At(place, number if not isinstance(number, int) else Num(number))


def plus(left, right):
    return Bin("+", left, right if not isinstance(right, int) else Num(right))


def number(grower, block, low=0, high=5, stem="n"):
    """An int that changes from encounter to encounter."""
    return block.host.input(INT, range(low, high + 1), stem)


# What a block computes


@shape("tile-pointer")
def tile_pointer(g, block, _):
    """`Word *t = A + k * ts` and tasks on t[0], with another A or ts next time."""
    matrix, size = block.host.buffers(8), number(g, block, 1, 2, "ts")
    inner = block.repeat(Num(g.random.randint(1, 4)))
    tile = inner.let("t", Pointer(WORD), plus(Get(matrix), Bin("*", Get(Ref(inner.loop)),
                                                               Get(size))))
    for kind in g.random.choices(["inout", "out", "in"], k=g.random.randint(1, 2)):
        inner.task(depends=[Depend("inout", at(Ref(tile), 0)), Depend(kind, inner.cell())])


@shape("derived-value")
def derived_value(g, block, _):
    """`double h = dt / 2` in the block, and a task that copies h."""
    if g.random.random() < 0.5:
        step = block.host.input(DOUBLE, [1, 2, 3, 5], "dt")
        half = block.let("h", DOUBLE, Bin("/", Get(step), Num(2)))
        block.task([Cast(WORD, Bin("*", Get(Ref(half)), Num(4)))])
    else:
        value = block.host.input(WORD, [11, 22, 33], "w")
        derived = block.let("h", WORD, Mix(Get(value), Num(3)))
        block.task([Get(Ref(derived))])


@shape("changing-bound")
def changing_bound(g, block, _):
    inner = block.repeat(Get(number(g, block)))
    inner.task([Get(Ref(inner.loop))])


@shape("nested-bounds")
def nested_bounds(g, block, _):
    outer = block.repeat(Get(number(g, block, 0, 3)))
    inner = outer.repeat(plus(Get(Ref(outer.loop)), g.random.randint(0, 2)))
    inner.task([Get(Ref(outer.loop)), Get(Ref(inner.loop))])


@shape("memory-branch")
def memory_branch(g, block, _):
    """`if (flags[i])` around a task."""
    flags = Ref(g.variable(Array(INT, 4), "flags"))
    for k in range(4):
        if g.random.random() < 0.7:
            g.change(at(flags, k), g.table(INT, g.schedule([0, 1])))
    if g.random.random() < 0.4:
        flags = Ref(block.host.parameter(Pointer(INT), Address(at(flags, 0)), "flags"))
    inner = block.repeat(Num(4))
    branch = inner.when(Get(at(flags, Get(Ref(inner.loop)))))
    branch.task([Get(Ref(inner.loop))])
    if g.random.random() < 0.3:
        block.task()


@shape("walking-pointer")
def walking_pointer(g, block, _):
    """A pointer that the block moves on."""
    pointer = block.let("at", Pointer(WORD), Get(block.host.buffers(9)))
    step = number(g, block, 1, 2, "step")
    inner = block.repeat(Num(g.random.randint(2, 4)))
    inner.task(depends=[Depend("inout", at(Ref(pointer), 0))])
    inner.add(Set(Ref(pointer), plus(Get(Ref(pointer)), Get(step))))


@shape("linked-list")
def linked_list(g, block, _):
    """A task for each item of a list that is linked in another way next time."""
    kind = Struct("Item", [Field("n", INT), Field("w", WORD)])
    kind.fields.append(Field("next", Pointer(kind)))
    items = Ref(g.variable(Array(kind, 4), "items"))
    for k in range(3):
        g.change(Member(at(items, k), "n"), g.table(INT, g.schedule([1, 2, 3])))
    for k in range(2):  # each leads further, so that the list ends
        far = g.table(INT, g.schedule(range(k + 1, 4)))
        g.change(Member(at(items, k), "next"), plus(Get(items), far))
    g.change(Member(at(items, 2), "next"), Address(at(items, 3)))
    item = block.let("item", Pointer(kind), Address(at(items, 0)))
    loop = block.add(While(Get(Member(Star(Ref(item)), "n")), []))
    inner = block.inner(loop.body)
    inner.task([Get(Member(Star(Ref(item)), "n"))],
               [Depend("inout", Member(Star(Ref(item)), "w"))])
    inner.add(Set(Ref(item), Get(Member(Star(Ref(item)), "next"))))


@shape("halving")
def halving(g, block, _):
    """`while (k > 0)` with a local variable of the block."""
    left = block.let("left", INT, Get(number(g, block, 0, 9)), readable=False)
    loop = block.add(While(Bin("<", Num(0), Get(Ref(left))), [], g.random.randint(0, 1)))
    block.inner(loop.body).task([Get(Ref(left))])
    loop.body.append(Set(Ref(left), Bin("/", Get(Ref(left)), Num(2))))


@shape("early-exit")
def early_exit(g, block, _):
    stop = number(g, block, 0, 4, "stop")
    inner = block.repeat(Num(4))
    word = g.random.choice(["break", "continue"])
    inner.add(Leave(word, Bin("==", Get(Ref(inner.loop)), Get(stop))))
    inner.task([Get(Ref(inner.loop))])


@shape("either-or")
def either_or(g, block, _):
    """Another task construct with the same dependences."""
    cell = block.cell()
    branch = block.add(If(Get(number(g, block, 0, 1, "flag")), [], []))
    for body in (branch.then, branch.otherwise):
        block.inner(body).task(depends=[Depend("inout", cell)])
    block.task(depends=[Depend("in", cell), Depend("inout", block.cell())])


@shape("many-tasks")
def many_tasks(g, block, _):
    inner = block.repeat(plus(Get(number(g, block, 0, 3)), 30))
    inner.task([Get(Ref(inner.loop))])


@shape("chosen-value")
def chosen_value(g, block, _):
    """A branch that decides on data or on the object of a dependence only."""
    flag = number(g, block, 0, 1, "flag")
    chosen = block.let("c", INT, Choose(Get(flag), Num(1), Num(g.random.randint(2, 3))))
    cells = block.host.buffers(4)
    block.task([Get(Ref(chosen))], [Depend("inout", at(cells, Get(Ref(chosen))))])
    block.task(depends=[Depend("inout", at(cells, 1))])


@shape("range-for")
def range_for(g, block, _):
    """`for (int x : list)` with a task that copies x."""
    items = Ref(g.variable(Array(INT, 5), "items"))
    kind = Struct("Ints", [Field("first", Pointer(INT)), Field("last", Pointer(INT))])
    all_items = Ref(g.variable(kind, "list"))
    g.change(Member(all_items, "first"), Address(at(items, 0)))
    g.change(Member(all_items, "last"), plus(Get(items), g.table(INT, g.schedule(range(6)))))
    for k in range(5):
        g.change(at(items, k), g.table(INT, g.schedule([1, 2, 3])))
    if g.cxx and g.random.random() < 0.5:
        all_items = Ref(block.host.parameter(kind, all_items, "list", reference=True))
    item = Variable(g.name("x"), INT)
    loop = block.add(ForEach(item, all_items, []))
    inner = block.inner(loop.body)
    inner.task([Get(Ref(item))])


@shape("pointer-write")
def pointer_write(g, block, _):
    """A variable that the block changes through a pointer, then copied by a task."""
    host = block.host
    place = local_or_global(g, host, "x")
    other = local_or_global(g, host, "y")
    flag = number(g, block, 0, 1, "flag")
    pointer = host.scope.let("p", Pointer(WORD), Choose(Get(flag), Address(place),
                                                        Address(other)))
    if g.random.random() < 0.5:
        block.task([Get(place)])
    block.add(Set(Star(Ref(pointer)), Mix(block.value(), Num(1))))
    block.task([Get(place)])
    block.after(place)


def local_or_global(g, host, stem):
    """A word that is set at some encounters only, or a local one."""
    if g.random.random() < 0.5:
        return Ref(g.variable(WORD, stem))
    return Ref(host.scope.let(stem, WORD, Get(host.input(WORD, [1, 2, 3], "start")),
                              readable=False))


@shape("gate")
def gate(g, block, _):
    """A task that has copied x waits behind another; meanwhile a third changes x."""
    place = local_or_global(g, block.host, "x")
    pointer = block.host.scope.let("p", Pointer(WORD), Address(place))
    closed = block.cell()
    copied = g.random.random() < 0.7
    block.task(depends=[Depend("out", closed)],
               body=lambda inner, _: inner.add(Pause(g.random.choice([0, 500, 5000]))))
    if copied:
        block.task([Get(place)], [Depend("inout", closed)])
    else:
        value = block.let("k", WORD, Get(place))
        block.task([Get(Ref(value))], [Depend("inout", closed)])
    change = block.task(depends=[Depend("inout", block.cell())] * g.random.randint(0, 1))
    change.body.append(Set(Star(Ref(pointer)), Mix(Num(7), block.value())))
    if isinstance(place, Ref) and place.variable not in g.program.globals:
        block.after(place)


@shape("outer-variable-changed")
def outer_variable_changed(g, block, _):
    """An enclosing variable that the block counts up between its tasks."""
    running = block.host.scope.let("running", WORD, block.host.scope.value(), readable=False)
    for _ in range(g.random.randint(1, 3)):
        block.add(Set(Ref(running), Num(g.random.randint(1, 9)), "+"))
        block.task([Get(Ref(running))])
    block.after(Ref(running))


@shape("outer-counter")
def outer_counter(g, block, _):
    """A loop whose counter, and a sum that it makes, are the function's: some go on from
    what they were, and the function looks at them afterwards."""
    scope, limit = block.host.scope, number(g, block, 0, 4, "limit")
    counter = scope.let("counter", INT, Num(g.random.randint(0, 3)), readable=False)
    total = scope.let("total", WORD, g.random.choice([Num(3), Num(4), scope.value()]),
                      readable=False)
    more = g.random.choice([Get(Ref(counter)), Get(limit), block.value()])
    if g.random.random() < 0.7:
        block.add(Set(Ref(counter), Num(0)))
    if g.random.random() < 0.5:
        block.add(Set(Ref(total), Num(1)))
    loop = block.add(While(Bin("<", Get(Ref(counter)), Get(limit)), [],
                           g.random.randint(0, 1)))
    inner = block.inner(loop.body)
    inner.add(Set(Ref(total), Mix(Get(Ref(total)), more)))
    inner.task([Get(Ref(counter)), Get(Ref(total))])
    if g.random.random() < 0.3:
        inner.add(Wait())
    if g.random.random() < 0.3:  # known only behind the branch
        branch = inner.when(Bin("%", Get(Ref(counter)), Num(2)))
        branch.add(Set(Ref(total), more))
    inner.add(Set(Ref(counter), Num(1), "+"))
    for variable in (counter, total):
        block.after(Ref(variable))


@shape("join-and-look")
def join_and_look(g, block, _):
    """The block looks at what tasks computed, behind a join."""
    cell = block.cell()
    join = g.random.choice(["wait", "depend", "group", "undeferred"])
    where = block
    if join == "group":
        where = block.inner(block.add(Group([])).body)
    one = where.task(depends=[Depend("inout", cell)])
    if join == "undeferred":
        one.condition = Num(0)
    elif join != "group":
        block.add(Wait([Depend("in", cell)] if join == "depend" else []))
    if g.random.random() < 0.5:
        seen = block.let("seen", INT, Cast(INT, Bin("%", Get(cell), Num(4))))
        inner = block.repeat(Get(Ref(seen)))
    else:
        inner = block.when(Bin("%", Get(cell), Num(2)))
    inner.task()
    if g.random.random() < 0.5:
        value = block.let("k", WORD, Mix(Get(cell), Num(1)))
        block.task([Get(Ref(value))])


@shape("aliases")
def aliases(g, block, _):
    """Two names of one object at some encounters, of two at others."""
    first, second = block.host.buffers(2), block.host.buffers(2)
    if g.random.random() < 0.6:
        memory = Ref(g.variable(Array(WORD, 4), "pair"))
        pointers = [Variable(g.name(stem), Pointer(WORD)) for stem in "pq"]
        g.program.globals += pointers
        for pointer in pointers:
            g.change(Ref(pointer), plus(Get(memory), g.table(INT, g.schedule([0, 1]))))
        first, second = (Ref(pointer) for pointer in pointers)
    for place in g.random.choices([at(first, 0), at(second, 0), at(first, 1)], k=4):
        block.task(depends=[Depend(g.random.choice(["inout", "inout", "in"]), place),
                            Depend("inout", block.cell())])


@shape("static-local")
def static_local(g, block, _):
    count = block.host.scope.let("times", INT, Num(0), static=True, readable=False)
    block.host.scope.add(Set(Ref(count), Bin("%", plus(Get(Ref(count)), 1), Num(3))))
    inner = block.repeat(Get(Ref(count)))
    inner.task([Get(Ref(count))])


@shape("thread-local")
def thread_local(g, block, _):
    kept = g.variable(INT, "mine", thread_local=True)
    block.host.scope.add(Set(Ref(kept), Get(number(g, block))))
    value = block.let("k", INT, Get(Ref(kept)))
    block.task([Get(Ref(value))])


@shape("bit-field")
def bit_field(g, block, _):
    """Members of a few bits as bounds, conditions and data."""
    unsigned = Scalar("unsigned", 32, "int")
    names = [g.member(unsigned, "bits", width=w) for w in (3, 1, 9)]
    for name, values in zip(names, ([0, 1, 2, 3], [0, 1], [5, 77, 300])):
        g.change(Member(g.object, name), g.table(INT, g.schedule(values)))
    few, one, many = (block.host.this(name) for name in names)
    inner = block.repeat(Get(few))
    inner.task([Get(many)])
    branch = block.when(Get(one))
    value = branch.let("k", INT, plus(Get(many), 1))
    branch.task([Get(Ref(value))])


@shape("narrow-types")
def narrow_types(g, block, _):
    for kind in (BYTE, SHORT):
        value = block.host.input(kind, [1, 100, 250], "small")
        copy = block.let("k", kind, plus(Get(value), 10))
        block.task([Get(Ref(copy))])


# Copies


@shape("changed-copy")
def changed_copy(g, block, _):
    """A body that changes its private copy; the next task and replay start anew."""
    if g.random.random() < 0.5:
        place = block.host.scope.let("x", WORD, block.host.scope.value())
    else:
        place = block.let("x", WORD, block.value())

    def change(inner, result):
        inner.add(Set(Ref(place), Mix(Get(Ref(place)), Num(5))))
        inner.add(Set(Ref(result), Mix(Get(Ref(result)), Get(Ref(place)))))

    for _ in range(g.random.randint(1, 2)):
        block.task(body=change)
    block.task([Get(Ref(place))])


@shape("copied-array")
def copied_array(g, block, _):
    scope = block.host.scope if g.random.random() < 0.6 else block
    array = scope.let("row", Array(WORD, 3), [scope.value() for _ in range(3)])
    index = g.random.randint(0, 2)

    def change(inner, _):
        inner.add(Set(at(Ref(array), index), Num(g.random.randint(1, 9)),
                      g.random.choice(["", "+"])))

    block.task([Get(at(Ref(array), index))], body=change)
    if g.random.random() < 0.5:
        block.add(Set(at(Ref(array), index), block.value()))
    block.task([Get(at(Ref(array), k)) for k in range(3)])


@shape("copied-struct")
def copied_struct(g, block, _):
    """A struct that a task copies, shares, or whose address it copies."""
    kind = Struct("Pair", [Field("a", INT), Field("b", WORD), Field("v", Array(WORD, 2))])
    source = Ref(g.variable(kind, "pair"))
    g.change(Member(source, "a"), g.table(INT, g.schedule([1, 2, 3])))
    g.change(Member(source, "b"), g.table(INT, g.schedule([4, 5])))
    scope = block.host.scope if g.random.random() < 0.5 else block
    copy = scope.let("pair", kind, Get(source))

    def change(inner, _):
        inner.add(Set(Member(Ref(copy), "b"), Num(3), "+"))

    block.task([Get(Member(Ref(copy), "b")), Get(Member(Ref(copy), "a"))], body=change)
    if g.random.random() < 0.5:
        block.add(Set(at(Member(Ref(copy), "v"), 1), block.value()))
    block.task([Get(at(Member(Ref(copy), "v"), 1))])
    inner = block.repeat(Get(Member(Ref(copy), "a")))
    inner.task()


@shape("copied-class", "c++")
def copied_class(g, block, _):
    scope = block.host.scope if g.random.random() < 0.6 else block
    value = scope.let("object", TRACKED, scope.value())

    def change(inner, _):
        inner.add(Set(Ref(value), Mix(Get(Ref(value)), Num(2))))

    block.task([Get(Ref(value))], body=change)
    if g.random.random() < 0.4:
        block.add(Set(Ref(value), block.value()))
    block.task([Get(Ref(value))])


@shape("reference", "c++")
def reference(g, block, _):
    """A reference that a task shares or copies, bound to another object next time."""
    cells = block.host.buffers(3)
    scope = block.host.scope if g.random.random() < 0.5 else block
    name = scope.let("ref", WORD, at(cells, 1), readable=False, reference=True)
    if g.random.random() < 0.6:
        block.task(depends=[Depend("inout", Ref(name))], shared=[name])
        block.task(depends=[Depend("inout", at(cells, 1))])
    else:
        block.task([Get(Ref(name))])
        block.task(depends=[Depend("inout", at(cells, 2))])


@shape("shared-local")
def shared_local(g, block, _):
    """Tasks that share a variable of the block or of the function around it."""
    inside = g.random.random() < 0.6
    scope = block if inside else block.host.scope
    local = scope.let("local", WORD, scope.value(), readable=False)
    for _ in range(g.random.randint(1, 2)):
        block.task(depends=[Depend("inout", Ref(local))], shared=[local])
    if inside:
        block.add(Wait())
        value = block.let("k", WORD, Get(Ref(local)))
        block.task([Get(Ref(value))])
    else:
        block.after(Ref(local))


@shape("private")
def private(g, block, _):
    scratch = block.host.scope.let("scratch", WORD, Num(1), readable=False)

    def body(inner, result):
        inner.add(Set(Ref(scratch), Mix(Get(Ref(result)), Num(2))))
        inner.add(Set(Ref(result), Mix(Get(Ref(scratch)), Get(Ref(result)))))

    block.task(body=body, private=[scratch])


@shape("saved")
def saved(g, block, _):
    constant = block.host.scope.let("kept", WORD, Num(g.random.randint(1, 99)))
    block.task([Get(Ref(constant))], saved=[constant])


