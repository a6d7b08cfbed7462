# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs many seeds of the random taskgraphs; one again, or thousands.

    python tests/random/run_seeds.py graph|program [--first N] [--count N | --minutes N]
        [--tracker NAME ...] [--threads N ...] [--install DIR] [--repeat N]
graph: graphs built at run time by one program. The portions take all ways to hand out
roots in turn, unless OMPX_TASKGRAPH_ROOTS is set, and likewise heed priorities or not;
other settings (OMPX_TASKGRAPH and so on) are taken from the environment.
program: source programs from generate_program.py; see program_seeds.py for what is run.
        [--optimisation O0 O2] [--taskgraph on off check trust] [--shape NAME ...]
        [--reduce N] [--into DIR] [--plain CLANG] [--jobs N]
"""

import os
import pathlib
import sys
import tempfile

import program_seeds

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import support_seeds  # noqa: E402

TURNS = {"OMPX_TASKGRAPH_ROOTS": ["blocks", "round-robin", "encountering", "topology"],
         "OMPX_STEAL": ["one", "one", "half"],
         "OMPX_TASKGRAPH_FUSE": ["auto", "always", "alone", "lanes", "off"],
         "OMP_MAX_TASK_PRIORITY": ["0", "3"]}
PORTION = 100  # graphs


def run_graphs(options, directory):
    flags = ["-fopenmp-version=60", f"-I{HERE.parent / 'programs'}", f"-I{HERE}"]
    seeds = support_seeds.Seeds(options, PORTION, ["tests/random/run_seeds.py", "graph"])
    binary = support_seeds.compiled(
        options, HERE / "graph_interpreter.cpp", directory / "program", *flags)
    for number, (first, count) in enumerate(seeds.portions()):
        settings = {name: os.environ.get(name, values[number % len(values)])
                    for name, values in TURNS.items()}
        for _ in range(options.repeat):
            seeds.run([binary, first, count], first, count, settings)
    return seeds.verdict()


def main():
    parser = program_seeds.parser(__doc__.splitlines()[0])
    parser.add_argument("kind", choices=["graph", "program"])
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        directory = pathlib.Path(directory)
        if options.kind == "graph":
            return run_graphs(options, directory)
        return program_seeds.Programs(options, directory).run()


if __name__ == "__main__":
    sys.exit(main())
