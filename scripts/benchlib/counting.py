# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts instructions per task under callgrind.

Two noisy cores cannot show a difference of two percent in time; a count can.
Only the encountering function is counted, on one thread (alone, or in a team
whose other threads are asleep, so that tasks are deferred), and what does not
grow with the number of encounters is removed by subtracting two counts.
"""

import re
import subprocess
import tempfile
from pathlib import Path

from overlay import Failure

from .programs import require
from .runner import clean_environment

# Functions of task-overhead that hold the work of each variant: their instances with
# Body::Empty.
FUNCTIONS = {"tasks": "encounterTasks", "record": "encounterTaskgraph",
             "record-again": "encounterResetTaskgraph",
             "replay": "encounterTaskgraph",
             "upstream-record": "encounterUpstream",
             "upstream-replay": "encounterUpstream"}
ENCOUNTERS = (3, 11)


def collected(command, environment, function, timeout=600, profile="/dev/null"):
    """Instructions that ran inside `function`, an instance with empty tasks; their
    places go to the file `profile`."""
    valgrind = require("valgrind", "valgrind")
    done = subprocess.run(
        [valgrind, "--tool=callgrind", f"--callgrind-out-file={profile}",
         # Its end keeps functions that the compiler made of this one out: callgrind
         # would stop counting where they begin.
         f"--toggle-collect=*{function}(*)", *command],
        capture_output=True, text=True, check=False, timeout=timeout,
        errors="replace", env=clean_environment(environment))
    found = re.search(r"Collected\s*:\s*(\d+)", done.stderr)
    if done.returncode != 0 or not found:
        raise Failure(f"{Path(command[0]).name} failed under callgrind "
                      f"({done.returncode})", done.stderr.splitlines()[-6:])
    if int(found.group(1)) == 0:
        raise Failure(f"{Path(command[0]).name} has no function {function}, or never "
                      "calls it", next_step="compare with the names in its source")
    return int(found.group(1))


def per_task(program, variant, shape, threads, tasks=1000, library_dir=None,
             environment=None):
    """Instructions per task of one variant, as one row of the document."""
    settings = {"OMP_NUM_THREADS": threads, "KMP_BLOCKTIME": 0,
                **(environment or {})}
    if library_dir:
        settings["LD_LIBRARY_PATH"] = library_dir
    counts = []
    for encounters in ENCOUNTERS:
        counts.append(collected(
            [str(program), "--variant", variant, "--shape", str(shape),
             "--tasks", str(tasks), "--iterations", str(encounters),
             "--asleep", "1"], settings, FUNCTIONS[variant] + "<(Body)0>"))
    grown = (counts[1] - counts[0]) / (ENCOUNTERS[1] - ENCOUNTERS[0])
    return {"variant": variant, "shape": shape, "threads": threads,
            "tasks": tasks, "counts": counts, "encounters": list(ENCOUNTERS),
            "instructions_per_task": grown / tasks}


def own_shares(text, most=12):
    """[(function, part of all instructions)] of a callgrind file, without what
    the functions it calls execute."""
    names, costs = {}, {}
    current, skip = None, False
    for line in text.splitlines():
        named = re.match(r"fn=\((\d+)\)(?: (.*))?$", line)
        if named:
            key, name = named.groups()
            current = names.setdefault(key, name) if name else names.get(key, key)
        elif re.match(r"c?(?:ob|fl|fi|fe|fn)=", line):
            declared = re.match(r"cfn=\((\d+)\) (.*)$", line)
            if declared:
                names.setdefault(*declared.groups())
        elif line.startswith("calls="):
            skip = True  # the next line is the cost of the call
        elif re.match(r"[+\-*\d]", line):
            if not skip and current:
                cost = int(line.split()[1])
                costs[current] = costs.get(current, 0) + cost
            skip = False
    total = sum(costs.values())
    order = sorted(costs.items(), key=lambda pair: -pair[1])[:most]
    return [[short_name(name), cost / total] for name, cost in order] if total else []


def short_name(name):
    """A function without its arguments and namespaces: it goes into a table."""
    name = re.sub(r" const$| \[clone.*", "", name.split("'")[0])
    for hidden in ("(anonymous namespace)::", "{anonymous}::", "dependences::"):
        name = name.replace(hidden, "")
    depth, kept = 0, ""
    for letter in name:
        depth += letter in "(<"
        kept += letter if depth == 0 else ""
        depth -= letter in ")>"
    return kept.strip().split(" ")[-1] or name


def per_task_of_graph(program, point, environment, timeout=600, profiled=False):
    """Instructions per task of one graph of the dependence suite, as a row.

    One thread of a team makes and runs all tasks, in encounters that differ in
    number only.
    """
    first = 2
    more = max(2, 2000 // point.tasks)
    counts, profile = [], []
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        for encounters in (first, first + more):
            options = point.options()
            options[options.index("--iterations") + 1] = encounters
            options[options.index("--milliseconds") + 1] = 0
            file = Path(folder) / "profile"
            counts.append(collected(
                [str(program), *map(str, options), "--batch", "1", "--asleep", "1"],
                environment, "makeAndWait<false>", timeout, file))
        if profiled:
            profile = own_shares(file.read_text(errors="replace"))
    tasks = {"slow": point.tasks + 1,
             "generations": 2 * point.tasks + 1}.get(point.shape, point.tasks)
    return {"counts": counts, "encounters": [first, first + more],
            "instructions_per_task": (counts[1] - counts[0]) / more / tasks,
            "profile": profile}
