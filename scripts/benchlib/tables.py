# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tables of each kind of result, made from its JSON document alone."""

from . import lowerings_report, recursive_report, summary, tracker_tables, ways_report
from .bootstrap import UNDECIDED, ratio_of_medians
from .trackers import PEERS

SHAPES = ["indep", "series", "stencil"]
FEW = 9  # a median of fewer runs says little about its spread
# Times of a region that the compiler sees whole that one may take whose tasks are made
# in another file.
CALLS_TARGET = 1.2


def ratio(numerator, denominator):
    if not numerator or not denominator:
        return "-"
    value = numerator / denominator
    return f"{value:.2f}" if value >= 0.1 else f"{value:.3f}"


def medians(runs):
    """{contender: summary} for what succeeded, and all groups."""
    groups = summary.group(runs)
    return {name: summary.summarise(entry["values"])
            for name, entry in groups.items() if entry["values"]}, groups


def find(groups, **labels):
    """Name of the contender with these labels, or None."""
    for name, entry in groups.items():
        if all(entry["labels"].get(key) == value for key, value in labels.items()):
            return name
    return None


def order_of(groups, *keys):
    """The distinct values of some labels in order of a sensible reader."""
    seen = {tuple(entry["labels"].get(key) for key in keys): None
            for entry in groups.values()}
    return sorted(seen, key=lambda values: [(value is None, str(type(value)), value)
                                            for value in values])


def program_rows(runs):
    """One row per program, block and team: times, spreads and speed-ups."""
    made, groups = medians(runs)
    rows = []
    for program, block, threads in order_of(groups, "program", "block", "threads"):
        labels = {"program": program, "block": block}
        serial = made.get(find(groups, **labels, variant="serial"))
        row = {"program": program, "block": block, "threads": threads,
               "serial": serial}
        for variant in ("for", "tasks", "taskgraph"):
            name = find(groups, **labels, variant=variant, threads=threads)
            row[variant] = made.get(name)
        if any(row[variant] for variant in ("for", "tasks", "taskgraph")):
            rows.append(row)
    return rows, groups


def programs_table(runs):
    rows, groups = program_rows(runs)
    header = ["program", "threads", "serial", "for", "tasks", "taskgraph",
              "for/serial", "tasks/serial", "taskgraph/serial", "taskgraph/tasks"]
    if any(row["block"] for row in rows):
        header.insert(1, "block")
    table = []
    for row in rows:
        cells = [row["program"]] + ([row["block"]] if "block" in header else [])
        cells.append(row["threads"])
        for variant in ("serial", "for", "tasks", "taskgraph"):
            value = row[variant]
            cells.append("-" if not value else
                         f"{summary.time_text(value['median'])} "
                         f"{summary.spread_text(value)}".strip())
        def gain(fast, slow):
            return "-" if not row[fast] or not row[slow] else \
                f"{row[slow]['median'] / row[fast]['median']:.2f}x"
        cells += [gain("for", "serial"), gain("tasks", "serial"),
                  gain("taskgraph", "serial"), gain("taskgraph", "tasks")]
        table.append(cells)
    return summary.markdown_table(header, table), groups


def calls_table(runs, seed):
    """Tasks made in another file beside the same tasks made in the block, with the
    interval of the ratio; None where nobody ran both."""
    groups = summary.group(runs)
    table = []
    for program, block, threads in order_of(groups, "program", "block", "threads"):
        inline, calls = (groups.get(find(groups, program=program, block=block,
                                         threads=threads, variant=variant))
                         for variant in ("taskgraph", "taskgraph-calls"))
        ratio_of_calls = inline and calls and ratio_of_medians(
            calls["values"], inline["values"], seed)
        if ratio_of_calls:
            table.append([program, block or "-", threads,
                          *(recursive_report.time_cell(side) for side in (inline, calls)),
                          recursive_report.ratio_cell(ratio_of_calls),
                          target_cell(ratio_of_calls, CALLS_TARGET)])
    header = ["program", "block", "threads", "taskgraph", "taskgraph-calls",
              "calls / inline", f"target {CALLS_TARGET}"]
    return summary.markdown_table(header, table) if table else None


def target_cell(found, limit):
    """Whether a Ratio is at most `limit`, as far as its whole interval says so."""
    if found.high <= limit:
        return "met"
    return "missed" if found.low > limit else UNDECIDED


