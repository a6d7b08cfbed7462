#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs every test that continuous integration does not: a night's work.

One part after the other, each with a log and a time limit; a part that fails does
not keep the next from running. build/long-tests/results.md (and .json) is written
anew after each part. When it was stopped, the same command goes on with the first
part that has no result, unless the revision or the library has changed meanwhile.
"""

import argparse
import datetime
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

SCRIPTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(SCRIPTS), str(SCRIPTS.parent / "tests")]
from overlay import (CHECKOUT, Failure, build_dir, clean_environment, git,  # noqa: E402
                     run_main, say, sha256, shown_command, shown_path, write_atomically)
from status_line import Progress  # noqa: E402
from watched import end_all, marked  # noqa: E402

NAME = "long_tests.py"
GRACE = 10  # seconds for a part to end its own programs
SHOWN = 12  # last lines of a log


class Part(NamedTuple):
    name: str
    what: str
    minutes: float  # the limit
    command: tuple  # for a Python, in the root of the checkout
    quick: tuple = ()  # more words, that leave little to do


def all_parts(options, seed):
    install = ("--install", options.install)
    pytest, share = ("-m", "pytest", "-v"), options.minutes / 4

    def seeds(name, what, *script):
        return Part(f"seeds-{name}", f"new random {what}", share + 60, (
            *script, *install, "--first", seed, "--minutes", share, "--threads", 1, 2, 4, 8),
            ("--minutes", 0.1))

    def sanitizer(kind):
        return Part(f"sanitize-{kind}", f"all programs under {kind.capitalize()}Sanitizer", 720,
                    (*pytest, "tests/sanitize", "--sanitize", "2,4", *install, "-k", kind),
                    ("-k", f"{kind}-smallest or {kind}-depend_untied-versions"))

    return [
        Part("pytest", "all of tests/, with --long", 540,
             (*pytest, "tests", "--long", *install), ("-k", "untied or nowait")),
        seeds("depend", "dependences", "tests/depend/run_seeds.py"),
        seeds("orphans", "dependences, parents ending first",
              "tests/depend/run_seeds.py", "--orphans"),
        seeds("graph", "taskgraphs", "tests/random/run_seeds.py", "graph"),
        seeds("program", "source programs", "tests/random/run_seeds.py", "program",
              "--reduce", 3),
        Part("recursive", "the recursive programs, a hundred times", 720,
             (*pytest, "tests/recursive", "--times", 100, *install), ("--times", 1)),
        Part("soak", "small programs, 1000 runs with 1, 2, 4, 8, 16 threads", 720,
             (*pytest, "tests/field", "--runs", 1000, *install),
             ("--runs", 4, "-k", "recursion or depend_untied")),
        Part("mutants", "small faults of library and pass, which a test must notice", 360,
             ("tests/mutants/run_mutants.py", *install),
             ("--only", "untagged-range", "volatile-load")),
        sanitizer("thread"),
        sanitizer("address"),
    ]


def run(part, title, log):
    """One part, until it ends or its time is over; its result."""
    # By the mark all programs that it starts are found, wherever they went.
    environment, mark = marked({**clean_environment(), "PYTHONUNBUFFERED": "1"})
    begin, progress = time.monotonic(), Progress(None, f"{NAME}: {title}: ")
    with open(log, "w") as out:
        process = subprocess.Popen(
            ["timeout", "-s", "INT", "-k", f"{GRACE}", f"{part.minutes}m", sys.executable,
             *map(str, part.command)], cwd=CHECKOUT, env=environment, stdout=out,
            stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        while process.poll() is None:
            progress.at(0, (last_lines(log) or [""])[-1][:100])
            time.sleep(0.2)
    finally:
        progress.hide()
        process.send_signal(signal.SIGINT)  # if we are stopped
        process.wait()
        end_all(mark)
    late = process.returncode in (124, -signal.SIGKILL, 128 + signal.SIGKILL)
    verdict = (f"no end after {part.minutes:g} minutes" if late
               else f"exit status {process.returncode}" if process.returncode else "passed")
    gone = time.monotonic() - begin
    return {"verdict": verdict, "minutes": round(gone / 60, 1), "log": shown_path(str(log)),
            "command": shown_command("python3", part.command), "last_lines": last_lines(log)}


def last_lines(log):
    return log.read_text(errors="replace").splitlines()[-SHOWN:]


def document_for(options, names, path):
    """The one that is there, if this run can go on with it, or a new one."""
    library = Path(options.install) / "lib" / "libomp.so"
    if not library.exists():
        raise Failure(f"{library} is not there",
                      next_step="scripts/reprise.sh build, or give --install")
    revision = git(CHECKOUT, "describe", "--always", "--dirty", "--exclude=*",
                   "--abbrev=40", check=False).stdout.decode().strip()
    facts = {  # what results must share to stand on one page
        "revision": revision or "not a git checkout", "libomp.so": sha256(library),
        "minutes of random tests": options.minutes, "cores": os.cpu_count(),
        "extent": "a little of each part" if options.quick else "everything"}
    if path.exists():
        found = json.loads(path.read_text())
        fits = found["made_with"] == facts and options.seed in (None, found["seed"])
        if fits and (options.only or set(names) - set(found["parts"])):
            return found
    return {"date": datetime.datetime.now().astimezone().isoformat(timespec="seconds"),
            # One that no run before had.
            "seed": random.randrange(1_000_000, 2_000_000_000) if options.seed is None
            else options.seed, "made_with": facts, "parts": {}}


def page(document, parts):
    """The results as Markdown."""
    done = document["parts"]
    bad = [name for name, result in done.items() if result["verdict"] != "passed"]
    missing = [part.name for part in parts if part.name not in done]
    facts = {"date": document["date"], "first seed": document["seed"], **document["made_with"]}
    lines = ["# Long tests", "", f"{len(done) - len(bad)} of {len(parts)} parts passed."
             + (f" Not passed: {', '.join(bad)}." if bad else "")
             + (f" Not run yet: {', '.join(missing)}." if missing else ""), "",
             *(f"- {name}: {value}" for name, value in facts.items()), "",
             "| part | verdict | minutes | its last line |", "|---|---|---|---|"]
    for name, result in done.items():
        said = (result["last_lines"] or [""])[-1].strip("= ").replace("|", "\\|")
        lines.append(f"| {name} | {result['verdict']} | {result['minutes']} | {said} |")
    for name, result in done.items():
        lines += ["", f"## {name}", "", "```sh", result["command"], "```", "",
                  f"Log: `{result['log']}`."]
        if name in bad:
            lines += ["", "It ends with:", "", "```", *result["last_lines"], "```"]
    return "\n".join(lines) + "\n"


def main(command_line=None, make_parts=all_parts):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="Exit code: 0 all passed, 1 something did not, 2 wrong usage, 130 stopped.")
    parser.add_argument("--list", action="store_true", help="only name the parts")
    parser.add_argument("--only", nargs="+", metavar="PART", default=[],
                        help="run these, even if they have a result")
    parser.add_argument("--quick", action="store_true",
                        help="a little of each part, to see that all is in place")
    parser.add_argument("--minutes", type=float, default=120,
                        help="for all random tests together (%(default)s)")
    parser.add_argument("--seed", type=int, help="first seed (default: a random one)")
    parser.add_argument("--install", default=str(build_dir() / "install"),
                        help="install tree (default: %(default)s)")
    parser.add_argument("--into", type=Path, default=build_dir() / "long-tests",
                        help="folder for results and logs (default: %(default)s)")
    options = parser.parse_args(command_line)
    options.install = os.path.abspath(options.install)
    limits = {part.name: f"{part.what}; at most {part.minutes:g} minutes"
              for part in make_parts(options, 0)}
    if unknown := [name for name in options.only if name not in limits]:
        parser.error(f"no part {unknown[0]!r}; choose from {', '.join(limits)}")
    if options.list:
        print(*(f"{name}: {limit}" for name, limit in limits.items()), sep="\n")
        return 0
    results = options.into / "results.json"
    document = document_for(options, limits, results)
    done, parts = document["parts"], make_parts(options, document["seed"])
    if done:
        say(NAME, f"{len(done)} of {len(parts)} parts have a result already")
    wanted = [part for part in parts if part.name in options.only
              or not options.only and part.name not in done]
    options.into.mkdir(parents=True, exist_ok=True)
    for number, part in enumerate(wanted, 1):
        if options.quick:
            part = part._replace(command=part.command + part.quick)
        title = f"[{number}/{len(wanted)}] {part.name}"
        say(NAME, f"{title}: {limits[part.name]}")
        done[part.name] = run(part, title, options.into / f"{part.name}.log")
        write_atomically(results, json.dumps(document, indent=1) + "\n")
        write_atomically(results.with_suffix(".md"), page(document, parts))
        say(NAME, f"{title}: {done[part.name]['verdict']} after "
                  f"{done[part.name]['minutes']} minutes")
    say(NAME, f"results: {results.with_suffix('.md')}")
    return int(any(done[name]["verdict"] != "passed" for name in options.only or limits))


if __name__ == "__main__":
    run_main(NAME, main)
