# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ways to lower a taskgraph: what they cost when the program runs, as constants in
the program, and when it is compiled."""

import json
import random
import re
import resource
import shlex
import statistics
import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

from overlay import Failure

from . import output, programs, ways
from .results import VALUES, key_of, ratio_of_medians
from .runner import Contender, run_once

HELP = "plain tasks, recorded graphs and those that the compiler builds"
SOURCES = programs.SOURCES / "lowerings"
SHAPES = ["heat", "cholesky", "stencil", "independent", "lu", "product", "fft", "tree", "pipeline"]
# Way: variant of the program, and settings. Recorded are the same regions as in
# "structure", so that nothing differs but who made the graph.
WAYS = {"tasks": ("tasks", {}), "recorded": ("structure", {"OMPX_TASKGRAPH_STATIC": "off"}),
        "structure": ("structure", {}), "data": ("data", {})}
BUILT = ["structure", "data"]  # by the compiler
FIRST, LATER = {"execution": "first"}, {"execution": "later"}
REMARK = "-Rpass=taskgraph"
BUILT_TEXT = re.compile(
    rf"{ways.PLACE}: remark: taskgraph is built by the compiler: (?P<nodes>\d+) nodes, "
    rf"(?P<edges>\d+) edges, (?P<bytes>\d+) bytes \[{REMARK}\]")
# Steps of a task, and nodes of the graphs that are only compiled.
DEFAULTS = {"threads": [1, 2], "rounds": 15, "executions": 51, "work": [0, 50, 500],
            "nodes": [1000, 10_000, 100_000]}
OPTIONS = {}
QUICK = {"rounds": 2, "executions": 3, "work": [0, 500], "nodes": [1000]}
WIDTH = 100  # tasks in a line of growth.cpp
STATIC = {"with": [], "without": ["-mllvm", "-taskgraph-static=off"]}
UNLIMITED = ["-mllvm", "-taskgraph-static-nodes=200000"]


def contenders(args, built):
    return [Contender(
        [built.programs["lowerings"], "--variant", variant, "--shape",
         SHAPES.index(shape), "--iterations", args.executions, "--work", work],
        {"OMP_NUM_THREADS": threads, **settings},
        {"shape": shape, "threads": threads, "way": way, "work": work})
        for shape in SHAPES for threads in args.threads for work in args.work
        for way, (variant, settings) in WAYS.items()]


def compiled(build, source, *options, output):
    """Compiles a source of the folder like structure.cpp: (seconds of the processor, graphs that
    the compiler says it has built, in the order of the lines)."""
    like = str(SOURCES / "structure.cpp")
    entry = next(one for one in json.loads((Path(build) / "compile_commands.json").read_text())
                 if one["file"] == like)
    words = [str(SOURCES / source) if word == like else word
             for word in shlex.split(entry["command"])]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # The compiler writes to the last output that is named.
    done = subprocess.run([*words, *options, REMARK, "-o", str(output)], cwd=entry["directory"],
                          capture_output=True, text=True, check=False, timeout=600)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise Failure(f"{source} does not compile", done.stderr.splitlines()[:8])
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime,
            graphs_of(done.stderr))


def graphs_of(errors):
    """What the compiler says of the graphs that it builds, in the order of the lines."""
    found = sorted(filter(None, map(BUILT_TEXT.fullmatch, errors.splitlines())),
                   key=lambda one: (one["file"], int(one["line"])))
    return [{name: int(one[name]) for name in ("nodes", "edges", "bytes")} for one in found]


def constants(build, folder):
    """A row for each shape and each way in which the compiler builds the graph."""
    rows = []
    for way in BUILT:
        _, graphs = compiled(build, f"{way}.cpp", output=folder / "remarks.o")
        if len(graphs) != len(SHAPES):
            raise Failure(f"the compiler does not build all graphs of {way}.cpp")
        rows += [{"shape": shape, "way": way, **graph} for shape, graph in zip(SHAPES, graphs)]
    return rows


def compile_times(build, folder, nodes, rounds, seed):
    """A sample for each compilation and round, in random order."""
    work = [({"what": f"{way}.cpp"}, f"{way}.cpp", []) for way in BUILT]
    work += [({"what": f"{count} nodes", "nodes": count}, "growth.cpp",
              [f"-DBENCH_STEPS={count // WIDTH}", *UNLIMITED]) for count in nodes]
    work = [({**labels, "static": static}, source, [*options, *more])
            for labels, source, options in work for static, more in STATIC.items()]
    order, samples, file = random.Random(seed), [], folder / "timed.o"
    for number in range(rounds):
        for labels, source, options in order.sample(work, len(work)):
            seconds, graphs = compiled(build, source, *options, output=file)
            if "nodes" in labels and labels["static"] == "with" and \
                    [graph["nodes"] for graph in graphs] != [labels["nodes"]]:
                raise Failure(f"the compiler does not build a graph of {labels['nodes']} tasks")
            samples.append({**labels, "round": number, "seconds": seconds,
                            "object_bytes": file.stat().st_size})
    return samples


def extra(args, built, made):
    folder = built.folder / "programs"
    with tempfile.TemporaryDirectory(prefix="bench-") as scratch:
        tasks = {one.labels["shape"]: int(run_once(one)["document"]["context"]["tasks"])
                 for one in made if one.labels["way"] == "tasks" and not one.labels["work"]}
        return {"tasks": tasks, "constants": constants(folder, Path(scratch)),
                "compile": compile_times(folder, Path(scratch), args.nodes, args.rounds,
                                         args.seed)}


def by_execution(results):
    """Each contender as two: of the first execution of a process, and of its later ones."""
    groups = [replace(group, labels={**group.labels, "execution": execution},
                      values=list(map(VALUES[execution], group.samples)))
              for group in results.groups.values() for execution in ("first", "later")]
    results.groups = {key_of(group.labels): group for group in groups}
    return results


def times_table(results, title, execution):
    """Times without work, and ratios to what has to be beaten."""
    idle = {way: {"way": way, "work": 0} for way in WAYS}
    tasks = results.document["extra"]["tasks"]
    return output.comparison(
        results, title, ["shape", "threads"], {"work": 0, "execution": execution}, idle,
        {f"{way} / {other}": (idle[way], idle[other]) for other in ("tasks", "recorded")
         for way in WAYS if way not in ("tasks", other)},
        more={"number of tasks": lambda group: tasks[group.labels["shape"]]}, figure=execution)


def to_later_table(results):
    return output.comparison(
        results, "The first execution to a later one", ["shape", "threads", "way"], {}, {},
        {f"{steps} steps": ({"work": steps, **FIRST}, {"work": steps, **LATER})
         for steps in results.seen("work")})


def claims(results):
    """Of all shapes together."""
    made, most = [], results.seen("work")[-1]
    for row in results.rows(["threads", "way"]):
        if row["way"] in BUILT:
            name = f"{row['way']}, {output.threads_text(row['threads'])}"
            places = [{**row, "shape": shape} for shape in SHAPES]
            made += [
                results.claim(f"{name}: the first execution takes at most a fifth of one that "
                              "records", places, {"work": 0, **FIRST},
                              {"work": 0, "way": "recorded", **FIRST}, 0.2),
                results.claim(f"{name}: the first execution takes at most 1.5 times a later one, "
                              f"{most} steps", places, {"work": most, **FIRST},
                              {"work": most, **LATER}, 1.5)]
    return output.claims_table(made)


def compile_table(document):
    samples, rows = document["extra"]["compile"], []
    order = sorted(samples, key=lambda sample: (sample.get("nodes", 0), sample["what"]))
    for what in dict.fromkeys(sample["what"] for sample in order):
        sides = [[sample for sample in samples if sample["what"] == what and
                  sample["static"] == static] for static in STATIC]
        seconds = [[sample["seconds"] for sample in side] for side in sides]
        nodes = sides[0][0].get("nodes")
        medians = [statistics.median(side) for side in seconds]
        rows.append([what, *map(output.time_text, medians),
                     output.ratio_cell(ratio_of_medians(*seconds, document["seed"]), False),
                     f"{(medians[0] - medians[1]) * 1e6 / nodes:.2f} µs" if nodes else "-",
                     f"{sides[0][0]['object_bytes'] / nodes:.0f}" if nodes else "-"])
    return output.Table("Time to compile", ["file", "with", "without", "with / without",
                                            "a node costs", "bytes of the object / node"],
                        rows)


def tables(results):
    results = by_execution(results)
    return [claims(results), times_table(results, "The first execution", "first"),
            times_table(results, "Later executions", "later"), to_later_table(results),
            output.Table("Constants", ["shape", "way", "nodes", "edges", "bytes", "bytes / node",
                                       "bytes / (nodes + edges)"],
                         [[*row.values(), f"{row['bytes'] / row['nodes']:.1f}",
                           f"{row['bytes'] / (row['nodes'] + row['edges']):.1f}"]
                          for row in results.document["extra"]["constants"]]),
            compile_table(results.document)]