def overhead_table(runs):
    made, groups = medians(runs)
    ways = [*(("ours", variant) for variant in
              ("tasks", "record", "record-again", "replay")),
            *(("upstream", variant) for variant in ("tasks", "record", "replay"))]
    header = ["shape", "threads", "tasks", "record", "record again", "replay",
              "upstream tasks", "upstream record", "upstream replay",
              "record / tasks", "record again / tasks", "replay / upstream replay"]
    table = []
    for shape, threads in order_of(groups, "shape", "threads"):
        value, text = {}, {}
        for library, variant in ways:
            found = made.get(find(groups, shape=shape, threads=threads,
                                  library=library, variant=variant))
            value[library, variant] = found and found["median"]
            text[library, variant] = "-" if not found else \
                f"{found['median']:.4g} {summary.spread_text(found)}".strip()
        table.append([shape, threads, *text.values(),
                      ratio(value["ours", "record"], value["ours", "tasks"]),
                      ratio(value["ours", "record-again"], value["ours", "tasks"]),
                      ratio(value["ours", "replay"], value["upstream", "replay"])])
    return summary.markdown_table(header, table), groups


def instructions_table(rows):
    header = ["shape", "threads", "variant", "ours", "upstream", "ours / upstream"]
    table = []
    found = {(row["shape"], row["threads"], row["variant"], row["library"]):
             row["instructions_per_task"] for row in rows}
    for shape, threads, variant in dict.fromkeys(key[:3] for key in found):
        ours = found.get((shape, threads, variant, "ours"))
        theirs = found.get((shape, threads, variant, "upstream"))
        table.append([shape, threads, variant, f"{ours:.1f}" if ours else "-",
                      f"{theirs:.1f}" if theirs else "-",
                      f"{ours / theirs:.3f}" if ours and theirs else "-"])
    return summary.markdown_table(header, table)


CAPTIONS = {
    "programs": "Time per iteration: median of the runs, each the median of its "
                "iterations after the first; ± half the distance between the "
                "quartiles. Ratios are speed-ups.",
    "calls": "`taskgraph-calls` against `taskgraph`, whose tasks stand in the block: "
             "ratio of the medians with the 95 % interval of a bootstrap. The target is "
             "met, or missed, if the whole interval says so.",
    "overhead": "Nanoseconds per empty task: median of the runs, each the median "
                "of its encounters after the first; ± half the distance between "
                "the quartiles. `record` makes a new graph in new memory, `record "
                "again` resets a graph first. The last columns are ratios of times.",
    "instructions": "Instructions per empty task under callgrind on the thread that "
                    "makes and runs them. One thread: alone, tasks are not "
                    "deferred. More threads: the others sleep, tasks are deferred.",
}


def render(document):
    """The whole result as Markdown: table, caption, failures."""
    kind = document["kind"]
    if kind == "trackers":
        parts = [tracker_tables.render(document)]
    elif kind == "recursive":
        parts = [recursive_report.render(document)]
    elif kind == "lowerings":
        parts = [lowerings_report.render(document)]
    elif kind == "ways":
        parts = [ways_report.render(document)]
    elif kind == "instructions":
        parts = [instructions_table(document["rows"]), CAPTIONS[kind]]
    else:
        make = overhead_table if kind == "overhead" else programs_table
        table, groups = make(document["runs"])
        caption = CAPTIONS["overhead" if kind == "overhead" else "programs"]
        runs = f" {document['repetitions']} runs per contender, interleaved at " \
               f"random (seed {document['seed']})."
        if document["repetitions"] < FEW:
            runs += f" Fewer than {FEW} runs: the spread is a rough guess."
        parts = [table, caption + runs]
        calls = kind == "programs" and calls_table(document["runs"], document["seed"])
        if calls:
            parts += [calls, CAPTIONS["calls"]]
        failures = summary.failures_text(groups)
        if failures:
            parts.append("Not every run came to a right end:\n\n"
                         + "\n".join(f"- {line}" for line in failures))
    parts.append(f"Command: `{document['command']}`, {document['date']}, "
                 f"{document['context']['cpu']}, {document['context']['cores']} cores.")
    return "\n\n".join(parts) + "\n"


def exit_status(document):
    """1 when one of our own contenders failed; peers may."""
    for run in document.get("runs", []):
        is_peer = run["labels"].get("library") == "upstream" or \
            run["labels"].get("runtime") in PEERS
        if run["state"] != "verified" and not is_peer:
            return 1
    return 0
