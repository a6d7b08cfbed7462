# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plots of the evaluation, in the form of the Taskgraph paper's figures."""

import math

from . import evaluation_places as places


def heat_map(axes, title, rows, grains, threads):
    """Speed-ups in cells, the finest grain on top as in the paper."""
    shown = [[math.nan if value is None else value for value in row]
             for row in reversed(rows)]
    axes.imshow(shown, cmap="RdYlGn", vmin=0.5, vmax=2, aspect="auto")
    for y, row in enumerate(shown):
        for x, value in enumerate(row):
            if not math.isnan(value):
                axes.text(x, y, f"{value:.2f}", ha="center", va="center", fontsize=8)
    axes.set_xticks(range(len(threads)), threads)
    axes.set_yticks(range(len(grains)), [grain or "-" for grain in reversed(grains)])
    axes.set_title(title, fontsize=9)


def grid(pyplot, panels):
    """A figure with a panel for each (title, rows, grains)."""
    columns = min(4, max(1, len(panels)))
    lines = math.ceil(len(panels) / columns)
    figure, axes = pyplot.subplots(lines, columns, squeeze=False,
                                   figsize=(1 + 3 * columns, 0.5 + 2.5 * lines))
    for place in list(axes.flat)[len(panels):]:
        place.set_axis_off()
    return figure, list(axes.flat)


def figure_6(results, pyplot):
    threads = results.request["threads"]
    panels = []
    for program in places.apps_of(results):
        grains = places.grains_of(results, program)
        panels.append((program, places.heat(
            results, "tasks", [{"kind": "app", "program": program, "grain": grain}
                               for grain in grains], threads), grains))
    figure, axes = grid(pyplot, panels)
    for place, (title, rows, grains) in zip(axes, panels):
        heat_map(place, title, rows, grains, threads)
    return figure, "tasks / taskgraph; threads across, block size up"


def figure_7(results, pyplot):
    threads = results.request["threads"]
    panels = []
    for program, size in places.classes_of(results):
        kernel = {"kind": "nas", "program": program, "class": size}
        grains = results.seen("grain", **kernel)
        if grains:
            panels.append((f"{program} {size}", places.heat(
                results, "taskloop", [{**kernel, "grain": grain} for grain in grains],
                threads), grains))
    figure, axes = grid(pyplot, panels)
    for place, (title, rows, grains) in zip(axes, panels):
        # More tasks are finer.
        heat_map(place, title, rows, grains, threads)
    return figure, "taskloop / taskgraph; threads across, tasks up"


def bars(results, pyplot, labels, series, ylabel, line):
    figure, axes = pyplot.subplots(figsize=(max(6, 0.8 * len(labels)), 4))
    width = 0.8 / max(1, len(series))
    for number, (name, values) in enumerate(series.items()):
        at = [index + (number - (len(series) - 1) / 2) * width
              for index, value in enumerate(values) if value is not None]
        axes.bar(at, [value for value in values if value is not None], width,
                 label=name)
    axes.axhline(line, color="black", linewidth=0.8)
    axes.set_xticks(range(len(labels)), labels, rotation=30, ha="right")
    axes.set_ylabel(ylabel)
    axes.legend()
    return figure, ylabel


def figure_8(results, pyplot):
    apps, team = places.apps_of(results), places.team_of(results.request)
    series = {f"{number} iterations": list(places.recorded_gains(
        results, team, number).values()) for number in results.request["recorded"]}
    return bars(results, pyplot, apps, series, "tasks / taskgraph, with recording", 1)


def figure_9(results, pyplot):
    team = places.team_of(results.request)
    series = {way: [ratio and ratio - 1 for ratio in
                    places.against_for(results, team, way).values()]
              for way in places.AGAINST_FOR}
    labels = [" ".join(key) for key in places.classes_of(results)]
    return bars(results, pyplot, labels, series, "(time - time of for) / time of for", 0)


def figure_10(results, pyplot):
    team = places.team_of(results.request)
    programs = results.seen("program", library="gcc-libgomp")
    figure, axes = pyplot.subplots(1, max(1, len(programs)), squeeze=False,
                                   figsize=(1 + 4 * max(1, len(programs)), 4))
    for place, program in zip(axes[0], programs):
        grains = results.seen("grain", program=program, library="gcc-libgomp")
        for library, name in (("gcc-libgomp", "GCC, libgomp"),
                              ("gcc-reprise", "GCC, reprise")):
            values = [results.time(kind="app", program=program, threads=team,
                                   grain=grain, variant="tasks", library=library)
                      for grain in grains]
            place.plot(range(len(grains)), values, "o-", label=name)
        place.set_xticks(range(len(grains)), grains)
        place.set_yscale("log")
        place.set_title(program)
        place.set_xlabel("block, coarse to fine")
        place.set_ylabel("seconds for each iteration")
        place.legend()
    return figure, "tasks compiled by GCC"


MAKE = {"figure-6": figure_6, "figure-7": figure_7, "figure-8": figure_8,
        "figure-9": figure_9, "figure-10": figure_10}


def draw(results, folder, pyplot):
    """Writes PNG and SVG of each figure that was measured; returns the paths."""
    request, written = results.request, []
    folder.mkdir(parents=True, exist_ok=True)
    for name in request["figures"]:
        if name not in MAKE:
            continue  # a table
        figure, caption = MAKE[name](results, pyplot)
        figure.text(0.5, 0.005, f"{caption}. {request['cpu']}, {request['cores']} cores; "
                    f"medians of {request['repetitions']} processes", ha="center",
                    fontsize=8)
        figure.tight_layout(rect=(0, 0.03, 1, 1))
        for suffix in ("png", "svg"):
            written.append(folder / f"{name}.{suffix}")
            figure.savefig(written[-1])
        pyplot.close(figure)
    return written
