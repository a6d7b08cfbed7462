# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts instructions per task under callgrind.

Two noisy cores cannot show a difference of two percent in time; a count can. Only the
encountering function is counted, on one thread (alone, or in a team whose other threads
are asleep, so that tasks are deferred), and what does not grow with the number of
encounters is removed by subtracting two counts.
"""

import re
import subprocess
from pathlib import Path

from overlay import Failure, clean_environment

from .programs import ALWAYS_REFILLED, require

# Functions of task-overhead that hold the work of each variant: their instances with
# Body::Empty.
FUNCTIONS = {"tasks": "encounterTasks", "record": "encounterTaskgraph",
             "record-again": "encounterResetTaskgraph",
             "record-and-replay": "encounterResetTaskgraph",
             "refill": "encounterRefilledTaskgraph", "replay": "encounterTaskgraph"}
ENCOUNTERS = {"record-and-replay": 2}  # of an iteration
# Replays that are timed would run in other ways as their number grows.
ONE_WAY = {**ALWAYS_REFILLED, "OMPX_TASKGRAPH_FUSE": "off"}


def collected(command, environment, function, timeout=600):
    """Instructions that ran inside `function`, an instance with empty tasks."""
    valgrind = require("valgrind", "valgrind")
    done = subprocess.run(
        [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null",
         # Its end keeps functions that the compiler made of this one out: callgrind
         # would stop counting where they begin.
         f"--toggle-collect=*{function}(*)", *map(str, command)],
        capture_output=True, text=True, check=False, timeout=timeout,
        errors="replace", env=clean_environment({"KMP_BLOCKTIME": 0, **environment}))
    found = re.search(r"Collected\s*:\s*(\d+)", done.stderr)
    if done.returncode != 0 or not found:
        raise Failure(f"{Path(command[0]).name} failed under callgrind "
                      f"({done.returncode})", done.stderr.splitlines()[-6:])
    if int(found.group(1)) == 0:
        raise Failure(f"{Path(command[0]).name} has no function {function}, or never "
                      "calls it", next_step="compare with the names in its source")
    return int(found.group(1))


def per_encounter(command_of, environment, function, few, many):
    counts = [collected(command_of(number), environment, function) for number in (few, many)]
    return (counts[1] - counts[0]) / (many - few)


def per_task(program, variant, shape, threads, tasks, environment):
    """Of one encounter in a variant of task-overhead."""
    return per_encounter(
        lambda encounters: [program, "--variant", variant, "--shape", shape, "--tasks",
                            tasks, "--iterations", encounters, "--asleep", 1],
        {"OMP_NUM_THREADS": threads, **ONE_WAY, **environment},
        FUNCTIONS[variant] + "<(Body)0>", 3, 11) / tasks / ENCOUNTERS.get(variant, 1)


def per_task_of_graph(command, tasks, environment):
    """Of one graph of the dependence suite; ITERATIONS in the command is replaced."""
    def command_of(encounters):
        words = [encounters if word == "ITERATIONS" else word for word in command]
        words[words.index("--milliseconds") + 1] = 0
        return [*words, "--batch", 1]

    return per_encounter(command_of, environment, "makeAndWait<false>", 2, 4) / tasks
