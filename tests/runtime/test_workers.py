# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Worker threads start apart from their creator, and stay free to move."""

import os

import pytest

pytestmark = [pytest.mark.program("worker_affinity.cpp"),
              # Unless disabled, libomp gives each worker all processors itself.
              pytest.mark.parametrize("affinity", ["none", "disabled"])]


def test_workers_may_run_where_their_creator_may(program, threads, affinity):
    program.passes(threads=threads, KMP_AFFINITY=affinity)


def test_workers_of_a_bound_process(program, threads, affinity):
    allowed = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(allowed)})
    try:
        program.passes(threads=threads, KMP_AFFINITY=affinity)
    finally:
        os.sched_setaffinity(0, allowed)
