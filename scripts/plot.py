#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables, plots and a report from the JSON files of bench.py and demo.py.

  plot.py table FILE...               Markdown tables on standard output
  plot.py plots FILE... --into DIR    one PNG and one SVG per FILE (dependence
                                      suite: per experiment; recursive suite:
                                      per library)
  plot.py report FILE... --output F   a page with tables and commands

Nothing is measured here and nothing but the files is read, so a figure can be
made again, or differently, long after the machine is gone.
"""

import argparse
import json
from pathlib import Path

from benchlib import (lowerings_report, recursive_plots, recursive_report, summary, tables,
                      tracker_plots, tracker_report, ways_report)
from overlay import Failure, run_main, say, write_atomically

NAME = "plot.py"
KINDS = ("programs", "overhead", "instructions", "demo", "trackers", "recursive",
         "lowerings", "ways")
TITLES = {
    "demo": "Demonstration programs at fine grain",
    "programs": "Demonstration programs",
    "overhead": "Time per empty task",
    "instructions": "Instructions per empty task",
}
# Suites, each with a page and plots of its own.
PAGES = {"trackers": tracker_report.page, "recursive": recursive_report.page,
         "lowerings": lowerings_report.page, "ways": ways_report.page}
NOT_DRAWN = {"ways": "how taskgraphs are run", "lowerings": "the ways to lower a taskgraph"}
PLOTS = {"trackers": tracker_plots.draw, "recursive": recursive_plots.draw}
LICENCE = """<!--
Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
See LICENSE for license information.
SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

