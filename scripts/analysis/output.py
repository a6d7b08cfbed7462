# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shows results: one kind of table for pages and terminals, figures, and pages."""

import math
import statistics
from pathlib import Path

import tabulate

from overlay import Failure, shown_path

from .results import (DISTURBED, DRAWS, FEWEST, MARGIN, UNDECIDED, Claim, Results, key_of,
                      spread_of)

tabulate.PRESERVE_WHITESPACE = True
# Lines that can be told apart without colours, too; the colours are those of Okabe and Ito.
STYLES = [{"color": colour, "marker": marker} for colour, marker in zip(
    ("#0072B2", "#56B4E9", "#D55E00", "#E69F00", "#009E73", "#CC79A7", "#000000", "#F0E442"),
    "os^vDPX*")]
LICENCE = """<!--
Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Generated from raw samples by scripts/user/measure.py; do not edit.
-->
"""
HOW = f"""\
Processes of all contenders alternated in random order; each counts as one value. Times are
medians of these, ± half the distance between their quartiles. Ratios are of medians, below 1
where the first takes less time, with the 95 % interval of a bootstrap ({DRAWS} draws). The
verdict is of the whole interval: `faster`, `slower`, `within {MARGIN:.0%}`, or `{UNDECIDED}`
when it reaches over a threshold, or a side has fewer than {FEWEST} values. A run that is
wrong has no time. `*`: other programs took more than {DISTURBED} processors meanwhile.
""".replace("5%", "5 %")


def time_text(value, unit="s"):
    seconds = value * 1e-9 if unit.startswith("ns") else value
    for limit, factor, name in ((1e-6, 1e9, "ns"), (1e-3, 1e6, "µs"), (1.0, 1e3, "ms")):
        if seconds < limit:
            return f"{seconds * factor:.3g} {name}"
    return f"{seconds:.3g} s"


def spread_text(values):
    spread = spread_of(values)
    return "" if spread is None else f" ±{100 * spread:.0f} %"


def time_cell(group, value=None):
    """Median, spread, and whether the machine was disturbed or runs have failed."""
    values = group.values_by(value)
    if not values:
        return group.failures[0] if group.failures else "-"
    text = time_text(statistics.median(values), group.unit) + spread_text(values)
    text += f" ({len(group.failures)} failed)" if group.failures else ""
    return text + " *" * (group.disturbed() > DISTURBED)


def number(value):
    return f"{value:.2f}" if 0.095 <= value < 100 else f"{value:.3g}"


def interval(ratio):
    """[low, high], or nothing where there is none."""
    return f" [{number(ratio.low)}, {number(ratio.high)}]" if math.isfinite(ratio.high) \
        else ""


def ratio_cell(ratio, verdict=True):
    if not ratio:
        return "-"
    return number(ratio.value) + interval(ratio) + \
        (f" {ratio.verdict()}" if verdict else "")


def verified_cell(group):
    return f"{len(group.values)}/{group.runs}" if group.runs else "-"


def markdown(header, rows):
    return tabulate.tabulate(
        [[str(cell) for cell in row] for row in rows], list(map(str, header)), "pipe",
        disable_numparse=True, colalign=["left", *["right"] * (len(header) - 1)])


class Table:
    """A table with its title; `text` stands above it."""

    def __init__(self, title, header, rows, text=""):
        self.title, self.header, self.rows, self.text = title, header, rows, text

    def markdown(self):
        body = markdown(self.header, self.rows) if self.rows else "Nothing was measured."
        return "\n\n".join(part for part in (f"## {self.title}", self.text.strip(), body)
                           if part)

    def show(self):
        """On the terminal, or wherever standard output goes."""
        from rich.console import Console
        from rich.table import Table as Terminal
        console = Console(highlight=False)
        if not console.is_terminal:
            console = Console(highlight=False, width=400)
        table = Terminal(title=self.title, title_justify="left", box=None, pad_edge=False)
        for index, name in enumerate(self.header):
            table.add_column(str(name), justify="right" if index else "left")
        for row in self.rows:
            table.add_row(*(str(cell).replace("[", r"\[") for cell in row))
        console.print(table)
        if self.text:
            print(self.text.strip())


def comparison(results, title, rows, names, times, ratios, text="", more=(), value=None):
    """A row for each of `rows` (labels): the labels in `names`, a time for each of
    `times` ({title: changes of the labels}), what `more` ({title: cell of a Group}) says,
    and a ratio for each of `ratios` ({title: (changes, changes of the other side)})."""
    names = [name for name in names if any(name in row for row in rows)]
    body = []
    for row in rows:
        cells = [row.get(name, "-") for name in names]
        cells += [time_cell(results.find(row, **changes), value)
                  for changes in times.values()]
        group = results.find(row, **next(iter(times.values())))
        cells += [cell(group) for cell in dict(more).values()]
        for first, second in ratios.values():
            same = key_of({**row, **first}) == key_of({**row, **second})
            cells.append("-" if same else ratio_cell(results.ratio(
                {**row, **first}, {**row, **second}, value)))
        body.append(cells)
    return Table(title, [*names, *times, *dict(more), *ratios], body, text)


