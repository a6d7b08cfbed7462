# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the taskgraph constructs of our own programs are run: what became of their encounters.
Counts, no times."""

import re

from overlay import shown_path

from . import output, programs
from .runner import Contender

HELP = "how often the taskgraphs of all programs are replayed"
NAMES = [*programs.names_of_kernels(), *programs.PROGRAMS, "task-overhead"]
DEFAULTS = {"threads": [2], "rounds": 1}
OPTIONS = {"programs": (NAMES, NAMES, "which programs")}
TIMES = False
QUICK = {"programs": ["axpy"]}
# In the order in which the library prints them, and in that of what is wished for.
COUNTS = ("recorded", "replayed", "refilled", "diverged", "plain")
SHOWN = ("replayed", "refilled", "recorded", "diverged", "plain")
PLACE = r"(?P<file>.+?):(?P<line>\d+):\d+"
COUNTED = re.compile(rf"OMP: taskgraph at {PLACE} \(.*\): "
                     + ", ".join(rf"(?P<{name}>\d+) {name}" for name in COUNTS))


def contenders(args, built):
    """One run of each variant that has a taskgraph."""
    made = []
    for name in args.programs:
        variants = ["taskgraph", *(
            variant for variant, having in programs.MORE_VARIANTS.items()
            if variant.startswith("taskgraph") and name in having)]
        kernel = name in programs.names_of_kernels()
        if name in programs.kernels_with_static():
            variants.append("taskgraph-static")
        words = programs.SMALL.get(name, ["--class", "S", "--iterations", 2])
        if name == "task-overhead":
            variants, words = ["record", "record-again", "refill", "replay"], ["--tasks", 100]
        made += [Contender(
            [(built.kernels if kernel else built.programs)[name], "--variant", variant,
             *words], {"OMP_NUM_THREADS": threads, "OMPX_TASKGRAPH_VERBOSE": "summary"},
            {"program": name, "threads": threads, "variant": variant})
            for variant in variants for threads in args.threads]
    return made


def counts_of(errors):
    """{(file, line): {count: number}} of what a run has printed; the instantiations of
    a template are one construct."""
    counts = {}
    for found in filter(None, map(COUNTED.fullmatch, errors.splitlines())):
        place = shown_path(found["file"]), int(found["line"])
        sums = counts.setdefault(place, dict.fromkeys(COUNTS, 0))
        for name in COUNTS:
            sums[name] += int(found[name])
    return counts


def tables(results):
    # BT and SP have one construct in common.
    rows = sorted((place, run["labels"]["program"], run["labels"]["variant"],
                   [counts[name] for name in SHOWN])
                  for run in results.document["runs"]
                  for place, counts in counts_of(run["message"]).items())
    return [output.Table("Constructs", ["construct", "program", "variant", "encounters", *SHOWN], [
        [f"`{file}:{line}`", program, variant, sum(counts), *counts]
        for (file, line), program, variant, counts in rows])]
