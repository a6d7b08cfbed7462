# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the library starts."""

import pytest


@pytest.mark.program("left_over_registration.cpp")
def test_what_a_killed_process_left(program, threads):
    program.passes(threads=threads)
