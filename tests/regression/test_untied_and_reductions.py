# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What upstream's code generation makes of untied tasks and of reductions was wrong.

- A part of an untied task used values that only an earlier part had: of constructs
  inside the task, of transformed loops, and sizes of types. Such programs crashed, or
  crashed the compiler.
- Reductions over arrays of variable length were combined with whatever size the
  combining thread had last seen: results were lost, memory overwritten.
"""

import pytest


@pytest.mark.program("untied_parts.c")
def test_parts_of_untied_tasks(program, threads):
    program.passes(threads=threads)


@pytest.mark.program("untied_parts.c", flags=("-O0", "-g"))
def test_parts_of_untied_tasks_without_optimisation(program, threads):
    program.passes(threads=threads)


@pytest.mark.program("reduction_sizes.c")
def test_reductions_over_arrays_of_variable_length(program, threads):
    program.passes_every_way(threads=threads)
