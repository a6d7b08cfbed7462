# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which tasks a thread may begin while it is suspended in tied ones."""

import pytest


@pytest.mark.program("descendants_only.cpp")
@pytest.mark.parametrize("amount", ["one", "half"])
def test_a_thread_begins_only_descendants_of_its_tied_tasks(program, threads, amount):
    program.passes(threads=threads, OMPX_STEAL=amount)
