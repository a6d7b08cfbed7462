# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Graphs that the compiler builds. The programs ask the library whether it has recorded
anything although it need not."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "depend"))
from trackers import TRACKERS  # noqa: E402

PROGRAMS = ["static_factorisations.c", "static_grids.cpp"]


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
