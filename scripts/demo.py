#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The main job: real programs as plain tasks and as a taskgraph, side by side.

Compiles the demonstration programs with the compiler of the install tree, runs
each one serially, with worksharing loops, with tasks and with a taskgraph at
fine grain, in alternation, checks every result against the serial one, and
prints a table of times and speed-ups.
"""

import argparse
import datetime
import json
import os
import sys
import time
from pathlib import Path

from benchlib import programs, summary, tables
from benchlib.command import shown_command
from benchlib.runner import Contender, run_interleaved
from overlay import Failure, build_dir, run_main, say, write_atomically

NAME = "demo.py"

# Sizes at which a task takes about a microsecond or less: the grain at which
# making tasks costs more than running them. Iterations are chosen so that no
# process takes much more than a tenth of a second on an idle machine.
FINE_GRAIN = {
    "gauss-seidel": ["--size", 512, "--block", 16, "--iterations", 60],
    "cholesky": ["--size", 320, "--block", 16, "--iterations", 40],
    "axpy": ["--size", 262144, "--block", 512, "--iterations", 200],
    "dot-product": ["--size", 262144, "--block", 512, "--iterations", 200],
    "n-body": ["--size", 512, "--block", 16, "--iterations", 40],
}


def arguments(command_line):
    def positive(text):
        if not text.isdigit() or int(text) < 1:
            raise argparse.ArgumentTypeError(
                f'"{text}" is not a whole number above 0')
        return int(text)

    cores = os.cpu_count() or 1
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--install", metavar="DIR",
                        default=str(programs.default_install()),
                        help="install tree to use (default: %(default)s)")
    parser.add_argument("--threads", type=positive, default=cores, metavar="N",
                        help="team size (default: the number of cores, "
                        "%(default)s)")
    parser.add_argument("--repetitions", type=positive, default=9, metavar="N",
                        help="processes per program and variant "
                        "(default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1,
                        help="seed of the random order (default: %(default)s)")
    parser.add_argument("--jobs", type=positive, default=min(2, cores), metavar="N",
                        help="compile jobs (default: %(default)s)")
    parser.add_argument("--build", metavar="DIR",
                        default=str(programs.default_build() / "programs"),
                        help="where the programs are built (default: %(default)s)")
    parser.add_argument("--output", metavar="FILE",
                        default=str(build_dir() / "demo.json"),
                        help="raw samples (default: %(default)s)")
    return parser.parse_args(command_line)


def contenders(built, threads):
    made = []
    for program, options in FINE_GRAIN.items():
        for variant in programs.VARIANTS:
            team = 1 if variant == "serial" else threads
            made.append(Contender(
                f"{program} {variant}",
                [built[program], "--variant", variant, *options],
                {"OMP_NUM_THREADS": team},
                labels={"program": program, "variant": variant, "threads": team,
                        "block": None}))
    return made


def speed_up(row, fast, slow):
    if not row[fast] or not row[slow]:
        return "-"
    return f"{row[slow]['median'] / row[fast]['median']:.2f}x"


def table(document):
    """One line per program; every number can be made again from the JSON."""
    rows, _ = tables.program_rows(document["runs"])
    cells = []
    for row in rows:
        times = [summary.time_text(row[variant]["median"]) if row[variant] else "-"
                 for variant in programs.VARIANTS]
        cells.append([row["program"], *times, speed_up(row, "for", "serial"),
                      speed_up(row, "tasks", "serial"),
                      speed_up(row, "taskgraph", "serial"),
                      speed_up(row, "taskgraph", "tasks")])
    return summary.markdown_table(
        ["program", "serial", "for", "tasks", "taskgraph", "for/serial",
         "tasks/serial", "taskgraph/serial", "taskgraph/tasks"], cells)


def complaints(runs):
    """One line per contender that was not right every time, with its reason."""
    lines = []
    for line in summary.failures_text(summary.group(runs)):
        name = line.split(":")[0]
        reason = next((run["message"].splitlines()[0] for run in runs
                       if run["contender"] == name and run["state"] != "verified"
                       and run["message"]), "")
        lines.append(f"{line}  {reason}".rstrip())
    return lines


def main(command_line=None):
    args = arguments(command_line)
    compiler = programs.compiler_of(args.install)
    build = Path(args.build).resolve()
    built = programs.build_programs(compiler, build, lambda text: say(NAME, text),
                                    args.jobs)

    say(NAME, f"running {len(FINE_GRAIN)} programs in {len(programs.VARIANTS)} "
              f"variants, {args.repetitions} times each, {args.threads} threads")
    started = time.monotonic()
    runs = run_interleaved(contenders(built, args.threads), args.repetitions,
                           args.seed)
    documents = [run["document"] for run in runs if run["document"]]
    if not documents:
        raise Failure("no program came to its end", complaints(runs),
                      f"run one by hand: {build / 'axpy'} --variant taskgraph")
    programs.refuse_debug(documents[0])
    document = {
        "schema_version": 1, "kind": "demo",
        "command": shown_command("scripts/demo.py", command_line or sys.argv[1:]),
        "date": datetime.datetime.now(datetime.timezone.utc)
        .strftime("%Y-%m-%dT%H:%M:%SZ"),
        "context": documents[0]["context"], "seed": args.seed,
        "repetitions": args.repetitions, "runs": runs,
        "seconds": round(time.monotonic() - started, 1),
    }
    write_atomically(args.output, json.dumps(document, indent=1) + "\n")

    print()
    print(f"Time of one iteration with {args.threads} threads (serial: 1), median of "
          f"{args.repetitions} runs; columns with x are speed-ups.\n")
    print(table(document))
    print()
    wrong = complaints(runs)
    for line in wrong:
        print(f"{NAME}: error: {line}", file=sys.stderr)
    if not wrong:
        print("Every result was checked against the serial one: all verified.")
    say(NAME, f"raw samples: {args.output}")
    return 1 if wrong else 0


if __name__ == "__main__":
    run_main(NAME, main)
