# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The demonstration: five applications at fine grain, checked against serial code."""

import os

from . import output, programs
from .nas import bound
from .runner import Contender

HELP = "five applications at fine grain, as loops, tasks and taskgraph: a minute"
# Sizes at which a task takes about a microsecond or less: the grain at which making tasks
# costs more than running them. No process takes much more than a tenth of a second.
FINE_GRAIN = {
    "gauss-seidel": ["--size", 512, "--block", 16, "--iterations", 60],
    "cholesky": ["--size", 320, "--block", 16, "--iterations", 40],
    "axpy": ["--size", 262144, "--block", 512, "--iterations", 200],
    "dot-product": ["--size", 262144, "--block", 512, "--iterations", 200],
    "n-body": ["--size", 512, "--block", 16, "--iterations", 40],
}
DEFAULTS = {"threads": [os.cpu_count() or 1], "rounds": 9}
QUICK = {"threads": [2], "rounds": 1}
INTRO = "# Demonstration\n\nTime of one iteration, every result checked against serial code."


def options(_parser, _choices):
    pass


def contenders(args, built):
    return [Contender([built.programs[program], "--variant", variant, *words],
                      {"OMP_NUM_THREADS": threads, **bound(threads)},
                      {"program": program, "threads": threads, "variant": variant})
            for program, words in FINE_GRAIN.items() for variant in programs.VARIANTS
            for threads in ([1] if variant == "serial" else args.threads)]


def tables(results):
    sides = {name: {"variant": name} for name in programs.VARIANTS}
    sides["serial"] = {"variant": "serial", "threads": 1}
    return [output.comparison(
        results, "Time of one iteration", results.rows(["program", "threads"],
                                                       variant="taskgraph"),
        ["program", "threads"], sides,
        {f"taskgraph / {name}": (sides["taskgraph"], sides[name])
         for name in programs.VARIANTS[:-1]})]


def figures(results, folder):
    sides = {name: {"variant": name} for name in programs.VARIANTS}
    sides["serial"] = {"variant": "serial", "threads": 1}
    return output.draw(folder / "demo", "Demonstration", results, results.rows(
        ["program", "threads"], variant="taskgraph"), ["program", "threads"], sides)
