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
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from long_page import numbers, page, processor  # noqa: E402
from overlay import (CHECKOUT, Failure, build_dir, clean_environment, git, run_main, say,  # noqa: E402
                     sha256, shown_command, shown_path, source_tree, write_atomically)
from soak import new_seed  # noqa: E402
from status_line import StatusLine, duration  # noqa: E402
from watched import carriers, end_all, marked  # noqa: E402

NAME = "long_tests.py"
THREADS = ("1", "2", "4", "8")
PASSED = {"PASSED", "XFAIL", "clean", "right", "passed", "PASS", "FLAKYPASS", "killed"}
SKIPPED = {"SKIPPED", "UNSUPPORTED", "EXCLUDED"}
GRACE = 10  # seconds for a part to end its own programs


def by_line(pattern):
    """Counts the lines of a log that are a name and a verdict."""
    def count(log):
        seen = re.findall(pattern, log, re.MULTILINE)
        bad = [name for name, verdict in seen if verdict not in PASSED | SKIPPED]
        skipped = sum(verdict in SKIPPED for _, verdict in seen)
        return {"passed": len(seen) - len(bad) - skipped, "failed": len(bad),
                "skipped": skipped}, bad
    return count


def upstream(log):
    """Those that fail without our patches, too, are counted apart."""
    codes = {code: int(number) for line in re.findall(r", patched: (.*)", log)
             for number, code in re.findall(r"(\d+) ([A-Z]+)", line)}
    names = {what: [name for line in re.findall(f"{what}: (.*)", log)
                    for name in line.split(", ")]
             for what in ("fail only with ours", "also fail unpatched")}
    worse, anyway = names.values()
    return {"passed": sum(n for code, n in codes.items() if code in PASSED),
            "failed": len(worse),
            "skipped": sum(n for code, n in codes.items() if code in SKIPPED),
            "failed unpatched, too": len(anyway)}, worse


@dataclass(frozen=True)
class Part:
    name: str
    what: str
    minutes: float  # the limit
    command: tuple  # for a Python, in the root of the checkout
    count: object  # of a log: numbers by verdict, names of failures
    quick: tuple = ()  # more words, that leave little to do


def all_parts(options, seed):
    install = ("--install", options.install)
    share = options.minutes / 4
    pytest = by_line(r"^(tests/\S.*?) (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)\b.*\d%\]$")
    portions = by_line(r"^(seeds? .*): (right|exit status|killed by|no end|does not compile|"
                       "check found)")

    def sanitizer(kind):
        return Part(
            f"sanitize-{kind}", f"all programs under {kind.capitalize()}Sanitizer", 720,
            ("scripts/developer/sanitize.py", kind, *install, "--source", f"{source_tree()}/openmp"),
            by_line(r"^\[\d+/\d+\] (.*): (clean|\d+ complaints)$"),
            ("--only", "smallest", "depend_untied", "--tracker", "versions"))

    def seeds(name, what, script, *words):
        return Part(
            f"seeds-{name}", f"new random {what}", share + 60,
            (script, *words, *install, "--first", seed, "--minutes", share,
             "--threads", *THREADS), portions, ("--minutes", 0.1))

    parts = [
        Part("pytest", "all of tests/, with --long", 360,
             ("-m", "pytest", "tests", "--long", "-v", *install), pytest,
             ("-k", "untied or nowait")),
        Part("upstream-clang", "LLVM's tests of tasks in Clang", 60,
             ("scripts/developer/upstream_tests.py", "clang", *install), upstream,
             ("--filter", "taskwait")),
        Part("upstream-libomp", "LLVM's tests of libomp, beside the unpatched one", 120,
             ("scripts/developer/upstream_tests.py", "libomp", *install), upstream,
             ("--filter", "tasking/bug_")),
        seeds("depend", "dependences", "tests/depend/run_seeds.py"),
        seeds("orphans", "dependences, parents ending first",
              "tests/depend/run_seeds.py", "--orphans"),
        seeds("graph", "taskgraphs", "tests/random/run_seeds.py", "graph"),
        seeds("program", "source programs", "tests/random/run_seeds.py", "program",
              "--reduce", 3),
        Part("recursive", "the recursive programs, a hundred times", 720,
             ("-m", "pytest", "tests/recursive", "--times", 100, "-v", *install), pytest,
             ("--times", 1)),
        Part("soak", "small programs, 1000 runs with 1, 2, 4, 8, 16 threads", 720,
             ("scripts/developer/soak.py", *install, "--seed", seed),
             by_line(r"^soak.py: (.*, \d+ threads): (passed|failed)"),
             ("--runs", 4, "recursion", "depend_untied")),
        Part("mutants", "small faults of library and pass, which a test must notice", 360,
             ("tests/mutants/run_mutants.py", *install),
             by_line(r"^mutant (\S+): (killed|survives|does not build)"),
             ("--only", "untagged-range", "volatile-load")),
        sanitizer("thread"),
        sanitizer("address"),
    ]
    if options.quick:
        return [replace(part, command=part.command + part.quick) for part in parts]
    return parts


def load():
    return [round(number, 2) for number in os.getloadavg()][0]


