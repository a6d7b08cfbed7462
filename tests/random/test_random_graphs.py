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
WAYS = [
    {"OMPX_TASKGRAPH_ROOTS": "blocks"},
    {"OMPX_TASKGRAPH_ROOTS": "round-robin", "OMPX_STEAL_VICTIM": "random",
     "OMPX_TASKGRAPH_FUSE": "always"},
    {"OMPX_TASKGRAPH_ROOTS": "encountering", "OMPX_STEAL": "half",
     "OMPX_TASKGRAPH_FUSE": "alone"},
    {"OMPX_TASKGRAPH_ROOTS": "topology", "OMP_PROC_BIND": "true",
     "OMPX_TASKGRAPH_FUSE": "lanes"},
]


def each_way(test):
    return pytest.mark.parametrize(
        "way", WAYS, ids=[way["OMPX_TASKGRAPH_ROOTS"] for way in WAYS])(test)


@pytest.mark.program(INTERPRETER)
@each_way
def test_graphs_from_seeds(program, threads, way):
    first = 1 + SEEDS * WAYS.index(way)
    program.passes(first, SEEDS, threads=threads, **way)


@pytest.mark.program(INTERPRETER)
@each_way
def test_graphs_that_take_turns_with_one_id(program, threads, way):
    first = 1 + SEEDS * WAYS.index(way)
    program.passes(first, SEEDS, "mixed", threads=threads, **way)


@pytest.mark.program(INTERPRETER)
@each_way
def test_graphs_with_priorities(program, threads, way):
    first = 1 + SEEDS * WAYS.index(way)
    settings = {**way, "OMP_MAX_TASK_PRIORITY": 3}
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
