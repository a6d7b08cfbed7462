# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What OMPX_TASKGRAPH=check says where a replay would have been another program."""

import re

import pytest

# case of check_differences.cpp -> what differs, and whether at a task
DIFFERENCES = {
    "data": ("a task has other data", True),
    "data_beside_saved": ("a task has other data", True),
    "data_of_a_loop_beside_saved": ("a task has other data", True),
    "variable": ("the block leaves another value in a variable", False),
    "more_tasks": ("the block makes more tasks", True),
    "fewer_tasks": ("the block makes fewer tasks", False),
    "order": ("the block makes and waits for tasks in another order", True),
    "dependences": ("a task has other dependences", True),
    "objects": ("tasks depend on other objects", False),
    "other_task": ("the block makes another task", True),
}
MESSAGE = re.compile(
    r"^OMP: Warning #\d+: taskgraph at \S*check_differences\.cpp:\d+:\d+ \((?P<function>.*)\): "
    r"a replay would not do what its block does: (?P<what>.*?)"
    r"(?P<place> \(\S*check_differences\.cpp:\d+\))?\.$"
)

pytestmark = pytest.mark.program("check_differences.cpp", "check_differences_other.cpp")


@pytest.mark.parametrize("case", DIFFERENCES)
def test_difference(program, threads, case):
    """Said at each of the two encounters that differ."""
    result = program.passes(case, threads=threads, OMPX_TASKGRAPH="check")
    messages = [MESSAGE.match(line) for line in result.stderr.splitlines()]
    assert len(messages) == 2 and all(messages), str(result)
    for message in messages:
        assert case in message["function"], str(result)
        assert (message["what"], bool(message["place"])) == DIFFERENCES[case], str(result)


@pytest.mark.parametrize("case", [*DIFFERENCES, "saved"])
def test_nothing_is_compared_otherwise(program, threads, case):
    for taskgraph in ("on", "off"):
        assert program.passes(case, threads=threads, OMPX_TASKGRAPH=taskgraph).stderr == ""


def test_saved_values_may_differ(program, threads):
    """And the block gives its tasks the saved ones, too."""
    assert program.passes("saved", threads=threads, OMPX_TASKGRAPH="check").stderr == ""
