# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The judge of random programs: what it takes for a race, and what it computes."""

import pytest
import serial_run
from checked_memory import Invalid
from program_tree import (BYTE, DOUBLE, INT, WORD, Address, Array, At, Bin, Cast, Depend, Do,
                          Field, For, Function, Get, Group, If, Invoke, Leave, Let, Member,
                          Mix, Num, Pointer, Program, Reduction, Ref, Region, Scalar, Set,
                          Star, Struct, Task, Taskloop, Variable, Wait)
from serial_values import mix


def word(name="w", **flags):
    return Variable(name, WORD, **flags)


X, Y, Z = word("x"), word("y"), word("z")
ROW = Variable("row", Array(WORD, 4))
P = Variable("p", Pointer(WORD))
E = Variable("e", INT)
PAIR = Variable("pair", Struct("Pair", [Field("v", Array(WORD, 2)), Field("w", WORD)]))
Q = Variable("q", Pointer(WORD))
LOCAL, I = word("local"), Variable("i", INT)
VLA = Variable("vla", Array(WORD, 4), variable_length=True)
K = word("k", constant=True)
BITS = Variable("bits", Struct("Bits", [
    Field("a", Scalar("unsigned", 32, "int"), 3), Field("b", Scalar("unsigned", 32, "int"), 4),
    Field("c", INT), Field("d", Scalar("unsigned", 32, "int"), 3)]))


def run(*statements, functions=(), encounters=1, globals_=(X, Y, Z, ROW, P)):
    return serial_run.run(Program(1, "c++", encounters, E, list(statements), list(globals_),
                                  list(functions), []))


def put(variable, value=1, op=""):
    return Set(Ref(variable), Num(value) if isinstance(value, int) else value, op)


def task(*body, **clauses):
    return Task(list(body), **clauses)


def inout(variable):
    return [Depend("inout", Ref(variable))]


def look(variable, into=Y):
    return put(into, Get(Ref(variable)))


RACES = {
    "two tasks": [task(put(X)), task(put(X))],
    "task and block": [task(put(X)), put(X)],
    "read and write": [task(look(X)), task(put(X))],
    "write behind a read of the block's": [task(look(X)), put(X)],
    "only one names the object": [task(put(X), depends=inout(X)), task(put(X))],
    "two objects": [task(put(X), depends=inout(X)), task(put(X), depends=inout(Y))],
    "two readers": [task(put(X), depends=[Depend("in", Ref(X))]),
                    task(put(X), depends=[Depend("in", Ref(X))])],
    "a taskwait knows children only": [task(task(put(X))), Wait(), look(X)],
    "not the object that is waited for": [
        task(put(X), depends=inout(X)), Wait([Depend("in", Ref(Y))]), look(X)],
    "a dependence knows siblings only": [
        task(task(put(X), depends=inout(X)), depends=[]), task(put(X), depends=inout(X))],
    "behind a region that nobody waits for": [Region([task(put(X))], nogroup=True), look(X)],
    "the other end of a group": [Group([task(put(X))]), task(put(Y)), look(Y, Z)],
    "iterations": [Taskloop(I, Num(2), [put(X)])],
    "a loop that nobody waits for": [
        Taskloop(I, Num(2), [Set(At(Ref(ROW), Get(Ref(I))), Num(1))], nogroup=True),
        put(Y, Get(At(Ref(ROW), Num(0))))],
    "mutexinoutset of tasks that are no siblings": 2 * [
        task(task(put(X, 1, "+"), depends=[Depend("mutexinoutset", Ref(X))]), Wait())],
    "mutexinoutset, but not only adding": [
        task(put(X, 1, "+"), depends=[Depend("mutexinoutset", Ref(X))]),
        task(put(X, 1, "^"), depends=[Depend("mutexinoutset", Ref(X))])],
    "inoutset without atomic": [
        task(put(X, 1, "+"), depends=[Depend("inoutset", Ref(X))]),
        task(put(X, 1, "+"), depends=[Depend("inoutset", Ref(X))])],
    "an update that is read": [
        task(Set(Ref(X), Num(1), "+", atomic=True)), task(look(X))],
    "a local variable ends too early": [
        If(Num(1), [Let(LOCAL, Num(1)), task(put(LOCAL), shared=[LOCAL])])],
    "a copy does not last": [
        task(Let(LOCAL, Num(1)), task(look(LOCAL), shared=[LOCAL]))],
    "neighbouring bit-fields": [
        task(Set(Member(Ref(BITS), name), Num(1))) for name in ("a", "b")],
    "omp_all_memory needs a dependence": [task(put(X)), task(put(X), depends=[Depend("out")])],
}


@pytest.mark.parametrize("name", RACES)
def test_races(name):
    with pytest.raises(Invalid, match="race"):
        run(*RACES[name], globals_=(X, Y, Z, ROW, P, BITS))


