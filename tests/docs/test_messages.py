# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/troubleshooting.md has an entry for everything that library and compiler can say."""

import re

import message_texts
import pytest
from document import ROOT

PAGE = re.sub(r"\s+", " ", (ROOT / "docs/troubleshooting.md").read_text())


@pytest.mark.parametrize("text", sorted(message_texts.library_texts()))
def test_library(text):
    assert text in PAGE


@pytest.mark.parametrize("text", sorted(message_texts.compiler_texts()))
def test_compiler(text):
    assert text in PAGE


def test_texts_are_found():
    """One of each place that has texts: else the tests above see nothing."""
    library, compiler = message_texts.library_texts(), message_texts.compiler_texts()
    assert {"runs as ordinary tasks", "it is met in a final task", "it is damaged",
            "a task has other data", "an untied task calls taskyield",
            "is an invalid value; ignored",
            "there was no memory for the graph"} <= library
    assert {"a task has an if clause", "it has assembler code", "taskgraph is recorded at run time",
            "is an OpenMP 6.0 extension", "it takes too many steps; see -taskgraph-static-nodes",
            } <= compiler


def test_a_new_reason_is_noticed(tmp_path):
    (tmp_path / "new.cpp").write_text(
        '// "of a comment only"\nvoid f() { refuse("the moon is "\n"full today"); }\n'
        'static_assert(sizeof(int) == 4, "a word has four bytes");\n')
    assert message_texts.sentences(tmp_path, 3) == {"the moon is full today"}
