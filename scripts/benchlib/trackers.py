# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the dependence suite runs: experiments, task libraries, and what fits.

The experiments are those of the papers that the trackers come from
([Vandierendonck 2013] section 5, [Tillenius 2015] sections 5 and 7); each is a
list of points, and each point is run by every library that can express it. What
is left out, and why, is part of the result.
"""

import concurrent.futures
import os
import re
import subprocess
from dataclasses import dataclass, field, replace

from overlay import Failure

from . import counting
from .runner import Contender, clean_environment

# Order of openmp/src/depend/trackers.def, after libomp's own; a test compares.
TRACKERS = ["hash", "graph", "graph-embedded", "hypergraph", "hypergraph-embedded",
            "list", "tickets", "versions"]
PEERS = ["libomp", "libgomp", "onetbb", "onetbb-rerun", "starpu"]
RUNTIMES = TRACKERS + PEERS
ACCESS = ["none", "in", "out", "inout", "mutexinoutset", "inoutset"]
SHARING = ("in", "mutexinoutset", "inoutset")

# Libraries that make an edge for each pair of tasks of two generations.
EDGES = ("hash", "libomp", "graph", "graph-embedded", "onetbb", "onetbb-rerun")


@dataclass
class Point:
    """One run of the program: an experiment at one place of its axes."""

    experiment: str
    shape: str
    access: str = "inout"
    tasks: int = 1000
    arguments: int = 1
    cycles: int = 0
    asleep: bool = False  # one thread makes and runs all tasks
    iterations: int = 5
    milliseconds: int = 250  # no new sample after this time
    labels: dict = field(default_factory=dict)

    def options(self):
        return ["--variant", self.shape, "--access", ACCESS.index(self.access),
                "--tasks", self.tasks, "--arguments", self.arguments, "--cycles",
                self.cycles, "--asleep", int(self.asleep), "--iterations",
                self.iterations, "--milliseconds", self.milliseconds]

    def name(self):
        text = f"{self.experiment} {self.shape} {self.access} N{self.tasks}"
        text += f" A{self.arguments}" if self.arguments > 1 else ""
        return text + (f" {self.cycles // 1000}k" if self.cycles else "")

    def all_labels(self):
        return {"experiment": self.experiment, "shape": self.shape,
                "access": self.access, "tasks": self.tasks,
                "arguments": self.arguments, "cycles": self.cycles, **self.labels}


@dataclass
class Sizes:
    """The axes; `--quick` has fewer points, not other ones."""

    slow_access: tuple = ("in", "inout", "mutexinoutset", "inoutset")
    third_access: tuple = ("inout", "mutexinoutset", "inoutset")
    generations: tuple = (1, 3, 10, 30, 100, 300, 1000, 3000, 10000)
    arguments: tuple = (1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20)
    cycles: tuple = (0, 10000, 30000, 100000, 250000, 500000)
    product: int = 16
    tiles: int = 20
    independent: int = 2400
    depending: int = 1000
    depending_cycles: int = 128000
    scaling: tuple = (1000, 2000, 4000, 8000, 16000, 32000, 64000)
    scaling_cycles: int = 10000
    shapes: int = 20000
    counted: tuple = (100, 1000, 10000)  # N of the three generations
    counted_arguments: tuple = (1, 8, 20)
    counted_access: tuple = tuple(ACCESS)
    most_edges: int = 10_000_000  # ... of one graph, by a library that has edges


QUICK = Sizes(slow_access=("in", "inout"), third_access=("inout", "mutexinoutset"),
              generations=(1, 10, 100, 1000), arguments=(1, 8, 20),
              cycles=(0, 10000, 100000, 500000), product=10, tiles=12,
              independent=600, depending=300, scaling=(1000, 4000, 16000),
              counted=(100, 1000), counted_arguments=(20,),
              counted_access=("none", "inout"), most_edges=1_000_000)

SHAPES = (("indep", "flat", "none"), ("series", "series", "inout"),
          ("stencil", "stencil", "inout"))
EXPERIMENTS = ["fast", "slow", "generations", "arguments", "task-size", "matmul-ijk",
               "matmul-kij", "cholesky", "independent", "dependences", "scaling",
               "shapes", "instructions"]
# Libraries whose instructions are counted: those of the same OpenMP program.
COUNTED = TRACKERS + ["libomp", "libgomp"]


def busy(tasks, cycles, threads, milliseconds=150):
    """As many of `tasks` as a sample of about that time allows."""
    if not cycles:
        return tasks
    fitting = int(milliseconds * 2.5e6 * threads / cycles)
    return max(50, min(tasks, fitting))


def points(experiment, sizes, threads):
    """All points of one experiment; `threads` only bounds the time."""
    if experiment == "fast":
        return [Point("fast", "fast", access, 100, asleep=True, iterations=15)
                for access in ACCESS]
    if experiment == "slow":
        return [Point("slow", "slow", access, tasks, asleep=True)
                for access in sizes.slow_access for tasks in sizes.generations]
    if experiment == "generations":
        return [Point("generations", "generations", access, tasks, asleep=True)
                for access in sizes.third_access for tasks in sizes.generations]
    if experiment == "arguments":
        return [Point("arguments", "slow", access, 500, arguments, asleep=True)
                for access in ("in", "inout") for arguments in sizes.arguments]
    if experiment == "task-size":
        return [Point("task-size", "flat", "in", busy(4000, cycles, threads), 1, cycles)
                for cycles in sizes.cycles]
    if experiment in ("matmul-ijk", "matmul-kij"):
        return [Point(experiment, experiment, "inout", sizes.product, 1, cycles,
                      iterations=3) for cycles in sizes.cycles]
    if experiment == "cholesky":
        return [Point("cholesky", "cholesky", "inout", sizes.tiles, 1, cycles,
                      iterations=3) for cycles in sizes.cycles]
    if experiment == "independent":
        return [Point("independent", "flat", "none", sizes.independent, 1, cycles,
                      iterations=3) for cycles in sizes.cycles]
    if experiment == "dependences":
        return [Point("dependences", "flat", "in", sizes.depending, arguments,
                      sizes.depending_cycles, iterations=3)
                for arguments in sizes.arguments]
    if experiment == "scaling":
        return [Point("scaling", "series", "inout", tasks, 1, sizes.scaling_cycles,
                      iterations=3) for tasks in sizes.scaling]
    return [Point("shapes", shape, access, sizes.shapes, iterations=9,
                  labels={"place": name}) for name, shape, access in SHAPES]


def counted_points(sizes):
    """What instructions are counted for; all with one thread at work."""
    made = [Point("fast", "fast", access, 100) for access in sizes.counted_access]
    made += [Point("generations", "generations", access, tasks)
             for access in ("inout", "mutexinoutset") for tasks in sizes.counted]
    made += [Point("arguments", "slow", "inout", 200, arguments)
             for arguments in sizes.counted_arguments]
    made += [Point("shapes", shape, access, 1000, labels={"place": name})
             for name, shape, access in SHAPES]
    return made


def edges(point):
    """Edges of the graph between two generations of tasks that share."""
    if point.experiment == "generations" and point.access in SHARING:
        return point.tasks * point.tasks
    return 0


def why_not(runtime, point, sizes):
    """Why a library does not run a point, or None."""
    if runtime in ("onetbb", "onetbb-rerun"):
        if point.shape == "fast" and point.access != "none":
            return "a task_group has no dependences"
        if point.access == "mutexinoutset":
            return "a flow graph has no mutual exclusion of nodes"
    if runtime == "onetbb-rerun" and point.experiment not in ("shapes", "cholesky"):
        return "only measured for the shapes and for Cholesky"
    if runtime == "onetbb-rerun" and point.access == "none":
        return "a task_group is not rerun"
    if runtime == "starpu":
        if point.access == "inoutset":
            return "StarPU has no counterpart of inoutset"
    if runtime == "libgomp":
        if point.access == "inoutset":
            return "GCC before 13 has no inoutset"
        if point.experiment == "generations" and point.tasks > 1000:
            return "its time grows with the square of N; minutes"
    if runtime in EDGES and edges(point) > sizes.most_edges:
        return f"{edges(point):.0e} edges in the graph"
    # libomp's allocator searches for each edge, far slower than the edge itself.
    if runtime in ("hash", "libomp") and edges(point) > sizes.most_edges / 10:
        return f"{edges(point):.0e} edges in the graph; minutes"
    return None


def contenders(names, runtimes, sizes, threads, programs, stock):
    """(contenders, omitted) of these experiments for these libraries.

    `programs` has the program of "openmp", "libgomp", "onetbb" and "starpu";
    `stock` is the folder of LLVM's own libomp.
    """
    made, omitted = [], []
    for experiment in (name for name in names if name != "instructions"):
        for point in points(experiment, sizes, threads):
            for runtime in runtimes:
                reason = why_not(runtime, point, sizes)
                if reason:
                    omitted.append({"runtime": runtime, **point.all_labels(),
                                    "why": reason})
                    continue
                program, settings, more = launch(runtime, programs, stock)
                # A team of one would not defer tasks; the others are asleep.
                settings["OMP_NUM_THREADS"] = 2 if point.asleep else threads
                made.append(Contender(
                    f"{runtime} {point.name()}",
                    [program, *point.options(), *more], settings, timeout=60,
                    labels={"runtime": runtime, "threads": 1 if point.asleep
                            else threads, **point.all_labels()}))
    return made, omitted


def count(runtimes, sizes, programs, stock, progress_of, jobs):
    """Instructions per task, (rows, omitted); load does not change a count."""
    # Fifty times slower than a run: fewer edges are as much as one can wait for.
    sizes = replace(sizes, most_edges=min(sizes.most_edges, 1_000_000))
    work, omitted = [], []
    for point in counted_points(sizes):
        for runtime in (name for name in runtimes if name in COUNTED):
            reason = why_not(runtime, point, sizes)
            if reason:
                omitted.append({"runtime": runtime, **point.all_labels(),
                                "why": reason})
            else:
                work.append((runtime, point))
    progress = progress_of(len(work))

    def one(job):
        runtime, point = job
        program, settings, _ = launch(runtime, programs, stock)
        row = counting.per_task_of_graph(
            program, point, {**settings, "OMP_NUM_THREADS": 2, "KMP_BLOCKTIME": 0},
            profiled=point.experiment == "shapes")
        progress.step(f"counted {runtime} {point.name()}")
        return {"runtime": runtime, "threads": 1, **point.all_labels(), **row}

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        rows = list(pool.map(one, work))
    progress.finish()
    return rows, omitted


def launch(runtime, programs, stock):
    """Program, environment and further options for one library."""
    if runtime in TRACKERS:
        return programs["openmp"], {"OMPX_DEPEND_TRACKER": runtime}, []
    if runtime == "libomp":
        return programs["openmp"], {"LD_LIBRARY_PATH": stock}, []
    if runtime == "libgomp":
        return programs["libgomp"], {}, []
    if runtime == "starpu":
        # Its calibration stays in the build folder, its advice on binding unsaid.
        return programs["starpu"], {
            "STARPU_SILENT": 1, "STARPU_CALIBRATE": 0,
            "STARPU_HOME": os.path.dirname(os.path.abspath(programs["starpu"]))}, []
    rerun = runtime == "onetbb-rerun"
    return programs["onetbb"], {}, ["--rerun", int(rerun)]


def verify_tracker(program, tracker, timeout=60):
    """Raises unless the library says that it uses the tracker asked for."""
    run = subprocess.run(
        [str(program), "--tasks", "10", "--iterations", "1"], capture_output=True,
        text=True, check=False, timeout=timeout, errors="replace",
        env=clean_environment({"OMP_NUM_THREADS": 2, "OMP_DISPLAY_ENV": "verbose",
                               "OMPX_DEPEND_TRACKER": tracker}))
    text = run.stdout + run.stderr
    warnings = [line for line in text.splitlines()
                if "OMPX_DEPEND_TRACKER" in line and "Warning" in line]
    shown = re.search(r"OMPX_DEPEND_TRACKER\s*=\s*['\"]?([\w-]+)", text)
    if shown and shown.group(1) == tracker and not warnings and run.returncode == 0:
        return
    seen = f"it shows {shown.group(0)}" if shown else \
        "OMP_DISPLAY_ENV=verbose does not show the variable"
    raise Failure(
        f'the libomp of {program} does not use OMPX_DEPEND_TRACKER="{tracker}"',
        [seen if run.returncode == 0 else f"exit status {run.returncode}", *warnings],
        "build the library with this tracker, or name those it has with --runtimes")


def mark_other_libraries(runs, contexts):
    """A run made with another library than its runtime's (someone built or
    installed meanwhile) has failed."""
    for run in runs:
        if run["state"] != "verified":
            continue
        got = run["document"]["context"]["openmp_library_sha256"]
        if got != contexts[run["labels"]["runtime"]]["openmp_library_sha256"]:
            run.update(state="another library was loaded", message="do not build or "
                       "install while measuring")
    return runs


def without_context(runs):
    """Each run with what differs from its runtime's context only."""
    kept = ("date", "load_before", "load_after", "cycles_per_ns")
    made = []
    for run in runs:
        document = run["document"]
        if document:
            context = {key: document["context"][key] for key in kept
                       if key in document["context"]}
            run = {**run, "document": {**document, "context": context}}
        made.append(run)
    return made
