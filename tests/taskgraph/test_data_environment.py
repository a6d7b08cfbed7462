# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a replayed task sees: frames, firstprivate copies, objects, instantiations."""

import pytest


@pytest.mark.program("shared_locals.cpp")
def test_shared_locals_of_the_current_frame(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("captured_objects.cpp")
def test_pointers_references_and_members(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("lambda_captures.cpp")
def test_lambda_captures(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("variables_of_the_region.cpp")
def test_variables_of_the_region_keep_recorded_values(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("saved_firstprivate.cpp")
def test_saved_firstprivate(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("pristine_firstprivate.cpp")
def test_bodies_change_private_copies(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("changing_values.cpp")
def test_values_change_now_and_then(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("changing_firstprivate.cpp", flags=("-Wno-openmp-taskgraph",))
def test_firstprivate_that_the_block_changes(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("class_firstprivate.cpp")
def test_firstprivate_of_class_type(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("variable_length_arrays.c")
def test_variable_length_arrays(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("instantiations.cpp", "instantiations_other.cpp")
def test_instantiations_have_separate_records(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("thread_state.cpp")
def test_thread_icvs_and_task_clauses(program, threads):
    program.passes_every_way(threads=threads)
    program.passes(threads=threads, OMP_MAX_TASK_PRIORITY=3)


@pytest.mark.program("captured_kinds.cpp", flags=("-Wno-openmp-taskgraph",))
def test_kinds_of_captured_variables(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("copied_before_change.cpp")
def test_copies_made_before_a_later_task_changes_the_variable(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("changed_counters.c")
def test_variables_that_the_block_changes(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.parametrize("level", [
    pytest.param(level, marks=pytest.mark.program("changed_counters.c", flags=(level,)))
    for level in ("-O1", "-O3")])
def test_variables_that_the_block_changes_however_it_is_optimised(program, threads, level):
    program.passes_every_way(threads=threads)
