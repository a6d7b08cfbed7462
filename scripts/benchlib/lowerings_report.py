# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page about the ways to lower a taskgraph, made from its document alone."""

import statistics

from . import summary, tracker_report
from .bootstrap import DRAWS, FEWEST, UNDECIDED, ratio_of_medians
from .lowerings import BUILT, SHAPES, WAYS
from .recursive_report import failures, ratio_cell, time_cell

INTRO = """\
# Four ways to lower a taskgraph

What a compiler may make of a region of tasks ([Taskgraph 2022], section 4.2 and figure 4):

- `tasks`: ordinary tasks in every execution;
- `recorded`: the first execution records the graph, later ones replay it;
- `structure`: the compiler builds the graph, but tasks have addresses and distances that
  only the program knows: they are put in when an execution brings other ones;
- `data`: the compiler knows all; tasks have nothing but constants.

`recorded` runs the regions of `structure` with `OMPX_TASKGRAPH_STATIC=off`. The tasks do
almost nothing (`overhead-benchmarks/lowerings/`), so that these are times of the library.
Every run checks its result; a wrong one has no time.
"""
HOW = f"""\
The first execution comes behind some plain tasks, so that threads and memory are there.
Of the later ones a process counts as one value, their median; processes of all contenders
alternated in random order. Times are medians of the processes, ± half the distance between
their quartiles; ratios have the 95 % interval of a bootstrap ({DRAWS} draws), and a verdict
only where the whole interval agrees (`{UNDECIDED}` otherwise, and where a side has fewer
than {FEWEST} values).
"""
CONSTANTS = """\
What the compiler says of its graphs (`-Rpass=taskgraph`): the bytes of all constants of a
graph, the data of its tasks included.
"""
COMPILE = """\
Processor time of the compiler, with and without static graphs
(`-mllvm -taskgraph-static=off`), in random order. Each file has all four shapes.
"""
GROWTH = """\
A stencil in lines of a hundred tasks (`growth.cpp`, with
`-mllvm -taskgraph-static-nodes=200000`). What a node costs is the difference of the medians
divided by the nodes; it stays the same where the time is linear.
"""
KEYS = ("shape", "way", "threads")


class Results:
    """The runs by shape, way and threads."""

    def __init__(self, document):
        self.document = document
        self.groups = summary.group(document["runs"])
        self._entries = {tuple(entry["labels"][key] for key in KEYS): entry
                         for entry in self.groups.values()}
        self.threads = sorted({key[2] for key in self._entries})

    def entry(self, shape, way, threads, first):
        """`values` of the first execution or of the later ones, and `failures`."""
        found = self._entries.get((shape, way, threads))
        if not found:
            return {"values": [], "failures": [], "labels": {}}
        return {**found, "values": found["first" if first else "values"]}

    def ratio(self, shape, way, other, threads, first):
        return ratio_of_medians(self.entry(shape, way, threads, first)["values"],
                                self.entry(shape, other, threads, first)["values"],
                                self.document["seed"])


def per_task(entry):
    tasks = entry["labels"].get("tasks")
    if not entry["values"] or not tasks:
        return "-"
    return f"{statistics.median(entry['values']) * 1e9 / tasks:.1f}"


def times_table(results, threads, first):
    """Times of one team; ratios to what has to be beaten."""
    header = ["shape", "way", "time", "ns per task", "to tasks", "verdict",
              "to recorded", "verdict"]
    rows = []
    for shape in SHAPES:
        for way in WAYS:
            entry = results.entry(shape, way, threads, first)
            row = [shape, way, time_cell(entry), per_task(entry)]
            for other in ("tasks", "recorded"):
                found = None if way in ("tasks", other) else \
                    results.ratio(shape, way, other, threads, first)
                row += [ratio_cell(found), found.verdict() if found else "-"]
            rows.append(row)
    return summary.markdown_table(header, rows)


def constants_table(rows):
    return summary.markdown_table(
        ["shape", "way", "nodes", "edges", "bytes", "bytes / node",
         "bytes / (nodes + edges)"],
        [[row["shape"], row["way"], row["nodes"], row["edges"], row["bytes"],
          f"{row['bytes'] / row['nodes']:.1f}",
          f"{row['bytes'] / (row['nodes'] + row['edges']):.1f}"] for row in rows])


def sampled(samples, **labels):
    return [sample["seconds"] for sample in samples
            if all(sample.get(key) == value for key, value in labels.items())]


def compile_cells(samples, seed, **labels):
    """With, without, and the ratio of both."""
    sides = [sampled(samples, static=static, **labels) for static in ("with", "without")]
    return [*(time_cell({"values": side, "failures": []}) for side in sides),
            ratio_cell(ratio_of_medians(*sides, seed))]


def compile_table(document):
    return summary.markdown_table(
        ["file", "with", "without", "with / without"],
        [[f"{way}.cpp", *compile_cells(document["compile"], document["seed"],
                                       what=f"{way}.cpp")] for way in BUILT])


def growth_table(document):
    samples = document["compile"]
    rows = []
    for nodes in sorted({sample["nodes"] for sample in samples if "nodes" in sample}):
        sides = [statistics.median(sampled(samples, nodes=nodes, static=static))
                 for static in ("with", "without")]
        (size,) = {sample["object_bytes"] for sample in samples
                   if sample.get("nodes") == nodes and sample["static"] == "with"}
        rows.append([nodes, *compile_cells(samples, document["seed"], nodes=nodes),
                     f"{(sides[0] - sides[1]) * 1e6 / nodes:.2f} µs",
                     f"{size / nodes:.0f}"])
    return summary.markdown_table(
        ["nodes", "with", "without", "with / without", "a node costs",
         "bytes of the object file / node"], rows)


def circumstances(document):
    context = document["context"]
    few = " This was a quick run: rough figures." if document["quick"] else ""
    return (f"Measured on {document['date'][:10]} on {context['cores']} cores "
            f"({context['cpu']}), {context['compiler']}, `{context['compiler_flags']}`, "
            f"revision {context['git_revision']}, libomp "
            f"`{context['openmp_library_sha256'][:12]}`, {document['repetitions']} "
            f"processes per contender with {document['iterations']} executions each, seed "
            f"{document['seed']}, in {document['seconds'] / 60:.0f} minutes, by\n\n"
            f"    {document['command']}\n\nOne-minute load {tracker_report.load(document)}."
            f"{few}")


def render(document):
    """All tables, without the text around them."""
    results = Results(document)
    parts = []
    for title, first in (("The first execution", True), ("Later executions", False)):
        for threads in results.threads:
            team = f"{threads} thread" + ("s" if threads > 1 else "")
            parts += [f"### {title}, {team}", times_table(results, threads, first)]
    parts += ["### Constants", CONSTANTS.rstrip(), constants_table(document["constants"])]
    if document["compile"]:
        parts += ["### Time to compile", COMPILE.rstrip(), compile_table(document),
                  "### Growth of that time", GROWTH.rstrip(), growth_table(document)]
    return "\n\n".join([*parts, failures(results)])


def page(document):
    """The whole page, without the licence header."""
    return "\n\n".join([INTRO.rstrip(), circumstances(document), "## How to read it",
                        HOW.rstrip(), "## Tables", render(document)]) + "\n"
