# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the evaluation of the Taskgraph paper runs: who, at which sizes.

A contender that several figures need is run once; a figure picks it by its labels:
program, kind ("app", "nas" or "table"), variant, library, threads, class, grain,
iterations, recording (whether recording the graph is in the time), tracker.
"""

import os
from dataclasses import dataclass, replace

from .runner import Contender
from .trackers import TRACKERS

FIGURES = {
    "table-1": "overhead of more and more tasks that share the same work",
    "figure-6": "taskgraph against tasks with dependences, by grain and threads",
    "figure-7": "taskgraph against taskloop, by number of tasks and threads",
    "figure-8": "taskgraph against tasks, with the recording, 4 and 64 iterations",
    "figure-9": "taskloop and taskgraph against for",
    "figure-10": "tasks compiled by GCC, on libgomp and on our library",
    "trackers": "every application under every dependency tracker",
}
NAS = ["ep", "cg", "ft", "mg", "is", "bt", "sp", "lu"]

# Of each application: its size, and the option that sets the grain with values from
# coarse to fine. An application that is not here is run with its defaults only.
BLOCKS = {
    "gauss-seidel": (["--size", 512], [128, 64, 32, 16, 8]),
    "cholesky": (["--size", 640], [160, 80, 40, 20, 10]),
    "axpy": (["--size", 262144], [65536, 16384, 4096, 1024, 256]),
    "dot-product": (["--size", 262144], [65536, 16384, 4096, 1024, 256]),
    "n-body": (["--size", 1024], [256, 128, 64, 32, 16]),
    "sparse-lu": (["--size", 640], [160, 80, 40, 20, 10]),
    "hog": ([], [32, 16, 8, 4, 2]),
    "black-scholes": (["--size", 65536], [16384, 4096, 1024, 256, 64]),
    "tiled-qr": (["--size", 320], [80, 40, 20, 16, 8]),
    "tiled-lu": (["--size", 640], [160, 80, 40, 20, 10]),
    "matrix-inverse": (["--size", 320], [80, 40, 20, 16, 8]),
    "rk4": (["--size", 256], [128, 64, 32, 16, 8]),
    "n-body-commutative": (["--size", 1024], [256, 128, 64, 32, 16]),
    "ferret": ([], [16, 8, 4, 2, 1]),
    "dedup": ([], [65536, 32768, 16384, 8192, 4096]),
}


@dataclass(frozen=True)
class Sizes:
    """How much is run; `quick` cuts every list."""

    threads: tuple = (1, 2, 4)
    classes: tuple = ("S", "W", "A")
    tasks: tuple = (2, 8, 32, 128, 512)  # in classes S and W
    large_tasks: tuple = (8, 128)  # in the others, which take seconds
    counts: tuple = (1, 10, 100, 1000, 10_000, 100_000)
    work: int = 100_000_000
    grains: int = 5
    recorded: tuple = (4, 64)
    repetitions: int = 5

    def tasks_in(self, size_class):
        return self.tasks if size_class in "SW" else self.large_tasks

    def grains_of(self, program):
        _, values = BLOCKS.get(program, ([], [None]))
        if self.grains >= len(values):
            return values
        return [values[0], values[-1]]


QUICK = replace(Sizes(), threads=(2,), classes=("S",), tasks=(8, 128),
                counts=(1, 100, 10_000), work=10_000_000, grains=2, repetitions=1)


@dataclass
class Programs:
    """Paths of what was built, and the libraries to run it with."""

    ours: dict  # applications and task-overhead, our compiler
    nas: dict
    gcc: dict
    stock: str  # folder of LLVM's own libomp
    gomp: str  # folder of our library under libgomp's name


def app(built, program, variant, threads, grain, library="reprise", iterations=None,
        tracker=None):
    options, _ = BLOCKS.get(program, ([], []))
    command = [(built.gcc if library.startswith("gcc") else built.ours)[program],
               "--variant", variant, *options]
    command += ["--block", grain] if grain else []
    command += ["--iterations", iterations] if iterations else []
    environment = {"OMP_NUM_THREADS": threads}
    if tracker:
        environment["OMPX_DEPEND_TRACKER"] = tracker
    if library == "gcc-reprise":
        environment["LD_LIBRARY_PATH"] = built.gomp
    labels = {"kind": "app", "program": program, "variant": variant,
              "threads": threads, "grain": grain, "library": library,
              "iterations": iterations, "tracker": tracker}
    return contender(command, environment, labels)


def nas(built, program, variant, threads, size_class, tasks=None, recording=False):
    command = [built.nas[program], "--variant", variant, "--class", size_class]
    command += ["--num-tasks", tasks] if tasks else []
    # Small classes take milliseconds: several runs of a process, none of them first.
    runs = 1 if recording or size_class not in "SW" else 5
    command += ["--iterations", runs, "--warm-up", int(not recording)]
    labels = {"kind": "nas", "program": program, "variant": variant,
              "threads": threads, "class": size_class, "grain": tasks,
              "library": "reprise", "recording": recording}
    return contender(command, {"OMP_NUM_THREADS": threads}, labels, timeout=600)


def at(built, labels):
    """Who ran at a place of a figure, with a variant."""
    place = {name: labels[name] for name in ("program", "variant", "threads")}
    if labels["kind"] == "nas":
        return nas(built, **place, size_class=labels["class"], tasks=labels.get("grain"))
    return app(built, **place, grain=labels.get("grain"))


def overhead(built, variant, library, tasks, threads, work):
    program = built.gcc if library == "libgomp" else built.ours
    command = [program["task-overhead"], "--variant", variant, "--shape", 1,
               "--width", threads, "--tasks", tasks, "--work", work,
               "--iterations", 5]
    environment = {"OMP_NUM_THREADS": threads}
    if library == "libomp":
        environment["LD_LIBRARY_PATH"] = built.stock
    labels = {"kind": "table", "program": "task-overhead", "variant": variant,
              "threads": threads, "tasks": tasks, "library": library}
    return contender(command, environment, labels, timeout=300)


def contender(command, environment, labels, timeout=120):
    # As in the paper: threads that share a core by chance would decide everything.
    if environment["OMP_NUM_THREADS"] <= (os.cpu_count() or 1):
        environment = {**environment, "OMP_PROC_BIND": "true"}
    name = " ".join(f"{key}={value}" for key, value in labels.items()
                    if value is not None and value is not False)
    return Contender(name, command, environment, timeout, labels)


def figure_contenders(figure, sizes, built, apps, kernels):
    team = sizes.threads[-1] if len(sizes.threads) == 1 else 2
    if figure == "table-1":
        return [overhead(built, variant, library, tasks, team, sizes.work)
                for tasks in sizes.counts
                for variant, library in (("tasks", "reprise"), ("replay", "reprise"),
                                         ("tasks", "libomp"), ("tasks", "libgomp"))]
    if figure == "figure-6":
        return [app(built, program, variant, threads, grain)
                for program in apps for grain in sizes.grains_of(program)
                for threads in sizes.threads
                for variant in ("for", "tasks", "taskgraph")]
    if figure == "figure-7":
        return [nas(built, program, variant, threads, size_class, tasks)
                for program in kernels for size_class in sizes.classes
                for tasks in sizes.tasks_in(size_class) for threads in sizes.threads
                for variant in ("taskloop", "taskgraph")]
    if figure == "figure-8":
        return [app(built, program, variant, team, grain, iterations=iterations)
                for program in apps for grain in sizes.grains_of(program)[-1:]
                for iterations in sizes.recorded for variant in ("tasks", "taskgraph")]
    if figure == "figure-9":
        made = [nas(built, program, variant, team, size_class)
                for program in kernels for size_class in sizes.classes
                for variant in ("for", "taskloop", "taskgraph")]
        return made + [nas(built, program, "taskgraph", team, size_class, recording=True)
                       for program in kernels for size_class in sizes.classes]
    if figure == "figure-10":
        return [app(built, program, "tasks", team, grain, library)
                for program in ("gauss-seidel", "cholesky") if program in apps
                for grain in sizes.grains_of(program)
                for library in ("gcc-libgomp", "gcc-reprise")]
    return [app(built, program, "tasks", team, sizes.grains_of(program)[-1],
                tracker=tracker) for program in apps for tracker in TRACKERS]


def in_order(contenders_of_all, random):
    """A random order in which those that are compared follow one another: the
    machine changes its speed now and then."""
    groups = {}
    for entry in contenders_of_all:
        place = tuple(entry.labels.get(name) for name in (
            "kind", "program", "class", "threads", "grain", "tasks"))
        groups.setdefault(place, []).append(entry)
    return [entry for place in random.sample(list(groups), len(groups))
            for entry in random.sample(groups[place], len(groups[place]))]


def contenders(figures, sizes, built, apps, kernels):
    """Each contender once, in the order of the figures."""
    made = {}
    for figure in figures:
        for entry in figure_contenders(figure, sizes, built, apps, kernels):
            made.setdefault(entry.name, entry)
    return list(made.values())