def claims_table(claims):
    """What is claimed, and whether the whole interval says so."""
    def row(claim: Claim):
        sign = "≥" if claim.at_least else "≤"
        return [claim.text, claim.quantity, f"{sign} {claim.threshold:g}",
                ratio_cell(claim.ratio, verdict=False), claim.verdict()]
    return Table("Claims", ["claim", "quantity", "threshold", "measured", "verdict"],
                 list(map(row, claims)))


def circumstances(document):
    context, others = document["context"], document["others"]
    during = Results(document).groups.values()
    seconds = [sum(pair[index] for group in during for pair in group.others)
               for index in (0, 1)]
    during = seconds[0] / seconds[1] if seconds[1] else 0.0
    warning = " **The machine was not idle: do not trust these times.**" \
        if max(others, during) > DISTURBED else ""
    quick = " This was a quick run: rough figures." if document.get("quick") else ""
    return (f"Measured on {document['date'][:10]} on {context['cores']} cores "
            f"({context['cpu']}), {context['compiler']}, `{context['compiler_flags']}`, "
            f"revision {context['git_revision']}, libomp "
            f"`{context['openmp_library_sha256'][:12]}`, {document['rounds']} rounds, "
            f"seed {document['seed']}, in "
            f"{document['seconds'] / 60:.0f} minutes, by\n\n    {document['command']}\n\n"
            f"Other programs took {others:.2f} processors before and {during:.2f} "
            f"meanwhile.{warning}{quick}")


def failures(results):
    lines = results.failures()
    if not lines:
        return "Every run came to a right end, and every result was verified."
    return "Not every run came to a right end:\n\n" + "\n".join(f"- {line}"
                                                               for line in lines)


def page(document, intro, tables, figures=(), times=True, samples=None):
    """The whole page; what concerns times only is left out where there are none. figures:
    where they are, as seen from the page; samples: where they are."""
    parts = [LICENCE.strip(), intro.strip(), circumstances(document) if times else
             circumstances(document).rpartition("\n\n")[0]]
    if samples:
        link = f"{samples.parent.name}/{samples.name}"  # as seen from the page
        parts.append(f"All samples: [{link}]({link}); from them `scripts/reprise.sh page "
                     f"{shown_path(str(samples))}` makes tables and figures again.")
    parts += [f"![{path.stem}]({path})" for path in figures]
    parts += [table.markdown() for table in tables if table]
    parts += ["## How to read it", HOW.strip()] if times else []
    parts.append(failures(Results(document)))
    return "\n\n".join(parts) + "\n"


def pyplot():
    try:
        import matplotlib
    except ImportError as error:
        raise Failure("matplotlib is not installed", next_step="on Debian: apt-get "
                      "install python3-matplotlib") from error
    matplotlib.use("Agg")
    # The same figure gives the same file, with text as text.
    matplotlib.rcParams.update({"svg.hashsalt": "", "svg.fonttype": "none"})
    from matplotlib import pyplot as plot
    return plot


def threads_text(threads):
    return "1 thread" if threads == 1 else f"{threads} threads"


def save_figure(figure, stem, results, note="", tight=True):
    """stem.svg and stem.png, with the circumstances below; not tight: the figure has a
    layout of its own."""
    context = results.document["context"]
    note += (f"{context['cpu']}, {context['cores']} cores; medians of "
             f"{results.document['rounds']} runs")
    if tight:
        figure.text(0.5, 0.005, note, ha="center", fontsize=8)
        figure.tight_layout(rect=(0, 0.03, 1, 1))
    else:
        figure.supxlabel(note, fontsize=8)
    Path(stem).parent.mkdir(parents=True, exist_ok=True)
    written = [Path(f"{stem}.{suffix}") for suffix in ("svg", "png")]
    for path in written:
        figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else {})
    pyplot().close(figure)
    return written


def draw(stem, title, results, rows, names, series, value=None, unit="seconds"):
    """stem.png and stem.svg: a group of bars for each of `rows`, a bar with quartiles for
    each of `series` ({name: changes}); with `value` (name: changes) times of that one."""
    plot = pyplot()
    size = max(7, min(40, 0.35 * len(rows) * len(series))), 4.5
    figure, axes = plot.subplots(figsize=size)
    width = 0.8 / max(1, len(series))
    for position, (name, changes) in enumerate(series.items()):
        at, heights, whiskers = [], [], []
        for index, row in enumerate(rows):
            group = results.find(row, **changes)
            base = results.find(row, **value).values if value else [1.0]
            if group.values and base:
                at.append(index + (position - (len(series) - 1) / 2) * width)
                heights.append(statistics.median(group.values) / statistics.median(base))
                whiskers.append((spread_of(group.values) or 0) * heights[-1])
        axes.bar(at, heights, width, yerr=whiskers, capsize=2, label=name,
                 color=STYLES[position % len(STYLES)]["color"])
    axes.set_xticks(range(len(rows)), [" ".join(str(row[name]) for name in names
                                                if name in row) for row in rows],
                    rotation=30, ha="right")
    axes.set_ylabel(unit)
    axes.set_yscale("log")
    if value:
        axes.axhline(1, color="black", linewidth=0.8)
    axes.grid(axis="y", alpha=0.3)
    axes.legend()
    axes.set_title(title)
    return save_figure(figure, stem, results)
