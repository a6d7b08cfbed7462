# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The list of rules names tests that are there, and the page says what the list does."""

import re
import sys
import tomllib

import pytest

from support_project import ROOT

sys.path.insert(0, str(ROOT / "scripts/developer"))
import pages  # noqa: E402


@pytest.mark.parametrize("name", pages.PAGES)
def test_a_page_is_up_to_date(name):
    text = (ROOT / "docs" / name).read_text()
    assert text.count(pages.MARK) == 1
    assert pages.page(name) == text, "run scripts/developer/pages.py"


def missing(test):
    """Why the test is not there, or None."""
    kind, _, name = test.partition(" ")
    if kind == "unit":
        suite = re.compile(rf"^TEST(?:_F|_P)?\({name},", re.M)
        found = any(suite.search(file.read_text())
                    for file in (ROOT / "openmp/unittests").rglob("*.cpp"))
        return None if found else "no such suite"
    path, _, function = test.partition("::")
    file = ROOT / ("clang-patches/test/" + name if kind == "lit" else "tests/" + path)
    if not file.is_file():
        return "no such file"
    if function and not re.search(rf"^def {function}\(", file.read_text(), re.M):
        return "no such function"
    return None


def test_the_list_holds():
    for rule in tomllib.loads(pages.RULES.read_text())["rule"]:
        for test in rule["tests"]:
            assert not missing(test), f"{test}: {missing(test)}"
        lacks = "tests" if rule["status"] in ("held", "plain") else "note"
        assert rule.get(lacks), f"{rule['text']}: status `{rule['status']}` without {lacks}"


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
    assert missing(test) == why


def test_choices_of_a_variable():
    assert pages.choices()["OMPX_TASKGRAPH"] == ["off", "on", "check", "trust"]
