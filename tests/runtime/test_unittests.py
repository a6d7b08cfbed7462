# Part of the Reprise project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the runtime's GoogleTest suites, one pytest test for each suite, so that
a failure names what failed."""
import subprocess
from pathlib import Path

import pytest

UNITTESTS = Path(__file__).resolve().parents[2] / "openmp/unittests"
SUITES = sorted(path.stem for path in UNITTESTS.rglob("*Test.cpp"))


@pytest.fixture(scope="session")
def binary(toolchain):
    found = sorted(toolchain.lib_dir.parents[1].glob("llvm-*/openmp/omp-unittests"))
    assert found, "omp-unittests is not built: scripts/reprise.sh build unittests"
    return found[0]


def test_there_are_suites():
    assert SUITES


@pytest.mark.parametrize("suite", SUITES)
def test_suite(binary, suite):
    # A file's test suites have its name or are its parameterised variants.
    names = subprocess.run([binary, "--gtest_list_tests"], text=True, check=True,
                           capture_output=True, timeout=60).stdout
    source = next(UNITTESTS.rglob(f"{suite}.cpp")).read_text()
    suites = [line.split(".")[0] for line in names.splitlines()
              if line and not line.startswith(" ")]
    chosen = [s for s in suites if f"({s.split('/')[-1]}," in source]
    assert chosen, f"{binary} has no tests of {suite}"
    result = subprocess.run(
        [binary, "--gtest_filter=" + ":".join(f"{s}.*" for s in chosen)],
        text=True, capture_output=True, timeout=300)
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-2000:]
    assert "[  PASSED  ]" in result.stdout


@pytest.mark.parametrize("seed", [1, 2])
def test_in_another_order(binary, seed):
    """No test lives on what others leave, or is disturbed by it."""
    result = subprocess.run([binary, "--gtest_shuffle", f"--gtest_random_seed={seed}"],
                            text=True, capture_output=True, timeout=300)
    assert result.returncode == 0, result.stdout[-4000:] + result.stderr[-2000:]