ORDERED = {
    "a dependence": [task(put(X), depends=inout(X)), task(put(X), depends=inout(X))],
    "in behind out": [task(put(X), depends=[Depend("out", Ref(X))]),
                      task(look(X), depends=[Depend("in", Ref(X))])],
    "a taskwait": [task(put(X)), Wait(), look(X)],
    "a taskwait for one": [
        task(put(X), depends=inout(X)), Wait([Depend("in", Ref(X))]), look(X)],
    "a taskwait that is a task": [
        task(put(X), depends=inout(X)),
        Wait([Depend("inout", Ref(X)), Depend("inout", Ref(Y))], nowait=True),
        task(look(X), depends=inout(Y))],
    "a group waits for descendants": [Group([task(task(put(X)))]), look(X)],
    "a region": [Region([task(put(X))]), look(X)],
    "regions without a wait": [
        Region([task(put(X), depends=inout(X))], nogroup=True), Wait(), look(X)],
    "a dependence on a task of a region that nobody waits for": [
        Region([task(put(X), depends=inout(X))], nogroup=True), task(put(X), depends=inout(X)),
        Region([task(put(X), depends=inout(X))], nogroup=True), Wait(inout(X)), look(X)],
    "undeferred": [task(put(X), condition=Num(0)), look(X)],
    "children of a final task": [task(task(put(X)), look(X), final=Num(1))],
    "copied before": [Let(LOCAL, Num(1)), task(look(LOCAL)), put(LOCAL, 2)],
    "iterations of their own": [Taskloop(I, Num(3), [Set(At(Ref(ROW), Get(Ref(I))), Num(1))]),
                                put(Y, Get(At(Ref(ROW), Num(2))))],
    "mutexinoutset": [
        task(put(X, 2, "+"), depends=[Depend("mutexinoutset", Ref(X))]),
        task(put(X, 3, "+"), depends=[Depend("mutexinoutset", Ref(X))]),
        task(look(X), depends=[Depend("in", Ref(X))])],
    "inoutset": [
        task(Set(Ref(X), Num(1), "+", atomic=True), depends=[Depend("inoutset", Ref(X))])
        for _ in range(2)],
    "omp_all_memory": [
        task(put(X), depends=inout(X)), task(put(X), depends=[Depend("out")]),
        task(put(X), depends=inout(X))],
    "bit-fields apart": [
        task(Set(Member(Ref(BITS), name), Num(1))) for name in ("a", "d")],
    "elements": [task(Set(At(Ref(ROW), Num(n)), Num(1))) for n in (0, 1)],
}


@pytest.mark.parametrize("name", ORDERED)
def test_ordered(name):
    run(*ORDERED[name], globals_=(X, Y, Z, ROW, P, BITS))


MEANINGLESS = {
    "a data race": RACES["two tasks"],
    "range": [Set(At(Ref(ROW), Num(4)), Num(1))],
    "no value": [Let(LOCAL, Num(0)), task(look(LOCAL), private=[LOCAL])],
    "null": [Set(Star(Ref(P)), Num(1))],
    "outside of an array": [Let(Q, Address(At(Member(Ref(PAIR), "v"), Num(1)))),
                            put(X, Get(At(Ref(Q), Num(1))))],
    "not there": [Set(Ref(P), Address(Ref(X))), Set(At(Ref(P), Num(1)), Num(1))],
    "is not declared": [If(Num(0), [look(LOCAL)])],
    "division": [put(X, Bin("%", Get(Ref(X)), Num(0)))],
    "int out of range": [put(X, Bin("*", Num(1 << 20), Num(1 << 20)))],
    "a loop of": [For(I, Num(41), [])],
    "without its task_reduction": [task(put(X, 1, "+"), reductions=[Reduction(X)])],
    "another operation": [Group([task(put(X, 1, "^"), reductions=[Reduction(X)])],
                                [Reduction(X)])],
    "sum in x is read": [Group([task(look(X), reductions=[Reduction(X)])], [Reduction(X)])],
    "is being reduced": [Group([task(look(X))], [Reduction(X)])],
    "directly in a taskgraph": [Region([Region([])])],
    "in two ways": [task(depends=[Depend("mutexinoutset", Ref(X)), Depend("in", Ref(X))])],
    "jump out of a construct": [For(I, Num(1), [Region([If(Num(0), [Leave("break", Num(1))])])])],
    "loop variable": [Taskloop(I, Num(1), [Set(Ref(I), Num(1))])],
    "cannot be copied": [
        Let(VLA, Num(0), Num(2)), If(Num(0), [task(put(X, Get(At(Ref(VLA), Num(0)))))])],
    "k is constant": [Set(Ref(K), Num(1))],
}


@pytest.mark.parametrize("reason", MEANINGLESS)
def test_meaningless(reason):
    with pytest.raises(Invalid, match=reason) as problem:
        run(*MEANINGLESS[reason], globals_=(X, Y, Z, ROW, P, K, PAIR))
    assert problem.value.node is not None


