# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How short tasks may be: minimum effective task granularity in Task Bench's patterns.

A process takes a sample of each grain in turn, from coarse to fine; its METG is one value.
"""

import statistics

from overlay import Failure, say

from . import output
from .nas import bound
from .overhead import settings_of_peer
from .results import Claim, mean_of_ratios, ratio_of_medians
from .runner import Contender

HELP = "how short tasks may be until half of the time is lost, beside other task libraries"
PATTERNS = ["trivial", "chains", "stencil", "fft", "tree", "random", "all"]
# System: library, and how the program makes the graph (--rerun).
SYSTEMS = {"replay": ("ours", 1), "tasks": ("ours", 0), "libomp": ("libomp", 0),
           "libgomp": ("libgomp", 0), "taskflow": ("taskflow", 1), "onetbb": ("onetbb", 1),
           "starpu": ("starpu", 0)}
LEVEL = 0.5  # of the highest rate
LONG = 1024  # steps; of shorter tasks the processor may do several at once
KEPT_FIGURES = slice(0, 1)  # of the figures, on a page that is kept
DEFAULTS = {"threads": None, "rounds": 5, "patterns": PATTERNS, "width": 16, "rows": 64,
            "iterations": 5, "steps": 32768, "grains": 16}
QUICK = {"threads": [2], "rounds": 1, "patterns": ["trivial", "stencil"], "rows": 16,
         "iterations": 3, "steps": 4096, "grains": 11}
INTRO = """\
# How short tasks may be

METG(50 %), the minimum effective task granularity of [Slaughter 2020]: the smallest mean time
of a task, that of all threads divided by the number of tasks, at which half of the highest
rate of work is reached. Below it, more than half of the time goes into tasking, waiting and
whatever else is no work. The highest rate is that of the best single measurement, in steps
per second and thread, times the threads; of tasks of 1024 steps and more, since of shorter
ones the processor may do the end of one and the beginning of the next at once.

Tasks stand in a grid; each waits for tasks of the row before, in one of these patterns:
*trivial*: for none; *chains*: for the one above; *stencil*: for three; *fft*: for two, as in
a Fourier transform; *tree*: rows fan out and in again; *random*: for some of five near ones;
*all*: for the whole row, at most 16. A task makes a value of those of its predecessors and of
a chain of floating-point steps; every value of every encounter is compared with that of the
tasks in order (`overhead-benchmarks/dependences/`).

