#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs small programs a thousand times each, with 1, 2, 4, 8 and 16 threads.

The programs, their settings and arguments are listed in tests/field/field_programs.py.
A program with a number of threads is given up at its first failure: a wrong exit
status, a crash, or no end. What is needed to understand and repeat it is kept in a
folder of its own: the command with its environment, the output, and, if it did not
end, the stacks of all its threads.
"""

import argparse
import concurrent.futures
import json
import os
import random
import shlex
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from overlay import (CHECKOUT, Failure, build_dir, clean_environment, run_main, say,  # noqa: E402
                     write_atomically)
from status_line import StatusLine, duration  # noqa: E402
from watched import Watchdog, shell_line  # noqa: E402

sys.path.insert(0, str(CHECKOUT / "tests" / "field"))
from field_programs import PROGRAMS  # noqa: E402

NAME = "soak.py"
THREADS = (1, 2, 4, 8, 16)
HIGHEST_SEED = 2_000_000_000  # what `atoi` in the programs can read


def new_seed():
    """A first seed that no run before had, from the clock."""
    return random.Random(time.time_ns()).randrange(1_000_000, HIGHEST_SEED)


class Soak:
    """All series: one for each program and number of threads."""

    def __init__(self, options, watchdog):
        self.options, self.watchdog = options, watchdog
        self.evidence = options.into / f"evidence-{options.seed}"
        self.total = len(options.programs) * len(options.threads) * options.runs
        self.done, self.failed, self.guard = 0, 0, threading.Lock()
        self.start, self.line = time.monotonic(), StatusLine()

    def compile(self, program):
        """Makes the program's binary; its path, the command, how that ended."""
        language = "clang" if program.path.suffix == ".c" else "clang++"
        binary = self.options.into / "bin" / program.name
        binary.parent.mkdir(parents=True, exist_ok=True)
        command = [Path(self.options.install) / "bin" / language, "-fopenmp",
                   "-fopenmp-version=60", "-O1", "-g", "-w",
                   f"-I{CHECKOUT / 'tests/programs'}", *program.flags,
                   program.path, "-o", binary]
        return binary, command, self.watchdog.run(command, dict(os.environ), 300)

    def series(self, program, built, threads):
        """Runs one program with one number of threads until the end or a failure."""
        began = time.monotonic()
        result = {"program": program.name, "threads": threads, "runs": 0,
                  "complaint": "", "evidence": None}
        binary, compilation, compiler = built.result()
        if compiler.complaint:
            result["complaint"] = f"does not compile: {compiler.complaint}"
            result["evidence"] = str(self.keep(program, threads, 0, self.options.seed,
                                               shell_line(compilation, {}), compiler))
        while result["runs"] < self.options.runs and not result["complaint"]:
            number = result["runs"]
            seed = (self.options.seed + number) % HIGHEST_SEED
            command = [binary, *(word.replace("{seed}", str(seed))
                                 for word in program.arguments)]
            settings = {"OMP_NUM_THREADS": str(threads),
                        **program.settings[number % len(program.settings)]}
            run = self.watchdog.run(command, clean_environment(settings),
                                    self.options.limit or program.limit)
            result["runs"] += 1
            if run.complaint:
                result["complaint"] = run.complaint
                result["evidence"] = str(self.keep(program, threads, number, seed,
                                                   shell_line(command, settings), run))
            self.step(program, threads)
        result["seconds"] = round(time.monotonic() - began, 1)
        self.finish(result)
        return result

    def keep(self, program, threads, number, seed, again, run):
        """Writes all that is known of a failed run; returns the folder."""
        folder = self.evidence / f"{program.name}-{threads}"
        text = {"again.sh": f"# run {number + 1}, seed {seed}\n{again}\n",
                "complaint.txt": run.complaint + "\n", "output.txt": run.printed}
        if run.stacks:
            text["stacks.txt"] = run.stacks
        for name, content in text.items():
            write_atomically(folder / name, content)
        return folder

    def step(self, program, threads):
        with self.guard:
            self.done += 1
            if self.line.due():
                gone = time.monotonic() - self.start
                left = gone / self.done * (self.total - self.done)
                self.line.show(f"{NAME}: {self.done} of {self.total} runs, "
                               f"{self.failed} series failed, {duration(gone)} gone, "
                               f"about {duration(left)} left; {program.name}, "
                               f"{threads} threads")

    def finish(self, result):
        with self.guard:
            left_out = self.options.runs - result["runs"]
            self.total -= left_out
            self.failed += bool(result["complaint"])
            self.line.clear()
            verdict = (f"failed in run {result['runs']}: {result['complaint']}; "
                       f"see {result['evidence']}" if result["complaint"]
                       else f"passed in {result['runs']} runs")
            say(NAME, f"{result['program']}, {result['threads']} threads: {verdict}")

    def run(self):
        with concurrent.futures.ThreadPoolExecutor(self.options.processes) as pool:
            built = [pool.submit(self.compile, program)
                     for program in self.options.programs]
            waiting = [pool.submit(self.series, program, binary, threads)
                       for program, binary in zip(self.options.programs, built)
                       for threads in self.options.threads]
            try:
                return [future.result() for future in waiting]
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                self.watchdog.stop()
                raise


