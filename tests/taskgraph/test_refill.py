# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regions whose block runs each time: to make the recorded tasks again, or others.

Under every tracker, which orders the tasks where they are others, and compiled without
optimisation, too, where hardly any block is proved.
"""

import pathlib
import sys

import pytest
from support import PROGRAMS, execute

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "depend"))
from trackers import TRACKERS  # noqa: E402

# program -> settings of further runs
REFILLED = {
    "called_functions.cpp": {},
    "other_objects.cpp": {},
    "other_shapes.cpp": {},
    "block_values.cpp": {},
    "descendants_outlive.cpp": {},
    "icvs_in_tasks.cpp": {},
    "refills_unattended.cpp": {},
    "refills_at_once.cpp": {},
    "refill_objects.cpp": {"OMP_CANCELLATION": "true"},
    "undeferred_before.cpp": {},
    "undeferred_mutexinoutset.cpp": {},
    "waits_and_goes_on.cpp": {},
    "refill_cancelled.cpp": {"OMP_CANCELLATION": "true"},
    "task_clauses.cpp": {"OMP_MAX_TASK_PRIORITY": "5"},
    "called_reductions.cpp": {},
}
FLAGS = ("-Wno-openmp-taskgraph", "-Wno-openmp-extensions")


def sources_of(source):
    other = source.replace(".", "_other.")
    return [source, other] if (PROGRAMS / other).exists() else [source]


def programs():
    return [
        pytest.param(settings, id=f"{source}{level}",
                     marks=pytest.mark.program(*sources_of(source), flags=(level, *FLAGS)))
        for source, settings in REFILLED.items() for level in ("-O2", "-O0")
    ]


@pytest.mark.parametrize("settings", programs())
@pytest.mark.parametrize("tracker", TRACKERS)
def test_refilled(program, settings, threads, tracker):
    program.passes(threads=threads, OMPX_DEPEND_TRACKER=tracker)
    if settings:
        program.passes(threads=threads, OMPX_DEPEND_TRACKER=tracker, **settings)


@pytest.mark.parametrize("settings", programs())
def test_refilled_every_way(program, settings, threads):
    program.passes_every_way(threads=threads, **settings)


@pytest.mark.parametrize("level", ["-O2", "-O0"])
@pytest.mark.parametrize("odd", [(10, 0), (10, 3), (10, 9), (7, 2), (100, 50)])
def test_blocks_that_mostly_do_the_same(program_store, level, odd, threads):
    program = program_store("mostly_same.cpp", flags=(level, *FLAGS))
    program.passes(*odd, threads=threads)
    program.passes(*odd, threads=threads, OMPX_TASKGRAPH="off")


@pytest.fixture(scope="session", params=["g++", "clang++-22"])
def called_functions(request, program_store, tmp_path_factory):
    """The program whose called functions another compiler has compiled."""
    part = tmp_path_factory.mktemp("part") / "called_functions_other.o"
    compiled = execute([request.param, "-fopenmp", "-O2", f"-I{PROGRAMS}", "-c",
                        PROGRAMS / "called_functions_other.cpp", "-o", part])
    assert compiled.status == 0, str(compiled)
    return program_store("called_functions.cpp", str(part))


def test_functions_that_others_compiled(called_functions, threads):
    called_functions.passes_every_way(threads=threads)


@pytest.mark.parametrize("tracker", TRACKERS)
def test_functions_that_others_compiled_under_every_tracker(called_functions, threads, tracker):
    called_functions.passes(threads=threads, OMPX_DEPEND_TRACKER=tracker)


@pytest.mark.program("stale_binding.cpp")
def test_whose_encounter_a_task_belongs_to(program):
    for taskgraph in ("on", "off"):
        program.passes(OMPX_TASKGRAPH=taskgraph)


@pytest.mark.parametrize("level", [
    pytest.param(level, marks=pytest.mark.program("refill_waits.cpp", flags=(level,)))
    for level in ("-O2", "-O0")])
def test_tasks_that_wait_for_later_ones(program, threads, level):
    """Where the setting does not ask for tasks that run when they are made."""
    program.passes(threads=threads)
