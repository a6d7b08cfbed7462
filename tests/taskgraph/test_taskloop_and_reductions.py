# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""taskloop in the region, with and without nogroup, and reductions."""

import pytest


@pytest.mark.program("taskloop_chunks.cpp")
def test_taskloop_chunks(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("taskloop_chunks.cpp")
def test_taskloop_that_splits_recursively(program, threads):
    # More chunks than this are made by tasks of the loop's own.
    program.passes_every_way(threads=threads, KMP_TASKLOOP_MIN_TASKS=8)


@pytest.mark.program("taskloop_parts.cpp")
def test_parts_of_a_loop_are_equal(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("taskloop_join.cpp")
def test_taskloop_and_taskgroup_join(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("taskloop_reduction.cpp")
def test_taskloop_reduction(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("task_reduction.cpp")
def test_task_reduction_around_and_inside(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("taskloop_data.cpp")
def test_taskloop_data(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("taskloop_bounds.cpp")
def test_taskloop_bounds_that_change(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("reduction_by_others.cpp")
def test_reduction_that_the_encountering_thread_takes_no_part_in(program, threads):
    program.passes_every_way(threads=threads)
