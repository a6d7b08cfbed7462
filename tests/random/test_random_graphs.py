# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random task graphs against a serial oracle.

A failure prints its seeds. One seed again, or thousands:
    python tests/random/run_seeds.py graph --first SEED --count 1 --repeat 20
    python tests/random/run_seeds.py program --first SEED --count 1    (generated source)
"""

import pathlib
import re

import generate_program
import pytest

HERE = pathlib.Path(__file__).parent
INTERPRETER = str(HERE / "graph_interpreter.cpp")
SEEDS = 300
FUNCTIONS = 12  # per generated program
PROGRAMS = 5
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
def test_graphs_from_seeds_as_plain_tasks(program, threads):
    program.passes(1, 100, threads=threads, OMPX_TASKGRAPH="off")


@pytest.mark.program(INTERPRETER)
def test_a_dropped_dependence_is_noticed(program):
    """The suite can fail: one task of each graph leaves out its dependences."""
    result = program.run(1, 200, "drop", threads=4)
    wrong = re.search(r"(\d+) of 200 programs wrong", result.stdout)
    assert result.status == 1 and wrong, str(result)
    assert int(wrong[1]) >= 5, str(result)


@pytest.fixture(scope="session")
def generated(program_store, tmp_path_factory):
    """Writes the generated programs and begins to compile them."""
    directory = tmp_path_factory.mktemp("generated")
    sources = []
    for number in range(PROGRAMS):
        source = directory / f"generated_{number}.cpp"
        source.write_text(generate_program.program(1 + number * FUNCTIONS, FUNCTIONS))
        sources.append(str(source))
        program_store.start(str(source), flags=("-Wno-openmp-taskgraph",))
    return sources


@pytest.mark.parametrize("number", range(PROGRAMS))
def test_generated_programs(generated, program_store, threads, number):
    compiled = program_store(generated[number], flags=("-Wno-openmp-taskgraph",))
    compiled.passes_every_way(threads=threads)
