# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Graphs that the compiler builds. The programs ask the library whether it has recorded
anything although it need not."""

import pathlib
import re
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "depend"))
from support import PROGRAMS as FOLDER  # noqa: E402
from trackers import TRACKERS  # noqa: E402

PROGRAMS = ["static_factorisations.c", "static_grids.cpp", "static_clauses.c",
            "static_computed.c", "static_aliases.cpp", "static_taskloops.cpp",
            "static_given_up.c"]
BRANCH = "the condition of a branch or loop is known only at run time"
DATA = "the data of a task are computed from values that are known only at run time"
# By the word that the line's comment has in static_given_up.c.
REASONS = {
    "count": BRANCH, "branch": BRANCH, "order": BRANCH, "shared": BRANCH, "parts": DATA,
    "taskloop": "without grainsize and num_tasks, how many tasks a taskloop has depends on "
                "the number of threads",
    "reduction": "a reduction is set up at run time",
}


@pytest.mark.parametrize("level", ["-O0", "-O1", "-O2", "-O3"])
@pytest.mark.parametrize("name", PROGRAMS)
def test_at_each_level_of_optimisation(program_store, name, level, threads):
    program_store(name, flags=(level,)).passes_every_way(threads=threads)


@pytest.mark.parametrize("tracker", TRACKERS)
@pytest.mark.parametrize("name", PROGRAMS)
def test_under_each_tracker(program_store, name, tracker, threads):
    program = program_store(name, flags=("-O2",))
    for static in ("on", "off"):
        program.passes(threads=threads, OMPX_DEPEND_TRACKER=tracker,
                       OMPX_TASKGRAPH_STATIC=static)


@pytest.mark.parametrize("threads", [1, 8])
def test_priorities_count(program_store, threads):
    program = program_store("static_clauses.c", flags=("-O2",))
    program.passes_every_way(threads=threads, OMP_MAX_TASK_PRIORITY=3)


@pytest.mark.parametrize("level", ["-O1", "-O2", "-O3"])
def test_why_graphs_are_recorded(program_store, level):
    """Each remark names the line and the reason; opaque functions keep the block running."""
    name = "static_given_up.c"
    told = program_store.compile([name], level, "-Rpass-missed=taskgraph").stderr
    text = (FOLDER / name).read_text().splitlines()
    found = {}
    for line, why in re.findall(rf"{name}:(\d+):\d+: remark: taskgraph (.*) \[", told):
        found[text[int(line) - 1].partition("// ")[2]] = why
    assert found == {
        **{word: f"is recorded at run time: {why}" for word, why in REASONS.items()},
        "opaque": "runs its block to refill the recorded tasks: it calls 'place_of', which "
                  "may do more than make tasks"}, told


@pytest.mark.parametrize("name", PROGRAMS[:-1])
def test_what_is_built_is_told(program_store, name):
    told = program_store.compile([name], "-O2", "-Rpass=taskgraph",
                                 "-Rpass-missed=taskgraph").stderr
    regions = re.findall(r"remark: taskgraph (.*) \[-Rpass", told)
    assert regions and all(
        re.fullmatch(r"is built by the compiler: \d+ nodes, \d+ edges, \d+ bytes", one)
        for one in regions), told
