# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an encounter says of itself: why a region runs plainly, once, and the summary."""

import re

import pytest

# case of plain_fallbacks.cpp -> the reason given
REASONS = {
    "called_parallel": "a function called from the region opens a parallel region",
    "called_parallel_beside_tasks": "a function called from the region opens a parallel region",
    "called_loop": "a function called from the region contains a worksharing construct",
    "called_dynamic_loop": "a function called from the region contains a worksharing construct",
    "called_single": "a function called from the region contains a worksharing construct",
    "called_barrier": "a function called from the region contains a barrier",
    "not_replayable": "a construct in the region is not replayable",
    "detached": "a detachable task cannot be in a graph",
    "final_task": "it is met in a final task",
    "target_construct": "a target construct cannot be in a graph yet",
}
# case of plain_for_now.cpp -> the reason, where some encounters run plainly
FOR_NOW = {
    "earlier_tasks": "earlier tasks on which its own may depend are unfinished",
    "never_the_same": "its recordings have not paid, and the next one is put off",
    "if_clause": "its if clause is false",
    "two_threads": "another thread records it",
    "cancelled": "its tasks were cancelled",
}
MESSAGE = re.compile(
    r"^OMP: Info #\d+: taskgraph at (\S*plain_(?:fallbacks|for_now)\.cpp):(\d+):(\d+) \((.*)\) "
    r"runs as ordinary tasks: (.*)\.$"
)
COUNTS = ("recorded", "replayed", "refilled", "diverged", "plain")
SUMMARY = re.compile(
    r"^OMP: taskgraph at \S*counts\.cpp:\d+:\d+ \((?P<function>.*)\): "
    + ", ".join(rf"(?P<{name}>\d+) {name}" for name in COUNTS) + "$"
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


@pytest.mark.parametrize("level", ["-O2", "-O0"])
@pytest.mark.parametrize("case", FOR_NOW)
def test_each_plain_run_has_a_reason(program_store, case, level, threads):
    program = program_store("plain_for_now.cpp", flags=("-Wno-openmp-taskgraph", level))
    settings = {"OMP_CANCELLATION": "true"}
    assert program.passes(case, threads=threads, **settings).stderr == ""
    program.passes(case, threads=threads, OMPX_TASKGRAPH="off", **settings)
    if threads == 1 and case == "earlier_tasks":
        return  # they run at once
    result = program.passes(case, threads=threads, OMPX_TASKGRAPH_VERBOSE="summary", **settings)
    *lines, summary = result.stderr.splitlines()
    assert [MESSAGE.match(line)[5] for line in lines] == [FOR_NOW[case]], str(result)
    assert not summary.endswith(" 0 plain"), str(result)


def test_switched_off_is_a_reason_too(program):
    result = program.passes(
        "called_parallel", threads=2, OMPX_TASKGRAPH="off", OMPX_TASKGRAPH_VERBOSE="1"
    )
    assert result.stderr.count("runs as ordinary tasks: OMPX_TASKGRAPH is off.") == 1


# Regions that are recorded have nothing to explain, whether they are replayed or refilled.
@pytest.mark.program("smallest.cpp")
def test_nothing_to_say_when_it_replays(program, threads):
    assert program.passes(threads=threads, OMPX_TASKGRAPH_VERBOSE="1").stderr == ""


@pytest.mark.program("called_functions.cpp", "called_functions_other.cpp")
def test_nothing_to_say_when_it_refills(program, threads):
    assert program.passes(threads=threads, OMPX_TASKGRAPH_VERBOSE="1").stderr == ""


def test_immediate_execution_is_a_reason_too(program):
    result = program.passes(
        "called_parallel", threads=2, KMP_TASKING="0", OMPX_TASKGRAPH_VERBOSE="1"
    )
    assert "runs as ordinary tasks: KMP_TASKING=0 makes every task run at once." in (
        result.stderr
    )


@pytest.mark.program("counts.cpp")
def test_counts(program, threads):
    program.passes_every_way(threads=threads)
    assert program.passes(threads=threads).stderr == ""


@pytest.mark.program("counts.cpp")
@pytest.mark.parametrize("taskgraph", ["on", "off"])
def test_summary(program, threads, taskgraph):
    """One line for each construct that was met, with numbers that add up."""
    result = program.passes(threads=threads, OMPX_TASKGRAPH_VERBOSE="summary",
                            OMPX_TASKGRAPH=taskgraph)
    lines = [SUMMARY.match(line) for line in result.stderr.splitlines()
             if " runs as ordinary tasks: " not in line]
    assert len(lines) == 3 and all(lines), str(result)
    for line in lines:
        assert line["function"].startswith("met"), str(result)
        numbers = [int(line[name]) for name in COUNTS]
        assert sum(numbers) == 20, str(result)
        if taskgraph == "off":
            assert numbers == [0, 0, 0, 0, 20], str(result)
    reasons = result.stderr.count("OMPX_TASKGRAPH is off")
    assert reasons == (2 if taskgraph == "off" else 0), str(result)


@pytest.mark.program("target_tasks.cpp")
def test_target_tasks_need_a_second_thread(program):
    reason = "runs as ordinary tasks: it has target tasks, and the team has one thread."
    for threads, times in ((1, 5), (2, 0)):
        result = program.passes(threads=threads, OMPX_TASKGRAPH_VERBOSE="1")
        assert result.stderr.count(reason) == times, str(result)


def test_summary_gives_reasons_too(program):
    result = program.passes("detached", threads=2, OMPX_TASKGRAPH_VERBOSE="summary")
    assert result.stderr.count(f"runs as ordinary tasks: {REASONS['detached']}") == 1, str(result)
    assert len(re.findall(r" [1-9]\d* plain$", result.stderr, re.MULTILINE)) == 1, str(result)
