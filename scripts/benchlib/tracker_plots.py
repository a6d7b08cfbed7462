# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plots of the dependence suite, with the axes of the papers' figures.

A figure per experiment, one panel per access type or order; the same library has
the same colour and mark everywhere.
"""

from .tracker_tables import Results
from .trackers import ACCESS, PEERS, RUNTIMES

MARKS = "osD^vP*XhH<>d"


def style(runtime):
    place = RUNTIMES.index(runtime)
    return {"color": f"C{place % 10}", "marker": MARKS[place], "markersize": 4,
            "linewidth": 1, "linestyle": "--" if runtime in PEERS else "-"}


def lines(axes, results, experiment, axis, read, unit=1, **wanted):
    """A line per library, its axis in `unit`; a missing point is a gap in it."""
    for runtime in results.runtimes(experiment):
        at, values = [], []
        for value in results.axis(experiment, axis, runtime=runtime, **wanted):
            found = read(experiment, runtime=runtime, **{axis: value}, **wanted)
            if found is not None:
                at.append(value / unit)
                values.append(found)
        if at:
            axes.plot(at, values, label=runtime, **style(runtime))
    axes.grid(alpha=0.3)


def finish(axes, title, xlabel, ylabel):
    axes.set_title(title, fontsize=10)
    axes.set_xlabel(xlabel)
    axes.set_ylabel(ylabel)
    axes.legend(fontsize=6)


def bars(axes, results, experiment, columns, read):
    """Bars in groups; `columns` are (title, labels) pairs."""
    names = results.runtimes(experiment)
    width = 0.8 / max(1, len(names))
    for position, runtime in enumerate(names):
        found = [(index, read(runtime=runtime, **labels))
                 for index, (_, labels) in enumerate(columns)]
        found = [(index, value) for index, value in found if value]
        axes.bar([index + (position - (len(names) - 1) / 2) * width
                  for index, _ in found], [value for _, value in found], width,
                 label=runtime, color=f"C{RUNTIMES.index(runtime) % 10}",
                 hatch="//" if runtime in PEERS else None)
    axes.set_xticks(range(len(columns)), [title for title, _ in columns])
    axes.set_yscale("log")
    axes.grid(axis="y", alpha=0.3)


def figures(results):
    """{name: (panels, draw)}; `draw(list of axes)`."""
    threads = results.team()
    made = {}

    def present(experiment):
        return bool(results.runtimes(experiment))

    if present("fast"):
        def fast(panels):
            kinds = [kind for kind in ACCESS
                     if results.axis("fast", "access", access=kind)]
            bars(panels[0], results, "fast",
                 [(kind, {"access": kind}) for kind in kinds],
                 lambda **wanted: results.cycles("fast", **wanted))
            finish(panels[0], "Fast path", "", "cycles per task")
        made["fast"] = (1, fast)
    for experiment, title in (("slow", "Slow path, two generations"),
                              ("generations", "Three generations")):
        kinds = [kind for kind in ACCESS
                 if results.axis(experiment, "access", access=kind)]
        if kinds:
            def by_access(panels, experiment=experiment, title=title, kinds=kinds):
                for axes, kind in zip(panels, kinds):
                    lines(axes, results, experiment, "tasks", results.cycles,
                          access=kind)
                    axes.set_xscale("log")
                    axes.set_yscale("log")
                    finish(axes, f"{title}: {kind}", "tasks in a generation",
                           "cycles per task")
            made[experiment] = (len(kinds), by_access)
    if present("arguments"):
        def arguments(panels):
            for axes, kind in zip(panels, ("in", "inout")):
                lines(axes, results, "arguments", "arguments", results.cycles,
                      access=kind)
                axes.set_yscale("log")
                finish(axes, f"Slow path: {kind}", "arguments", "cycles per task")
        made["arguments"] = (2, arguments)

    def delay(experiment, **wanted):
        found = results.cycles(experiment, **wanted)
        return found and found / 1000

    for name, panels_of in (("task-size", [("task-size", "One object, in")]),
                            ("matmul", [("matmul-ijk", "'ijk' loop order"),
                                        ("matmul-kij", "'kij' loop order")]),
                            ("cholesky", [("cholesky", "Cholesky factorization")])):
        panels_of = [pair for pair in panels_of if present(pair[0])]
        if panels_of:
            def sizes(panels, panels_of=panels_of):
                for axes, (experiment, title) in zip(panels, panels_of):
                    lines(axes, results, experiment, "cycles", delay, 1000,
                          threads=threads)
                    largest = max(results.axis(experiment, "cycles")) / 1000
                    axes.plot([0, largest], [0, largest / threads], "k:",
                              label=f"1:{threads}")
                    finish(axes, title, "task time (k-cycles)",
                           "average execution delay (k-cycles)")
            made[name] = (len(panels_of), sizes)
    panels_of = [(name, title) for name, title in (
        ("independent", "Independent tasks"), ("cholesky", "Cholesky"))
        if present(name)]
    if panels_of:
        def efficiency(panels):
            for axes, (experiment, title) in zip(panels, panels_of):
                lines(axes, results, experiment, "cycles", results.efficiency,
                      threads=threads)
                axes.set_xscale("symlog", linthresh=1000)
                axes.set_ylim(0, 1.05)
                finish(axes, title, "task size (cycles)", "efficiency")
        made["efficiency"] = (len(panels_of), efficiency)
    if present("dependences"):
        def dependences(panels):
            lines(panels[0], results, "dependences", "arguments", results.overhead,
                  threads=threads)
            panels[0].set_yscale("symlog", linthresh=1000)
            finish(panels[0], "Tasks against number of dependences",
                   "dependences per task", "overhead (cycles per task)")
        made["dependences"] = (1, dependences)
    if present("scaling"):
        def scaling(panels):
            lines(panels[0], results, "scaling", "tasks", results.overhead,
                  threads=threads)
            panels[0].set_xscale("log")
            panels[0].set_yscale("symlog", linthresh=1000)
            finish(panels[0], "Scaling with the number of tasks", "tasks",
                   "overhead (cycles per task)")
        made["scaling"] = (1, scaling)
    if present("shapes"):
        def shapes(panels):
            bars(panels[0], results, "shapes",
                 [(title, {"shape": shape, "threads": threads}) for title, shape in
                  (("indep", "flat"), ("series", "series"), ("stencil", "stencil"))],
                 lambda **wanted: results.time("shapes", **wanted))
            finish(panels[0], f"Three shapes, {threads} threads", "", "ns per task")
        made["shapes"] = (1, shapes)
    return made


def draw(document, stem, pyplot):
    """Writes stem-<figure>.png and .svg for each figure; returns the paths."""
    results = Results(document)
    context = document["context"]
    written = []
    for name, (count, paint) in figures(results).items():
        figure, axes = pyplot.subplots(1, count, figsize=(3 + 5 * count, 5),
                                       squeeze=False)
        paint(list(axes[0]))
        figure.text(0.5, 0.005, f"{context['cpu']}, {context['cores']} cores; medians "
                    f"of {document['repetitions']} runs", ha="center", fontsize=8)
        figure.tight_layout(rect=(0, 0.03, 1, 1))
        for suffix in ("png", "svg"):
            written.append(f"{stem}-{name}.{suffix}")
            figure.savefig(written[-1])
        pyplot.close(figure)
    return written
