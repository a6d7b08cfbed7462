# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every NAS kernel, in every variant, meets the published values.

Class S always; W and A with `--long`. The variant `serial` is the oracle of those
who write a kernel; here all variants answer to the same references.
"""

import json
import os
import re
import shlex
import subprocess

import pytest

from analysis import ways
from analysis.programs import KERNELS as SOURCES
from analysis.programs import TRACKERS, kernels_with_static, names_of_kernels

KERNELS = names_of_kernels()
VARIANTS = ["for", "taskloop", "taskgraph"]
STATIC = "taskgraph-static"
RUNS = [*((kernel, variant) for kernel in KERNELS for variant in VARIANTS),
        *((kernel, STATIC) for kernel in kernels_with_static())]
TASKGRAPHS = [run for run in RUNS if run[1].startswith("taskgraph")]


@pytest.mark.parametrize("kernel", KERNELS)
def test_serial(kernels, kernel):
    kernels.verified(kernel, "serial")


@pytest.mark.parametrize("threads", [1, 2, 4, 8])
@pytest.mark.parametrize("kernel, variant", RUNS)
def test_variants(kernels, kernel, variant, threads):
    # The second run replays what the first has recorded.
    kernels.verified(kernel, variant, "--iterations", 2, threads=threads)


@pytest.mark.parametrize("tracker", TRACKERS)
@pytest.mark.parametrize("kernel, variant", TASKGRAPHS)
def test_every_tracker(kernels, kernel, variant, tracker):
    kernels.verified(kernel, variant, OMPX_DEPEND_TRACKER=tracker, threads=4)
    # The same tasks, never replayed: then the tracker orders them in each iteration.
    kernels.verified(kernel, variant, OMPX_DEPEND_TRACKER=tracker, threads=4,
                     OMPX_TASKGRAPH="off")


@pytest.mark.parametrize("tasks", [1, 3, 100])
@pytest.mark.parametrize("variant", ["taskloop", "taskgraph"])
@pytest.mark.parametrize("kernel", KERNELS)
def test_numbers_of_tasks(kernels, kernel, variant, tasks):
    kernels.verified(kernel, variant, "--num-tasks", tasks)


@pytest.mark.parametrize("kernel", kernels_with_static())
def test_number_of_tasks_that_the_compiler_knows(kernels, kernel):
    done = kernels.verified(kernel, STATIC, "--num-tasks", 16)
    assert "16 tasks for each loop" in done.stdout
    done = kernels.run(kernel, STATIC, "--num-tasks", 8)
    assert done.returncode == 2
    assert f"--num-tasks: a loop of {STATIC} always becomes 16 tasks" in done.stderr


@pytest.mark.parametrize("kernel, fewer", [
    ("cg", "over vectors only: 2"), ("is", "over values: 2"), ("lu", "over slabs of planes: 4")])
def test_fewer_tasks_than_asked_for_are_told(kernels, kernel, fewer):
    done = kernels.verified(kernel, "taskgraph", "--num-tasks", 8)
    assert f"8 tasks for each loop ({fewer})" in done.stdout


@pytest.mark.parametrize("kernel", KERNELS)
def test_recording_in_the_timed_region(kernels, kernel):
    kernels.verified(kernel, "taskgraph", "--warm-up", 0)


@pytest.mark.parametrize("kernel", KERNELS)
def test_is_replayed(kernels, kernel):
    """Where it is not, what the block reads is new in every iteration."""
    done = kernels.verified(kernel, "taskgraph", "--iterations", 2,
                            OMPX_TASKGRAPH_VERBOSE="summary")
    assert "runs as ordinary tasks" not in done.stderr, done.stderr
    constructs = ways.counts_of(done.stderr)
    assert constructs, done.stderr
    for counts in constructs.values():
        assert counts["replayed"] > counts["recorded"], done.stderr
        assert counts["refilled"] == counts["diverged"] == 0, done.stderr


@pytest.mark.parametrize("size", ["S", "W"])
@pytest.mark.parametrize("kernel", kernels_with_static())
def test_is_built_by_the_compiler(kernels, kernel, size):
    """All encounters use the compiler's graph, the first included."""
    done = kernels.verified(kernel, STATIC, size=size, OMPX_TASKGRAPH_VERBOSE="summary")
    constructs = ways.counts_of(done.stderr)
    assert constructs, done.stderr
    for counts in constructs.values():
        assert counts["replayed"] == sum(counts.values()) > 0, done.stderr
    # Only the compiler's graphs are used before anything is recorded.
    done = kernels.verified(kernel, STATIC, size=size, OMPX_TASKGRAPH_VERBOSE="summary",
                            OMPX_TASKGRAPH_STATIC="off")
    assert all(counts["recorded"] for counts in ways.counts_of(done.stderr).values())


@pytest.mark.parametrize("kernel", kernels_with_static())
def test_the_compiler_says_so(kernels, kernel):
    source = SOURCES / kernel / "static.cpp"
    commands = json.loads((kernels.folder / "compile_commands.json").read_text())
    (entry,) = [one for one in commands if one["file"] == str(source)]
    done = subprocess.run(
        [*shlex.split(entry["command"]), "-Rpass=taskgraph", "-o", os.devnull],
        cwd=entry["directory"], capture_output=True, text=True, check=True, timeout=120)
    built = re.findall(r"static.cpp:(\d+):\d+: remark: taskgraph is built by the compiler: ",
                       done.stderr)
    directives = [str(number) for number, line in enumerate(source.read_text().splitlines(), 1)
                  if re.match(r"\s*#\s*pragma omp taskgraph\b", line)]
    assert directives and set(built) == set(directives), done.stderr


@pytest.mark.parametrize("kernel, variant", [*((kernel, "serial") for kernel in KERNELS),
                                             *RUNS])
def test_wrong_result_is_noticed(kernels, kernel, variant):
    done = kernels.run(kernel, variant, "--corrupt")
    assert done.returncode == 1
    assert "error: wrong result: " in done.stderr
    assert "verified" not in done.stdout


@pytest.mark.parametrize("kernel", KERNELS)
def test_unknown_class(kernels, kernel):
    done = kernels.run(kernel, "for", size="X")
    assert done.returncode == 2
    assert '--class: "X" is unknown; choose one of SWABC' in done.stderr


@pytest.mark.usefixtures("takes_long")
@pytest.mark.parametrize("size", ["W", "A"])
@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("kernel, variant", RUNS)
def test_larger_classes(kernels, kernel, variant, threads, size):
    kernels.verified(kernel, variant, size=size, threads=threads, timeout=1800)


@pytest.mark.usefixtures("takes_long")
@pytest.mark.parametrize("size", ["W", "A"])
@pytest.mark.parametrize("tracker", TRACKERS)
@pytest.mark.parametrize("kernel, variant", TASKGRAPHS)
def test_every_tracker_in_larger_classes(kernels, kernel, variant, tracker, size):
    for settings in ({}, {"OMPX_TASKGRAPH": "off"}):
        kernels.verified(kernel, variant, size=size, OMPX_DEPEND_TRACKER=tracker,
                         **settings)


@pytest.mark.parametrize("variant", ["serial", "for", "taskloop"])
@pytest.mark.parametrize("kernel", KERNELS)
def test_other_compilers(kernels_by_others, kernel, variant):
    for size in ("S", "W", "A"):
        kernels_by_others.verified(kernel, variant, size=size)
    done = kernels_by_others.run(kernel, "taskgraph")
    assert done.returncode == 2
    assert "cannot run" in done.stderr
