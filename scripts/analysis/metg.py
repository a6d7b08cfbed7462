# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How short tasks may be: minimum effective task granularity in Task Bench's patterns.

A process takes a sample of each grain in turn, from coarse to fine; its METG is one value.
"""

import itertools
import statistics

from overlay import Failure, say

from . import output
from .runner import Contender, team

HELP = "how short tasks may be until half of the time is lost, beside other task libraries"
PATTERNS = ["trivial", "chains", "stencil", "fft", "tree", "random", "all"]
# System: library, and how the program makes the graph (--rerun).
SYSTEMS = {"replay": ("ours", 1), "tasks": ("ours", 0), "libomp": ("libomp", 0),
           "libgomp": ("libgomp", 0), "taskflow": ("taskflow", 1), "onetbb": ("onetbb", 1),
           "starpu": ("starpu", 0)}
LEVELS = [0.5, 0.8]  # of the highest rate
# Encounters before those that are measured, of each grain: a replay tries ways to run it.
WARM_UP = {"replay": 92}
LONG = 1024  # steps; of shorter tasks the processor may do several at once
# Of a grid: tasks in a row, and rows. Of a process: samples of each grain, steps of the coarsest
# tasks (a step takes about 2 ns), and grains, each half the one before.
DEFAULTS = {"rounds": 10, "width": 16, "rows": 64, "iterations": 5, "steps": 32768, "grains": 16}
OPTIONS = {
    "patterns": (PATTERNS, PATTERNS, "which patterns"),
    "systems": ([*SYSTEMS], None, "which systems (default: all that are installed)")}
QUICK = {"threads": [2], "rounds": 1, "patterns": ["trivial", "stencil"], "rows": 16,
         "iterations": 3, "steps": 4096, "grains": 11}


def programs_of(args, built):
    """{system: (program, settings)} of those wanted and there."""
    made = {}
    for system in args.systems or SYSTEMS:
        for library in built.libraries(SYSTEMS[system][0]):
            try:
                made[system] = built.dependences(library)
            except Failure as failure:
                if args.systems or "is not installed" not in failure.cause:
                    raise
                say("measure.py", f"left out: {failure.cause}; {failure.next_step}")
    return made


def contenders(args, built):
    sides = programs_of(args, built)
    return [Contender(
        [program, "--variant", f"grid-{pattern}", "--tasks", args.rows, "--width",
         args.width, "--steps", args.steps, "--grains", args.grains, "--iterations",
         args.iterations, "--rerun", SYSTEMS[system][1],
         "--warm-up", WARM_UP.get(system, 0)],
        team(threads, settings),
        {"pattern": pattern, "threads": threads, "system": system,
         "library": SYSTEMS[system][0]}, value="all")
        for pattern in args.patterns for threads in args.threads
        for system, (program, settings) in sides.items()]


def extra(args, _built, _contenders):
    return {"steps": [args.steps >> grain for grain in range(args.grains)]}


def peak_of(results):
    """The highest rate of any sample of tasks that are long enough: steps per nanosecond and
    thread."""
    steps = results.document["extra"]["steps"]
    enough = min(LONG, steps[0])
    return max((work / (sample * group.labels["threads"])
                for group in results.groups.values() for samples in group.samples
                for work, sample in zip(itertools.cycle(steps), samples) if work >= enough),
               default=None)


def metg(points, level):
    """(time, mark): the smallest time at which the level is reached, by interpolation
    between grains; the mark says if it is only a bound."""
    reached = [index for index, (_, efficiency) in enumerate(points) if efficiency >= level]
    if not reached:
        return max(time for time, _ in points), ">"
    last = reached[-1]
    if last == len(points) - 1:
        return points[last][0], "<"
    (time, above), (finer, below) = points[last], points[last + 1]
    part = (above - level) / (above - below)
    return time * (finer / time) ** part, ""


def reduced(results, level=LEVELS[0]):
    """The same results, with the METG of a process as its only value."""
    steps, peak = results.document["extra"]["steps"], peak_of(results)
    for group in results.groups.values():
        found, threads = [], group.labels["threads"]
        for samples in group.samples:
            grains = [threads * statistics.median(samples[grain::len(steps)])
                      for grain in range(len(steps))]
            found.append(metg([(ns, work / ns / peak) for work, ns in zip(steps, grains)], level))
        group.values = [time for time, _ in found]
        group.mark = "".join(sorted({mark for _, mark in found}))
    return results


def of_system(system):
    return {"system": system, "library": SYSTEMS[system][0]}


def tables(results):
    names = ["pattern", "threads"]
    rows = [row for row in results.rows(results.with_axes(names))
            if all(axis in row for axis in results.axes)]
    systems = {system: of_system(system) for system in results.seen("system")}
    pairs = {f"{first} / {second}": (systems[first], side)
             for first in ("replay", "tasks") if first in systems
             for second, side in systems.items() if second not in (first, "replay")}
    half, most = [output.comparison(reduced(results, level), f"METG({100 * level:.0f} %)", names,
                                    {}, systems, {}, rows=rows) for level in LEVELS]
    results = reduced(results)
    return [half, output.comparison(results, "Ratios", names, {}, {}, pairs, rows=rows),
            output.claims_table([results.claim("shorter tasks: " + text, rows, *sides, 1.0)
                                 for text, sides in pairs.items()]), most]


def figures(results, folder):
    """METG of each pattern."""
    results, patterns, panels = reduced(results), results.seen("pattern"), {}
    for threads in results.seen("threads"):
        groups = {system: [results.find({"pattern": pattern, "threads": threads, **results.first,
                                         **of_system(system)}) for pattern in patterns]
                  for system in results.seen("system")}
        panels[output.threads_text(threads)] = {
            system: [(at + 0.08 * (place - len(groups) / 2), group.values)
                     for at, group in enumerate(them) if group.values]
            for place, (system, them) in enumerate(groups.items())}

    def adapt(axes):
        axes.set_xticks(range(len(patterns)), patterns)
        output.logarithmic(axes)
    return [output.draw_lines(folder / "metg", results, panels, "METG(50 %), ns", (6, 4.5), adapt,
                              markersize=5)]
