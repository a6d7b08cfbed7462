# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a task costs against the number of tasks, in instructions, not in time.

Three generations on one object: one task, N of one type, N of another. A scheme with
an edge from each task to each of the next generation grows with N; all others are flat.
callgrind counts; the program keeps waiting threads out of the count.
"""

import itertools
import re
import shutil

import pytest
from support import clean_environment, execute
from trackers import OWN

GROWS = ("graph", "graph-embedded")
SIZES = (100, 1000)
LARGEST = 10000
# Commutative tasks and readers share a generation; so do those of an inoutset.
SHARED = [
    ("in", "mutexinoutset"), ("mutexinoutset", "in"), ("inoutset", "in"), ("in", "inoutset")
]
PAIRS = [*SHARED, ("in", "inout")]
SHARING = ("in", "mutexinoutset", "inoutset")

pytestmark = pytest.mark.program("depend_growth.cpp")


def instructions_per_task(program, tracker, directory, *arguments):
    """{(type, type, N): instructions of creating, running and releasing one task}."""
    assert shutil.which("valgrind"), "valgrind is not installed"
    result = execute(
        ["valgrind", "--tool=callgrind", f"--callgrind-out-file={directory}/out",
         program.binary, *arguments],
        # Ready tasks go to a deque whatever their number.
        clean_environment(OMPX_DEPEND_TRACKER=tracker, KMP_ENABLE_TASK_THROTTLING="0"),
        timeout=600,
    )
    assert result.status == 0, str(result)
    counts = {}
    for dump in directory.glob("out.*"):
        text = dump.read_text()
        asked = re.search(r"^desc: Trigger: Client Request: (\w+) (\w+) (\d+)$", text, re.M)
        total = re.search(r"^totals: (\d+)", text, re.M)
        if asked and total:
            number = int(asked[3])
            counts[asked[1], asked[2], number] = int(total[1]) / (2 * number + 1)
    return counts


@pytest.mark.parametrize("tracker", [name for name in OWN if name not in GROWS])
def test_cost_of_a_task_is_flat(program, tracker, tmp_path):
    counts = instructions_per_task(program, tracker, tmp_path, *SIZES, f"+{LARGEST}")
    assert len(counts) == len(PAIRS) * len(SIZES) + 1, str(counts)
    for first, second in PAIRS:
        least = counts[first, second, SIZES[0]]
        for number in (*SIZES[1:], LARGEST):
            count = counts.get((first, second, number), least)
            assert 0.9 * least < count < 1.1 * least, f"{first}, {second}, {number}: {counts}"


@pytest.mark.parametrize("tracker", [name for name in OWN if name in GROWS])
def test_cost_of_a_task_grows_with_edges(program, tracker, tmp_path):
    """By design; it also shows that the measurement can see growth."""
    counts = instructions_per_task(program, tracker, tmp_path, *SIZES)
    for first, second in SHARED:
        least = counts[first, second, SIZES[0]]
        assert counts[first, second, SIZES[1]] > 4 * least, str(counts)
    least = counts["in", "inout", SIZES[0]]  # one edge for each task
    assert counts["in", "inout", SIZES[1]] < 1.1 * least, str(counts)


def is_flat(tracker, first, second):
    """Whether the cost of a task stays the same with these generations, by design."""
    if tracker == "graph":  # searches the task's generation when it takes it off
        return second == "inout"
    return tracker not in GROWS or first == second or "inout" in (first, second)


@pytest.mark.program("depend_late.cpp")
@pytest.mark.parametrize("tracker", OWN)
def test_cost_of_a_task_that_comes_late_is_flat(program, tracker, tmp_path):
    """It has waited for other objects, and those made after it are there already."""
    least, most = instructions_per_task(program, tracker, tmp_path, 7, 11).values()
    assert least < 1.1 * most and most < 1.1 * least


@pytest.mark.usefixtures("takes_long")
@pytest.mark.parametrize("tracker", OWN)
def test_cost_of_a_task_is_flat_with_every_pair(program, tracker, tmp_path):
    pairs = [
        pair for pair in itertools.product((*SHARING, "inout"), repeat=2)
        if is_flat(tracker, *pair)
    ]
    asked = [f"{first},{second}" for first, second in pairs]
    counts = instructions_per_task(program, tracker, tmp_path, *asked, *SIZES, LARGEST)
    assert len(counts) == len(pairs) * (len(SIZES) + 1), str(counts)
    for first, second in pairs:
        least = counts[first, second, SIZES[0]]
        for number in (*SIZES[1:], LARGEST):
            count = counts[first, second, number]
            assert 0.9 * least < count < 1.1 * least, f"{first}, {second}, {number}: {counts}"
