# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The list of rules names tests that are there, and the page says what the list does."""

import subprocess
import sys

import pytest

from support_project import ROOT

sys.path.insert(0, str(ROOT / "scripts/developer"))
import pages  # noqa: E402


def test_pages_are_up_to_date():
    done = subprocess.run([sys.executable, ROOT / "scripts/developer/pages.py", "--check"],
                          capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("test, why", [
    ("taskgraph/test_clauses.py::test_nogroup", None),
    ("taskgraph/test_clauses.py::test_no", "no such function"),
    ("taskgraph/test_nothing.py", "no such file"),
    ("lit Taskgraph/handles.ll", None),
    ("lit Taskgraph/nothing.ll", "no such file"),
    ("unit RecordTest", None),
    ("unit Record", "no such suite"),
])
def test_missing_tests_are_found(test, why):
    assert pages.missing(test) == why


def test_choices_of_a_variable():
    assert pages.choices()["OMPX_TASKGRAPH"] == ["off", "on", "check", "trust"]
