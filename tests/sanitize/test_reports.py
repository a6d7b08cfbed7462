# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whose fault a report of ThreadSanitizer is."""

import pytest
import reports
from support_project import ROOT

PROGRAM = str(ROOT / "tests" / "programs" / "chain.cpp")


def report(first, second, location="heap block of size 64 at 0x7b00"):
    """A report as ThreadSanitizer prints it; each access is a list of (function, place)."""

    def stack(frames):
        return "".join(
            f"    #{n} {function} {place} (chain+0x1)\n"
            for n, (function, place) in enumerate(frames)
        )

    return (
        "==================\nWARNING: ThreadSanitizer: data race (pid=1)\n"
        f"  Write of size 8 at 0x7b00 by main thread:\n{stack(first)}\n"
        f"  Previous read of size 8 at 0x7b00 by thread T1:\n{stack(second)}\n"
        f"  Location is {location}\n\n"
        "SUMMARY: ThreadSanitizer: data race chain.cpp:3 in body\n==================\n"
    )


UPSTREAM = [("__kmp_push_task(int, kmp_task*)", "/llvm/kmp_tasking.cpp:330:29")]
ENGINE = [("ompx::Worker::run(ompx::NodeRef)", "/reprise/openmp/src/replay.cpp:231:3")]
BODY = [("body(int)", f"{PROGRAM}:12:3")]
OTHER = [("other(int)", f"{PROGRAM}:15:3")]
INITIALISING = [
    ("__tsan_memset", "<null>"),
    ("___kmp_allocate", "/llvm/kmp_alloc.cpp:2468:3"),
    ("__kmp_realloc_task_threads_data(kmp_info*)", "/llvm/kmp_tasking.cpp:3671:48"),
]
FINISHING = [("__kmp_finish_implicit_task", "/llvm/kmp_tasking.cpp:1155:13")]
CLOSING = [
    ("__kmp_ompx_close_domain(kmp_info*, kmp_taskdata*)", "/reprise/depend.cpp:312:28"),
    *FINISHING,
]
COUNTING = [
    ("std::__atomic_base<int>::fetch_sub(int, std::memory_order)", "/c++/atomic_base.h:628:9"),
    *ENGINE,
]
LOOKING = [("ompx::StealPace::allows(unsigned long) const", "/reprise/steal_pace.h:42:60")]
FAILING = [("ompx::StealPace::foundNothing(unsigned long)", "/reprise/steal_pace.h:47:10")]
CLEARING = [("ompx::Domain::clear(kmp_info*)", "/reprise/domain.cpp:49:3"), *CLOSING]


@pytest.mark.parametrize(
    "first, second, counts",
    [
        (UPSTREAM, UPSTREAM, False),
        (ENGINE, UPSTREAM, True),
        (UPSTREAM, ENGINE, True),
        (ENGINE, BODY, True),
        (ENGINE, INITIALISING, False),
        (CLOSING, FINISHING, False),
        (CLEARING, FINISHING, True),
        (CLOSING, ENGINE, True),
        (COUNTING, UPSTREAM, True),
        (LOOKING, FAILING, False),
        (LOOKING, ENGINE, True),
        (BODY, OTHER, True),
        (BODY, UPSTREAM, False),
    ],
)
def test_whose_report_it_is(first, second, counts):
    text = report(UPSTREAM, UPSTREAM) + report(first, second)
    assert len(list(reports.reports(text))) == 2
    assert len(list(reports.ours(text, ""))) == counts


def test_number_of_threads_is_read_as_a_hint():
    for name, counts in (("__kmp_nth", 0), ("__kmp_team_pool", 1)):
        text = report(ENGINE, UPSTREAM, f"global '{name}' of size 4 at 0x7b00 (libomp.so+0x1)")
        assert len(list(reports.ours(text, ""))) == counts


def test_race_that_plain_tasks_have_too_is_not_ours():
    race = report(BODY, OTHER)
    assert list(reports.ours(race, race)) == []
    assert list(reports.ours(race, report(OTHER, UPSTREAM))) == []
    assert len(list(reports.ours(race, report(UPSTREAM, UPSTREAM)))) == 1
