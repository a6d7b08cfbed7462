# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Applications in all their variants, by grain, threads, iterations, libraries."""

import statistics

from scipy import stats

from . import output, programs
from .runner import Contender, team

HELP = "the applications of overhead-benchmarks/ as tasks and taskgraphs, by grain"
LIBRARIES = ["ours", "off", "libomp", "gcc-libgomp", "gcc-ours"]
VARIANTS = [*programs.VARIANTS, *programs.MORE_VARIANTS]
GRAINS = {"all": [0, 1, 2, 3, 4], "ends": [0, 4], "coarsest": [0], "finest": [4]}
DEFAULTS = {"rounds": 10}
OPTIONS = {
    "programs": (programs.PROGRAMS, programs.PROGRAMS, "which applications"),
    "variants": (VARIANTS, programs.VARIANTS,
                 "which variants; some are only of some applications"),
    "grains": ([*GRAINS], ["ends"], "which blocks"),
    "iterations": ([], [0], "all iterations together, with the recording"),
    "libraries": (LIBRARIES, LIBRARIES[:3],
                  "which libraries; gcc-libgomp and gcc-ours: by GCC")}
QUICK = {"threads": [2], "rounds": 1, "programs": ["axpy"], "grains": ["finest"]}
PLACE = ["program", "grain", "iterations", "threads", "variant"]
REPLAYS = 100  # by which a process has chosen how it replays, and LAST more have followed


def contenders(args, built):
    gcc = built.gcc(args.programs) if any("gcc" in name for name in args.libraries) else {}
    grains = sorted({at for name in args.grains for at in GRAINS[name]})
    return [at(args, built, gcc, program, grain, iterations, variant, threads, library)
            for program in args.programs
            for grain in [programs.APPLICATIONS[program][2][at] for at in grains]
            for iterations in args.iterations for variant in args.variants
            if program in programs.MORE_VARIANTS.get(variant, [program])
            for threads in ([1] if variant == "serial" else args.threads)
            for library in args.libraries if exists(built, variant, library)]


def exists(built, variant, library):
    if variant == "serial" or library not in built.libraries(library):
        return library == "ours"
    graph = variant.startswith("taskgraph")
    return graph if library == "off" else not (graph and "gcc" in library)


def at(args, built, gcc, program, grain, iterations, variant, threads, library):
    size = programs.SMALL[program][:2] if args.quick else \
        programs.APPLICATIONS[program][1].split()
    some = {"iterations": iterations} if iterations else {}
    replays = library == "ours" and variant.startswith("taskgraph")
    if not iterations and replays and not args.quick:
        iterations = REPLAYS
    return Contender(
        [gcc[program] if "gcc" in library else built.programs[program], "--variant",
         variant, *size, "--block", grain, *(["--iterations", iterations] if iterations else [])],
        team(threads, built.settings(library)),
        {"program": program, "grain": grain, "threads": threads, "variant": variant,
         "library": library, **some}, timeout=120,
        value="sum" if some else "last" if replays else "later")


def claims(results):
    ours, tasks, graph = ({"library": "ours"}, {"variant": "tasks"}, {"variant": "taskgraph"})
    rows = [{**row, **ours} for row in results.rows(results.with_axes(PLACE[:-1]), **ours, **graph)]
    grains = {row["program"]: {other["grain"] for other in rows
                               if other["program"] == row["program"]} for row in rows}
    coarse, fine = ([row for row in rows if row["grain"] == end(grains[row["program"]])]
                    for end in (max, min))
    made = [results.claim(text, places, *sides) for text, places, *sides in (
        ("at the coarsest grain a taskgraph loses 8 % at most ([Taskgraph 2022], figure 6)",
         coarse, graph, tasks, 1.08),
        ("at the finest grain a taskgraph is faster than its tasks ([Taskgraph 2022], figure 6)",
         fine, graph, tasks, 1.0),
        ("nor slower than these tasks on LLVM's libomp", rows, graph,
         {**tasks, "library": "libomp"}, 1.0))]
    for many in sorted(results.seen("iterations"))[-1:]:
        made.append(results.claim(
            f"with {many} iterations recording has paid off ([Taskgraph 2022], figure 8)",
            [row for row in fine if row["iterations"] == many], graph, tasks, 1.0))
    if "gcc-ours" in results.seen("library"):
        made.append(results.claim(
            "what GCC compiles is as fast on our library ([Taskgraph 2022], figure 10)", rows,
            {**tasks, "library": "gcc-ours"}, {**tasks, "library": "gcc-libgomp"}, 1.03))
    calls = results.claim("tasks made in another file take at most 1.2 times as long", rows,
                          {"variant": "taskgraph-calls"}, graph, 1.2)
    return made + [calls] * bool(calls.ratio)


