# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the scripts that run many seeds share: portions, ways to run them, failures.

The seeds are run in portions, each under all trackers and with all numbers of
threads, until so many are run or the time is over; a failure or a hang names the
portion, and the command that runs it again.
"""

import argparse
import os
import pathlib
import sys
import time

TESTS = pathlib.Path(__file__).resolve().parent
ROOT = TESTS.parent
sys.path[:0] = [str(ROOT / "scripts"), str(TESTS / "depend")]
import watched  # noqa: E402
from trackers import TRACKERS  # noqa: E402

LIMIT = 300  # seconds for a portion


def parser(description, count):
    """Options that all such scripts have."""
    made = argparse.ArgumentParser(description=description)
    made.add_argument("--first", type=int, default=1, metavar="SEED")
    how_many = made.add_mutually_exclusive_group()
    how_many.add_argument("--count", type=int, default=count,
                          help="so many seeds (default: %(default)s)")
    how_many.add_argument("--minutes", type=float,
                          help="as many as fit; the last portion is finished")
    made.add_argument("--tracker", nargs="+", default=TRACKERS, choices=TRACKERS,
                      metavar="NAME", help=f"of {', '.join(TRACKERS)}")
    made.add_argument("--threads", type=int, nargs="+", default=[2, 3, 4, 8])
    made.add_argument("--install", type=pathlib.Path, default=ROOT / "build" / "install")
    return made


def compiled(options, source, binary, *flags):
    """Compiles a program with the toolchain under test."""
    done = watched.run([options.install / "bin" / "clang++", "-fopenmp", "-O1", "-g",
                        "-w", *flags, source, "-o", binary], dict(os.environ), LIMIT)
    if done.complaint:
        sys.exit(f"error: {source} does not compile: {done.complaint}\n{done.printed}")
    return binary


class Seeds:
    """Runs all portions and counts those that fail."""

    def __init__(self, options, portion, script):
        self.options, self.portion, self.script = options, portion, script
        self.runs = self.failed = 0

    def portions(self):
        """(first seed, number) of each."""
        begin, seed = time.monotonic(), self.options.first
        end = seed + self.options.count
        if self.options.minutes is None:
            for first in range(seed, end, self.portion):
                yield first, min(self.portion, end - first)
            return
        while time.monotonic() - begin < 60 * self.options.minutes:
            yield seed, self.portion
            seed += self.portion

    def run(self, command, first, count, settings=None):
        """Runs one portion under all trackers and with all numbers of threads."""
        for tracker in self.options.tracker:
            for threads in self.options.threads:
                changes = {"OMP_NUM_THREADS": str(threads),
                           "OMPX_DEPEND_TRACKER": tracker, **(settings or {})}
                done = watched.run(command, {**os.environ, **changes}, LIMIT)
                self.runs += 1
                self.failed += bool(done.complaint)
                print(f"seeds {first} to {first + count - 1}, {tracker}, {threads} threads: "
                      f"{done.complaint or 'right'}", flush=True)
                if done.complaint:
                    again = ["python3", *self.script, "--first", first, "--count", count,
                             "--tracker", tracker, "--threads", threads]
                    line = watched.shell_line(again, {**os.environ, **(settings or {})})
                    print(f"{done.printed[-2000:]}\n{done.stacks}\nagain: {line}",
                          flush=True)

    def verdict(self):
        """Says how many portions failed; the exit status."""
        print(f"{self.failed} of {self.runs} portions failed")
        return self.failed != 0
