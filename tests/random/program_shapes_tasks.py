# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shapes of random programs, continued: functions that make tasks, clauses, joins,
dependences, and what goes on around a region."""

import dataclasses

from program_scope import Helper, Scope
from program_shapes import at, number, shape
from program_tree import (DEPOBJ, INT, WORD, Array, At, Bin, Cast, Deepen, Depend, Depobj, Do,
                          Function, Get, Group, If, Invoke, Lambda, Leave, Member, Mix, Num,
                          Pause, Reduction, Ref, Scalar, Set, Star, Task, Taskloop, Variable,
                          Wait, walk)

# Functions


def called(g, block, kind):
    """Calls a function that makes tasks, and perhaps waits for them."""
    helper = Helper(block.host, kind)
    given = Variable(g.name("x"), WORD)
    helper.function.parameters.append(given)
    helper.arguments.append(block.value())
    helper.scope.values.append(Ref(given))
    inner = helper.body()
    if g.random.random() < 0.3:
        inner.let("k", WORD, inner.value())
    for _ in range(g.random.randint(1, 3)):
        some_tasks(g, inner)
    call = helper.finish()
    for _ in range(g.random.choice([1, 1, 2])):
        block.add(Do(call))
        if g.random.random() < 0.3:
            block.task()


def some_tasks(g, scope):
    """One or two tasks in some way."""
    way = g.random.choice(["task", "task", "if", "loop", "wait", "group", "depend", "return"])
    if way == "if":
        scope.when(scope.condition()).task()
    elif way == "loop":
        scope.repeat(g.random.choice([Num(2), Get(number(g, scope, 0, 3))])).task()
    elif way == "group":
        scope.group().task()
    elif way == "return":
        scope.task()
        scope.add(Leave("return", scope.condition()))
        scope.task()
    else:
        one = scope.task()
        if way == "wait":
            scope.add(Wait())
        elif way == "depend" and one.depends:
            scope.add(Wait([Depend("in", one.depends[-1].place)]))


for _kind in ("noinline", "inline", "other", "method"):
    shape(f"tasks-in-{_kind}")(lambda g, block, _, kind=_kind: called(g, block, kind))


@shape("tasks-in-template", "c++")
def tasks_in_template(g, block, _):
    called(g, block, "template")


@shape("tasks-in-operator", "c++")
def tasks_in_operator(g, block, _):
    g.operators += 1
    called(g, block, "operator" if g.operators == 1 else "method")


@shape("tasks-in-lambda", "c++")
def tasks_in_lambda(g, block, _):
    scope = block.host.scope if g.random.random() < 0.5 else block
    outer = scope.let("x", WORD, scope.value())
    parameter = Variable(g.name("y"), WORD)
    name = Variable(g.name("f"), Scalar("auto", 0, "lambda"))
    by_value = [outer] if g.random.random() < 0.4 else []
    function = Function(g.name("lambda"), "lambda", [parameter], [], captured=by_value)
    g.program.functions.append(function)
    scope.add(Lambda(name, function))
    inner = Scope(block.host, function.body, [Ref(parameter)], [block.host.storage()])
    inner.values += [] if by_value else [Ref(outer)]
    inner.task()
    if by_value:
        inner.let("k", WORD, Mix(Get(Ref(outer)), Num(1)))
        inner.task()
    else:
        block.add(Set(Ref(outer), block.value()))
    for _ in range(g.random.randint(1, 2)):
        block.add(Do(Invoke(function, [block.value()], Ref(name))))


@shape("global-by-call")
def global_by_call(g, block, _):
    """A function that the block calls changes a global."""
    changed = Ref(g.variable(WORD, "w"))
    step = Variable(g.name("x"), WORD)
    kind = g.random.choice(["noinline", "inline", "other", "static"])
    function = g.helper(kind, [step], [Set(changed, Mix(Get(changed), Get(Ref(step))))])
    if g.random.random() < 0.5:
        function.result = Get(changed)
        value = block.let("k", WORD, Invoke(function, [block.value()]))
    else:
        block.add(Do(Invoke(function, [block.value()])))
        value = block.let("k", WORD, Get(changed))
    block.task([Get(Ref(value))])
    branch = block.when(Bin("%", Get(changed), Num(2)))
    branch.task([Get(changed)])


@shape("pure-function")
def pure_function(g, block, _):
    """A value out of a function that reads memory."""
    table = Ref(g.variable(Array(INT, 4), "limit"))
    for k in range(4):
        g.change(at(table, k), g.table(INT, g.schedule([0, 1, 2, 3])))
    which = Variable(g.name("which"), INT)
    kind = g.random.choice(["noinline", "inline", "other", "static"])
    function = g.helper(kind, [which], [], Get(at(table, Bin("%", Get(Ref(which)), Num(4)))))
    inner = block.repeat(Num(3))
    count = inner.let("k", INT, Invoke(function, [Get(Ref(inner.loop))]))
    inner.repeat(Get(Ref(count))).task([Get(Ref(count))])


@shape("mutable-member")
def mutable_member(g, block, _):
    """A const method that changes a mutable member."""
    name = g.member(WORD, "calls", mutable=True)
    function = g.helper("const", [], [], this=True)
    place = Member(Star(Ref(function.this)), name)
    function.body.append(Set(place, Mix(Get(place), Num(1))))
    function.result = Get(place)
    this = block.host.function.this
    receiver = Star(Ref(this)) if this else g.object
    value = block.let("k", WORD, Invoke(function, [], receiver))
    block.task([Get(Ref(value))])


@shape("member-changed-by-task")
def member_changed_by_task(g, block, _):
    """A task changes a member through `this`; the next block reads it."""
    name = g.member(WORD, "m")
    place = block.host.this(name)
    value = block.let("k", WORD, Get(place))
    if g.random.random() < 0.6:
        count = block.let("n", INT, Cast(INT, Bin("%", Get(place), Num(4))))
        block.repeat(Get(Ref(count))).task([Get(Ref(count))])
    block.task([Get(Ref(value))], [Depend("inout", place)])
    if g.random.random() < 0.5:
        block.task(depends=[Depend("in", place), Depend("inout", block.cell())])


@shape("unseen-effect")
def unseen_effect(g, block, _):
    """The block counts its executions; no task looks."""
    count = Ref(g.variable(WORD, "blocks"))
    if g.random.random() < 0.5:
        block.add(Set(count, Num(1), "+"))
    else:
        function = g.helper("noinline", [], [Set(count, Num(1), "+")])
        block.add(Do(Invoke(function, [])))
    block.task()


# Clauses, joins and groups


@shape("undeferred")
def undeferred(g, block, _):
    condition = Get(number(g, block, 0, 1, "flag"))
    one = block.task()
    one.condition = condition if g.random.random() < 0.7 else Num(0)
    block.task()


@shape("final")
def final(g, block, _):
    one = block.task()
    one.final = Get(number(g, block, 0, 1, "flag"))
    inner = block.inner(one.body, level=1)
    inner.task()
    inner.add(Wait())


@shape("untied")
def untied(g, block, _):
    one = block.task()
    one.untied = True
    if g.random.random() < 0.5:
        one.body.insert(0, Pause(0))
    if g.random.random() < 0.5:
        inner = block.inner(one.body, level=1)
        inner.task()
        inner.add(Wait())


@shape("priority")
def priority(g, block, _):
    inner = block.repeat(Num(3))
    inner.task().priority = Get(number(g, block, 0, 5))


@shape("nested-tasks")
def nested_tasks(g, block, _):
    one = block.task()
    inner = block.inner(one.body, level=1)
    count = g.random.choice([Num(2), Get(number(g, block, 0, 3))])
    inner.repeat(count).task()
    if g.random.random() < 0.6:
        inner.add(Wait())
        inner.task()


@shape("groups")
def groups(g, block, _):
    inner = block.inner(block.add(Group([])).body)
    inner.task()
    if g.random.random() < 0.5:
        inner.when(Get(number(g, block, 0, 1, "flag"))).task()
    block.task()


@shape("waits")
def waits(g, block, _):
    cell = block.cell()
    block.task(depends=[Depend("inout", cell)])
    block.task()
    depends = g.random.choice([[], [Depend(g.random.choice(["in", "inout"]), cell)]])
    block.add(Wait(depends, bool(depends) and g.random.random() < 0.3))
    block.task()


@shape("task-reduction")
def task_reduction(g, block, _):
    total, op = sum_variable(g, block)
    group = block.add(Group([], [Reduction(total, op)]))
    inner = block.inner(group.body).repeat(Get(number(g, block, 1, 4)))

    def add(body, result):
        body.add(Set(Ref(total), Get(Ref(result)), op))

    inner.task(body=add, reductions=[Reduction(total, op)])
    after_sum(g, block, total)


def sum_variable(g, block):
    op = g.random.choice(["+", "^"])
    # Clang 22 makes no private copy of a global that is reduced in a template.
    if g.random.random() < 0.5 and not block.host.function.template:
        return g.variable(WORD, "sum"), op
    return block.host.scope.let("sum", WORD, block.host.scope.value(), readable=False), op


def after_sum(g, block, total):
    block.after(Ref(total))
    if g.random.random() < 0.5:
        value = block.let("k", WORD, Get(Ref(total)))
        block.task([Get(Ref(value))])


def loop(g, block, count, **clauses):
    """A taskloop; the scope of its body."""
    variable = Variable(g.name("i"), INT)
    chunks = g.random.choice([(), ("grainsize", Num(2)), ("num_tasks", Num(3)),
                              ("num_tasks", Get(number(g, block, 1, 4)))])
    made = block.add(Taskloop(variable, count, [], chunks=chunks,
                              style=g.random.choice([0, 1, 2]), **clauses))
    inner = block.inner(made.body, level=1)
    inner.values.append(Ref(variable))
    return made, inner


@shape("taskloop")
def taskloop(g, block, _):
    made, inner = loop(g, block, Get(number(g, block, 0, 8)))
    target = at(block.host.buffers(9), Get(Ref(made.variable)))
    inner.add(Set(target, Mix(Get(target), inner.value())))
    if g.random.random() < 0.3:
        made.nogroup = True
        block.add(Wait())
    if g.random.random() < 0.3:
        made.condition = Get(number(g, block, 0, 1, "flag"))


@shape("taskloop-shared")
def taskloop_shared(g, block, _):
    """A taskloop over an array of the function or of the block, and a copied value."""
    scope = block if g.random.random() < 0.5 else block.host.scope
    array = scope.let("row", Array(WORD, 6), [Num(n) for n in range(6)])
    copy = block.let("k", WORD, block.value())
    made, inner = loop(g, block, Num(6), shared=[array])
    place = at(Ref(array), Get(Ref(made.variable)))
    inner.add(Set(place, Mix(Get(Ref(copy)), inner.value())))
    block.task([Get(at(Ref(array), k)) for k in (0, 5)])


@shape("taskloop-lastprivate")
def taskloop_lastprivate(g, block, _):
    result = block.host.scope.let("last", WORD, Num(3), readable=False)
    made, inner = loop(g, block, Get(number(g, block, 0, 6)), last=[result])
    inner.add(Set(Ref(result), inner.value()))
    block.task([Get(Ref(result))])
    block.after(Ref(result))


@shape("taskloop-reduction")
def taskloop_reduction(g, block, _):
    total, op = sum_variable(g, block)
    where, clauses = block, {}
    if g.random.random() < 0.4:
        group = block.add(Group([], [Reduction(total, op)]))
        where, clauses = block.inner(group.body), {"in_reduction": True}
        clauses["nogroup"] = g.random.random() < 0.5
    made, inner = loop(g, where, Get(number(g, block, 0, 6)),
                       reductions=[Reduction(total, op)], **clauses)
    inner.add(Set(Ref(total), inner.value(), op))
    after_sum(g, block, total)


# Dependences


@shape("mutexinoutset")
def mutexinoutset(g, block, _):
    cell, other = block.cell(), block.cell()
    block.task(depends=[Depend("inout", cell)])
    inner = block.repeat(Get(number(g, block, 0, 4)))

    def add(body, result):
        body.add(Set(cell, Get(Ref(result)), "+"))

    depends = [Depend("mutexinoutset", cell)]
    if g.random.random() < 0.4:
        depends.append(Depend("in", other))
    inner.task(depends=depends, body=add)
    block.task(depends=[Depend("inout", cell)])


@shape("inoutset")
def inoutset(g, block, _):
    cell = block.cell()
    inner = block.repeat(Get(number(g, block, 0, 4)))

    def add(body, result):
        body.add(Set(cell, Get(Ref(result)), "+", atomic=True))

    inner.task(depends=[Depend("inoutset", cell)], body=add)
    block.task(depends=[Depend("inout", cell)])
    if g.random.random() < 0.5:
        block.task(depends=[Depend("inoutset", cell)], body=add)


@shape("all-memory")
def all_memory(g, block, _):
    cells = [block.cell() for _ in range(2)]
    for cell in cells:
        block.task(depends=[Depend("inout", cell)])

    def sweep(body, result):
        for cell in cells:
            body.add(Set(cell, Mix(Get(cell), Get(Ref(result)))))

    block.task(depends=[Depend(g.random.choice(["out", "inout"]))], body=sweep)
    for cell in cells:
        block.task(depends=[Depend("inout", cell)])


@shape("iterator")
def iterator(g, block, _):
    cells, count = block.host.buffers(4), Get(number(g, block, 0, 4))
    for kind in ("inout", "in"):
        k = Variable(g.name("k"), INT)
        depend = Depend(kind, at(cells, Get(Ref(k))), iterator=k, count=count)

        def body(inner, result, kind=kind):
            walk = inner.repeat(count, style=0)
            place = at(cells, Get(Ref(walk.loop)))
            if kind == "in":
                walk.add(Set(Ref(result), Mix(Get(Ref(result)), Get(place))))
            else:
                walk.add(Set(place, Mix(Get(place), Get(Ref(result)))))

        block.task(depends=[depend, Depend("inout", block.cell())], body=body)
    block.task(depends=[Depend("inout", at(cells, 1))])


@shape("depobj")
def depobj(g, block, _):
    cells = block.host.buffers(3)
    name = Variable(g.name("d"), DEPOBJ)
    scope = block if g.random.random() < 0.5 else block.host.scope
    scope.add(Depobj(name, "inout", at(cells, Get(number(g, block, 0, 2)))))
    value = Get(at(cells, 0))

    def body(inner, result):
        inner.add(Set(Ref(result), Mix(Get(Ref(result)), value)))

    block.task(depends=[Depend("inout", at(cells, 0))])
    one = block.task(depends=[Depend("inout", at(cells, 0))], body=body)
    one.depends.append(Depend("inout", depobj=name))
    block.task(depends=[Depend("inout", at(cells, 1))])
    block.task(depends=[Depend("inout", at(cells, 2))])


@shape("duplicates")
def duplicates(g, block, _):
    """The same object more than once, perhaps only at some encounters."""
    cells = block.host.buffers(3)
    index = Get(number(g, block, 0, 2))
    kind = g.random.choice(["in", "inout"])
    block.task(depends=[Depend("inout", at(cells, 0)), Depend(kind, at(cells, index)),
                        Depend("inout", at(cells, 0))])
    block.task(depends=[Depend("inout", at(cells, 1)), Depend("in", at(cells, 1))])


# Around regions


@shape("graph-id")
def graph_id(g, block, region):
    region.graph_id = Get(number(g, block, 0, 2))
    block.task()


@shape("graph-reset")
def graph_reset(g, block, region):
    region.reset = Get(number(g, block, 0, 1, "flag"))
    block.task()


@shape("region-if")
def region_if(g, block, region):
    region.condition = Get(number(g, block, 0, 1, "flag"))
    block.task()


def twice(g, host, calls):
    """Encounters one behind the other without a wait between them."""
    return calls + calls[-1:] * g.random.randint(0, 2)


@shape("nogroup", outside=twice)
def nogroup(g, block, region):
    region.nogroup = True
    block.task()
    if g.random.random() < 0.7:
        block.host.after.insert(0, Wait())


def recursive(g, host, calls):
    """The host calls itself, from a task or directly."""
    depth = Variable(g.name("depth"), INT)
    host.function.parameters.append(depth)
    again = Do(Invoke(host.function, [Get(Ref(p)) if not p.reference else Ref(p)
                                      for p in host.function.parameters],
                      Star(Ref(host.function.this)) if host.function.this else None))
    again.call.arguments[-1] = Bin("-", Get(Ref(depth)), Num(1))
    if host.function.template:
        again.call.arguments[0] = Get(Ref(host.function.template))
    body = [again, Wait()]
    if g.random.random() < 0.4:
        body = [Task([again]), Wait()]
    place = g.random.choice([0, len(host.function.body)])
    host.function.body.insert(place, If(Bin("<", Num(0), Get(Ref(depth))), body))
    for function in g.program.functions:
        for node in walk(function.body) if function is not host.function else ():
            if isinstance(node, Invoke) and node.function is host.function:
                node.arguments.append(Num(1))
    levels = g.table(INT, g.schedule([0, 1, 2]))
    for node in {id(n): n for n in walk(calls)}.values():
        if isinstance(node, Invoke) and node.function is host.function:
            node.arguments.append(levels)
    return calls


@shape("recursion", outside=recursive)
def recursion(g, block, region):
    block.task([Get(place) for place in block.values[:1]])


def twice_deep(g, host, calls):
    """A second call of the host, from further down and with other arguments."""
    function = host.function
    same = [dataclasses.replace(p, name=g.name(p.name)) for p in function.parameters]
    passed = [Get(Ref(p)) if not p.reference else Ref(p) for p in same]
    if function.template:
        passed[0], same = host.arguments[0], same[1:]
    deeper = g.helper("noinline", same, [Deepen(Num(g.random.randint(1, 9))),
                                         Do(Invoke(function, passed, host.receiver))])
    arguments = []
    for argument in host.arguments[bool(function.template):]:
        table = argument.place.base.variable if isinstance(argument, Get) and isinstance(
            argument.place, At) else None
        if table and table.constant:
            values = table.initial[1:] + table.initial[:1]
            argument = g.table(table.type.element, values)
        arguments.append(argument)
    return [*calls, Do(Invoke(deeper, arguments))]


@shape("called-from-two-depths", outside=twice_deep)
def called_from_two_depths(g, block, region):
    scope = block.host.scope
    local = scope.let("local", WORD, scope.value(), readable=False)
    block.task(depends=[Depend("inout", Ref(local))])
    block.after(Ref(local))


def concurrent(g, host, calls):
    """Several tasks meet the construct at once."""
    task = Task(list(calls))
    return [task] * g.random.randint(2, 3) + [Wait()]


@shape("encounters-at-once", outside=concurrent)
def encounters_at_once(g, block, region):
    cell = Ref(g.variable(WORD, "total"))
    block.let("k", WORD, block.value())
    value = block.value()
    block.add(Task([Set(cell, value, "+", atomic=True)]))


@shape("encounter-in-task", outside=lambda g, host, calls: [Task(list(calls)), Wait()])
def encounter_in_task(g, block, region):
    block.task()


@shape("plain")
def plain(g, block, region):
    for _ in range(g.random.randint(1, 3)):
        block.task()
