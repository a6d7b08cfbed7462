# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The priority clause counts in replays and refills as it does in ordinary tasks."""

import pytest

REPLAYED = ("priorities.cpp",)
REFILLED = ("called_priorities.cpp", "called_priorities_other.cpp")
HEEDED = {"OMP_MAX_TASK_PRIORITY": 100, "KMP_BLOCKTIME": "infinite"}


def programs(*flags):
    return [pytest.param(id=sources[0], marks=pytest.mark.program(
        *sources, flags=(*flags, "-Wno-openmp-taskgraph"))) for sources in (REPLAYED, REFILLED)]


@pytest.mark.parametrize((), programs())
@pytest.mark.parametrize("most", [100, 2])
def test_highest_priority_first(program, threads, most):
    program.passes_every_way(threads=threads, **HEEDED | {"OMP_MAX_TASK_PRIORITY": most})


@pytest.mark.parametrize((), programs())
def test_no_priority_counts_unless_asked_for(program, threads):
    program.passes(threads=threads)


@pytest.mark.parametrize((), programs("-O0"))
def test_unoptimised(program, threads):
    program.passes(threads=threads, **HEEDED)


@pytest.mark.parametrize((), programs())
def test_threads_that_sleep(program, threads):
    program.passes(threads=threads, OMP_MAX_TASK_PRIORITY=100, OMP_WAIT_POLICY="passive")
