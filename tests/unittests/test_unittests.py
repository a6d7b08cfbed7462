# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runtime's GoogleTest binaries, run by ctest and reported one by one."""

import re
import subprocess

import pytest
from support_project import ROOT

pytestmark = pytest.mark.skipif(
    not (ROOT / "openmp/unittests/CMakeLists.txt").exists(),
    reason="the runtime has no unit tests")


@pytest.fixture(scope="module")
def unittest_build(source_tree):
    folder = source_tree.parent / "unittests"
    if not (folder / "CTestTestfile.cmake").exists():
        pytest.fail(f"{folder} is not built: scripts/reprise.sh build unittests")
    return folder


def test_all_unit_tests(unittest_build):
    done = subprocess.run(["ctest", "--test-dir", unittest_build, "--output-on-failure",
                           "--timeout", "300"],
                          capture_output=True, text=True, timeout=1800)
    assert done.returncode == 0, done.stdout[-8000:]
    found = re.search(r"100% tests passed, 0 tests failed out of (\d+)", done.stdout)
    assert found and int(found.group(1)) > 0, done.stdout[-2000:]