def tables(results):
    ours = {"library": "ours"}
    libraries = {name: {"library": name} for name in results.seen("library")}
    others = {name: side for name, side in libraries.items() if name != "ours"}
    main = output.comparison(
        results, "Times", PLACE, ours, {"time": ours, **others},
        {**{f"to {name}": (ours, {**ours, "variant": name})
            for name in results.seen("variant") if name in ("for", "tasks", "taskgraph")},
         **{f"to {name}": (ours, side) for name, side in others.items()},
         **results.to_first(ours)}, more={"verified": output.verified_cell})
    gcc = {name: {"library": name} for name in ("gcc-ours", "gcc-libgomp")}
    by_gcc = [output.comparison(
        results, "Compiled by GCC", PLACE, {"variant": "tasks", **gcc["gcc-ours"]}, gcc,
        {"gcc-ours / gcc-libgomp": tuple(gcc.values())})] if "gcc-ours" in libraries else []
    return [main, *by_gcc, *distributions(results), output.claims_table(claims(results))]


def distributions(results):
    """A table for each variable with several values; p is of Wilcoxon's rank sum test."""
    def of(function):
        return lambda group: output.time_text(function(group.values)) \
            if len(group.values) > 1 else "-"

    def table(axis, first):
        def p(group):
            times = results.find(group.labels, **{axis: first}).values
            decides = group.labels[axis] != first and min(len(group.values), len(times)) > 1
            return f"{stats.ranksums(group.values, times).pvalue:.2g}" if decides else "-"
        return output.comparison(
            results, f"Distribution by {axis}", PLACE, {"library": "ours"}, {"mean": {}}, {},
            more={"standard deviation": of(statistics.stdev), "minimum": of(min),
                  "maximum": of(max), f"p, to {first}": p}, cell=of(statistics.fmean))

    several = any(len(group.values) > 1 for group in results.groups.values())
    return [table(axis, values[0]) for axis, values in results.axes.items()
            if several and len(values) > 1]


def figures(results, folder):
    variants = [name for name in results.seen("variant") if name not in ("serial", "tasks")]
    return output.draw_beside(results, folder, ["threads"], ["program", "grain", "iterations"],
                              "tasks", variants, "tasks") + draw_distributions(results, folder)


def draw_distributions(results, folder):
    """The part of the processes that took no longer, for each value of a variable: a curve
    like figure 15 of [Vandierendonck 2013] for each program."""
    made = []
    for axis, values in results.axes.items():
        for program in results.seen("program") if len(values) > 1 else ():
            panels = {}
            for row in results.rows(PLACE[1:], program=program, library="ours"):
                title = ", ".join(f"{name} {value}" for name, value in row.items())
                place = {"program": program, "library": "ours", **results.first, **row}
                times = {value: sorted(results.find(place, **{axis: value}).values)
                         for value in values}
                panels[title] = {value: [(time, (at + 1) / len(them))
                                         for at, time in enumerate(them)]
                                 for value, them in times.items()}
            made.append(output.draw_lines(
                folder / f"distribution-{axis}-{program}", results, panels,
                "part of the processes", (5, 4), lambda axes: axes.set(xlabel=f"{program}: s"),
                drawstyle="steps-post", markersize=4))
    return made
