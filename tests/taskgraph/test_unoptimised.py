# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All programs of this folder's tests once more, as a compiler makes them that proves nothing.

Their other tests compile with -O2.
"""

import pathlib
import re

import pytest

HERE = pathlib.Path(__file__).parent
MARK = re.compile(r"^@pytest\.mark\.program\(\s*(.*?)\)\ndef ", re.MULTILINE | re.DOTALL)
# Long without optimisation, and no other code than in the programs beside them; or run
# with arguments.
LEFT_OUT = ("large_graphs.cpp", "long_chain.cpp", "graph_reset_memory.cpp",
            "unloaded_library.cpp")


def programs():
    """The sources and flags that the marks name, each once."""
    found = {}
    for path in sorted(HERE.glob("test_*.py")):
        for words in MARK.findall(path.read_text()):
            sources = re.findall(r'"(\w+\.\w+)"', words)
            flags = re.findall(r'"(-\S+)"', words)
            if sources[0] not in LEFT_OUT:
                found[sources[0]] = pytest.param(
                    id=sources[0],
                    marks=pytest.mark.program(*sources, flags=("-O0", *flags)))
    return found.values()


def test_programs_are_found():
    assert len(programs()) > 40


@pytest.mark.parametrize((), programs())
def test_unoptimised(program):
    program.passes(threads=4)
