# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel under perf: all of its time is accounted for, in the right place."""

import shutil
import subprocess

import pytest

from analysis import profiling
from analysis.runner import Contender


def may_sample():
    """Containers often may not."""
    perf = shutil.which("perf")
    return perf and subprocess.run(
        [perf, "record", "-q", "-e", "cpu-clock", "-o", "/dev/null", "true"],
        capture_output=True, check=False).returncode == 0


@pytest.mark.parametrize("variant", ["for", "taskgraph"])
def test_a_kernel_under_perf(kernels, variant):
    if not may_sample():
        pytest.skip("perf is not installed or may not sample")
    entry = Contender([kernels.paths["cg"], "--variant", variant, "--class", "S"],
                      {"OMP_NUM_THREADS": 2, "OMP_PROC_BIND": "true"}, {"variant": variant})
    made = profiling.profile(entry, 0.05)
    assert sum(made["shares"].values()) == pytest.approx(made["time"])
    assert made["shares"]["work"] > 0
    assert made["shares"]["waiting"] < made["time"]
    assert made["top"][0][:2] == ["nas::SparseMatrix::multiply", "work"]
