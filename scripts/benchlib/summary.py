# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From raw samples to medians and tables; reads JSON only, measures nothing.

A process gives many samples, of which the first is another thing (it starts
the threads and records the graph). One process counts as one value, the median
of its later samples, since samples of one process share its luck.
"""

import statistics


def quartiles(values):
    """Median with the lower and upper quartile."""
    ordered = sorted(values)
    if len(ordered) < 2:
        return ordered[0], ordered[0], ordered[0]
    low, middle, high = statistics.quantiles(ordered, n=4, method="inclusive")
    return middle, low, high


def summarise(values):
    median, low, high = quartiles(values)
    return {"median": median, "low": low, "high": high, "runs": len(values)}


def value_of(document, first=False):
    """The one value of a run: its first sample or the median of the others."""
    samples = [sample["value"] for sample in document["samples"]]
    if first or len(samples) == 1:
        return samples[0]
    return statistics.median(samples[1:])


def group(runs):
    """{contender: {"labels", "values", "first", "failures", "unit"}}."""
    groups = {}
    for run in runs:
        entry = groups.setdefault(run["contender"], {
            "labels": run["labels"], "values": [], "first": [], "failures": [],
            "unit": None})
        if run["state"] != "verified":
            entry["failures"].append(run["state"])
            continue
        document = run["document"]
        entry["unit"] = document["samples"][0]["unit"]
        entry["values"].append(value_of(document))
        entry["first"].append(value_of(document, first=True))
    return groups


def time_text(seconds):
    for limit, factor, unit in ((1e-3, 1e6, "µs"), (1.0, 1e3, "ms")):
        if seconds < limit:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds:.3g} s"


def spread_text(summary):
    """Half the distance between the quartiles, in percent of the median."""
    if summary["runs"] < 2 or not summary["median"]:
        return ""
    half = (summary["high"] - summary["low"]) / 2 / summary["median"]
    return f"±{100 * half:.0f} %"


def markdown_table(header, rows):
    """A table that reads well as text too: columns are padded."""
    cells = [[str(cell) for cell in row] for row in [header, *rows]]
    widths = [max(len(row[i]) for row in cells) for i in range(len(header))]
    def line(row):
        return "| " + " | ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths))) + " |"
    rule = "|" + "|".join("-" * (width + 1) + ("-" if i == 0 else ":")
                          for i, width in enumerate(widths)) + "|"
    return "\n".join([line(cells[0]), rule, *map(line, cells[1:])])


def failures_text(groups):
    """One line per contender that did not always come to a right end."""
    lines = []
    for name, entry in groups.items():
        for state in sorted(set(entry["failures"])):
            total = len(entry["failures"]) + len(entry["values"])
            lines.append(f"{name}: {state} in {entry['failures'].count(state)} "
                         f"of {total} runs")
    return lines
