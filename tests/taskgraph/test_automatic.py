# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""OMPX_TASKGRAPH_AUTO: programs without any region, which the library refills by itself.

Each program compares with serial code. That it was refilled is counted.
"""

import pathlib
import re
import sys

import pytest
from support import Program

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "any_compiler"), str(TESTS / "depend")]
from test_any_compiler import COMPILERS, FORTRAN, Builder  # noqa: E402
from trackers import TRACKERS  # noqa: E402

KERNELS = ("heat", "series", "cholesky", "in-turn", "regions", "own-streams", "spins",
           "not-worth-it")
AUTO = {"OMPX_TASKGRAPH_AUTO": "on"}
SUMMARY = re.compile(r"^OMP: taskgraph at .* \(.*, automatic\): (\d+) recorded, 0 replayed, "
                     r"(\d+) refilled, (\d+) diverged, (\d+) plain$", re.M)


@pytest.fixture(scope="session")
def build(toolchain, tmp_path_factory):
    return Builder(toolchain, tmp_path_factory.mktemp("automatic"))


def wanted(threads):
    return "refills" if threads > 1 else "plain"


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("kernel", KERNELS)
def test_right_and_refilled(build, compiler, kernel, threads):
    build(compiler, "automatic.cpp").passes(kernel, wanted(threads), threads=threads, **AUTO)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("tracker", TRACKERS)
def test_under_every_tracker(build, kernel, tracker, threads):
    build("ours", "automatic.cpp").passes(
        kernel, wanted(threads), threads=threads, OMPX_DEPEND_TRACKER=tracker, **AUTO)


@pytest.mark.parametrize("setting", (
    {"OMPX_TASKGRAPH_AUTO": "off"},
    {"OMPX_TASKGRAPH_AUTO": "on", "OMPX_TASKGRAPH": "off"},
    {"OMPX_TASKGRAPH_AUTO": "on", "OMP_CANCELLATION": "true"},
    {"OMPX_TASKGRAPH_AUTO": "on", "KMP_TASKING": "0"},
), ids=lambda setting: "-".join(f"{name}_{value}" for name, value in setting.items()))
def test_left_alone(build, setting):
    for kernel in ("heat", "series"):
        build("gcc", "automatic.cpp").passes(kernel, "plain", threads=4, **setting)


def test_no_stream_begins_in_a_region(build):
    """Also where each task of the region is looked at."""
    for threads in (2, 4):
        build("gcc", "automatic.cpp").passes(
            "regions", "refills", threads=threads, OMPX_TASKGRAPH="check", **AUTO)


@pytest.mark.parametrize("compiler", FORTRAN)
def test_fortran(build, compiler):
    """And the summary names the function of the first task."""
    for threads in (2, 4):
        seen = build(compiler, "automatic.f90").passes(
            threads=threads, OMPX_TASKGRAPH_VERBOSE="summary", **AUTO).stderr
        (counts,) = SUMMARY.findall(seen)
        recorded, refilled, diverged, _ = map(int, counts)
        assert (recorded, diverged) == (1, 0) and refilled > 80, seen


@pytest.mark.parametrize("compiler", ("gcc", "ours"))
@pytest.mark.parametrize("tracker", TRACKERS)
def test_random_streams(build, compiler, tracker, threads):
    """Every kind of task and wait, in streams that change at times."""
    seeds = (1 + 100 * TRACKERS.index(tracker), 12)
    result = build(compiler, "automatic_random.cpp").passes(
        *seeds, threads=threads, OMPX_DEPEND_TRACKER=tracker, OMP_MAX_TASK_PRIORITY=3, **AUTO)
    (refilled,) = re.findall(r"refilled (\d+)", result.stdout)
    assert threads == 1 or int(refilled) > 50, str(result)


@pytest.mark.parametrize("setting", (
    {"OMPX_TASKGRAPH_AHEAD": "off"},
    {"OMPX_TASKGRAPH_AHEAD": "on"},
    {"OMPX_TASKGRAPH": "check"},
    {"OMP_CANCELLATION": "true"},
    {"KMP_ENABLE_TASK_THROTTLING": "0"},
), ids=lambda setting: "-".join(f"{name}_{value}" for name, value in setting.items()))
def test_random_streams_with_other_settings(build, setting):
    for threads in (2, 4):
        build("ours", "automatic_random.cpp").passes(900, 12, threads=threads, **AUTO, **setting)


def test_summary_names_the_first_task(build):
    """By its line, where the compiler gives one."""
    program = build("ours", "automatic.cpp", "-g")
    assert isinstance(program, Program)
    seen = program.passes("heat", "refills", threads=2, OMPX_TASKGRAPH_VERBOSE="summary",
                          **AUTO).stderr
    assert re.search(r"taskgraph at \S*automatic\.cpp:\d+:\d+ \(.*, automatic\): 2 recorded", seen), seen
