# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The demonstration: five applications in coarse and in fine tasks, checked against serial
code."""

import os

from . import output, programs
from .results import mean_of_ratios
from .runner import Contender, team

HELP = "five applications as loops, tasks and taskgraph, in coarse and fine tasks: two minutes"
# Of each program: words for its size, and the block of a coarse and of a fine task. A coarse
# task takes some tens of microseconds, as one chooses it where making a task costs much; a
# fine one takes one to a few. An iteration takes milliseconds, a process some tenths of a
# second, so that neither the start of a process nor a single interruption decides.
PROGRAMS = {
    "gauss-seidel": (["--size", 1024, "--iterations", 50], 128, 32),
    "cholesky": (["--size", 640, "--iterations", 30], 128, 32),
    "axpy": (["--size", 1048576, "--iterations", 200], 65536, 2048),
    "dot-product": (["--size", 1048576, "--iterations", 100], 65536, 2048),
    "n-body": (["--size", 1024, "--iterations", 30], 128, 32),
}
GRAINS = ["coarse", "fine"]
DEFAULTS = {"threads": [os.cpu_count() or 1], "rounds": 15}
OPTIONS = {}
QUICK = {"threads": [2], "rounds": 1}
NAMES = ["program", "grain", "block", "threads"]


def contenders(args, built):
    return [Contender([built.programs[program], "--variant", variant, *words, "--block", block],
                      team(threads),
                      {"program": program, "grain": grain, "block": block, "threads": threads,
                       "variant": variant})
            for program, (words, *blocks) in PROGRAMS.items()
            for grain, block in zip(GRAINS, blocks) for variant in programs.VARIANTS
            for threads in ([1] if variant == "serial" else args.threads)]


def what_to_see(results):
    """The rows in one line: geometric means of their ratios."""
    def mean(grain, other):
        rows = results.rows(NAMES, variant="taskgraph", grain=grain)
        return output.ratio_cell(mean_of_ratios(
            [results.ratio({**row, "variant": "taskgraph"}, {**row, "variant": other})
             for row in rows]), verdict=False)
    return ("What to see: a taskgraph takes {} times as long as ordinary tasks where tasks are "
            "coarse, {} where they are fine; and as loops {} and {} (geometric means).").format(
                *(mean(grain, other) for other in ("tasks", "for") for grain in GRAINS))


def tables(results):
    sides = {name: {"variant": name, **({"threads": 1} if name == "serial" else {})}
             for name in programs.VARIANTS}
    return [output.comparison(
        results, "Time of one iteration", NAMES, {"variant": "taskgraph"}, sides,
        {f"taskgraph / {name}": (sides["taskgraph"], sides[name]) for name in ("for", "tasks")},
        what_to_see(results), figure="times")]
