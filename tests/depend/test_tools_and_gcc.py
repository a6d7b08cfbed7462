# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What OMPT tells a tool of dependences, and dependences of programs that GCC compiled."""

import re

import pytest
from support import PROGRAMS, Program, execute


@pytest.mark.program("depend_tool.cpp")
def test_tool_hears_of_items(passes):
    passes()


@pytest.mark.program("depend_tool.cpp")
def test_tool_hears_of_edges(program, threads, tracker):
    """Whichever tracker orders the tasks, and without a word."""
    result = program.passes(
        threads=threads, OMPX_DEPEND_TRACKER=tracker, TEST_WANTS_EDGES="1"
    )
    assert re.search("^[78] edges$" if threads > 1 else "^0 edges$", result.stdout, re.M), result
    assert result.stderr == "", str(result)


@pytest.fixture(scope="session")
def gcc_program(toolchain, tmp_path_factory):
    """The program as g++ compiles it, linked to our libomp in place of libgomp."""
    directory = tmp_path_factory.mktemp("gcc")
    binary, part = directory / "depend_gomp", directory / "depend_gomp.o"
    source = PROGRAMS / "depend_gomp.cpp"
    compiled = execute(["g++", "-fopenmp", "-O1", f"-I{PROGRAMS}", "-c", source, "-o", part])
    assert compiled.status == 0, str(compiled)
    library = toolchain.lib_dir
    linked = execute(["g++", part, "-o", binary, f"-L{library}", "-lomp", f"-Wl,-rpath,{library}"])
    assert linked.status == 0, str(linked)
    return Program(binary)


def test_program_compiled_by_gcc(gcc_program, threads, tracker):
    result = gcc_program.passes(threads=threads, OMPX_DEPEND_TRACKER=tracker)
    assert result.stderr == "", str(result)


def test_program_compiled_by_gcc_uses_our_library(gcc_program, toolchain):
    shown = gcc_program.passes(threads=2, OMP_DISPLAY_ENV="verbose")
    assert "OMPX_DEPEND_TRACKER" in shown.stderr, str(shown)
