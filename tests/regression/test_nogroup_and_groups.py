# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a replay has to wait for, and must not be in the way of, was once wrong.

- A region with nogroup returned before the taskloops and other waits in it.
- Children that its tasks left kept the encountering task's memory until the next
  encounter, when the team it refers to could be gone.
- The end of a taskgroup waited on the stack of a thread that was not allowed to
  run the tasks it waited for: with all threads in such a wait, for ever.
- Tasks before the region were not waited for if the variables that both depend on
  had moved since the recording.
"""

import pytest


@pytest.mark.program("nogroup_waits.cpp")
def test_waits_in_a_region_with_nogroup(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("nogroup_descendants.cpp")
def test_descendants_that_a_region_with_nogroup_leaves(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("group_ends_at_barrier.cpp")
@pytest.mark.parametrize("policy", ["active", "passive"])
def test_ends_of_groups_at_a_barrier(program, threads, policy):
    program.passes_every_way(threads=threads, OMP_WAIT_POLICY=policy)


@pytest.mark.program("group_ends_above.cpp")
def test_end_of_a_group_above_a_descendant(program):
    program.passes_every_way()


@pytest.mark.program("dependences_across_frames.cpp")
def test_dependences_on_variables_that_move(program, threads):
    program.passes_every_way(threads=threads)