class Runner:
    """Runs parts; each result goes to the document, and that to its two files."""

    def __init__(self, folder, document):
        self.folder, self.document, self.line = folder, document, StatusLine()

    def run(self, parts, everything):
        for number, part in enumerate(parts, 1):
            say(NAME, f"[{number}/{len(parts)}] {part.name}: {part.what}; "
                      f"at most {part.minutes:g} minutes")
            result = self.run_part(part, f"[{number}/{len(parts)}] {part.name}")
            self.document["parts"][part.name] = result
            self.write(everything)
            say(NAME, f"[{number}/{len(parts)}] {part.name}: {result['verdict']} after "
                      f"{result['minutes']} minutes; {numbers(result)}")

    def run_part(self, part, title):
        """One part, until it ends or its time is over."""
        log = self.folder / f"{part.name}.log"
        environment, mark = marked({
            **clean_environment({}), "PYTHONUNBUFFERED": "1", "COLUMNS": "200"})
        begin, before, late = time.monotonic(), load(), False
        with open(log, "w") as out:
            process = subprocess.Popen(
                [sys.executable, *map(str, part.command)], cwd=CHECKOUT,
                env=environment, stdin=subprocess.DEVNULL, stdout=out,
                stderr=subprocess.STDOUT, start_new_session=True)
            try:
                while process.poll() is None and not late:
                    gone = time.monotonic() - begin
                    late = gone > 60 * part.minutes
                    if self.line.due():
                        self.show(title, part, log, gone)
                    time.sleep(0.2)
            finally:
                self.line.clear()
                left = [shown(pid) for pid in carriers(mark)]
                if process.poll() is None:
                    process.send_signal(signal.SIGINT)
                    try:
                        process.wait(GRACE)
                    except subprocess.TimeoutExpired:
                        pass
                end_all(mark)
                process.wait()
            for words in left:
                out.write(f"{NAME}: still ran, and was killed: {words}\n")
        text = log.read_text(errors="replace")
        counts, failures = part.count(text)
        good = process.returncode == 0 and not failures and counts["passed"] > 0
        return {
            "command": shown_command("python3", part.command),
            "verdict": f"no end after {part.minutes:g} minutes" if late
                       else "passed" if good else "failed",
            "status": process.returncode, "counts": counts, "failures": failures,
            "last_lines": [] if good else text.splitlines()[-12:],
            "left_running": left, "log": shown_path(str(log)),
            "minutes": round((time.monotonic() - begin) / 60, 1),
            "load_before": before, "load_after": load(),
        }

    def show(self, title, part, log, gone):
        text = log.read_text(errors="replace")
        last = (text.splitlines() or [""])[-1]
        self.line.show(f"{NAME}: {title}: {duration(gone)} gone, "
                       f"{numbers({'counts': part.count(text)[0]})}; {last[:100]}")

    def write(self, everything):
        write_atomically(self.folder / "results.json",
                         json.dumps(self.document, indent=1) + "\n")
        write_atomically(self.folder / "results.md", page(self.document, everything))


def shown(pid):
    """The command line of a process, if it still lives."""
    try:
        words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return f"process {pid}"
    return " ".join(word.decode(errors="replace") for word in words)[:200]


def made_with(options):
    """What results must share to stand on one page."""
    library = Path(options.install) / "lib" / "libomp.so"
    if not library.exists():
        raise Failure(f"{library} is not there",
                      next_step="scripts/reprise.sh build, or give --install")
    revision = git(CHECKOUT, "describe", "--always", "--dirty", "--exclude=*",
                   "--abbrev=40", check=False).stdout.decode().strip()
    return {"revision": revision or "not a git checkout", "libomp.so": sha256(library),
            "minutes of random tests": options.minutes,
            "extent": "a little of each part" if options.quick else "everything"}


def document_for(options, names):
    """The one that is there, if this run can go on with it, or a new one."""
    path, facts = options.into / "results.json", made_with(options)
    if path.exists() and not options.anew:
        found = json.loads(path.read_text())
        fits = found["made_with"] == facts and options.seed in (None, found["seed"])
        if fits and (options.only or set(names) - set(found["parts"])):
            return found
    return {"schema_version": 1, "made_with": facts, "parts": {},
            "date": datetime.datetime.now().astimezone().isoformat(timespec="seconds"),
            "seed": new_seed() if options.seed is None else options.seed,
            "cpu": processor(), "cores": os.cpu_count()}


def arguments(command_line, names):
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
    parser.add_argument("--seed", type=int, help="first seed (default: from the clock)")
    parser.add_argument("--anew", action="store_true", help="forget what has a result")
    parser.add_argument("--install", default=str(build_dir() / "install"),
                        help="install tree (default: %(default)s)")
    parser.add_argument("--into", type=Path, default=build_dir() / "long-tests",
                        help="folder for results and logs (default: %(default)s)")
    options = parser.parse_args(command_line)
    for name in options.only:
        if name not in names(options):
            parser.error(f"no part {name!r}; choose from {', '.join(names(options))}")
    return options


def main(command_line=None, make_parts=all_parts):
    options = arguments(command_line, lambda options: [
        part.name for part in make_parts(options, 0)])
    if options.list:
        for part in make_parts(options, 0):
            print(f"{part.name}: {part.what}; at most {part.minutes:g} minutes")
        return 0
    options.install = os.path.abspath(options.install)
    document = document_for(options, [part.name for part in make_parts(options, 0)])
    done = document["parts"]
    parts = make_parts(options, document["seed"])
    wanted = [part for part in parts if part.name in options.only] or \
        [part for part in parts if part.name not in done]
    if done:
        say(NAME, f"{len(done)} of {len(parts)} parts have a result already")
    options.into.mkdir(parents=True, exist_ok=True)
    Runner(options.into, document).run(wanted, parts)
    say(NAME, f"results: {options.into / 'results.md'}")
    counted = wanted if options.only else parts
    return int(any(done[part.name]["verdict"] != "passed" for part in counted))


if __name__ == "__main__":
    run_main(NAME, main)
