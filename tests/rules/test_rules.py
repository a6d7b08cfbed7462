# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""This project follows its rules; each rule is seen broken."""

import subprocess

import pytest
import rules
from support_project import ROOT

HEADER = """\
// Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What this file is for.
"""
ATOMICS = HEADER + "#include <atomic>\nvoid publish() {}\n"


def test_this_project(source_tree):
    assert rules.broken(ROOT, source_tree) == []


@pytest.fixture
def broken_by(tmp_path):
    """What one file breaks in a project of its own."""
    def run(name, text):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        if not (tmp_path / ".git").exists():
            subprocess.run(["git", "init", "-q", tmp_path], check=True)
        return rules.broken(tmp_path, tmp_path)
    return run


def test_a_right_file(broken_by):
    assert broken_by("openmp/src/a.cpp", ATOMICS + "// mo: relaxed; a counter\n"
                     "int i = x.load(std::memory_order_relaxed);\n") == []


@pytest.mark.parametrize("name, text, problem", [
    ("a.cpp", "int i;\n", "a.cpp:1: no licence header in the first ten lines"),
    ("a.pml", "byte i;\n", "a.pml:1: no licence header in the first ten lines"),
    ("a.cpp", "".join(HEADER.splitlines(True)[:3]) + "int i;\n",
     "a.cpp:3: the header is not followed by what the file is for"),
    ("a.cpp", "\n" * 10 + HEADER, "a.cpp:1: no licence header in the first ten lines"),
    ("a.cpp", HEADER + "\n" * 600, "a.cpp:605: 605 lines, more than 600"),
    ("a.cpp", HEADER + "// TO" "DO: more\n",
     "a.cpp:6: an open task belongs in the issue tracker: TO" "DO"),
    ("a.md", "see /ho" "me/me/x\n", "a.md:1: a path of one machine: /ho" "me/me/"),
    ("a.sh", HEADER.replace("//", "#") + "curl deb.deb" "ian.org\n",
     "a.sh:6: the name of a mirror or registry: deb.deb" "ian.org"),
    ("openmp/src/a.cpp", ATOMICS + "int i = x.load(std::memory_order_relaxed);\n",
     "openmp/src/a.cpp:8: memory order without a `mo:` comment"),
    ("openmp/src/a.cpp", ATOMICS + "// mo: relaxed; for the first\n"
     "int i = x.load(std::memory_order_relaxed);\n"
     "int j = x.load(std::memory_order_relaxed);\n",
     "openmp/src/a.cpp:10: memory order without a `mo:` comment"),
    ("openmp/src/a.cpp", ATOMICS + "// mo: release; pairs with subscribe()\n"
     "x.store(1, std::memory_order_release);\n",
     "openmp/src/a.cpp:8: partner subscribe() does not exist"),
    ("openmp/src/a.cpp", ATOMICS + "// mo: release; pairs with the other side\n"
     "x.store(1, std::memory_order_release);\n",
     "openmp/src/a.cpp:8: `pairs with` names no function"),
    ("openmp/src/a.cpp", ATOMICS + "int i = x.fetch_add(1);\n",
     "openmp/src/a.cpp:8: `fetch_add` without an explicit memory order"),
    ("openmp/src/a.cpp", ATOMICS + "volatile int i;\n",
     "openmp/src/a.cpp:8: volatile is not for threads: use std::atomic"),
    ("openmp/src/a.cpp", ATOMICS + "KMP_MB();\n",
     "openmp/src/a.cpp:8: KMP_MB is no fence on all machines"),
    ("clang-patches/test/a.cpp", HEADER + "// RUN: %clang %s\n// CHECK: call\n",
     "clang-patches/test/a.cpp:7: CHECK lines, but no RUN line calls FileCheck"),
    ("clang-patches/test/a.cpp", HEADER + "// RUN: %clang %s\n// expected-error {{x}}\n",
     "clang-patches/test/a.cpp:7: expected- lines, but no RUN line has -verify"),
    ("clang-patches/test/a.cpp", HEADER, "clang-patches/test/a.cpp:1: no RUN line"),
])
def test_a_broken_rule(broken_by, name, text, problem):
    assert broken_by(name, text) == [problem]


def test_a_named_partner_that_exists(broken_by):
    assert broken_by("openmp/src/a.cpp", ATOMICS + "// mo: acquire; pairs with\n"
                     "// Board::publish()\n"
                     "int i =\n    x.load(std::memory_order_acquire);\n") == []
