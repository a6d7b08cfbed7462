# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tests can fail: each program, with some of its dependences taken away.

A program marks what it must notice as ORDER_1, ORDER_2 and so on; here each of them
becomes empty in turn. A lost order shows only if the scheduler uses it, so that a
program gets several chances.
"""

import re

import pytest
from support import PROGRAMS
from test_dependences import OPENMP_51

CHANCES = 100


def lost_orders():
    for source in sorted(PROGRAMS.glob("depend_*.cpp")):
        for order in sorted(set(re.findall(r"\bORDER_\d\b", source.read_text()))):
            flags = (f"-D{order}(...)=", "-Wno-unused-variable", *OPENMP_51)
            mark = pytest.mark.program(source.name, flags=flags)
            yield pytest.param(id=f"{source.stem}-{order}", marks=mark)


@pytest.mark.parametrize((), lost_orders())
def test_lost_order_is_noticed(program):
    for _ in range(CHANCES):
        result = program.run(threads=4, OMP_CANCELLATION="true", OMPX_DEPEND_TRACKER="hash")
        if result.status == 1 and "expected" in result.stdout:
            return
    pytest.fail(f"nothing was noticed in {CHANCES} runs\n{result}")
