# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Long, wide and dense graphs, full deques and sleeping threads."""

import pytest


@pytest.mark.program("long_chain.cpp")
def test_chain_of_a_million_on_one_thread(program):
    # A stack that the chain would burst if each node took a frame.
    for ways in ({}, {"OMPX_TASKGRAPH": "off"}):
        program.passes(threads=1, **ways)


@pytest.mark.program("long_chain.cpp")
def test_long_chain(program, threads):
    program.passes_every_way(20000, threads=threads, OMP_STACKSIZE="256k")


@pytest.mark.program("large_graphs.cpp")
@pytest.mark.parametrize("team", [1, 2])
def test_million_tasks_wide_fans_and_dense_layers(program, team):
    program.passes(threads=team)


@pytest.mark.program("large_graphs.cpp")
def test_wide_graphs(program, threads):
    program.passes_every_way(5000, 2000, 60, threads=threads)


@pytest.mark.program("many_roots.cpp")
@pytest.mark.parametrize("throttling", [0, 1])
@pytest.mark.parametrize("blocktime", ["0", "infinite"])
def test_more_roots_than_a_deque_holds(program, threads, throttling, blocktime):
    program.passes_every_way(
        threads=threads,
        KMP_ENABLE_TASK_THROTTLING=throttling,
        KMP_BLOCKTIME=blocktime,
    )


@pytest.mark.program("many_roots.cpp")
@pytest.mark.parametrize("policy", ["active", "passive"])
def test_wait_policies(program, threads, policy):
    program.passes_every_way(threads=threads, OMP_WAIT_POLICY=policy)
