# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Untied tasks: where they go on, and that nothing waits for itself.

openmp/src/schedule/untied.h says what must hold; tests/models explores it.
"""

import pytest


@pytest.mark.program("untied_recursion.cpp")
def test_trees_of_untied_tasks(passes):
    passes()


@pytest.mark.program("untied_goes_on.cpp")
def test_an_untied_task_does_not_go_on_above_a_task_that_it_waits_for(passes):
    passes(OMP_MAX_TASK_PRIORITY=3)


@pytest.mark.program("untied_yields.cpp")
def test_an_untied_task_that_yields_lets_the_one_below_it_go_on(passes):
    passes()


@pytest.mark.program("untied_many_children.cpp")
def test_an_untied_task_with_many_children(passes):
    passes()


@pytest.mark.program("untied_many_children.cpp")
@pytest.mark.parametrize("way", [{"KMP_TASKING": 0}, {"KMP_ENABLE_TASK_THROTTLING": 0},
                                 {"KMP_LIBRARY": "turnaround"}], ids=str)
def test_an_untied_task_with_many_children_otherwise(program, threads, way):
    program.passes(40000, threads=threads, **way)
