# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs generated source programs from many seeds (run_seeds.py program).

Each is compiled without and with optimisation and runs with every value of OMPX_TASKGRAPH
that the library knows (`trust` where that is legal, `record` where the compiler has built
graphs) and with all numbers of threads, while the trackers and what else can be set take
turns. One line says what came of a seed; a failure has the command that repeats it and the
one that reduces it.
"""

import collections
import concurrent.futures
import itertools
import os
import pathlib
import sys
import threading
import time

import generate_program
import program_trial
import reduce_program

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import support_seeds  # noqa: E402
import watched  # noqa: E402

HANGS = 2  # runs without end, after which a seed is given up


def parser(description):
    """The options of run_seeds.py, which are those of all seeds and our own."""
    made = support_seeds.parser(description, 1000)
    made.add_argument("--repeat", type=int, default=1, help="run everything so often")
    made.add_argument("--jobs", type=int, default=os.cpu_count(),
                      help="programs at once (default: %(default)s)")
    made.add_argument("--optimisation", nargs="+", choices=program_trial.OPTIMISATIONS,
                      default=program_trial.OPTIMISATIONS)
    made.add_argument("--taskgraph", nargs="+", choices=program_trial.WAYS,
                      help="values of OMPX_TASKGRAPH (default: all that the library knows)")
    made.add_argument("--shape", nargs="+", metavar="NAME",
                      help="of program_shapes*.py, instead of those that a seed draws")
    made.add_argument("--reduce", type=int, default=0, metavar="N", help="so many failures")
    made.add_argument("--plain", metavar="CLANG", help="write task groups instead of "
                      "taskgraphs, and compile with this one: tests the generator")
    made.add_argument("--into", type=pathlib.Path, help="folder for reduced programs",
                      default=support_seeds.ROOT / "build" / "random")
    return made


class Programs:
    """Runs one generated program for each seed."""

    def __init__(self, options, directory):
        self.options = options
        self.toolchain = program_trial.Toolchain(options.install, directory, options.plain)
        self.ways = options.taskgraph or (
            ["off"] if options.plain else self.toolchain.known_ways())
        self.guard = threading.Lock()
        self.seeds, self.failures, self.runs = 0, [], 0
        self.shapes = collections.defaultdict(lambda: [0, 0])  # name: failed, all
        self.counts = collections.defaultdict(collections.Counter)  # -O: how encounters went
        self.built = collections.defaultdict(collections.Counter)  # -O: by the compiler

    def wanted(self):
        """The seeds, as long as there is time."""
        options, begin = self.options, time.monotonic()
        if options.minutes is None:
            yield from range(options.first, options.first + options.count)
            return
        for seed in itertools.count(options.first):
            if time.monotonic() - begin >= 60 * options.minutes:
                return
            yield seed

    def run(self):
        """Runs all seeds, some at once. The exit status."""
        seeds = self.wanted()

        def work(_):
            while True:
                with self.guard:
                    seed = next(seeds, None)
                if seed is None:
                    return
                self.run_seed(seed)

        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            list(pool.map(work, range(self.options.jobs)))
        self.reduce()
        self.summary()
        return int(bool(self.failures))

    def run_seed(self, seed):
        program, done = generate_program.generate(seed, self.options.shape)
        failed, ways = [], [w for w in self.ways if w != program_trial.TRUST or done.steady]
        for optimisation in self.options.optimisation:
            binary, verdict = self.toolchain.compile(
                program, done.fingerprints, f"seed-{seed}", optimisation)
            is_built, regions = verdict.regions
            with self.guard:
                self.built[optimisation].update(
                    built=is_built, regions=regions, seeds=int(is_built > 0))
            chosen = program_trial.settings(
                seed, [w for w in ways if w != program_trial.RECORD or is_built],
                self.options.tracker, self.options.threads, [optimisation])
            if not binary:
                failed += [(setting, verdict) for setting in chosen[:1]]
                continue
            for setting in chosen * self.options.repeat:
                verdict = self.toolchain.run(binary, setting)
                with self.guard:
                    self.runs += 1
                    if setting.taskgraph == "on":
                        self.counts[optimisation].update(
                            dict(zip(program_trial.COUNTS, verdict.counts)))
                if verdict.complaint:
                    failed.append((setting, verdict))
                if sum("no end" in v.complaint for _, v in failed) >= HANGS:
                    break
            binary.unlink()
        with self.guard:
            self.tell(seed, program, failed)

    def tell(self, seed, program, failed):
        """Prints one line for a seed; if it failed, what and how to repeat it."""
        self.seeds += 1
        for name in program.shapes:
            self.shapes[name][0] += bool(failed)
            self.shapes[name][1] += 1
        shapes = ", ".join(program.shapes)
        if not failed:
            print(f"seed {seed} ({program.language}: {shapes}): right", flush=True)
            return
        self.failures.append((seed, failed[0]))
        setting, verdict = failed[0]
        more = sorted({s.taskgraph for s, _ in failed})
        print(f"seed {seed} ({program.language}: {shapes}), {setting}: {verdict.complaint}\n"
              f"{verdict.printed}\nfailed: {len(failed)} runs with {', '.join(more)}\n"
              f"again: {self.again('run_seeds.py program --first', seed, setting)}\n"
              f"smaller: {self.again('reduce_program.py', seed, setting)}", flush=True)

    def again(self, script, seed, setting):
        name, *words = script.split()
        count = ["--count", 1] if words else []
        plain = ["--plain", self.options.plain] if self.options.plain else []
        shape = ["--shape", *self.options.shape] if self.options.shape else []
        return watched.shell_line(["python3", f"tests/random/{name}", *words, seed, *count,
                                   *setting.words(), *shape, *plain], {})

    def reduce(self):
        """The first failures as small programs."""
        for seed, (setting, verdict) in self.failures[:self.options.reduce]:
            program, _ = generate_program.generate(seed, self.options.shape)
            reducer = reduce_program.Reducer(self.toolchain, setting, verdict.kind)
            if reducer.fails(program):
                small = reducer.reduce(program)
                print(reducer.write(small, self.options.into / f"seed-{seed}"), flush=True)

    def summary(self):
        for name, (failed, total) in sorted(self.shapes.items()):
            if failed:
                print(f"shape {name}: {failed} of {total} seeds failed")
        for optimisation, counts in sorted(self.counts.items()):
            total = sum(counts.values())
            if total:
                print(f"{optimisation}, encounters: " + ", ".join(
                    f"{100 * counts[name] / total:.0f} % {name}"
                    for name in program_trial.COUNTS))
        for optimisation, found in sorted(self.built.items()):
            if found["built"]:
                print(f"{optimisation}: the compiler built the graphs of {found['built']} of "
                      f"{found['regions']} regions, in {found['seeds']} programs")
        print(f"{len(self.failures)} of {self.seeds} seeds failed, in {self.runs} runs with "
              f"{', '.join(self.ways)}")
