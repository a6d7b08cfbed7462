# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An attached OMPT tool sees of a region what it sees of ordinary tasks.

The programs have the tool in them: it checks each event, and prints what each task did, in
its order. That must not depend on what the region came to, nor on the tracker.
"""

import functools
import pathlib
import sys

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "depend"))
from trackers import TRACKERS  # noqa: E402

WAYS = {
    "static": {},
    "recorded": {"OMPX_TASKGRAPH_STATIC": "off"},
    "ahead": {"OMPX_TASKGRAPH_STATIC": "off", "OMPX_TASKGRAPH_AHEAD": "on"},
    "at once": {"OMPX_TASKGRAPH_STATIC": "off", "OMPX_TASKGRAPH_AHEAD": "off"},
}


def events(program, *arguments, **environment):
    """What the tool saw, without the line that counts its checks."""
    result = program.passes(*arguments, **environment)
    assert result.stderr == "", str(result)
    return result.stdout.splitlines()[:-1]


@functools.cache
def ordinary_events(program, *arguments, threads):
    return events(program, *arguments, threads=threads, OMPX_TASKGRAPH="off",
                  OMPX_DEPEND_TRACKER="hash", OMP_MAX_TASK_PRIORITY="5")


@pytest.mark.program("tool_events.cpp")
@pytest.mark.parametrize("tracker", TRACKERS)
def test_events_are_those_of_ordinary_tasks(program, threads, tracker):
    wanted = ordinary_events(program, threads=threads)
    assert len(wanted) > 400
    for way, environment in WAYS.items():
        seen = events(program, threads=threads, OMPX_DEPEND_TRACKER=tracker,
                      OMP_MAX_TASK_PRIORITY="5", **environment)
        assert seen == wanted, way


@pytest.mark.program("tool_events.cpp", flags=("-O0",))
def test_events_of_refills(program, threads):
    """Without optimisation no block is proved."""
    wanted = ordinary_events(program, threads=threads)
    assert events(program, threads=threads, OMP_MAX_TASK_PRIORITY="5") == wanted


@pytest.mark.program("tool_events.cpp")
@pytest.mark.parametrize("tracker", TRACKERS)
@pytest.mark.parametrize("threads", (2, 4, 8))
def test_edges_are_those_of_ordinary_tasks(program, threads, tracker):
    """All that there are, while the first task has not ended."""
    wanted = ordinary_events(program, "edges", threads=threads)
    assert sum(" after " in line for line in wanted) == 30
    for static in ("off", "on"):
        seen = events(program, "edges", threads=threads, OMPX_DEPEND_TRACKER=tracker,
                      OMPX_TASKGRAPH_STATIC=static, OMPX_TASKGRAPH_AHEAD="on")
        assert seen == wanted, static


@pytest.mark.program("tool_waits.cpp")
@pytest.mark.parametrize("tracker", TRACKERS)
def test_waits_within_waits(program, threads, tracker):
    assert program.passes(threads=threads, OMPX_DEPEND_TRACKER=tracker).stderr == ""


@pytest.mark.program("tool_events.cpp")
def test_discarded_tasks(program, threads):
    cancels = {"OMP_CANCELLATION": "true", "threads": threads}
    wanted = events(program, "cancelled", OMPX_TASKGRAPH="off", **cancels)
    assert sum(line.endswith(" cancelled") for line in wanted) == 10
    for static in ("off", "on"):
        assert events(program, "cancelled", OMPX_TASKGRAPH_STATIC=static, **cancels) == wanted
