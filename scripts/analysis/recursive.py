# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The recursive suite: tied and untied tasks that make tasks, beside other libraries."""

from collections import Counter

from . import output, programs
from .results import FASTER, SAME, SLOWER, UNDECIDED, mean_of_ratios
from .runner import Contender

HELP = "recursive tasks, tied and untied, beside LLVM's own libomp and libgomp"
VARIANTS = ["serial", "tied", "untied", "tied-if", "tied-final", "tied-manual",
            "untied-if", "untied-final", "untied-manual"]
LIBRARIES = ["ours", "libomp", "libgomp"]
THREADS = [1, 2, 3, 4, 8, 16]
DEFAULTS = {"threads": THREADS, "rounds": 10}
OPTIONS = {
    "programs": (programs.RECURSIVE, programs.RECURSIVE, "which programs"),
    "variants": (VARIANTS, VARIANTS, "which variants"),
    "libraries": (LIBRARIES, LIBRARIES, "which libraries"),
    "timeout": (int, 20, "seconds after which a run is given up, and counted as without end")}
QUICK = {"threads": [1, 2], "rounds": 5, "variants": VARIANTS[:3]}
PLACE = ["variant", "threads"]


def contenders(args, built):
    libraries = built.libraries(*args.libraries)
    gcc = built.gcc(args.programs) if "libgomp" in libraries else {}
    return [Contender(
        [(gcc if library == "libgomp" else built.programs)[program], "--variant", variant],
        {"OMP_NUM_THREADS": threads, **built.settings(library)},
        {"program": program, "variant": variant, "threads": threads, "library": library},
        args.timeout)
        for program in args.programs for variant in args.variants
        for threads in ([1] if variant == "serial" else args.threads)
        for library in libraries]


def overview(results, peers):
    """How many places of each verdict there are."""
    rows = []
    for variant in results.seen("variant"):
        for peer in peers:
            ratios = [results.ratio({**row, "library": "ours"}, {**row, "library": peer})
                      for row in results.rows(["program", *PLACE], variant=variant)]
            counts = Counter(ratio.verdict() if ratio else None for ratio in ratios)
            rows.append([variant, peer, *(counts[verdict] for verdict in (
                FASTER, SAME, SLOWER, UNDECIDED, None)),
                output.ratio_cell(mean_of_ratios(ratios), verdict=False)])
    return output.Table("All programs", ["variant", "against", FASTER, SAME, SLOWER,
                                         UNDECIDED, "no time", "geometric mean"], rows)


def tables(results):
    libraries = results.seen("library")
    sides = {name: {"library": name} for name in libraries}
    peers = libraries[1:] if libraries[:1] == ["ours"] else []
    ratios = {f"ours / {peer}": (sides["ours"], sides[peer]) for peer in peers}
    return [overview(results, peers) if peers else None] + [
        output.comparison(results, program, PLACE, {"program": program, "library": libraries[0]},
                          sides, {**ratios, **results.to_first({"library": "ours"})},
                          figure=program)
        for program in results.seen("program")]
