# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The NAS kernels: every variant beside LLVM's own libomp and OMPX_TASKGRAPH=off."""

import itertools
import os

from . import output, programs
from .runner import Contender, team

HELP = "the NAS kernels in their variants, beside LLVM's own libomp"
ORDER = ["ep", "cg", "ft", "mg", "is", "bt", "sp", "lu"]
KERNELS = sorted(programs.names_of_kernels(), key=lambda name: (
    ORDER.index(name) if name in ORDER else len(ORDER), name))
VARIANTS = ["serial", "for", "taskloop", "taskgraph", "taskgraph-static"]
DEFAULTS = {"threads": [os.cpu_count() or 1], "rounds": 10}
OPTIONS = {
    "kernels": (KERNELS, KERNELS, "which kernels"),
    "class": (list("SWABC"), ["S"], "which classes"),
    "variants": (VARIANTS, VARIANTS[:-1], "which variants"),
    "num-tasks": ([], [0], "tasks that a loop becomes; 0: four for each thread"),
    "recording": (bool, False, "all variants in the first run of a process, too, in which a "
                  "taskgraph records")}
QUICK = {"threads": [2], "rounds": 1, "kernels": ["cg"]}
LIMIT = 1.05  # times of `for` that a kernel may take
SHOWS_RUNS = True
PLACE = ["kernel", "class", "tasks", "threads", "variant"]
FIRST = {"run": "first"}  # of a process, without an iteration before the clock starts


def contenders(args, built):
    return [contender for kernel, size, tasks, variant in itertools.product(
                args.kernels, vars(args)["class"], args.num_tasks, args.variants)
            if variant != "taskgraph-static" or kernel in programs.kernels_with_static()
            for threads in ([1] if variant == "serial" else args.threads)
            for contender in at(built, args, kernel, size, tasks, variant, threads)]


def at(built, args, kernel, size, tasks, variant, threads):
    """The contenders of one place: on each library, and in the first run of a process."""
    libraries = {"serial": ["ours"], "for": ["ours", "libomp"], "taskloop": ["ours", "libomp"]}
    for library in built.libraries(*libraries.get(variant, ["ours", "off", "libomp"])):
        for first in [False] + [True] * (
                args.recording and library == "ours" and variant != "serial"):
            # Small classes take milliseconds: several runs of a process.
            runs = 1 if first or args.quick else {"S": 20, "W": 3}.get(size, 1)
            some = {"tasks": tasks} if tasks and variant != "taskgraph-static" else {}
            yield Contender(
                [built.kernels[kernel], "--variant", variant, "--class", size,
                 "--iterations", runs, "--warm-up", int(not first),
                 "--num-tasks", some.get("tasks", 0)],
                team(threads, built.settings(library)),
                {"kernel": kernel, "class": size, "threads": threads, "variant": variant,
                 "library": library, **some, **(FIRST if first else {})},
                timeout=600, value="all")


def shown(printed):
    """What a run prints in NPB's form."""
    return printed.split("\nNAS ")[0] + "\n"


def rate_cell(group):
    rates = sorted(group.rates)
    return f"{rates[len(rates) // 2]:.0f}" if rates else "-"


def claims(results):
    made = []
    for size in results.seen("class"):
        rows = results.rows([*PLACE, *results.axes], **{
            "class": size, "variant": "taskgraph", "library": "ours", "run": None})
        others = [("a taskgraph is at most 5 % slower than the loops",
                   {"variant": "for", "library": "ours"}, LIMIT, {}),
                  ("a taskgraph is not slower than its block as tasks",
                   {"library": "off"}, 1.0, {}),
                  ("a taskgraph is not slower than its block on LLVM's libomp",
                   {"library": "libomp"}, 1.0, {})]
        if results.seen("run"):
            others += [(f"a first run, which records, is not slower than the first {text}",
                        {"variant": variant, "library": "ours"}, 1.0, FIRST)
                       for text, variant in (("of the loops", "for"),
                                             ("of the taskloops", "taskloop"))]
        made += [results.claim(f"class {size}: {text}", rows, {"library": "ours", **run},
                               {**other, **run}, limit) for text, other, limit, run in others]
    return made


def tables(results):
    ours, libomp, off = ({"library": name} for name in ("ours", "libomp", "off"))
    wanted = {"library": "ours", "run": None}
    return [output.comparison(
        results, "Times", PLACE, wanted, {"time": ours},
        {"to for": (ours, {**ours, "variant": "for"}),
         "to taskloop": (ours, {**ours, "variant": "taskloop"}),
         "to libomp": (ours, libomp), "to off": (ours, off), **results.to_first(ours)},
        more={"Mop/s": rate_cell, "verified": output.verified_cell}),
        *first_runs(results),
        output.comparison(
            results, "The same programs on LLVM's libomp, and with OMPX_TASKGRAPH=off", PLACE,
            wanted, {"libomp": libomp, "off": off}, {}, more={
                "Mop/s on libomp": rate_cell, "verified on libomp": output.verified_cell}),
        output.claims_table(claims(results))]


def first_runs(results):
    """All variants without a warm-up, beside each other; no table if nobody asked for it."""
    sides = {variant: {**FIRST, "library": "ours", "variant": variant}
             for variant in results.seen("variant", **FIRST) if variant != "serial"}
    graphs = [name for name in sides if name.startswith("taskgraph")]
    pairs = {f"{name} / {other}": (sides[name], sides[other])
             for name in sides for other in ("for", "taskloop")
             if other in sides and name not in ("for", other)}
    later = {f"{name}, later": {**sides[name], "run": None} for name in graphs}
    return [output.comparison(results, "First runs", PLACE[:-1], sides[name],
                              {**sides, **later}, pairs) for name in graphs[:1]]


def figures(results, folder):
    variants = [name for name in results.seen("variant", run=None) if name != "serial"]
    return output.draw_beside(results, folder, ["class", "threads"], ["kernel", "tasks"], "for",
                              variants, "taskgraph")
