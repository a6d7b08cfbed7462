#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every test that continuous integration does not: a night's work.

One part after the other, each with a log and a time limit; a part that fails does not keep
the next from running. build/long-tests/results.md says what came of those that have run.
"""

import argparse
import datetime
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import tabulate

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS.parent / "tests")]
from overlay import (CHECKOUT, Failure, build_dir, clean_environment, git,  # noqa: E402
                     run_main, say, shown_command, write_atomically)
from watched import end_all, marked  # noqa: E402

NAME = "long_tests.py"
GRACE = 10  # seconds for a part to end its own programs


class Part(NamedTuple):
    name: str
    minutes: float  # the limit
    command: tuple  # for a Python, in the root of the checkout
    quick: tuple = ()  # more words, that leave little to do


def all_parts(options):
    install = ("--install", os.path.abspath(options.install))
    pytest, share = ("-m", "pytest", "-v"), options.minutes / 4

    def seeds(name, *script):
        return Part(f"seeds-{name}", share + 60, (
            *script, *install, "--first", options.seed, "--minutes", share, "--threads",
            1, 2, 4, 8), ("--minutes", 0.1))

    def sanitizer(kind):
        return Part(f"sanitize-{kind}", 720,
                    (*pytest, "tests/sanitize", "--sanitize", "2,4", *install, "-k", kind),
                    ("-k", f"{kind}-smallest or {kind}-depend_untied-versions"))

    return [
        Part("pytest", 540, (*pytest, "tests", "--long", *install), ("-k", "untied or nowait")),
        seeds("depend", "tests/depend/run_seeds.py"),
        seeds("orphans", "tests/depend/run_seeds.py", "--orphans"),
        seeds("graph", "tests/random/run_seeds.py", "graph"),
        seeds("program", "tests/random/run_seeds.py", "program", "--reduce", 3),
        Part("recursive", 720, (*pytest, "tests/recursive", "--times", 100, *install),
             ("--times", 1)),
        Part("soak", 720, (*pytest, "tests/field", "--runs", 1000, *install),
             ("--runs", 4, "-k", "recursion or depend_untied")),
        Part("mutants", 360, ("tests/mutants/run_mutants.py", *install),
             ("--only", "untagged-range", "volatile-load")),
        sanitizer("thread"),
        sanitizer("address"),
    ]


def run(part, log):
    """One part, until it ends or its time is over: its verdict."""
    # By the mark all programs that it starts are found, wherever they went.
    environment, mark = marked({**clean_environment(), "PYTHONUNBUFFERED": "1"})
    with open(log, "w") as out:
        process = subprocess.Popen(
            ["timeout", "-s", "INT", "-k", f"{GRACE}", f"{part.minutes}m", sys.executable,
             *map(str, part.command)], cwd=CHECKOUT, env=environment, stdout=out,
            stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        process.wait()
    finally:
        process.send_signal(signal.SIGINT)  # if we are stopped
        process.wait()
        end_all(mark)
    if process.returncode in (124, -signal.SIGKILL, 128 + signal.SIGKILL):
        return f"no end after {part.minutes:g} minutes"
    return f"exit status {process.returncode}" if process.returncode else "passed"


def main(command_line=None, make_parts=all_parts):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Exit code: 0 all passed, 1 something did not, 2 wrong usage, 130 stopped.")
    parser.add_argument("--only", nargs="+", metavar="PART", help="run these: docs/testing.md "
                        "lists them")
    parser.add_argument("--quick", action="store_true",
                        help="a little of each part, to see that all is in place")
    parser.add_argument("--minutes", type=float, default=120,
                        help="for all random tests together (%(default)s)")
    parser.add_argument("--seed", type=int, default=random.randrange(1_000_000, 2_000_000_000),
                        help="first seed (default: one that no run before had)")
    parser.add_argument("--install", default=str(build_dir() / "install"),
                        help="install tree (default: %(default)s)")
    options = parser.parse_args(command_line)
    parts, into = make_parts(options), build_dir() / "long-tests"
    names = [part.name for part in parts]
    if unknown := set(options.only or ()) - set(names):
        parser.error(f"no part {unknown.pop()!r}; choose from {', '.join(names)}")
    if not (Path(options.install) / "lib/libomp.so").exists():
        raise Failure(f"{options.install} has no lib/libomp.so",
                      next_step="scripts/reprise.sh build, or give --install")
    revision = git(CHECKOUT, "describe", "--always", "--dirty", "--exclude=*", check=False)
    facts = {"date": f"{datetime.datetime.now():%Y-%m-%d %H:%M}", "first seed": options.seed,
             "revision": revision.stdout.decode().strip(), "cores": os.cpu_count()}
    into.mkdir(parents=True, exist_ok=True)
    rows = []
    for part in (part for part in parts if part.name in (options.only or names)):
        if options.quick:
            part = part._replace(command=part.command + part.quick)
        log, begin = into / f"{part.name}.log", time.monotonic()
        say(NAME, f"{part.name}: at most {part.minutes:g} minutes; log: {log}")
        verdict, minutes = run(part, log), (time.monotonic() - begin) / 60
        say(NAME, f"{part.name}: {verdict} after {minutes:.1f} minutes")
        rows.append([part.name, verdict, f"{minutes:.1f}",
                     f"`{shown_command('python3', part.command)}`"])
        write_atomically(into / "results.md", "\n".join([
            "# Long tests", "", *(f"- {name}: {value}" for name, value in facts.items()), "",
            tabulate.tabulate(rows, ["part", "verdict", "minutes", "command"], "pipe"), ""]))
    failed = [name for name, verdict, *_ in rows if verdict != "passed"]
    say(NAME, f"{', '.join(failed) or 'nothing'} has failed: {into / 'results.md'}")
    return int(bool(failed))


if __name__ == "__main__":
    run_main(NAME, main)
