# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs many seeds of the random dependence graphs; one again, or thousands.

    python tests/depend/run_seeds.py [--first N] [--count N] [--tracker NAME ...]
        [--threads N ...] [--install DIR] [--orphans]
The seeds are run in portions, so that a failure or a hang names a few of them. Other
settings (OMP_WAIT_POLICY and so on) are taken from the environment.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

from trackers import ROOT, TRACKERS

PORTION = 250
SOURCE = ROOT / "tests" / "programs" / "depend_random.cpp"


def run(command, environment):
    """Whether a portion passes; prints what it complained about."""
    try:
        done = subprocess.run(
            command, env=environment, check=False, timeout=300,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
        )
        status, printed = done.returncode, done.stdout
    except subprocess.TimeoutExpired as late:
        status, printed = "no end", (late.stdout or b"").decode(errors="replace")
    if status:
        print(f"exit status {status}: {' '.join(command)}\n{printed[-2000:]}", flush=True)
    return not status


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--tracker", nargs="+", default=TRACKERS, choices=TRACKERS)
    parser.add_argument("--threads", type=int, nargs="+", default=[2, 3, 4, 8])
    parser.add_argument("--install", type=pathlib.Path, default=ROOT / "build" / "install")
    parser.add_argument("--orphans", action="store_true",
                        help="tasks may end before their children (not under hash)")
    options = parser.parse_args()
    failed = runs = 0
    with tempfile.TemporaryDirectory() as directory:
        binary = pathlib.Path(directory) / "depend_random"
        command = [
            options.install / "bin" / "clang++", "-fopenmp", "-fopenmp-version=51",
            "-Wno-openmp-60-extensions", "-O1", "-g", SOURCE, "-o", binary,
        ]
        if subprocess.run(command, check=False).returncode:
            sys.exit("run_seeds.py: error: the program does not compile")
        mode = ["orphans"] if options.orphans else []
        for tracker in options.tracker:
            for threads in options.threads:
                environment = {**os.environ, "OMP_NUM_THREADS": str(threads),
                               "OMPX_DEPEND_TRACKER": tracker}
                wrong = 0
                for first in range(options.first, options.first + options.count, PORTION):
                    count = min(PORTION, options.first + options.count - first)
                    words = [str(binary), str(first), str(count), *mode]
                    wrong += not run(words, environment)
                    runs += 1
                failed += wrong
                print(f"{tracker}, {threads} threads: {options.count} seeds, "
                      f"{wrong} portions failed", flush=True)
    print(f"{failed} of {runs} portions failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
