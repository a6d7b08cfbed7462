# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random task graphs against a serial oracle, under every tracker.

A failure prints its seeds. One seed again, or thousands:
    python tests/depend/run_seeds.py --first SEED --count 1 --tracker NAME
"""

import re

import pytest
from test_dependences import OPENMP_51, SLEEPY
from trackers import OWN, TRACKERS

SEEDS = 120
PROGRAM = pytest.mark.program("depend_random.cpp", flags=OPENMP_51)


def first_seed(tracker):
    """Each tracker has seeds of its own, besides those that all have."""
    return 1 + SEEDS * TRACKERS.index(tracker)


@PROGRAM
def test_graphs_from_seeds(passes):
    passes(1, SEEDS)


@PROGRAM
def test_graphs_from_own_seeds(program, tracker):
    program.passes(first_seed(tracker), SEEDS, threads=3, OMPX_DEPEND_TRACKER=tracker)


@PROGRAM
def test_graphs_with_sleeping_threads(program, tracker):
    program.passes(
        first_seed(tracker), SEEDS // 4, threads=6, OMPX_DEPEND_TRACKER=tracker, **SLEEPY
    )


@PROGRAM
def test_graphs_with_priorities(program, tracker):
    """Priority tasks are in queues of their own, which all threads share."""
    program.passes(
        first_seed(tracker), SEEDS, threads=4, OMPX_DEPEND_TRACKER=tracker,
        OMP_MAX_TASK_PRIORITY="3",
    )


@PROGRAM
@pytest.mark.parametrize("tracker", OWN)  # libomp's own frees what such children use
def test_graphs_whose_tasks_end_before_their_children(program, threads, tracker):
    program.passes(first_seed(tracker), SEEDS, "orphans", threads=threads,
                   OMPX_DEPEND_TRACKER=tracker)


@PROGRAM
def test_a_lost_dependence_is_noticed(program):
    """The suite can fail: one task of each graph leaves out its dependences."""
    result = program.run(1, SEEDS, "drop", threads=4, OMPX_DEPEND_TRACKER="hash")
    wrong = re.search(r"(\d+) of \d+ programs wrong", result.stdout)
    assert result.status == 1 and wrong, str(result)
    assert int(wrong[1]) >= 5, str(result)
