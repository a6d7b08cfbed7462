# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tied tasks in untied ones and the other way round, deferred or not."""

import pytest


@pytest.mark.program("mixed_tiedness.cpp")
def test_mixed_tiedness(program, threads):
    program.passes(threads=threads)


@pytest.mark.program("mixed_tiedness.cpp")
def test_mixed_tiedness_again_and_again(program, threads, takes_long):
    program.passes(200, threads=threads)
