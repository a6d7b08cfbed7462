# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Uses that cannot be replayed run plainly and, when asked, say why: once, and where."""

import re

import pytest

# case of plain_fallbacks.cpp -> the reason given
REASONS = {
    "called_tasks": "a function called from the region, or a construct that cannot be "
    "replayed, creates tasks",
    "called_taskwait": "a function called from the region waits for tasks",
    "called_taskloop": "a function called from the region contains a taskloop",
    "called_parallel": "a function called from the region opens a parallel region",
    "called_parallel_beside_tasks": "a function called from the region opens a parallel region",
    "called_loop": "a function called from the region contains a worksharing construct",
    "called_dynamic_loop": "a function called from the region contains a worksharing construct",
    "called_single": "a function called from the region contains a worksharing construct",
    "called_barrier": "a function called from the region contains a barrier",
    "untied": "an untied task cannot be replayed yet",
    "detached": "a detachable task cannot be replayed",
    "shared_block_local": "a task shares a variable that is declared in the region, or "
                          "copies one that a later task may change",
    "final_task": "it is met in a final task",
    "called_taskgraph": "another taskgraph region is met in the region",
    "target_construct": "a target construct cannot be replayed yet",
}
MESSAGE = re.compile(
    r"^OMP: Info #\d+: taskgraph at (\S*plain_fallbacks\.cpp):(\d+):(\d+) \((.*)\) "
    r"runs as ordinary tasks: (.*)\.$"
)

pytestmark = pytest.mark.program("plain_fallbacks.cpp", flags=("-Wno-openmp-taskgraph",))


@pytest.mark.parametrize("case", REASONS)
def test_exact_and_silent_unless_asked(program, threads, case):
    assert program.passes(case, threads=threads).stderr == ""
    program.passes(case, threads=threads, OMPX_TASKGRAPH="off")


@pytest.mark.parametrize("case", REASONS)
def test_reason_is_given_once_with_the_place(program, case):
    result = program.passes(case, threads=4, OMPX_TASKGRAPH_VERBOSE="1")
    lines = result.stderr.splitlines()
    assert len(lines) == 1, str(result)
    message = MESSAGE.match(lines[0])
    assert message, str(result)
    assert case in message[4]
    assert message[5] == REASONS[case]


def test_switched_off_is_a_reason_too(program):
    result = program.passes(
        "called_tasks", threads=2, OMPX_TASKGRAPH="off", OMPX_TASKGRAPH_VERBOSE="1"
    )
    assert result.stderr.count("runs as ordinary tasks: OMPX_TASKGRAPH is off.") == 1


@pytest.mark.program("smallest.cpp")
def test_nothing_to_say_when_it_replays(program, threads):
    assert program.passes(threads=threads, OMPX_TASKGRAPH_VERBOSE="1").stderr == ""


def test_immediate_execution_is_a_reason_too(program):
    result = program.passes(
        "called_tasks", threads=2, KMP_TASKING="0", OMPX_TASKGRAPH_VERBOSE="1"
    )
    assert "runs as ordinary tasks: KMP_TASKING=0 makes every task run at once." in (
        result.stderr
    )
