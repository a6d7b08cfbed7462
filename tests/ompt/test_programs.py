# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs of other tests with the tool attached: they pass, and each event is well-formed."""

import pytest
from support import PROGRAMS, execute

# With what they need to do what they are for.
WATCHED = {
    "concurrent_replays.cpp": {},
    "descendants_outlive.cpp": {},
    "group_ends_above.cpp": {},
    "nested_tasks.cpp": {},
    "nogroup.cpp": {},
    "nogroup_waits.cpp": {},
    "priorities.cpp": {"OMP_MAX_TASK_PRIORITY": "100", "KMP_BLOCKTIME": "infinite"},
    "random_dags.cpp": {},
    "recursion.cpp": {},
    "refill_cancelled.cpp": {"OMP_CANCELLATION": "true"},
    "refill_objects.cpp": {"OMP_CANCELLATION": "true"},
    "refill_storm.cpp": {},
    "refills_unattended.cpp": {},
    "task_reduction.cpp": {},
}


@pytest.fixture(scope="session")
def tool(toolchain, tmp_path_factory):
    library = tmp_path_factory.mktemp("tool") / "libtool.so"
    built = execute([
        toolchain.clangxx, "-fopenmp", "-fopenmp-version=60", "-O1", "-shared", "-fPIC",
        f"-I{PROGRAMS}", PROGRAMS / "tool_library.cpp", "-o", library,
    ])
    assert built.status == 0, str(built)
    return library


@pytest.mark.parametrize("threads", (1, 4))
@pytest.mark.parametrize("source", [
    pytest.param(name, marks=pytest.mark.program(name)) for name in WATCHED])
def test_events_are_well_formed(program, tool, source, threads):
    for static in ("off", "on"):
        program.passes(threads=threads, OMP_TOOL_LIBRARIES=tool, OMPX_TASKGRAPH_STATIC=static,
                       **WATCHED[source])
