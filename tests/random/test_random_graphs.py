# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random task graphs, built at run time, against a serial oracle.

A failure prints its seeds. One seed again, or thousands:
    python tests/random/run_seeds.py graph --first SEED --count 1 --repeat 20
"""

import pathlib
import re

import pytest

HERE = pathlib.Path(__file__).parent
INTERPRETER = str(HERE / "graph_interpreter.cpp")
SEEDS = 300
ROOTS = ["blocks", "round-robin", "encountering"]


@pytest.mark.program(INTERPRETER)
@pytest.mark.parametrize("roots", ROOTS)
def test_graphs_from_seeds(program, threads, roots):
    first = 1 + SEEDS * ROOTS.index(roots)
    program.passes(first, SEEDS, threads=threads, OMPX_TASKGRAPH_ROOTS=roots)


@pytest.mark.program(INTERPRETER)
@pytest.mark.parametrize("roots", ROOTS)
def test_graphs_that_take_turns_with_one_id(program, threads, roots):
    first = 1 + SEEDS * ROOTS.index(roots)
    program.passes(first, SEEDS, "mixed", threads=threads, OMPX_TASKGRAPH_ROOTS=roots)


@pytest.mark.program(INTERPRETER)
@pytest.mark.parametrize("roots", ROOTS)
def test_graphs_with_priorities(program, threads, roots):
    first = 1 + SEEDS * ROOTS.index(roots)
    settings = {"OMPX_TASKGRAPH_ROOTS": roots, "OMP_MAX_TASK_PRIORITY": 3}
    program.passes(first, SEEDS, threads=threads, **settings)
    program.passes(first, SEEDS, "mixed", threads=threads, **settings)


@pytest.mark.program(INTERPRETER)
def test_graphs_from_seeds_as_plain_tasks(program, threads):
    program.passes(1, 100, threads=threads, OMPX_TASKGRAPH="off")


@pytest.mark.program(INTERPRETER)
def test_a_dropped_dependence_is_noticed(program):
    """The suite can fail: one task of each graph leaves out its dependences."""
    result = program.run(1, 200, "drop", threads=4)
    wrong = re.search(r"(\d+) of 200 programs wrong", result.stdout)
    assert result.status == 1 and wrong, str(result)
    assert int(wrong[1]) >= 5, str(result)
