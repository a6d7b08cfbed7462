# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plots of the recursive suite: ratios with their intervals, a figure per library.

A panel per program, threads across, the same variant in the same colour everywhere.
The grey band is what counts as no difference.
"""

import math

from .bootstrap import MARGIN
from .recursive import OURS, VARIANTS
from .recursive_report import Results

COLUMNS = 3


def panel(axes, results, program, peer):
    teams, variants = results.threads, results.variants
    for position, variant in enumerate(variants):
        at, values, below, above = [], [], [], []
        for place in results.places(program, variant):
            ratio = results.ratio(place, peer)
            if ratio and math.isfinite(ratio.high):
                at.append(teams.index(place[2]) + 0.8 * (position + 0.5)
                          / len(variants) - 0.4)
                values.append(ratio.value)
                # The median of all may lie beside an interval of draws.
                below.append(max(0, ratio.value - ratio.low))
                above.append(max(0, ratio.high - ratio.value))
        if at:
            axes.errorbar(at, values, yerr=[below, above], fmt="o", markersize=3,
                          capsize=2, linewidth=1, label=variant,
                          color=f"C{VARIANTS.index(variant)}")
    axes.axhspan(1 - MARGIN, 1 + MARGIN, color="grey", alpha=0.3)
    axes.set_yscale("log")
    axes.set_xticks(range(len(teams)), teams)
    axes.set_title(program, fontsize=10)
    axes.set_xlabel("threads")
    axes.set_ylabel(f"{OURS} / {peer}")
    axes.grid(axis="y", alpha=0.3)


def draw(document, stem, pyplot):
    """Writes stem-<library>.png and .svg; returns the paths."""
    results, context = Results(document), document["context"]
    written = []
    for peer in results.peers():
        rows = math.ceil(len(results.programs) / COLUMNS)
        figure, axes = pyplot.subplots(rows, COLUMNS, squeeze=False,
                                       figsize=(5 * COLUMNS, 1 + 3.2 * rows))
        for place, program in zip(axes.flat, results.programs):
            panel(place, results, program, peer)
        for place in list(axes.flat)[len(results.programs):]:
            place.set_axis_off()
        entries = {}
        for place in axes.flat:
            for handle, name in zip(*place.get_legend_handles_labels()):
                entries[name] = handle
        if entries:
            figure.legend(entries.values(), entries.keys(), loc="upper center",
                          ncol=len(VARIANTS), fontsize=8)
        figure.text(0.5, 0.005, f"{context['cpu']}, {context['cores']} cores; ratios of "
                    f"medians of {document['repetitions']} runs, 95 % intervals; below "
                    f"1 ours takes less time", ha="center", fontsize=8)
        figure.tight_layout(rect=(0, 0.02, 1, 0.96))
        for suffix in ("png", "svg"):
            written.append(f"{stem}-{peer}.{suffix}")
            figure.savefig(written[-1])
        pyplot.close(figure)
    return written
