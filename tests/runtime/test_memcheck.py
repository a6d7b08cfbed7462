# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""No decision of the library depends on memory that nobody has written, as Valgrind sees it."""

import shutil

import pytest

from support import clean_environment, execute

PROGRAMS = ["smallest.cpp", "empty_graphs.cpp", "graph_reset.cpp", "all_memory_across.cpp",
            "nogroup_waits.cpp", "taskloop_reduction.cpp", "untied_goes_on.cpp",
            "refill_objects.cpp", "other_objects.cpp", "other_shapes.cpp"]


@pytest.mark.parametrize("source", PROGRAMS)
@pytest.mark.parametrize("threads", [1, 2])
def test_nothing_uninitialised_is_used(program_store, source, threads):
    assert shutil.which("valgrind"), "valgrind is not installed: scripts/reprise.sh packages"
    program = program_store(source, flags=("-gdwarf-4",))
    result = execute(
        ["valgrind", "--quiet", "--error-exitcode=9", program.binary],
        clean_environment(OMP_NUM_THREADS=threads, OMP_MAX_TASK_PRIORITY=3), timeout=300)
    assert result.status == 0, str(result)
