# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Edges of the recorded graph: shapes, dependence types, joins of the region."""

import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "depend"))
from trackers import TRACKERS  # noqa: E402


@pytest.mark.program("independent_tasks.cpp")
def test_independent_tasks(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("simple_shapes.cpp")
def test_chain_diamond_and_fork_join(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("dense_layers.cpp")
def test_all_to_all_layers(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("random_dags.cpp")
def test_forty_random_shapes(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("fused_graphs.cpp")
def test_short_tasks_run_together(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("small_regions.cpp")
def test_one_thread_may_run_a_replay(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("absent_threads.cpp")
def test_threads_that_do_not_come_for_their_part(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("writer_after_finished_readers.cpp")
def test_writer_after_readers_that_finished_while_recording(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("duplicate_dependences.cpp")
def test_duplicate_dependences(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("mutexinoutset.cpp")
def test_mutexinoutset_excludes(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("promised_functions.cpp", "promised_functions_other.cpp")
def test_functions_that_promise_to_compute(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("inoutset_and_all_memory.cpp")
def test_inoutset_and_all_memory(program, threads):
    program.passes_every_way(threads=threads)


# Clang 22 refuses every form of destroying a depobj from OpenMP 5.2 on.
@pytest.mark.program(
    "iterators_and_depobjs.cpp", flags=("-fopenmp-version=51", "-Wno-openmp-60-extensions")
)
def test_iterators_and_depobjs_destroyed_after_recording(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("taskwait_depend.cpp")
def test_taskwait_with_depend_orders_replays(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("tasks_before_and_after.cpp")
def test_ordinary_tasks_before_and_after(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("nested_tasks.cpp")
def test_nested_tasks_are_made_anew(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("empty_graphs.cpp")
def test_empty_graphs(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("dependences_across.cpp")
def test_dependences_across_the_region_keep_their_order(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("cancellation.cpp")
def test_cancelled_recordings_and_replays(program, threads):
    program.passes_every_way(threads=threads)
    program.passes_every_way(threads=threads, OMP_CANCELLATION="true")


@pytest.mark.program("block_constructs.cpp", flags=("-Wno-openmp-taskgraph",))
def test_constructs_in_the_block_that_make_no_tasks(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("transformed_loops.cpp")
def test_tasks_in_transformed_loops(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("exceptions.cpp", flags=("-Wno-openmp-taskgraph",))
def test_exceptions_that_tasks_and_the_block_catch(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("untied_in_graphs.cpp")
def test_untied_tasks_of_graphs(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("untied_yields_in_region.cpp")
def test_untied_tasks_that_yield(program):
    told = program.passes(OMPX_TASKGRAPH_VERBOSE="1").stderr
    assert "runs as ordinary tasks: an untied task calls taskyield" in told
    program.passes(OMPX_TASKGRAPH="off")


@pytest.mark.program("targets_on_the_host.cpp")
def test_target_regions_without_a_device(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("events_across.cpp")
@pytest.mark.parametrize("tracker", TRACKERS)
def test_events_of_tasks_from_before(program, threads, tracker):
    for taskgraph in ("on", "off", "check"):
        program.passes(threads=threads, OMPX_DEPEND_TRACKER=tracker, OMPX_TASKGRAPH=taskgraph)


@pytest.mark.program("target_tasks.cpp")
@pytest.mark.parametrize("helpers", [
    {}, {"LIBOMP_USE_HIDDEN_HELPER_TASK": "0"}, {"LIBOMP_NUM_HIDDEN_HELPER_THREADS": "1"},
], ids=["helpers", "none", "one"])
def test_target_tasks_are_refilled(program, threads, helpers):
    program.passes_every_way(threads=threads, **helpers)
    program.passes(threads=threads, OMP_MAX_TASK_PRIORITY="5", **helpers)


@pytest.mark.program("target_tasks.cpp")
@pytest.mark.parametrize("tracker", TRACKERS)
def test_target_tasks_under_every_tracker(program, threads, tracker):
    program.passes(threads=threads, OMPX_DEPEND_TRACKER=tracker)