*replay* is a taskgraph that was recorded, *tasks* are ordinary tasks of the same library,
*libomp* LLVM's own of the same version under the same program, *libgomp* GCC's under the same
source. *taskflow* and *onetbb* run a graph again that was built before, of edges that the
program knows; *starpu* finds dependences as OpenMP does, and makes tasks on a thread beside
those that run them.
"""
TIMES_TEXT = """\
Time of a task, with the 95 % interval of a bootstrap over processes. `<`: half of the rate
was reached with the finest tasks of a process, too; `>`: not with its coarsest.
"""


def options(parser, choices):
    parser.add_argument("--patterns", type=choices(PATTERNS), metavar="NAME,...",
                        help="which patterns")
    parser.add_argument("--systems", type=choices([*SYSTEMS]), metavar="NAME,...",
                        help="which systems (default: all that are installed)")
    for name, text in (("width", "tasks in a row"), ("rows", "rows of a grid"),
                       ("iterations", "samples of each grain in a process"),
                       ("steps", "work of the coarsest tasks; a step takes about 2 ns"),
                       ("grains", "grains in a process, each half the one before")):
        parser.add_argument(f"--{name}", type=int, metavar="N", help=text)


def programs_of(args, built):
    """{system: (program, settings)} of those wanted and there."""
    made = {}
    for system in args.systems or SYSTEMS:
        library, _ = SYSTEMS[system]
        if library == "libomp":
            if not args.no_upstream:
                made[system] = built.programs["dependences-openmp"], built.stock()
        elif library == "ours":
            made[system] = built.programs["dependences-openmp"], {}
        else:
            try:
                path = built.peers([library])[library]
            except Failure as failure:
                if args.systems or "is not installed" not in failure.cause:
                    raise
                say("measure.py", f"left out: {failure.cause}; {failure.next_step}")
            else:
                made[system] = path, settings_of_peer(path)
    return made


def contenders(args, built):
    sides = programs_of(args, built)
    return [Contender(
        [program, "--variant", f"grid-{pattern}", "--tasks", args.rows, "--width",
         args.width, "--steps", args.steps, "--grains", args.grains, "--iterations",
         args.iterations, "--rerun", SYSTEMS[system][1]],
        {"OMP_NUM_THREADS": threads, **bound(threads), **settings},
        {"pattern": pattern, "threads": threads, "system": system,
         "library": SYSTEMS[system][0]}, value="all")
        for pattern in args.patterns for threads in args.threads
        for system, (program, settings) in sides.items()]


def extra(args, _built, _contenders):
    return {"steps": [args.steps >> grain for grain in range(args.grains)]}


class Curves:
    """What the processes of a document measured, by grain."""

    def __init__(self, results):
        self.results, self.steps = results, results.document["extra"]["steps"]
        enough = min(LONG, self.steps[0])
        self.peak = max((steps / (sample * group.labels["threads"])
                         for group in results.groups.values() for samples in group.samples
                         for steps, sample in zip(self.steps * len(samples), samples)
                         if steps >= enough), default=None)

    def points(self, samples, threads):
        """(mean time of a task in ns, efficiency) of each grain, from coarse to fine."""
        count = len(self.steps)
        grains = [statistics.median(samples[grain::count]) for grain in range(count)]
        return [(ns * threads, steps / (ns * threads) / self.peak)
                for steps, ns in zip(self.steps, grains)]

    def of(self, group):
        """A Metg for each process."""
        return [metg(self.points(samples, group.labels["threads"]))
                for samples in group.samples]


def metg(points, level=LEVEL):
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


def times(curves, **labels):
    values = curves.of(curves.results.find(labels))
    return [time for time, _ in values], "".join(sorted({mark for _, mark in values}))


def of_system(row, system):
    return {**row, "system": system, "library": SYSTEMS[system][0]}


def time_cell(curves, row, system):
    labels = of_system(row, system)
    values, marks = times(curves, **labels)
    if not values:
        return output.time_cell(curves.results.find(labels))
    ratio = ratio_of_medians(values, [1.0] * len(values), curves.results.document["seed"])
    low = "" if ratio.high == float("inf") else \
        f" [{output.time_text(ratio.low, 'ns')}, {output.time_text(ratio.high, 'ns')}]"
    return f"{marks} {output.time_text(ratio.value, 'ns')}{low}".strip()


def ratio(curves, row, first, second):
    return ratio_of_medians(times(curves, **of_system(row, first))[0],
                            times(curves, **of_system(row, second))[0],
                            curves.results.document["seed"])


def pairs(results):
    seen = results.seen("system")
    return [(first, second) for first in ("replay", "tasks") if first in seen
            for second in seen if second not in (first, "replay")]


def tables(results):
    curves, names = Curves(results), ["pattern", "threads", *results.axes]
    rows = results.rows(names)
    rows = [row for row in rows if all(axis in row for axis in results.axes)]
    systems = results.seen("system")
    claims = [Claim(f"{first}: shorter tasks than {second}",
                    f"geometric mean of {len(rows)} places",
                    mean_of_ratios([ratio(curves, row, first, second) for row in rows]), 1.0)
              for first, second in pairs(results)]
    return [
        output.Table("METG(50 %)", [*names, *systems],
                     [[*row.values(), *(time_cell(curves, row, system)
                                        for system in systems)] for row in rows],
                     TIMES_TEXT),
        output.Table("Ratios", [*names, *(" / ".join(pair) for pair in pairs(results))],
                     [[*row.values(), *(output.ratio_cell(ratio(curves, row, *pair))
                                        for pair in pairs(results))] for row in rows]),
        output.claims_table(claims)]


def figures(results, folder):
    """METG of each pattern, and how efficiency falls with the time of a stencil's tasks."""
    curves, made = Curves(results), []
    plot = output.pyplot()
    threads, systems = results.seen("threads"), results.seen("system")
    patterns = results.seen("pattern")
    for name, draw in (("metg", draw_times), ("metg-efficiency", draw_efficiency)):
        figure, places = plot.subplots(1, len(threads), figsize=(6 * len(threads), 4.5),
                                       sharey=True, squeeze=False)
        for axes, count in zip(places[0], threads):
            draw(axes, curves, patterns, count, systems)
            axes.set_title(output.threads_text(count))
            axes.grid(alpha=0.3)
        places[0][0].legend(fontsize=8)
        made += output.save_figure(figure, folder / name, results)
    return made


def draw_times(axes, curves, patterns, threads, systems):
    for style, system in zip(output.STYLES, systems):
        points = [(index, times(curves, **of_system(
            {"pattern": pattern, "threads": threads, **curves.results.first}, system))[0])
            for index, pattern in enumerate(patterns)]
        points = [(at, statistics.median(values)) for at, values in points if values]
        if points:
            axes.plot(*zip(*points), linestyle="", label=system, **style)
    axes.set_xticks(range(len(patterns)), patterns)
    axes.set_yscale("log")
    axes.set_ylabel("METG(50 %), ns")


def draw_efficiency(axes, curves, patterns, threads, systems):
    pattern = "stencil" if "stencil" in patterns else patterns[0]
    for style, system in zip(output.STYLES, systems):
        group = curves.results.find(of_system(
            {"pattern": pattern, "threads": threads, **curves.results.first}, system))
        grains = zip(*(curves.points(samples, threads) for samples in group.samples))
        points = [[statistics.median(values) for values in zip(*grain)] for grain in grains]
        if points:
            axes.plot(*zip(*points), label=system, **style)
    axes.axhline(LEVEL, color="black", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_xlabel(f"mean time of a task ({pattern}), ns")
    axes.set_ylabel("part of the highest rate")
