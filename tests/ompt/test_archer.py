# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Archer, LLVM's race detector, on regions: OMPT events tell it what comes before what.

The library itself is not instrumented, so Archer knows nothing else.
"""

import pytest
from support import execute

# What ThreadSanitizer ends a program with that has a race.
FOUND = 66
WAYS = {
    "off": {"OMPX_TASKGRAPH": "off"},
    "static": {"OMPX_TASKGRAPH_AHEAD": "on"},
    "recorded": {"OMPX_TASKGRAPH_STATIC": "off", "OMPX_TASKGRAPH_AHEAD": "on"},
}
SANITIZED = pytest.mark.program("races.cpp", flags=("-fsanitize=thread", "-g", "-O1"))


@pytest.fixture(scope="session")
def archer(toolchain, source_tree, tmp_path_factory):
    """Built from the source of the LLVM that the library is of."""
    library = tmp_path_factory.mktemp("archer") / "libarcher.so"
    built = execute([
        toolchain.clangxx, "-shared", "-fPIC", "-O1", f"-I{toolchain.include_dir}",
        source_tree / "openmp" / "tools" / "archer" / "ompt-tsan.cpp", "-o", library,
    ])
    assert built.status == 0, str(built)
    return library


@pytest.fixture(params=WAYS)
def watched(request, program, archer):
    """Runs the program under Archer, its regions in one of the ways."""

    def run(what, threads):
        result = program.run(
            what, threads=threads, OMP_TOOL_LIBRARIES=archer, ARCHER_OPTIONS="verbose=1",
            TSAN_OPTIONS=f"ignore_noninstrumented_modules=1 exitcode={FOUND}",
            **WAYS[request.param])
        assert "Archer detected OpenMP application with TSan" in result.stdout, str(result)
        return result

    return run


@SANITIZED
@pytest.mark.parametrize("threads", (2, 4))
def test_no_race_where_there_is_none(watched, threads):
    """Neither in regions nor in ordinary tasks, whose memory is used again and again."""
    for _ in range(3):
        result = watched("clean", threads)
        assert result.status == 0, str(result)
        assert "data race" not in result.stderr, str(result)


@SANITIZED
@pytest.mark.parametrize("threads", (2, 4))
@pytest.mark.parametrize("what", ("replay", "refill"))
def test_a_race_of_one_encounter_is_found(watched, what, threads):
    result = watched(what, threads)
    assert result.status == FOUND, str(result)
    assert result.stderr.count("WARNING: ThreadSanitizer: data race") == 1, str(result)
    assert "in touch(int*, int)" in result.stderr, str(result)
