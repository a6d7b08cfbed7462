# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The program `simulator`: its graphs, its costs, and how these are fitted to times."""

import json
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy
from scipy import optimize

from overlay import Failure
from status_line import Progress

# Where the fit begins, in nanoseconds: about what docs/results/overhead.md has.
BEGIN = {"plain_alone": 10, "plain_alone_item": 10, "refill_alone": 10, "refill_alone_item": 10,
         "replay_alone": 10, "plain_make": 30, "plain_item": 10, "refill_make": 12,
         "refill_item": 3, "plain_node": 15, "refill_node": 8, "replay_node": 4, "item": 1,
         "count": 5, "push": 4, "steal": 20, "line": 60, "plain_start": 200, "refill_start": 500,
         "replay_start": 500}
LOOK = 2  # to see that an unchanged queue is empty: it is in the thief's cache
SEED = 1
AT_ONCE = 400  # jobs of a process, for the sake of progress


@dataclass(frozen=True)
class Job:
    """A graph (the command's words, or the text of a file), own times of the types."""

    graph: str
    bodies: list
    way: str
    threads: int


def recorded(path, routines=None):
    """A graph that OMPX_TASKGRAPH_DUMP has written, as the text of simulator/task_graph.h.
    Graphs with the same list of routines, which grows, number the types of tasks alike."""
    routines = [] if routines is None else routines
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
        nodes, edges = document["nodes"], document["edges"]
        into, types = [[] for _ in nodes], []
        for number, one in enumerate(document["types"]):
            routine = (one.get("object"), one.get("offset", number))
            if routine not in routines:
                routines.append(routine)
            types.append(routines.index(routine))
        for source, target in edges:
            into[target].append(source)
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise Failure(f"{path} is no recorded graph: {error}", next_step="name a JSON file "
                      "that OMPX_TASKGRAPH_DUMP=<folder> wrote") from error
    lines = [f"{len(nodes)}"]
    for node, sources in zip(nodes, into):
        words = [types[node["type"]] if "type" in node else -1,
                 len(node.get("dependences", [])), len(sources), *sources]
        lines.append(" ".join(map(str, words)))
    return "\n".join(lines) + "\n"


def types_of(text):
    """The type of each node."""
    return [int(line.split()[0]) for line in text.splitlines()[1:]]


def nodes_of_grid(pattern, width, rows):
    """As dependences/grid.h has it."""
    if pattern != "tree":
        return width * rows
    levels = width.bit_length() - 1
    phases = [min(row % (2 * levels), 2 * levels - row % (2 * levels)) if levels else 0
              for row in range(rows)]
    return sum(1 << phase for phase in phases)


def run(program, costs, jobs):
    """What the simulator says of each job; with progress if that takes long."""
    progress, made, files = Progress(len(jobs)), [], {}
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        for begin in range(0, len(jobs), AT_ONCE):
            progress.at(begin, "simulating")
            made += run_part(program, costs, jobs[begin:begin + AT_ONCE], Path(folder), files)
    progress.hide()
    return made


def run_part(program, costs, jobs, folder, files):
    lines, graph = [f"cost {name} {value!r}" for name, value in costs.items()], None
    for job in jobs:
        if job.graph != graph:
            graph = words = job.graph
            if "\n" in graph:
                if graph not in files:
                    files[graph] = folder / f"{len(files)}"
                    files[graph].write_text(graph)
                words = f"file {files[graph]}"
            lines.append(f"graph {words}")
        lines += ["body " + " ".join(map(str, job.bodies)), f"run {job.way} {job.threads} {SEED}"]
    done = subprocess.run([str(program)], input="\n".join(lines) + "\n", text=True,
                          capture_output=True, check=False, timeout=3600)
    if done.returncode != 0:
        raise Failure("the simulation failed", done.stderr.splitlines()[-3:])
    return [json.loads(line) for line in done.stdout.splitlines()]


def fit(program, jobs, times):
    """Costs for which the simulated times are nearest to those measured: errors are
    logarithms, so that all places count the same, and one that is far off counts little
    more than one that is off."""
    jobs, times = zip(*sorted(zip(jobs, times), key=lambda pair: pair[0].graph))
    progress = Progress((len(BEGIN) + 1) * 20)

    def costs_of(logarithms):
        return {**dict(zip(BEGIN, map(float, numpy.exp(logarithms)))), "look": LOOK}

    def errors(logarithms):
        progress.step("fitting costs")
        predicted = [outcome["time"] for outcome in run(program, costs_of(logarithms), jobs)]
        return numpy.log(numpy.array(predicted) / times)

    found = optimize.least_squares(
        errors, numpy.log([*BEGIN.values()]), bounds=(numpy.log(0.05), numpy.log(20_000)),
        loss="soft_l1", f_scale=0.1, diff_step=0.03, max_nfev=20)
    progress.hide()
    return costs_of(found.x)