def test_what_ends_too_early_is_named():
    body = [Let(LOCAL, Num(1)), task(put(LOCAL), shared=[LOCAL])]
    with pytest.raises(Invalid) as problem:
        run(If(Num(1), body))
    assert problem.value.ends is body


def values(*statements, functions=(), globals_=(X,)):
    """What is in x in the end, as its hash."""
    return run(*statements, functions=functions, globals_=globals_).fingerprints[-1][0]


def test_words_and_ints():
    assert values(put(X, Bin("-", Get(Ref(X)), Num(1)))) == mix(0, 2**64 - 1)
    assert values(put(X, Mix(Num(3), Num(4)))) == mix(0, mix(3, 4))
    half = Variable("h", DOUBLE)
    assert values(Let(half, Bin("/", Cast(DOUBLE, Num(5)), Num(2))),
                  put(X, Cast(WORD, Bin("*", Get(Ref(half)), Num(4))))) == mix(0, 10)
    small = Variable("s", BYTE)
    assert values(Let(small, Num(260)), look(small, X)) == mix(0, 4)


def test_a_struct_that_has_lost_a_member():
    """As reduce_program.py makes it between two runs."""
    kind = Struct("Few", [Field("few", Scalar("unsigned", 32, "int"), 3), Field("w", WORD)])
    whole = Variable("whole", kind)
    expected = mix(mix(0, 0), 300)
    body = Set(Member(Ref(whole), "w"), Num(300))
    assert run(body, globals_=(whole,)).fingerprints == [[expected]]
    del kind.fields[0]
    assert run(body, globals_=(whole,)).fingerprints == [[mix(0, 300)]]


def test_a_task_has_its_own_copy():
    assert values(Let(LOCAL, Num(5)), task(put(LOCAL, 9)), look(LOCAL, X)) == mix(0, 5)


def test_a_taskloop_gives_out_the_last_value():
    assert values(Let(LOCAL, Num(0)), Taskloop(
        I, Num(3), [put(LOCAL, Bin("+", Get(Ref(I)), Num(10)))], last=[LOCAL]),
        look(LOCAL, X)) == mix(0, 12)
    with pytest.raises(Invalid, match="no value"):
        run(Let(LOCAL, Num(0)), Taskloop(
            I, Num(2), [put(LOCAL, Bin("+", Get(Ref(LOCAL)), Num(1)))]))


def test_reductions():
    assert values(put(X, 100), Group([
        For(I, Num(3), [task(Set(Ref(X), Get(Ref(I)), "+"), reductions=[Reduction(X)])])],
        [Reduction(X)])) == mix(0, 103)
    assert values(Taskloop(I, Num(4), [Set(Ref(X), Get(Ref(I)), "+")],
                           reductions=[Reduction(X)])) == mix(0, 6)


def test_functions_and_recursion():
    n = Variable("n", INT)
    count = Function("count", "static", [n], [])
    count.body = [Set(Ref(X), Get(Ref(n)), "+"),
                  If(Bin("<", Num(0), Get(Ref(n))),
                     [Do(Invoke(count, [Bin("-", Get(Ref(n)), Num(1))]))])]
    assert values(Do(Invoke(count, [Num(3)])), functions=[count]) == mix(0, 6)
    early = Function("early", "static", [], [Leave("return", Num(1)), put(X, 9)])
    assert values(Do(Invoke(early, [])), functions=[early]) == mix(0, 0)


def test_effects_that_no_task_sees():
    assert run(Region([put(X, 1, "+")])).unseen
    assert not run(Region([put(X, 1, "+"), task(look(X))])).unseen
    assert not run(Region([Let(LOCAL, Num(1)), put(LOCAL, 2)])).unseen
    assert not run(Region([task(put(X))])).unseen


def test_blocks_that_always_read_the_same():
    count = [If(Bin("<", Num(0), Get(Ref(X))), [task(put(Y))])]
    assert run(Region(count), encounters=2).steady
    assert not run(Region(count), put(X, 1, "+"), encounters=2).steady
    named = Region([task(put(Y), depends=[Depend("inout", Star(Ref(Q)))])])
    assert run(Let(Q, Address(Ref(X))), named, encounters=2).steady
    moved = [Let(LOCAL, Num(1)), Let(Q, Address(Ref(LOCAL))), named]
    assert not run(*moved, encounters=2).steady
    later = Region(count, graph_id=Get(Ref(X)))
    assert run(later, put(X, 1, "+"), encounters=2).steady


def test_what_tasks_take_along_is_not_what_a_block_reads():
    assert run(Let(LOCAL, Get(Ref(E))), Region([task(look(LOCAL))]), encounters=2).steady
    assert not run(Let(LOCAL, Get(Ref(E))), Region([put(LOCAL, 1, "+"), task(look(LOCAL))]),
                   encounters=2).steady
