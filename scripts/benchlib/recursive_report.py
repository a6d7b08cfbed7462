# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page about the suite of recursive programs: our libomp beside two others.

Made from one JSON document, without a line by hand.
"""

import functools
import itertools
from collections import Counter

from . import summary, tracker_report
from .bootstrap import DRAWS, FEWEST, UNDECIDED, VERDICTS, ratio_of_medians
from .findings import geometric_mean
from .programs import RECURSIVE
from .recursive import OURS, PEERS, RUNTIMES, VARIANTS

INTRO = """\
# The recursive suite

Tasks that make tasks and wait for them, tied and untied, with and without a cut-off
(`overhead-benchmarks/recursive/`): our libomp beside LLVM's own of the same version
(`libomp`) and GCC's (`libgomp`). The first two run the same program; the third runs the
same source, compiled by GCC, so that its ratios are of compilers too, as the rows
`serial` show, which make no tasks. Every run checks its result; a wrong one has no time.
"""

HOW = f"""\
A process counts as one value, the median of its iterations after the first. Processes
of all contenders alternated in random order. Times are medians of these values, ± half
the distance between their quartiles. A ratio is our median to that of the other
library, below 1 where ours takes less time, with the 95 % interval of a bootstrap
({DRAWS} draws). The verdict is of the whole interval: `faster`, `slower`, `within 5 %`,
or `{UNDECIDED}` when it reaches over one of the thresholds 0.95 and 1.05, or when a side
has fewer than {FEWEST} values. The serial variant runs the same instructions with our
library and with LLVM's: what differs from 1 there is noise.
"""


KEYS = ("program", "variant", "threads", "runtime")


class Results:
    """The runs by program, variant, threads and library."""

    def __init__(self, document):
        self.document = document
        self.groups = summary.group(document["runs"])
        self._entries = {tuple(entry["labels"][key] for key in KEYS): entry
                         for entry in self.groups.values()}
        self.programs, self.variants, self.threads, self.runtimes = (
            self._seen(place, known) for place, known in enumerate(
                (RECURSIVE, VARIANTS, None, RUNTIMES)))

    def _seen(self, place, known):
        """The values of a label in a sensible order, whatever the runs' was."""
        return sorted({key[place] for key in self._entries},
                      key=known.index if known else None)

    def places(self, program=None, variant=None):
        """(program, variant, threads) of all that was run, or of one of each."""
        run = {key[:3] for key in self._entries}
        return [place for place in itertools.product(self.programs, self.variants,
                                                     self.threads)
                if place in run and program in (None, place[0])
                and variant in (None, place[1])]

    def entry(self, place, runtime):
        """Its `values` and `failures`; both are empty where nothing was run."""
        return self._entries.get((*place, runtime), {"values": [], "failures": []})

    @functools.cache
    def ratio(self, place, peer):
        return ratio_of_medians(self.entry(place, OURS)["values"],
                                self.entry(place, peer)["values"],
                                self.document["seed"])

    def peers(self):
        return [name for name in PEERS if name in self.runtimes]


def ratio_cell(ratio):
    if not ratio:
        return "-"
    if ratio.high == float("inf"):
        return f"{ratio.value:.2f} [few runs]"
    return f"{ratio.value:.2f} [{ratio.low:.2f}, {ratio.high:.2f}]"


def time_cell(entry):
    values, failures = entry["values"], entry["failures"]
    if not values:
        return failures[0] if failures else "-"
    found = summary.summarise(values)
    text = f"{summary.time_text(found['median'])} {summary.spread_text(found)}".strip()
    return f"{text} ({len(failures)} failed)" if failures else text


def program_table(results, program):
    header = ["variant", "threads", *results.runtimes]
    for peer in results.peers():
        header += [f"{OURS} / {peer}", "verdict"]
    rows = []
    for place in results.places(program):
        row = [*place[1:], *(time_cell(results.entry(place, runtime))
                             for runtime in results.runtimes)]
        for peer in results.peers():
            ratio = results.ratio(place, peer)
            row += [ratio_cell(ratio), ratio.verdict() if ratio else "-"]
        rows.append(row)
    return summary.markdown_table(header, rows)


def overview(results):
    """How many verdicts of each kind, and the mean ratio, for each variant."""
    header = ["variant", "against", *VERDICTS, "no time", "geometric mean"]
    rows = []
    for variant in results.variants:
        for peer in results.peers():
            ratios = [results.ratio(place, peer)
                      for place in results.places(variant=variant)]
            counts = Counter(ratio.verdict() for ratio in ratios if ratio)
            mean = geometric_mean([ratio.value for ratio in ratios if ratio])
            rows.append([variant, peer, *(counts[word] for word in VERDICTS),
                         ratios.count(None), "-" if mean is None else f"{mean:.2f}"])
    return summary.markdown_table(header, rows)


def failures(results):
    lines = summary.failures_text(results.groups)
    if not lines:
        return "Every run came to a right end."
    return "Not every run came to a right end:\n\n" + \
        "\n".join(f"- {line}" for line in lines)


def circumstances(document):
    before, after = document["load_before"], document["load_after"]
    few = " This was a quick run: rough figures." if document["quick"] else ""
    ours = document["context"]
    table = summary.markdown_table(
        ["library", "compiler", "flags", "file", "SHA-256"],
        [[runtime, context["compiler"], f"`{context['compiler_flags']}`",
          context["openmp_library"].rsplit("/", 1)[-1],
          f"`{context['openmp_library_sha256'][:12]}`"]
         for runtime, context in document["contexts"].items()])
    return (f"Measured on {document['date'][:10]} on {ours['cores']} cores "
            f"({ours['cpu']}), revision {ours['git_revision']}, "
            f"{document['repetitions']} processes per contender, seed "
            f"{document['seed']}, in {document['seconds'] / 60:.0f} minutes, by\n\n"
            f"    {document['command']}\n\nOne-minute load {before:.2f} before and "
            f"{after:.2f} after, the measurement's own included; in between "
            f"{tracker_report.load(document)}.{few}\n\n{table}")


def render(document):
    """All tables, without the text around them."""
    results = Results(document)
    parts = ["### All programs", overview(results)]
    for program in results.programs:
        parts += [f"### {program}", program_table(results, program)]
    return "\n\n".join([*parts, failures(results)])


def page(document):
    """The whole page, without the licence header."""
    return "\n\n".join([
        INTRO.rstrip(), circumstances(document), "## How to read it", HOW.rstrip(),
        "## Tables", render(document)]) + "\n"
