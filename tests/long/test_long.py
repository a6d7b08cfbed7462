# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What takes a night (scripts/reprise.sh long-tests): each part is a command with a limit and a
log of its own, build/long-tests/PART.log. docs/testing.md says what the parts are."""

import os
import random
import shlex
import signal
import subprocess
import sys
from typing import NamedTuple

import pytest
from support_project import ROOT
from watched import end_all, marked

sys.path.insert(0, str(ROOT / "scripts"))
from overlay import build_dir, clean_environment  # noqa: E402

GRACE = 10  # seconds for a part to end its own programs


class Part(NamedTuple):
    name: str
    minutes: float  # the limit
    command: tuple  # for a Python, in the root of the checkout
    quick: tuple = ()  # more words, that leave little to do


PYTEST = ("-m", "pytest", "-v")
PARTS = [
    Part("pytest", 540, (*PYTEST, "tests", "--long"), ("-k", "untied or nowait")),
    *(Part(f"seeds-{name}", 90, (*script, "--first", "SEED", "--minutes", 30, "--threads",
                                 1, 2, 4, 8), ("--minutes", 0.1)) for name, *script in (
        ("depend", "tests/depend/run_seeds.py"),
        ("orphans", "tests/depend/run_seeds.py", "--orphans"),
        ("graph", "tests/random/run_seeds.py", "graph"),
        ("program", "tests/random/run_seeds.py", "program", "--reduce", 3))),
    Part("recursive", 720, (*PYTEST, "tests/recursive", "--times", 100), ("--times", 1)),
    Part("soak", 720, (*PYTEST, "tests/field", "--runs", 1000),
         ("--runs", 4, "-k", "recursion or depend_untied")),
    Part("mutants", 360, ("tests/mutants/run_mutants.py",),
         ("--only", "untagged-range", "volatile-load")),
    *(Part(f"sanitize-{kind}", 720, (*PYTEST, "tests/sanitize", "--sanitize", "2,4", "-k", kind),
           ("-k", f"{kind}-smallest or {kind}-depend_untied-versions"))
      for kind in ("thread", "address")),
]


def command_of(part, install, seed=None, quick=False):
    # By default seeds that no run before had.
    seed = random.randrange(1_000_000, 2_000_000_000) if seed is None else seed
    words = [seed if word == "SEED" else word for word in part.command]
    return list(map(str, [*words, "--install", os.path.abspath(install),
                          *(part.quick if quick else ())]))


def run(part, command, log):
    """Runs a part until it ends or its time is over; what is wrong, or nothing."""
    # By the mark all programs that it starts are found, wherever they went.
    environment, mark = marked({**clean_environment(), "PYTHONUNBUFFERED": "1"})
    log.parent.mkdir(parents=True, exist_ok=True)
    with open(log, "w") as out:
        out.write(f"python3 {shlex.join(command)}\n")
        out.flush()
        process = subprocess.Popen(
            ["timeout", "-s", "INT", "-k", f"{GRACE}", f"{part.minutes}m", sys.executable,
             *command], cwd=ROOT, env=environment, stdout=out, stdin=subprocess.DEVNULL,
            stderr=subprocess.STDOUT, start_new_session=True)
    try:
        process.wait()
    finally:
        process.send_signal(signal.SIGINT)  # if we are stopped
        process.wait()
        end_all(mark)
    if process.returncode in (124, -signal.SIGKILL, 128 + signal.SIGKILL):
        return f"no end after {part.minutes:g} minutes"
    return f"exit status {process.returncode}" if process.returncode else ""


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_part(request, part):
    option = request.config.getoption
    if not option("--night"):
        pytest.skip("scripts/reprise.sh long-tests runs it")
    install = request.getfixturevalue("toolchain").prefix
    log = build_dir() / "long-tests" / f"{part.name}.log"
    problem = run(part, command_of(part, install, option("--seed"), option("--quick")),
                  log)
    if problem:
        last = log.read_text(errors="replace").splitlines()[-12:]
        pytest.fail("\n".join([f"{problem}; all of it: {log}", *last]), pytrace=False)
