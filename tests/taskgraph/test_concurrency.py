# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Several threads, teams, root threads and nesting levels at one site at once."""

import pytest


@pytest.mark.program("reset_while_replaying.cpp")
def test_reset_while_others_replay_or_reset(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("first_encounters_at_once.cpp")
def test_first_encounters_at_once(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("concurrent_replays.cpp")
def test_concurrent_replays_of_one_record(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("followed_meanwhile.cpp")
def test_edges_between_replays_that_another_team_makes(program, threads):
    program.passes_every_way(threads=threads)
    program.passes(threads=threads)


@pytest.mark.program("two_recordings_at_once.cpp")
def test_two_recordings_at_once(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("root_threads.cpp")
def test_root_threads_and_a_recorder_that_exits(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("ordinary_taskloop_first.cpp")
def test_ordinary_tasks_and_loops_stay_out_of_the_record(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("recursion.cpp")
def test_recursion_and_taskgraph_inside_a_task(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("stolen_encounters.cpp")
def test_waiting_thread_takes_a_task_that_meets_the_same_taskgraph(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("team_sizes.cpp")
def test_recorded_with_one_team_size_replayed_with_others(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("team_sizes.cpp")
def test_team_sizes_with_dynamic_adjustment(program):
    program.passes_every_way(threads=2, OMP_DYNAMIC="true", KMP_HOT_TEAMS_MODE=1)


@pytest.mark.program("places_of_encounter.cpp")
def test_outside_serialised_and_nested_parallel_and_in_tasks(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("written_by_team_mates.cpp")
def test_variables_that_other_threads_of_the_team_write(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("refill_storm.cpp", flags=("-Wno-openmp-taskgraph",))
def test_refills_divergences_and_resets_at_once(program, threads):
    program.passes_every_way(threads=threads)
    program.passes(5, 40, threads=threads)
    program.passes(threads=threads, OMP_WAIT_POLICY="passive", KMP_BLOCKTIME=0)
    program.passes(threads=threads, OMPX_TASKGRAPH="check")
