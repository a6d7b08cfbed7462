# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every NAS kernel, in every variant, meets the published values.

Class S always; W and A with `--long`. The variant `serial` is the oracle of those
who write a kernel; here all variants answer to the same references.
"""

import pytest

from benchlib import ways
from benchlib.evaluation_build import names_of_kernels
from benchlib.trackers import TRACKERS

KERNELS = names_of_kernels()
VARIANTS = ["for", "taskloop", "taskgraph"]


@pytest.mark.parametrize("kernel", KERNELS)
def test_serial(kernels, kernel):
    kernels.verified(kernel, "serial")


@pytest.mark.parametrize("threads", [1, 2, 4, 8])
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("kernel", KERNELS)
def test_variants(kernels, kernel, variant, threads):
    # The second run replays what the first has recorded.
    kernels.verified(kernel, variant, "--iterations", 2, threads=threads)


@pytest.mark.parametrize("tracker", TRACKERS)
@pytest.mark.parametrize("kernel", KERNELS)
def test_every_tracker(kernels, kernel, tracker):
    kernels.verified(kernel, "taskgraph", OMPX_DEPEND_TRACKER=tracker, threads=4)
    # The same tasks, never replayed: then the tracker orders them in each iteration.
    kernels.verified(kernel, "taskgraph", OMPX_DEPEND_TRACKER=tracker, threads=4,
                     OMPX_TASKGRAPH="off")


@pytest.mark.parametrize("tasks", [1, 3, 100])
@pytest.mark.parametrize("variant", ["taskloop", "taskgraph"])
@pytest.mark.parametrize("kernel", KERNELS)
def test_numbers_of_tasks(kernels, kernel, variant, tasks):
    kernels.verified(kernel, variant, "--num-tasks", tasks)


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


@pytest.mark.parametrize("variant", ["serial", *VARIANTS])
@pytest.mark.parametrize("kernel", KERNELS)
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
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("kernel", KERNELS)
def test_larger_classes(kernels, kernel, variant, threads, size):
    kernels.verified(kernel, variant, size=size, threads=threads, timeout=1800)


@pytest.mark.usefixtures("takes_long")
@pytest.mark.parametrize("size", ["W", "A"])
@pytest.mark.parametrize("tracker", TRACKERS)
@pytest.mark.parametrize("kernel", KERNELS)
def test_every_tracker_in_larger_classes(kernels, kernel, tracker, size):
    for settings in ({}, {"OMPX_TASKGRAPH": "off"}):
        kernels.verified(kernel, "taskgraph", size=size, OMPX_DEPEND_TRACKER=tracker,
                         **settings)


@pytest.mark.parametrize("variant", ["serial", "for", "taskloop"])
@pytest.mark.parametrize("kernel", KERNELS)
def test_other_compilers(kernels_by_others, kernel, variant):
    for size in ("S", "W", "A"):
        kernels_by_others.verified(kernel, variant, size=size)
    done = kernels_by_others.run(kernel, "taskgraph")
    assert done.returncode == 2
    assert "cannot run" in done.stderr