def arguments(command_line=None):
    by_name = {program.name: program for program in PROGRAMS}
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Exit code: 0 all runs passed, 1 some failed, 2 wrong usage, 130 stopped.")
    parser.add_argument("programs", nargs="*", metavar="PROGRAM",
                        help="which of them (default: all)")
    parser.add_argument("--list", action="store_true", help="only name the programs")
    parser.add_argument("--runs", type=int, default=1000, help="of each (%(default)s)")
    parser.add_argument("--threads", type=int, nargs="+", default=THREADS)
    parser.add_argument("--processes", type=int, default=1,
                        help="how many run at a time (%(default)s)")
    parser.add_argument("--limit", type=float, metavar="SECONDS",
                        help="until a run counts as one without end (default: 60, or "
                             "what the list says)")
    parser.add_argument("--seed", type=int, help="first seed (default: from the clock)")
    parser.add_argument("--install", default=str(build_dir() / "install"),
                        help="install tree (default: %(default)s)")
    parser.add_argument("--into", type=Path, default=build_dir() / "soak",
                        help="folder for results and evidence (default: %(default)s)")
    options = parser.parse_args(command_line)
    for name in options.programs:
        if name not in by_name:
            parser.error(f"no program {name!r}; choose from {', '.join(by_name)}")
    if min(options.runs, options.processes, *options.threads) < 1:
        parser.error("--runs, --processes and --threads are whole numbers above 0")
    options.programs = [by_name[name] for name in options.programs or by_name]
    options.seed = new_seed() if options.seed is None else options.seed
    return options


def main():
    options = arguments()
    if options.list:
        for program in options.programs:
            print(program.name, shlex.join(program.arguments))
        return 0
    compiler = Path(options.install) / "bin" / "clang++"
    if not compiler.exists():
        raise Failure(f"{compiler} is not there",
                      next_step="scripts/reprise.sh build, or give --install")
    say(NAME, f"{len(options.programs)} programs, {options.runs} runs with each of "
              f"{', '.join(map(str, options.threads))} threads; seed {options.seed}")
    results = Soak(options, Watchdog()).run()
    failed = [result for result in results if result["complaint"]]
    path = options.into / "results.json"
    write_atomically(path, json.dumps(
        {"schema_version": 1, "seed": options.seed, "series": results}, indent=1) + "\n")
    say(NAME, f"{len(failed)} of {len(results)} series failed; results: {path}")
    return 1 if failed else 0


if __name__ == "__main__":
    run_main(NAME, main)
