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
import subprocess
from pathlib import Path

from overlay import Failure

from . import programs, ways
from .runner import Contender, run_once

SOURCES = programs.SOURCES / "lowerings"
SHAPES = ["heat", "cholesky", "stencil", "independent"]
# Way: variant of the program, and settings. Recorded are the same regions as in
# "structure", so that nothing differs but who made the graph.
WAYS = {"tasks": ("tasks", {}), "recorded": ("structure", {"OMPX_TASKGRAPH_STATIC": "off"}),
        "structure": ("structure", {}), "data": ("data", {})}
BUILT = ["structure", "data"]  # by the compiler
BUILT_TEXT = re.compile(r"taskgraph is built by the compiler: (?P<nodes>\d+) nodes, "
                        r"(?P<edges>\d+) edges, (?P<bytes>\d+) bytes")
REPETITIONS, QUICK_REPETITIONS = 15, 2
ITERATIONS, QUICK_ITERATIONS = 101, 6
WIDTH = 100  # tasks in a line of growth.cpp
NODES, QUICK_NODES = [1000, 10_000, 100_000], [1000, 10_000]
STATIC = {"with": [], "without": ["-mllvm", "-taskgraph-static=off"]}
UNLIMITED = ["-mllvm", "-taskgraph-static-nodes=200000"]


def contenders(program, threads, iterations):
    return [Contender(
        f"{shape} {way} {team}t",
        [program, "--variant", variant, "--shape", SHAPES.index(shape), "--iterations",
         iterations],
        {"OMP_NUM_THREADS": team, **settings},
        labels={"shape": shape, "way": way, "threads": team})
        for shape in SHAPES for team in threads
        for way, (variant, settings) in WAYS.items()]


def check_ways(made):
    """Runs each contender once: whether its graph is recorded or the compiler's."""
    for contender in made:
        told = run_once(Contender(
            contender.name, contender.command,
            {**contender.environment, "OMPX_TASKGRAPH_VERBOSE": "summary"}, kept=10_000))
        if told["state"] != "verified":
            raise Failure(f"{contender.name}: {told['state']}",
                          told["message"].splitlines()[-3:])
        programs.refuse_debug(told["document"])
        contender.labels["tasks"] = int(told["document"]["context"]["tasks"])
        counts = list(ways.counts_of(told["message"]).values())
        way = contender.labels["way"]
        recorded = {"tasks": [], "recorded": [1]}.get(way, [0])
        if [count["recorded"] for count in counts] != recorded or any(
                count["refilled"] or count["diverged"] or count["plain"]
                for count in counts):
            raise Failure(f"{contender.name} is not run in the way of that name",
                          told["message"].splitlines()[-3:],
                          "is this the compiler that belongs to the library?")


def compile_command(build, source):
    """How a source of the folder is compiled, without its output: (words, folder). One
    that is in no program is compiled like structure.cpp."""
    for entry in json.loads((Path(build) / "compile_commands.json").read_text()):
        if Path(entry["file"]) == SOURCES / "structure.cpp":
            words = shlex.split(entry["command"])
            at = words.index("-o")
            del words[at:at + 2]
            return [str(SOURCES / source) if word == entry["file"] else word
                    for word in words], entry["directory"]
    raise Failure(f"the lowerings are not built in {build}")


def compiled(build, source, *options, output):
    """Compiles: (seconds of the processor, what the compiler says)."""
    words, folder = compile_command(build, source)
    command = [*words, *map(str, options), "-o", str(output)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True,
                          check=False, timeout=600)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode != 0:
        raise Failure(f"{source} does not compile", done.stderr.splitlines()[:8])
    return (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime,
            done.stderr)


def graphs_of(errors):
    """What the compiler says of the graphs that it builds, in the order of the lines."""
    found = [(ways.place_of(remark), BUILT_TEXT.fullmatch(remark["text"]))
             for remark in ways.matches(ways.REMARK, errors)]
    return [{name: int(text[name]) for name in ("nodes", "edges", "bytes")}
            for _, text in sorted(found, key=lambda pair: pair[0]) if text]


def constants(build, folder):
    """A row for each shape and each way in which the compiler builds the graph."""
    rows = []
    for way in BUILT:
        _, errors = compiled(build, f"{way}.cpp", *ways.REMARK_FLAGS[:2],
                             output=folder / "remarks.o")
        graphs = graphs_of(errors)
        if len(graphs) != len(SHAPES):
            raise Failure(f"the compiler does not build all graphs of {way}.cpp",
                          errors.splitlines()[:8])
        rows += [{"shape": shape, "way": way, **graph}
                 for shape, graph in zip(SHAPES, graphs)]
    return rows


def compilations(nodes):
    """(labels, source, options) of all that is compiled and timed."""
    made = [({"what": f"{way}.cpp", "static": static}, f"{way}.cpp", options)
            for way in BUILT for static, options in STATIC.items()]
    return made + [
        ({"what": "growth", "nodes": count, "static": static}, "growth.cpp",
         [f"-DBENCH_STEPS={count // WIDTH}", *UNLIMITED, *options])
        for count in nodes for static, options in STATIC.items()]


def compile_times(build, folder, nodes, repetitions, seed, progress):
    """A sample for each compilation and repetition, in random order."""
    work, order, samples = compilations(nodes), random.Random(seed), []
    progress = progress(len(work) * repetitions)
    output = folder / "timed.o"
    for repetition in range(repetitions):
        for labels, source, options in order.sample(work, len(work)):
            progress.step(f"compiling {labels['what']} {labels['static']}")
            seconds, errors = compiled(build, source, *options, *ways.REMARK_FLAGS[:2],
                                       output=output)
            wanted = labels.get("nodes")
            if wanted and labels["static"] == "with" and \
                    [graph["nodes"] for graph in graphs_of(errors)] != [wanted]:
                raise Failure(f"the compiler does not build a graph of {wanted} tasks",
                              errors.splitlines()[:8])
            samples.append({**labels, "repetition": repetition, "seconds": seconds,
                            "object_bytes": output.stat().st_size})
    progress.finish()
    return samples
