# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs contenders in alternation and keeps every raw sample.

Noise on a shared machine comes in waves, so contenders that ran one after the other
cannot be compared. Each round runs all of them once in a random order (the seed is kept).
A contender that crashes, hangs or is wrong is a result too: it is counted, not hidden,
and never mixed with the times. What other programs take of the processors meanwhile is
recorded with each run.
"""

import contextlib
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from overlay import Failure, Progress, clean_environment

# A process that computes without end, but not longer than the one that started it.
BUSY = """import os, sys
core, starter = map(int, sys.argv[1:])
os.sched_setaffinity(0, {core})
print(flush=True)
while os.getppid() == starter:
    sum(range(10000))
"""
STATES = {0: "verified", 1: "wrong result", 2: "bad usage"}


@dataclass
class Contender:
    """One way of doing the work: a program, its options, its environment."""

    command: list
    environment: dict = field(default_factory=dict)
    labels: dict = field(default_factory=dict)  # what it is, for tables and figures
    timeout: float = 60
    value: str = "later"  # see results.VALUES: what of its samples counts

    @property
    def name(self):
        return " ".join(f"{key}={value}" for key, value in self.labels.items())


def team(threads, settings=()):
    """The settings of a run; threads that share a core by chance would decide everything."""
    return {"OMP_NUM_THREADS": threads, **dict(settings),
            **({"OMP_PROC_BIND": "true"} if threads <= (os.cpu_count() or 1) else {})}


def processor_seconds():
    """(of all programs, of this one and those that it started and that have ended)"""
    fields = Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]
    busy = sum(map(int, fields)) - int(fields[3]) - int(fields[4])  # idle, iowait
    return busy / os.sysconf("SC_CLK_TCK"), sum(os.times()[:4])


def taken_from_us():
    """{what: how much since the machine started} that no program took: processor time that a
    hypervisor gave to others, and how often cores were throttled, where the kernel counts it."""
    steal = int(Path("/proc/stat").read_text().split("\n", 1)[0].split()[8])
    counts = list(Path("/sys/devices/system/cpu").glob("cpu*/thermal_throttle/core_throttle_count"))
    return {"steal": steal / os.sysconf("SC_CLK_TCK"),
            **({"throttled": sum(int(file.read_text()) for file in counts)} if counts else {})}


class Others:
    """Processor time of other programs since it was made."""

    def __init__(self):
        self.start, (self.all, self.own) = time.monotonic(), processor_seconds()

    def taken(self):
        """(seconds of others, seconds that have passed)"""
        busy, own = processor_seconds()
        return (max(0.0, busy - self.all - (own - self.own)), time.monotonic() - self.start)


def others_now(seconds=1.0):
    """Processors that other programs take while we wait."""
    others = Others()
    time.sleep(seconds)
    taken, passed = others.taken()
    return taken / passed


@contextlib.contextmanager
def busy_beside(count):
    """Meanwhile so many processes of ours compute, each pinned to a core, the first one first."""
    cores, processes = sorted(os.sched_getaffinity(0)), []
    try:
        for number in range(count):
            processes.append(subprocess.Popen(  # in a session where no Ctrl-C reaches it before us
                [sys.executable, "-IS", "-c", BUSY, str(cores[number % len(cores)]),
                 str(os.getpid())], stdout=subprocess.PIPE, start_new_session=True))
        if not all(process.stdout.readline() for process in processes):
            raise Failure("a process of --busy did not start")
        yield
    finally:
        for process in processes:
            process.kill()
            process.communicate()  # so Others knows that it was ours


def run_once(contender, busy=0):
    """Runs one process, busy ones beside it; its state, document, what it printed and said."""
    run = {"document": None, "printed": "", "message": ""}
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        path, others = Path(folder) / "run.json", Others()
        try:
            with busy_beside(busy):
                done = subprocess.run(
                    [*map(str, contender.command), "--json", str(path)], capture_output=True,
                    text=True, check=False, errors="replace", timeout=contender.timeout,
                    env=clean_environment(contender.environment))
        except subprocess.TimeoutExpired:
            run["state"] = f"no end after {contender.timeout:g} s"
        except OSError as error:
            run.update(state="cannot run", message=str(error))
        else:
            run.update(state=STATES.get(done.returncode, f"crashed ({done.returncode})"),
                       printed=done.stdout, message=done.stderr.strip()[-100_000:])
            if path.exists() and path.stat().st_size:
                run["document"] = json.loads(path.read_text())
        return {**run, "others": others.taken()}


def entry_of(contender, number, run):
    """What the results keep of a run."""
    document = run["document"] or {"samples": [], "context": {"openmp_library_sha256": ""}}
    values = {rates: [sample["value"] for sample in document["samples"]
                      if (sample["unit"] == "Mop/s") == rates] for rates in (False, True)}
    return {"labels": contender.labels, "round": number, "value": contender.value,
            "state": run["state"], "message": run["message"], "others": run["others"],
            "library": document["context"]["openmp_library_sha256"][:12] or None,
            "samples": values[False], "rates": values[True],
            "unit": document["samples"][0]["unit"] if document["samples"] else None}


def run_rounds(contenders, rounds, seed, begin=0, after=None, each=None, busy=0):
    """Runs everything `rounds` times, beside so many busy processes. `after(entries, number of
    rounds)` is called behind each round, `each(contender, round, run)` behind each run."""
    progress = Progress(len(contenders) * (rounds - begin))
    for number in range(begin, rounds):
        order, entries = random.Random(f"{seed} {number}"), []
        for contender in order.sample(contenders, len(contenders)):
            progress.step(contender.name)
            run = run_once(contender, busy)
            entries.append(entry_of(contender, number, run))
            if each:
                progress.hide()
                each(contender, number, run)
        if after:
            after(entries, number + 1)
    progress.hide()
