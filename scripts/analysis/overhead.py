# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What tasks cost: constructs in EPCC's manner, empty graphs replayed, dependences.

The graphs of the dependence suite are those of the papers that the trackers come from
([Vandierendonck 2013] section 5, [Tillenius 2015] sections 5 and 7).
"""

import os
import re
import statistics
import subprocess
from pathlib import Path

from overlay import Failure, clean_environment

from . import output, programs
from .runner import Contender, team

HELP = "what tasks, dependences and replays cost, beside LLVM's own libomp"
SHAPES = ["indep", "series", "stencil"]
CONSTRUCTS = ["reference", "tasks", "tasks-if-false", "taskwait", "taskgroup",
              "tasks-of-one", "depend-in", "depend-inout", "replay", "replay-inout"]
PARTS = ["constructs", "graphs", "dependences", "shared-work", "instructions"]
GRAPHS = ["tasks", "record", "record-again", "record-and-replay", "refill", "replay"]
ACCESS = ["none", "in", "out", "inout", "mutexinoutset", "inoutset"]
PEERS = ["libomp", "libgomp", "onetbb", "starpu"]
TRACKER = "OMPX_DEPEND_TRACKER"
# Tasks of a graph; iterations of a process; numbers of tasks that share so much work.
DEFAULTS = {"rounds": 10, "tasks": 20000, "iterations": 15,
            "counts": [1, 10, 100, 1000, 10_000, 100_000], "work": 100_000_000}
QUICK = {"threads": [2], "rounds": 1, "tasks": 200, "iterations": 3,
         "trackers": ["hash", "versions"], "counts": [1, 100], "work": 10_000}
# Functions of task-overhead that hold the work of each variant: their instances with
# Body::Empty.
FUNCTIONS = {"tasks": "encounterTasks", "record": "encounterTaskgraph",
             "record-again": "encounterResetTaskgraph",
             "record-and-replay": "encounterResetTaskgraph",
             "refill": "encounterRefilledTaskgraph", "replay": "encounterTaskgraph"}
ENCOUNTERS = {"record-and-replay": 2}  # of an iteration
LONGER = {"replay": 14}  # times as many iterations: the first 68 replays end with a trial
# Replays that are timed would run in other ways as their number grows.
ONE_WAY = {**programs.ALWAYS_REFILLED, "OMPX_TASKGRAPH_FUSE": "off"}
PLACE = ["experiment", "graph", "access", "count", "arguments", "objects", "cycles", "threads"]


def point(graph, access="inout", count=1000, arguments=1, cycles=0, asleep=0, runs=5, **objects):
    return {"graph": graph, "access": access, "count": count, "arguments": arguments,
            "cycles": cycles, "asleep": asleep, "runs": runs, **objects}


GENERATIONS = (1, 10, 100, 1000, 10000)
CORES = os.cpu_count() or 1
CYCLES = (0, 10000, 30000, 100000, 500000)
# asleep: one thread makes and runs all tasks while the others of its team sleep.
POINTS = {
    "shapes": [point(graph, access, 20000, runs=9) for graph, access in (
        ("flat", "none"), ("series", "inout"), ("stencil", "inout"))],
    "fast": [point("fast", access, 100, asleep=1, runs=15) for access in ACCESS],
    "slow": [point("slow", access, count, asleep=1)
             for access in ("in", "inout", "mutexinoutset", "inoutset")
             for count in GENERATIONS],
    "generations": [point("generations", access, count, asleep=1)
                    for access in ("inout", "mutexinoutset", "inoutset")
                    for count in GENERATIONS],
    "arguments": [point("slow", access, 500, arguments, asleep=1)
                  for access in ("in", "inout") for arguments in (1, 4, 8, 14, 20)],
    "task-size": [point("flat", "in", 2000, cycles=cycles) for cycles in CYCLES[:-1]],
    # Tasks take the objects in turn: one, as many as there are threads, and twice as many.
    "objects": [point("series", "in", 2000, cycles=cycles, objects=objects)
                for objects in (1, CORES, 2 * CORES) for cycles in CYCLES[:-1]],
    "matmul": [point(graph, count=16, cycles=cycles, runs=3)
               for graph in ("matmul-ijk", "matmul-kij") for cycles in CYCLES[:-1]],
    "cholesky": [point("cholesky", count=20, cycles=cycles, runs=3)
                 for cycles in CYCLES[:-1]],
    "independent": [point("flat", "none", 2400, cycles=cycles, runs=3)
                    for cycles in CYCLES[:-1]],
    "scaling": [point("series", count=count, cycles=10000, runs=3)
                for count in (1000, 4000, 16000, 64000)],
}


OPTIONS = {
    "parts": (PARTS, PARTS[:3], "which parts; instructions takes valgrind and time, shared-work "
              "is table 1 of the Taskgraph paper"),
    "experiments": ([*POINTS], ["shapes"], "graphs of the part dependences"),
    "trackers": (programs.TRACKERS, programs.TRACKERS, "which dependency trackers"),
    "peers": (PEERS, ["libomp"], "which other libraries run the dependences")}


def can_run(library, place):
    """Whether a library has what a point needs, and runs it in less than minutes."""
    graph, access = place["graph"], place["access"]
    million_edges = graph == "generations" and access != "inout" and place["count"] > 1000
    return not (
        library in ("hash", "graph", "graph-embedded", "libomp", "libgomp") and million_edges
        or library == "onetbb" and access == "mutexinoutset"  # nodes do not exclude each other
        or library == "onetbb" and graph == "fast" and access != "none"  # it is a task_group
        or library in ("starpu", "libgomp") and access == "inoutset")


def construct_contenders(args, built):
    return [Contender(
        [built.programs["constructs"], "--variant", variant, "--iterations", args.iterations,
         "--portions", max(1, args.tasks // 5)],
        team(threads, built.settings(library)),
        {"part": "constructs", "construct": variant, "threads": threads, "library": library},
        value="all")
        for threads in args.threads for variant in CONSTRUCTS
        for library in built.libraries("ours", "libomp")
        if library == "ours" or not variant.startswith("replay")]


def graph_contenders(args, built):
    ways = [("ours", variant, programs.ALWAYS_REFILLED if variant == "refill" else {})
            for variant in GRAPHS]
    ways += [(library, "tasks", built.settings(library)) for library in built.libraries("libomp")]
    return [Contender(
        [built.programs["task-overhead"], "--variant", variant, "--shape", SHAPES.index(shape),
         "--tasks", args.tasks, "--iterations", args.iterations * LONGER.get(variant, 1)],
        team(threads, settings),
        {"part": "graphs", "shape": shape, "threads": threads, "variant": variant,
         "library": library}, timeout=10)
        for shape in SHAPES for threads in args.threads for library, variant, settings in ways]


def runtimes(args, built):
    """{name: (program, settings, labels)} of trackers and other libraries."""
    made = {name: (built.programs["dependences-openmp"], {TRACKER: name},
                   {"library": "ours", TRACKER: name})
            for name in dict(args.set).get(TRACKER, args.trackers)}
    return made | {name: (*built.dependences(name), {"library": name})
                   for name in built.libraries(*args.peers)}


def command_of(program, place, iterations):
    return [program, "--variant", place["graph"], "--access", ACCESS.index(place["access"]),
            "--tasks", place["count"], "--arguments", place["arguments"], "--cycles",
            place["cycles"], "--asleep", place["asleep"], "--iterations", iterations,
            "--milliseconds", 250, *(["--width", place["objects"]] if "objects" in place else [])]


def dependence_contenders(args, built):
    sides = runtimes(args, built)
    for experiment, place in ((name, place) for name in args.experiments for place in POINTS[name]):
        if args.quick:
            place = {**place, "count": min(place["count"], 200), "runs": 2}
        for threads in [2] if place["asleep"] else args.threads:
            for name, (program, settings, labels) in sides.items():
                if can_run(name, place):
                    yield Contender(
                        command_of(program, place, place["runs"]), team(threads, settings),
                        {"part": "dependences", "experiment": experiment,
                         **{key: place[key] for key in PLACE if key in place},
                         "threads": 1 if place["asleep"] else threads, **labels})


WAYS = {"libgomp": ("tasks", "libgomp"), "libomp": ("tasks", "libomp"),
        "tasks": ("tasks", "ours"), "replay": ("replay", "ours")}


def shared_contenders(args, built):
    gcc = built.gcc(["task-overhead"])
    return [Contender(
        [(gcc if library == "libgomp" else built.programs)["task-overhead"], "--variant",
         variant, "--shape", 1, "--width", threads, "--tasks", count, "--work", args.work,
         "--iterations", 5], team(threads, built.settings(library)),
        {"part": "shared-work", "count": count, "threads": threads, "variant": variant,
         "library": library}, timeout=300)
        for count in args.counts for threads in args.threads
        for variant, library in WAYS.values() if built.libraries(library)]


def beyond_work(results, row):
    """{way: milliseconds that all tasks take beyond the work, as the paper computes it}."""
    def milliseconds(way, count):
        variant, library = WAYS[way]
        return [value * count * 1e-6 for value in results.find(
            row, part="shared-work", count=count, variant=variant, library=library).values]
    work = min((time for way in WAYS for time in milliseconds(way, 1)), default=0)
    rounds = -(-row["count"] // row["threads"])  # of tasks on all threads
    return {way: statistics.median(times) - work * rounds / row["count"]
            for way in WAYS if (times := milliseconds(way, row["count"]))}


def shared_table(results):
    names, body = ["count", "threads", *results.axes], []
    for row in results.rows(names, part="shared-work", library="ours"):
        times = beyond_work(results, row)
        body.append([*row.values(), *(f"{times[way]:.3g}" if way in times else "-"
                                      for way in WAYS),
                     *(output.number(times[way] / times["replay"])
                       if way in times and times.get("replay", 0) > 0 else "-"
                       for way in ("libgomp", "libomp"))])
    return output.Table("Tasks that share the same work", [
        *names, *WAYS, "libgomp / replay", "libomp / replay"], body)


def collected(command, environment, function, timeout=600):
    """Instructions that ran inside `function`, an instance with empty tasks. Two noisy cores
    cannot show a difference of two percent in time; a count under callgrind can. Only the
    encountering function is counted, on one thread (alone, or in a team whose other threads are
    asleep, so that tasks are deferred)."""
    valgrind = programs.require("valgrind", "valgrind")
    done = subprocess.run(
        [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null",
         # Its end keeps functions that the compiler made of this one out: callgrind
         # would stop counting where they begin.
         f"--toggle-collect=*{function}(*)", *map(str, command)],
        capture_output=True, text=True, check=False, timeout=timeout,
        errors="replace", env=clean_environment({"KMP_BLOCKTIME": 0, **environment}))
    found = re.search(r"Collected\s*:\s*(\d+)", done.stderr)
    if done.returncode != 0 or not found:
        raise Failure(f"{Path(command[0]).name} failed under callgrind "
                      f"({done.returncode})", done.stderr.splitlines()[-6:])
    if int(found.group(1)) == 0:
        raise Failure(f"{Path(command[0]).name} has no function {function}, or never "
                      "calls it", next_step="compare with the names in its source")
    return int(found.group(1))


def per_encounter(command_of, environment, function, few, many):
    """What does not grow with the number of encounters is removed by subtracting two counts. It
    differs a little from run to run, with addresses: there have to be many encounters."""
    counts = [collected(command_of(number), environment, function) for number in (few, many)]
    return (counts[1] - counts[0]) / (many - few)


def per_task(program, variant, shape, threads, tasks, environment):
    """Of one encounter in a variant of task-overhead."""
    return per_encounter(
        lambda encounters: [program, "--variant", variant, "--shape", shape, "--tasks",
                            tasks, "--iterations", encounters, "--asleep", 1],
        {"OMP_NUM_THREADS": threads, **ONE_WAY, **environment},
        FUNCTIONS[variant] + "<(Body)0>", 3, 43) / tasks / ENCOUNTERS.get(variant, 1)


def per_task_of_graph(command, tasks, environment):
    """Of one graph of the dependence suite; ITERATIONS in the command is replaced."""
    def command_of(encounters):
        words = [encounters if word == "ITERATIONS" else word for word in command]
        words[words.index("--milliseconds") + 1] = 0
        return [*words, "--batch", 1]

    return per_encounter(command_of, environment, "makeAndWait<false>", 2, 4) / tasks


def extra(args, built, _contenders):
    """Instructions per task of the shapes; load does not change a count."""
    if "instructions" not in args.parts:
        return []
    ways = [(library, variant, variant, built.settings(library))
            for library in built.libraries("ours", "libomp")
            for variant in (GRAPHS if library == "ours" else GRAPHS[:1])]
    ways.append(("ours", "replay-fused", "replay", {"OMPX_TASKGRAPH_FUSE": "always"}))
    rows = [{"shape": shape, "threads": threads, "variant": name, "library": library,
             "instructions": per_task(
                 built.programs["task-overhead"], variant, SHAPES.index(shape), threads,
                 min(args.tasks, 1000), settings)}
            for shape in SHAPES for threads in args.threads
            for library, name, variant, settings in ways
            if threads > 1 or name != "replay-fused"]
    point_of = POINTS["shapes"] + POINTS["fast"]
    return rows + [
        {"shape": f"{place['graph']} {place['access']}", "threads": 1, "variant": name,
         "library": "dependences", "instructions": per_task_of_graph(
             command_of(program, {**place, "count": 1000, "asleep": 1}, "ITERATIONS"),
             1000, {**settings, "OMP_NUM_THREADS": 2})}
        for place in point_of[:3 if args.quick else None]
        for name, (program, settings, _) in runtimes(args, built).items()
        if name in (*programs.TRACKERS, "libomp") and can_run(name, place)]


def constructs_table(results):
    """Mean and standard deviation of what a construct takes longer than no task."""
    def beyond(group):
        samples, base = ([sample for process in one.samples for sample in process] for one in (
            group, results.find(group.labels, construct="reference")))
        if not samples or not base or group.labels["construct"] == "reference":
            return f"{statistics.fmean(samples):.1f} (time)" if samples else "-"
        deviation = statistics.stdev(samples) if len(samples) > 1 else 0.0
        return f"{statistics.fmean(samples) - statistics.fmean(base):.1f} ± {deviation:.1f}"

    ours, libomp = {"library": "ours"}, {"library": "libomp"}
    return output.comparison(
        results, "Tasking constructs", ["construct", "threads"], {"part": "constructs", **ours},
        {"ours, ns": ours, "libomp, ns": libomp}, {"ours to libomp": (ours, libomp)}, cell=beyond)


def claims(results):
    ours = {"part": "graphs", "library": "ours"}
    rows = results.rows(results.with_axes(["shape", "threads"]), **ours)
    tasks, libomp = {"variant": "tasks"}, {"variant": "tasks", "library": "libomp"}
    return [results.claim(text, rows, {**ours, "variant": first}, {**ours, **other}, limit)
            for text, first, other, limit in (
                ("a replayed task costs less than an ordinary one", "replay", tasks, 1.0),
                ("a replayed task costs less than a third of one of LLVM's libomp", "replay",
                 libomp, 0.33),
                ("an ordinary task costs no more than one of LLVM's libomp", "tasks", libomp,
                 1.0))]


def graphs_table(results):
    ours = {"part": "graphs", "library": "ours"}
    sides = {name: {**ours, "variant": name} for name in GRAPHS}
    sides["libomp tasks"] = {**ours, "library": "libomp", "variant": "tasks"}
    pairs = [("replay", "tasks"), ("replay", "libomp tasks"), ("tasks", "libomp tasks"),
             ("record-again", "tasks"), ("record-and-replay", "tasks")]
    return output.comparison(
        results, "Graphs of empty tasks", ["shape", "threads"], ours, sides,
        {f"{a} / {b}": (sides[a], sides[b]) for a, b in pairs}, figure="graphs")


def dependences_table(results):
    part = {"part": "dependences"}
    sides = {name: {**part, "library": "ours", TRACKER: name}
             for name in results.seen(TRACKER, **part)}
    last = [*sides][-1:]
    peers = [name for name in results.seen("library", **part) if name != "ours"]
    sides |= {name: {**part, "library": name} for name in peers}
    return output.comparison(
        results, "Dependences", PLACE, {**part, "library": "ours"}, sides,
        {f"{name} / {peer}": (sides[name], sides[peer]) for name in last for peer in peers},
        figure="dependences")


def instructions_table(results):
    rows = results.document.get("extra")
    return rows and output.Table(
        "Instructions", ["graph", "threads", "variant", "library", "instructions per task"],
        [[row["shape"], row["threads"], row["variant"], row["library"],
          f"{row['instructions']:.1f}"] for row in rows])


# Part: its contenders, and its table.
MEASURED = {"shared-work": (shared_contenders, shared_table),
            "constructs": (construct_contenders, constructs_table),
            "graphs": (graph_contenders, graphs_table),
            "dependences": (dependence_contenders, dependences_table)}


def contenders(args, built):
    return [contender for part in args.parts if part in MEASURED
            for contender in MEASURED[part][0](args, built)]


def tables(results):
    parts = results.seen("part")
    return [*(MEASURED[part][1](results) for part in parts),
            output.claims_table(claims(results)) if "graphs" in parts else None,
            instructions_table(results)]
