# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""graph_reset, graph_id, if, nogroup and nowait, and the implicit taskgroup."""

import pytest


@pytest.mark.program("graph_reset.cpp")
def test_graph_reset(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("graph_reset_memory.cpp")
@pytest.mark.parametrize("static", ["on", "off"])
def test_no_memory_is_kept_of_resets_and_replays(program, threads, static):
    # Contention makes the tasks of this program slow: fewer with more threads.
    resets, replays = (1_000_000, 10_000_000) if threads == 1 else (100_000, 1_000_000)
    program.passes(resets, replays, threads=threads, OMPX_TASKGRAPH_STATIC=static)


@pytest.mark.program("reset_changes_shape.cpp")
def test_reset_changes_the_shape(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("if_clause.cpp")
def test_if_clause(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("order_after_unattended.cpp")
def test_what_comes_after_nogroup_is_in_order(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("nogroup.cpp")
def test_nogroup(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("following_replays.cpp", flags=("-Wno-openmp-extensions",))
def test_replays_with_nogroup_follow_one_another(program, threads):
    program.passes_every_way(threads=threads)
    program.passes(threads=threads, OMP_MAX_TASK_PRIORITY=3)


@pytest.mark.program("following_regions.cpp")
def test_replays_of_several_regions_follow_one_another(program, threads):
    program.passes_every_way(threads=threads)
    program.passes(threads=threads, OMP_MAX_TASK_PRIORITY=3)
    program.passes(threads=threads)


@pytest.mark.program("implicit_taskgroup.cpp")
def test_implicit_taskgroup_waits_for_descendants(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("nowait.cpp", flags=("-Wno-openmp-extensions",))
def test_nowait_lets_replays_overlap(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("nowait_argument.cpp")
def test_nowait_has_an_argument(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("graph_id.cpp")
def test_graph_id(program, threads):
    program.passes_every_way(threads=threads)
