# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where threads spend their time: samples of both sides where a taskgraph is slower.

perf looks at each running thread a thousand times a second; only what it sees within
the timed iterations counts. Threads of libomp that wait keep running, so that all
shares of a thread add up to the time.
"""

import bisect
import math
import re
import subprocess
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

from overlay import Failure
from status_line import Progress

from . import output
from .programs import require
from .results import Results
from .runner import Contender, run_once

PROCESSES = 3  # of either side, in turn
TEXT = """\
Microseconds of an iteration, averaged over the threads. `work`: in the program and its
libraries; more of it for the same work means that data come from farther away.
`runtime`: libomp makes, orders, starts and ends tasks. `waiting`: libomp waits or looks
for a task. `system`: the kernel. From samples of the running threads (1,000 a second,
within the timed iterations only).
"""
RATE = 1000  # samples of a thread in a second
SECONDS = 2.0  # what all iterations together are to take
SHARES = ("work", "runtime", "waiting", "system")
# Functions of libomp in which a thread waits or looks for something to do; all others
# make, order, start and end tasks.
WAITING = re.compile(
    r"kmp_flag|_flag_|barrier|__kmp_(wait|join|fork|release|suspend|resume|yield)"
    r"|__kmp_execute_tasks|__kmp_hardware_timestamp|__kmp_remove_my_task"
    r"|__kmp_steal_task|__kmp_get_random|__kmp_is_timestamp|__kmp_ompx_execute\b"
    r"|__kmp_ompx_(choose_victim|pop_task|steal_task|has_tasks)|waitForZero|waitWhile"
    r"|Worker::(work|steal|findOwn|takeSent|takeAside)|WorkerQueue::take"
    r"|__kmpc_end_taskgroup|__kmp_task_team_wait")


def share_of(symbol, library):
    """Which of SHARES a sample belongs to."""
    if library.startswith("["):
        return "system"
    name = Path(library).name
    if name.startswith("libomp"):
        return "waiting" if WAITING.search(symbol) else "runtime"
    if "sched_yield" in symbol or "futex" in symbol:
        return "system"
    return "work"


def windows_of(document):
    """[(start, end)] of the iterations, in seconds. A first one of an application,
    which records, is left out."""
    timed = [(sample["start"], sample["start"] + sample["value"])
             for sample in document["samples"] if sample["unit"] == "s"]
    return timed[1:] if document["config"]["class"] is None else timed


def read_samples(text, windows):
    """{(symbol, library): samples within the windows} of what `perf script -F
    time,ip,sym,dso` prints."""
    starts = [start for start, _ in windows]
    found = Counter()
    for line in text.splitlines():
        match = re.match(r"\s*(\d+\.\d+):\s+[0-9a-f]+ (.*) \((.*)\)$", line)
        if not match:
            continue
        time = float(match.group(1))
        place = bisect.bisect(starts, time) - 1
        if place >= 0 and time <= windows[place][1]:
            found[match.group(2), match.group(3)] += 1
    return found


def profile(contender, seconds):
    """Microseconds of an iteration that takes about so many seconds, averaged over
    the threads, by share, and the functions that take most of it."""
    perf = require("perf", "linux-perf")
    iterations = 1 + math.ceil(SECONDS / seconds)
    with tempfile.TemporaryDirectory(prefix="profile-") as folder:
        data = str(Path(folder) / "perf.data")
        run = run_once(replace(contender, command=[
            perf, "record", "-q", "-e", "cpu-clock", "-F", RATE, "-k",
            "CLOCK_MONOTONIC", "-o", data, "--", *contender.command,
            "--iterations", iterations]))
        if run["state"] != "verified":
            raise Failure(f"{contender.name} under perf: {run['state']}",
                          run["message"].splitlines()[-6:])
        windows = windows_of(run["document"])
        listed = subprocess.run(
            [perf, "script", "--ns", "-i", data, "-F", "time,ip,sym,dso"],
            capture_output=True, text=True, check=False, errors="replace")
    found = read_samples(listed.stdout, windows)
    if not found:
        raise Failure(f"perf saw nothing of {contender.name}", listed.stderr.splitlines()[-6:])
    # By the share of samples: perf misses some while the machine is busy.
    mean = sum(end - start for start, end in windows) / len(windows)
    unit = mean * 1e6 / found.total()
    shares = dict.fromkeys(SHARES, 0)
    for (symbol, library), count in found.items():
        shares[share_of(symbol, library)] += count * unit
    top = [[symbol, share_of(symbol, library), count * unit]
           for (symbol, library), count in found.most_common(8)]
    return {"time": mean * 1e6, "shares": shares, "top": top, "samples": found.total()}


def losses(results, above):
    """[(ratio, labels of the taskgraph, labels of who is faster)], the worst first."""
    found = []
    for labels in (group.labels for group in results.groups.values()):
        if labels.get("variant") == "taskgraph" and labels.get("library", "ours") == "ours" \
                and not labels.get("run") and not labels.get("iterations"):
            for variant in ("for", "tasks", "taskloop"):
                other = {**labels, "variant": variant}
                ratio = results.ratio(labels, other)
                if ratio and ratio.value > above:
                    found.append((ratio.value, labels, other))
    return sorted(found, key=lambda entry: -entry[0])


def profile_losses(document, above):
    """Samples both sides of each loss on threads that have a processor each."""
    results = Results(document)
    launched = {tuple(map(tuple, entry["labels"])): entry for entry in document["launched"]}
    found = [entry for entry in losses(results, above)
             if entry[1]["threads"] <= document["context"]["cores"]]
    progress, made = Progress(len(found) * PROCESSES * 2), []

    def one(labels):
        entry = launched[tuple(labels.items())]
        contender = Contender(entry["command"], entry["environment"], labels, 300)
        progress.step(contender.name)
        return profile(contender, min(results.find(labels).values))

    for ratio, *sides in found:
        turns = [[one(labels) for labels in sides] for _ in range(PROCESSES)]
        # The one whose time is the median.
        made += [{"labels": labels, "ratio": ratio, **sorted(
            them, key=lambda side: side["time"])[PROCESSES // 2]}
            for labels, them in zip(sides, zip(*turns))]
    progress.hide()
    return made


def table(document):
    """Both sides of places where a taskgraph is slower; None if nobody looked."""
    rows = document.get("profiles")
    return rows and output.Table(
        "Where the time goes where a taskgraph is slower", ["where", "time", *SHARES],
        [[" ".join(map(str, row["labels"].values())), f"{row['time']:,.1f}",
          *(f"{row['shares'][share]:,.1f}" for share in SHARES)] for row in rows], TEXT)
