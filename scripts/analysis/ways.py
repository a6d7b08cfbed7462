# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the taskgraph constructs of our own programs are run: what became of their
encounters, and what the compiler says of their blocks. Counts, no times."""

import json
import os
import re
import shlex
import subprocess
from pathlib import Path

from overlay import Failure, shown_path

from . import output, programs
from .runner import Contender

HELP = "how often the taskgraphs of all programs are replayed, and why one is not"
NAMES = [*programs.names_of_kernels(), *programs.PROGRAMS, "task-overhead"]
DEFAULTS = {"threads": [2], "rounds": 1}
OPTIONS = {"programs": (NAMES, NAMES, "which programs")}
TIMES = False
QUICK = {"programs": ["axpy"]}
COUNTS = ("recorded", "replayed", "refilled", "diverged", "plain")
# In the order of what is wished for.
SHOWN = ("replayed", "refilled", "recorded", "diverged", "plain")
PLACE = r"(?P<file>.+?):(?P<line>\d+):\d+"
COUNTED = re.compile(rf"OMP: taskgraph at {PLACE} \(.*\): "
                     + ", ".join(rf"(?P<{name}>\d+) {name}" for name in COUNTS))
REASON = re.compile(rf"OMP: Info #\d+: taskgraph at {PLACE} \(.*\) runs as ordinary "
                    r"tasks: (?P<text>.*)\.")
REMARK = re.compile(rf"{PLACE}: remark: (?P<text>.*) "
                    r"\[-Rpass(?P<missed>-missed)?=taskgraph\]")
RECORDED = "taskgraph is recorded at run time: "
DIRECTIVE = re.compile(r"\s*#\s*pragma\s+omp\s+taskgraph\b")
REMARK_FLAGS = ["-Rpass=taskgraph", "-Rpass-missed=taskgraph", "-o", os.devnull]


def contenders(args, built):
    """One run of each variant that has a taskgraph."""
    made = []
    for name in args.programs:
        variants = ["taskgraph", *(
            variant for variant, having in programs.MORE_VARIANTS.items()
            if variant.startswith("taskgraph") and name in having)]
        kernel = name in programs.names_of_kernels()
        if name in programs.kernels_with_static():
            variants.append("taskgraph-static")
        words = programs.SMALL.get(name, ["--class", "S", "--iterations", 2])
        if name == "task-overhead":
            variants, words = ["record", "record-again", "refill", "replay"], ["--tasks", 100]
        made += [Contender(
            [(built.kernels if kernel else built.programs)[name], "--variant", variant,
             *words], {"OMP_NUM_THREADS": threads, "OMPX_TASKGRAPH_VERBOSE": "summary"},
            {"program": name, "threads": threads, "variant": variant}, kept=100_000)
            for variant in variants for threads in args.threads]
    return made


def place_of(found):
    return shown_path(found["file"]), int(found["line"])


def matches(pattern, text):
    return [found for found in map(pattern.fullmatch, text.splitlines()) if found]


def counts_of(errors):
    """{(file, line): {count: number}} of what a run has printed; the instantiations of
    a template are one construct."""
    counts = {}
    for found in matches(COUNTED, errors):
        sums = counts.setdefault(place_of(found), dict.fromkeys(COUNTS, 0))
        for name in COUNTS:
            sums[name] += int(found[name])
    return counts


def reasons_of(errors):
    """{(file, line): why it ran as ordinary tasks} of what a run has printed."""
    return {place_of(found): found["text"] for found in matches(REASON, errors)}


def remarks_of(errors, constructs):
    """{(file, line): [remark]} of what the compiler said of a file's constructs.

    What is proved is said at the construct, what is not at the place in the block that
    is in the way. Such a place belongs to the last construct before it or, in another
    file, to those that are not proved. Why a graph is not built by the compiler is left
    out: it is replayed all the same.
    """
    remarks = {place: [] for place in constructs}
    found = [remark for remark in matches(REMARK, errors)
             if not remark["text"].startswith(RECORDED)]
    for remark in found:
        if not remark["missed"]:
            remarks.setdefault(place_of(remark), []).append(remark["text"])
    open_ones = [place for place in constructs if not remarks[place]]
    for remark in found:
        if remark["missed"]:
            file, line = place_of(remark)
            before = [place for place in constructs if place[0] == file and place[1] <= line]
            for place in before[-1:] or open_ones:
                where = "" if place == (file, line) else f" ({file}:{line})"
                remarks[place].append(remark["text"] + where)
    return {place: list(dict.fromkeys(texts)) for place, texts in remarks.items()}


def constructs_in(source):
    """(file, line) of each construct of a source file, in order."""
    lines = Path(source).read_text(encoding="utf-8").splitlines()
    return [(shown_path(str(source)), number) for number, line in enumerate(lines, 1)
            if DIRECTIVE.match(line)]


def commands(build):
    """How each source of a build folder is compiled: (source, words, folder)."""
    for entry in json.loads((Path(build) / "compile_commands.json").read_text()):
        yield Path(entry["file"]), shlex.split(entry["command"]), entry["directory"]


def told(words, folder):
    """What the compiler says on standard error."""
    done = subprocess.run(list(map(str, words)), cwd=folder, capture_output=True, text=True,
                          check=False, timeout=600)
    if done.returncode != 0:
        raise Failure(f"a source in {folder} does not compile", done.stderr.splitlines()[:8])
    return done.stderr


def compiled(build, names):
    """Compiles the sources with a taskgraph again, for what the compiler says of it:
    {(file, line): [remark]}. The folder of a source is the name of its program."""
    remarks = {}
    for source, words, folder in commands(build):
        constructs = constructs_in(source)
        if source.parent.name in names and constructs:
            remarks.update(remarks_of(told([*words, *REMARK_FLAGS], folder), constructs))
    return remarks


def rows_of(runs, remarks):
    """A row for each construct and each variant that met it, and one for a construct
    that none did."""
    made = []
    for run in runs:
        reasons = reasons_of(run["message"])
        made += [(place, run["labels"]["variant"], counts, reasons.get(place))
                 for place, counts in counts_of(run["message"]).items()]
    met = {place for place, *_ in made}
    made += [(place, None, dict.fromkeys(COUNTS, 0), None) for place in remarks if place not in met]
    return [{"file": place[0], "line": place[1], "variant": variant, **counts, "reason": reason,
             "remarks": remarks.get(place, [])}
            for place, variant, counts, reason in sorted(made, key=lambda entry: entry[0])]


def extra(args, built, _contenders):
    remarks = {}
    for build, wanted in ((built.folder / "programs", programs.PROGRAMS + ["task-overhead"]),
                          (built.folder / "nas", programs.names_of_kernels())):
        if set(wanted) & set(args.programs):
            remarks.update(compiled(build, args.programs))
    return [[*place, texts] for place, texts in remarks.items()]


def tables(results):
    remarks = {(file, line): texts for file, line, texts in results.document["extra"]}
    made, missed = [], []
    for row in rows_of(results.document["runs"], remarks):
        place = [f"`{row['file']}:{row['line']}`", row["variant"] or "not met"]
        counts = [row[name] for name in SHOWN]
        made.append([*place, sum(counts), *counts])
        if not 2 * row["replayed"] >= sum(counts) > 0:
            missed.append([*place, "; ".join(row["remarks"] or ["nothing about this block"]),
                           row["reason"] or "-"])
    return [output.Table("Constructs", ["construct", "variant", "encounters", *SHOWN], made),
            output.Table("Not replayed, and why", ["construct", "variant", "the compiler",
                                                   "the library"], missed)]
