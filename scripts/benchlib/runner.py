# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs contenders in alternation and keeps every raw sample.

Noise on a shared machine comes in waves, so contenders that ran one after the
other cannot be compared. Each repetition runs all of them once in a random
order (the seed is kept). A contender that crashes, hangs or is wrong is a
result too: it is counted, not hidden, and never mixed with the times.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

STATES = {0: "verified", 1: "wrong result", 2: "bad usage"}


@dataclass
class Contender:
    """One way of doing the work: a program, its options, its environment."""

    name: str
    command: list
    environment: dict = field(default_factory=dict)
    timeout: float = 60
    labels: dict = field(default_factory=dict)  # free keys for tables and plots
    kept: int = 500  # characters at the end of what it says on standard error


def clean_environment(extra):
    """The user's environment without settings that would leak into a run. OpenBLAS
    gets no threads of its own: idle ones take turns with ours, and with real-time
    priority half of a processor."""
    kept = {key: value for key, value in os.environ.items()
            if not key.startswith(("OMP_", "KMP_", "OMPX_", "GOMP_"))
            and key != "LD_LIBRARY_PATH"}
    return {**kept, "OPENBLAS_NUM_THREADS": "1",
            **{key: str(value) for key, value in extra.items()}}


def run_once(contender):
    """Runs one process; returns its state, document and error text."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        path = Path(folder) / "run.json"
        command = [str(part) for part in contender.command]
        try:
            done = subprocess.run(
                [*command, "--json", str(path)], capture_output=True, text=True,
                check=False, timeout=contender.timeout, errors="replace",
                env=clean_environment(contender.environment))
        except subprocess.TimeoutExpired:
            return {"state": f"no end after {contender.timeout:g} s",
                    "document": None, "message": ""}
        except OSError as error:
            return {"state": "cannot run", "document": None, "message": str(error)}
        state = STATES.get(done.returncode, f"crashed ({done.returncode})")
        document = json.loads(path.read_text()) if path.exists() and \
            path.stat().st_size else None
        return {"state": state, "document": document,
                "message": done.stderr.strip()[-contender.kept:]}


class Progress:
    """What runs now and how long it still takes, rewritten in place."""

    def __init__(self, total, stream=None):
        self.total, self.done = total, 0
        self.stream = stream or sys.stderr
        self.started = time.monotonic()
        self.last = 0.0

    def step(self, what):
        now = time.monotonic()
        terminal = self.stream.isatty()
        if terminal or now - self.last > 10:
            self.last = now
            left = ""
            if self.done:
                rest = (now - self.started) / self.done * (self.total - self.done)
                left = f", about {rest:.0f} s left"
            text = f"[{self.done + 1:3d}/{self.total}] {what}{left}"
            self.stream.write(f"\r{text:<76.76}" if terminal else text + "\n")
            self.stream.flush()
        self.done += 1

    def finish(self):
        if self.stream.isatty():
            self.stream.write("\r" + " " * 76 + "\r")
            self.stream.flush()


def run_interleaved(contenders, repetitions, seed, progress=None, retries=0,
                    after=None):
    """All runs in the order in which they were made.

    A crash or hang is tried again up to `retries` times per repetition; every
    attempt is in the list. `after(runs, repetitions)` is called with what there is
    at the end of each repetition.
    """
    order = random.Random(seed)
    progress = progress or Progress(len(contenders) * repetitions)
    runs = []
    for repetition in range(repetitions):
        for contender in order.sample(contenders, len(contenders)):
            progress.step(contender.name)
            for _ in range(retries + 1):
                run = run_once(contender)
                runs.append({"contender": contender.name, "repetition": repetition,
                             "labels": contender.labels,
                             "command": [os.path.basename(str(contender.command[0])),
                                         *map(str, contender.command[1:])],
                             **run})
                if run["state"] in STATES.values():
                    break
        if after:
            after(runs, repetition + 1)
    progress.finish()
    return runs
