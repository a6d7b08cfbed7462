# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles generated programs and runs them under settings; says what went wrong."""

import pathlib
import random
import re
import sys
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1] / "scripts")]
import program_text  # noqa: E402
import watched  # noqa: E402
from support import clean_environment  # noqa: E402

LIMIT = 60  # seconds for a run
COMPILE_LIMIT = 300
OPTIMISATIONS = ("O0", "O2")
TRUST = "trust"  # only for programs whose blocks always read the same
RECORD = "record"  # "on", but for the graphs that the compiler has built
WAYS = ("on", "off", "check", TRUST, RECORD)  # of OMPX_TASKGRAPH
OTHERS = {"OMPX_TASKGRAPH_AHEAD": ["auto", "on", "off"],
          "OMPX_TASKGRAPH_ROOTS": ["blocks", "round-robin", "encountering", "topology"],
          "OMPX_TASKGRAPH_FUSE": ["auto", "off", "always", "alone", "lanes"],
          "OMPX_TASKGRAPH_REFILL": ["auto", "always"],
          "OMPX_STEAL": ["one", "half"], "OMPX_STEAL_VICTIM": ["near", "random"],
          "KMP_BLOCKTIME": ["200", "0"],
          "OMP_MAX_TASK_PRIORITY": ["0", "3"]}
COUNTS = ("recorded", "replayed", "refilled", "diverged", "plain")
PROBE = "#include <omp.h>\nint main(void) { return omp_get_max_threads() < 1; }\n"


@dataclass(frozen=True)
class Setting:
    """How a program is compiled and run."""
    optimisation: str
    taskgraph: str
    tracker: str
    threads: int
    others: tuple = ()

    def variables(self):
        """Of the environment."""
        return {**variables_of(self.taskgraph), "OMPX_DEPEND_TRACKER": self.tracker,
                "OMP_NUM_THREADS": self.threads, **dict(self.others)}

    def environment(self):
        return clean_environment(**self.variables())

    def __str__(self):
        return f"{self.optimisation}, {self.taskgraph}, {self.tracker}, {self.threads} threads"

    def words(self):
        """Options of run_seeds.py and reduce_program.py that choose it."""
        return ["--optimisation", self.optimisation, "--taskgraph", self.taskgraph,
                "--tracker", self.tracker, "--threads", str(self.threads)]


def variables_of(way):
    """What to set for one of WAYS."""
    if way == RECORD:
        return {"OMPX_TASKGRAPH": "on", "OMPX_TASKGRAPH_STATIC": "off"}
    return {"OMPX_TASKGRAPH": way}


def others_of(seed):
    """Settings that a seed brings with it, so that all come up."""
    draw = random.Random(f"settings of {seed}")
    return tuple((name, draw.choice(values)) for name, values in OTHERS.items())


def settings(seed, ways, trackers, threads, optimisations=OPTIMISATIONS):
    """Every way with every number of threads; the trackers take turns."""
    found = []
    for optimisation in optimisations:
        for way in ways:
            for count in threads:
                tracker = trackers[(seed + len(found)) % len(trackers)]
                found.append(Setting(optimisation, way, tracker, count, others_of(seed)))
    return found


@dataclass
class Verdict:
    """What came of a run: empty if it was right."""
    complaint: str
    printed: str = ""
    command: str = ""
    counts: tuple = ()
    regions: tuple = (0, 0)  # whose graph the compiler has built, and all

    @property
    def kind(self):
        """Failures of one kind have one cause, more likely than not."""
        return re.sub(r"[\d.]+", "", self.complaint)


class Toolchain:
    """The compilers under test; `plain` is one that does not know taskgraph."""

    def __init__(self, install, folder, plain=None):
        self.install, self.folder, self.plain = install, pathlib.Path(folder), plain

    def compiler(self, name):
        if self.plain:
            cxx = self.plain.replace("clang", "clang++")
            return cxx if name.endswith(".cpp") else self.plain
        return self.install / "bin" / ("clang++" if name.endswith(".cpp") else "clang")

    def known_ways(self):
        """The values of OMPX_TASKGRAPH that the library takes without a warning."""
        source = self.folder / "probe.c"
        source.write_text(PROBE)
        binary = self.folder / "probe"
        done = watched.run([self.compiler("probe.c"), "-fopenmp", source, "-o", binary],
                           clean_environment(), COMPILE_LIMIT)
        if done.complaint:
            sys.exit(f"error: {source} does not compile: {done.complaint}\n{done.printed}")
        return [way for way in WAYS if "OMPX_TASKGRAPH" not in watched.run(
            [binary], clean_environment(**variables_of(way)), LIMIT).stderr]

    def compile(self, program, expected, name, optimisation, defect=None):
        """Writes and compiles a program. Returns (binary or None, Verdict)."""
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        texts = program_text.files(program, expected, not self.plain, defect)
        for file, text in texts.items():
            (folder / file).write_text(text)
        binary = folder / f"program-{optimisation}"
        command = [self.compiler(next(iter(texts))), "-fopenmp", "-fopenmp-version=60", "-w",
                   f"-{optimisation}", "-Rpass=taskgraph", "-Rpass-missed=taskgraph",
                   f"-I{HERE}", *(folder / file for file in texts), "-o", binary]
        done = watched.run(command, clean_environment(), COMPILE_LIMIT)
        shown = watched.shell_line(command, {})
        if done.complaint:
            return None, Verdict(f"does not compile: {done.complaint}", done.printed, shown)
        return binary, Verdict("", done.printed, shown, regions=regions_in(done.stderr))

    def run(self, binary, setting):
        """Runs a program once."""
        environment = setting.environment()
        done = watched.run([binary], environment, LIMIT)
        complaint = done.complaint
        if not complaint and setting.taskgraph == "check" and done.stderr.strip():
            complaint = "check found differences"
        return Verdict(complaint, f"{done.printed[-2000:]}\n{done.stacks}".strip(),
                       watched.shell_line([binary], environment), counts_in(done.stdout))


def regions_in(remarks):
    """How many regions the compiler has built the graph of, and of how many it tells."""
    told = re.findall(r"remark: taskgraph is (built by the compiler|replayed)|"
                      r"remark: taskgraph runs its block", remarks)
    return sum(bool(one and one != "replayed") for one in told), len(told)


def counts_in(printed):
    """How the encounters went, if the library counts that."""
    found = re.search(r"^counts:((?: \d+)+)$", printed, re.MULTILINE)
    return tuple(map(int, found[1].split())) if found else ()