Generated from raw samples by scripts/plot.py report; do not edit.
-->
"""


def load(path):
    """A result document; anything else is refused with a reason."""
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}",
                      next_step="make it with scripts/bench.py") from error
    except ValueError as error:
        raise Failure(f"{path} is not JSON: {error}",
                      next_step="make it anew with scripts/bench.py") from error
    if not isinstance(document, dict) or document.get("kind") not in KINDS:
        raise Failure(f"{path} is not a result of bench.py or demo.py",
                      next_step="single runs (--json) are samples of one "
                                "contender; bench.py puts them together")
    if document.get("schema_version") != 1:
        raise Failure(f"{path} has schema version "
                      f"{document.get('schema_version')}, this script reads 1",
                      next_step="make it anew with scripts/bench.py")
    return document


def bars(axes, groups, labels, unit):
    """Groups of bars with the quartiles as whiskers; `groups` maps a series to
    one summary (or None) per label."""
    width = 0.8 / max(1, len(groups))
    for position, (series, values) in enumerate(groups.items()):
        at, heights, below, above = [], [], [], []
        for index, value in enumerate(values):
            if value:
                at.append(index + (position - (len(groups) - 1) / 2) * width)
                heights.append(value["median"])
                below.append(value["median"] - value["low"])
                above.append(value["high"] - value["median"])
        axes.bar(at, heights, width, yerr=[below, above], capsize=2, label=series)
    axes.set_xticks(range(len(labels)), labels, rotation=20, ha="right")
    axes.set_ylabel(unit)
    axes.set_yscale("log")
    axes.grid(axis="y", alpha=0.3)
    axes.legend()


def program_bars(axes, document):
    rows, _ = tables.program_rows(document["runs"])
    labels = [row["program"] + (f" b{row['block']}" if row["block"] else "")
              + f", {row['threads']} thr" for row in rows]
    groups = {variant: [row[variant] for row in rows]
              for variant in ("serial", "for", "tasks", "taskgraph")}
    bars(axes, groups, labels, "seconds per iteration")


def overhead_bars(axes, document):
    made, groups = tables.medians(document["runs"])
    places = tables.order_of(groups, "shape", "threads")
    series = {f"{library} {variant}": [
        made.get(tables.find(groups, shape=shape, threads=threads,
                             library=library, variant=variant))
        for shape, threads in places]
        for library in ("ours", "upstream")
        for variant in ("tasks", "record", "record-again", "replay")
        if (library, variant) != ("upstream", "record-again")}
    bars(axes, series, [f"{shape}, {threads} thr" for shape, threads in places],
         "ns per task")


def instruction_bars(axes, document):
    rows = document["rows"]
    places = list(dict.fromkeys((row["shape"], row["threads"]) for row in rows))
    series = {}
    for row in rows:
        entry = series.setdefault(f"{row['library']} {row['variant']}",
                                  [None] * len(places))
        entry[places.index((row["shape"], row["threads"]))] = \
            summary.summarise([row["instructions_per_task"]])
    bars(axes, series, [f"{shape}, {threads} thr" for shape, threads in places],
         "instructions per task")


def draw(document, stem):
    """Writes stem.png and stem.svg."""
    if document["kind"] in NOT_DRAWN:
        raise Failure(f"there is no plot of {NOT_DRAWN[document['kind']]}",
                      next_step="plot.py report makes a page of it")
    try:
        import matplotlib
    except ImportError as error:
        raise Failure("matplotlib is not installed", next_step="on Debian: apt-get "
                      "install python3-matplotlib") from error
    matplotlib.use("Agg")
    from matplotlib import pyplot

    Path(stem).parent.mkdir(parents=True, exist_ok=True)
    if document["kind"] in PLOTS:
        return PLOTS[document["kind"]](document, stem, pyplot)
    figure, axes = pyplot.subplots(figsize=(10, 5))
    {"overhead": overhead_bars, "instructions": instruction_bars}.get(
        document["kind"], program_bars)(axes, document)
    axes.set_title(TITLES[document["kind"]])
    runs = document.get("repetitions")
    caption = f"{document['context']['cpu']}, {document['context']['cores']} cores"
    if runs:
        caption += f"; median and quartiles of {runs} runs"
    figure.text(0.5, 0.005, caption, ha="center", fontsize=8)
    figure.tight_layout(rect=(0, 0.03, 1, 1))
    written = []
    for suffix in ("png", "svg"):
        path = Path(f"{stem}.{suffix}")
        figure.savefig(path)
        written.append(path)
    pyplot.close(figure)
    return written


def report(documents):
    suites = [document for document in documents if document["kind"] in PAGES]
    if suites and len(documents) > 1:
        raise Failure("a suite has a page of its own", next_step="name its file alone")
    if suites:
        return LICENCE + "\n" + PAGES[suites[0]["kind"]](suites[0])
    parts = [LICENCE, "# First figures\n",
             "Each table stands with the command that makes it. Absolute times "
             "belong to one machine; ratios of contenders that were run in "
             "alternation are what can be compared.\n"]
    for document in documents:
        context = document["context"]
        parts.append(f"## {TITLES[document['kind']]}\n\n{tables.render(document)}")
        parts.append(f"Compiler {context['compiler']}, `{context['compiler_flags']}`; "
                     f"revision {context['git_revision']}; libomp "
                     f"`{context['openmp_library_sha256'][:12]}`.\n")
    return "\n".join(parts)


def main(command_line=None):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["table", "plots", "report"])
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--into", metavar="DIR", default=".",
                        help="folder for plots (default: the current one)")
    parser.add_argument("--output", metavar="FILE",
                        help="file for the report (default: standard output)")
    args = parser.parse_args(command_line)

    documents = [load(path) for path in args.files]
    if args.what == "table":
        print("\n".join(tables.render(document) for document in documents), end="")
    elif args.what == "plots":
        for path, document in zip(args.files, documents):
            for written in draw(document, Path(args.into) / Path(path).stem):
                say(NAME, f"wrote {written}")
    elif args.output:
        write_atomically(args.output, report(documents))
        say(NAME, f"wrote {args.output}")
    else:
        print(report(documents), end="")
    return 0


if __name__ == "__main__":
    run_main(NAME, main)
