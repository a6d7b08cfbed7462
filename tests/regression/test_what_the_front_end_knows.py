# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the front end hands to a block, and says of its variables, was once wrong.

- A block read an address in place of a structured binding that is a reference, or of
  something like a tuple, such as a std::pair.
- A variable whose address the size of an array type hands on counted as one that nobody
  else can reach: what tasks left there was not read after a taskwait.
"""

import pytest


@pytest.mark.program("structured_bindings.cpp")
def test_structured_bindings(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("structured_bindings.cpp", flags=("-O0",))
def test_structured_bindings_without_optimisation(program, threads):
    program.passes_every_way(threads=threads)


@pytest.mark.program("sizes_with_effects.c")
def test_sizes_that_hand_on_addresses(program, threads):
    program.passes_every_way(threads=threads)
