# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rules of openmp/src/schedule/untied.h leave no thread stuck, and none is needless."""

import pytest

from task_scheduling import (BEGIN_CONSTRAINED, CONTINUE_ON_ANCESTORS, RULES, WAIT, Model,
                             programs)

TIED, UNTIED = True, False
# Each is stuck without one of the rules.
NEEDS = {
    # An untied task goes on on top of its child, which waits; then it waits for the child.
    CONTINUE_ON_ANCESTORS: [(TIED, (1, WAIT)), (UNTIED, (2, WAIT)), (UNTIED, (3, WAIT)),
                            (UNTIED, ())],
    # An untied task begins where its tied child, for which it waits, may not run.
    BEGIN_CONSTRAINED: [(TIED, (1, 3, WAIT)), (UNTIED, (2, WAIT)), (TIED, ()),
                        (TIED, (4, WAIT)), (TIED, (5, WAIT)), (TIED, ())],
}


def stuck(tasks, threads, rules=RULES):
    return [program for program in programs(tasks) if Model(program, threads, rules).stuck()]


@pytest.mark.parametrize("rule", sorted(RULES))
def test_each_rule_is_needed(rule):
    assert Model(NEEDS[rule], 2, RULES).stuck() is None
    assert Model(NEEDS[rule], 2, RULES - {rule}).stuck() is not None


@pytest.mark.parametrize("tasks", [1, 2, 3, 4])
@pytest.mark.parametrize("threads", [1, 2, 3])
def test_no_program_is_stuck(tasks, threads):
    assert stuck(tasks, threads) == []


def test_programs_that_are_stuck_are_found():
    assert stuck(3, 2, RULES - {CONTINUE_ON_ANCESTORS}) != []


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_no_larger_program_is_stuck(takes_long, threads):
    assert stuck(5, threads) == []


def test_larger_programs_that_are_stuck_are_found(takes_long):
    assert stuck(5, 2, RULES - {BEGIN_CONSTRAINED}) != []
