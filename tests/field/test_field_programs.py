# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each program of field_programs.py as often as --runs says, with up to 16 threads.

The first failure ends a program's runs; its message has the command with environment and
seed, and the stacks if the program did not end.
"""

import random

import pytest
from field_programs import PROGRAMS
from support import clean_environment, execute


@pytest.mark.parametrize("count", (1, 2, 4, 8, 16), ids=lambda count: f"threads{count}")
@pytest.mark.parametrize("entry", PROGRAMS, ids=lambda entry: entry.name)
def test_field_program(entry, count, request, program_store):
    runs = request.config.getoption("--runs")
    if not runs:
        pytest.skip("runs with --runs N")
    program = program_store(entry.path, flags=("-O1", "-g", "-w", "-UPROVED", *entry.flags))
    seed = random.randrange(1_000_000, 2_000_000_000)  # what `atoi` in the programs can read
    for number in range(runs):
        words = [word.replace("{seed}", str(seed + number)) for word in entry.arguments]
        result = execute([program.binary, *words], clean_environment(
            OMP_NUM_THREADS=count, **entry.settings[number % len(entry.settings)]), entry.limit)
        assert result.status == 0, f"in run {number + 1} of {runs}:\n{result}"
