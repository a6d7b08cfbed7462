# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Graphs while processes fork, libraries go, threads end, the library is paused."""

import pytest


@pytest.mark.program("forked_processes.cpp")
def test_children_go_on_with_the_graphs(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("paused_library.cpp")
def test_graphs_outlive_a_pause(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("before_and_after_main.cpp")
def test_constructors_destructors_and_functions_at_exit(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("cancelled_threads.cpp")
def test_threads_of_the_program_that_are_cancelled(program, threads):
    program.passes_every_way(threads=threads)


@pytest.fixture(scope="session")
def library(program_store, tmp_path_factory):
    path = tmp_path_factory.mktemp("unloaded") / "library.so"
    built = program_store.compile(["unloaded_library_other.cpp"], "-O2", "-shared", "-fPIC",
                                  output=path)
    assert built.status == 0, str(built)
    return path


@pytest.mark.program("unloaded_library.cpp")
def test_a_library_goes_with_its_graphs_and_comes_again(program, library, threads):
    program.passes_every_way(library, threads=threads)
