# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs many seeds of the random taskgraphs; one again, or thousands.

    python tests/random/run_seeds.py graph|program [--first N] [--count N | --minutes N]
        [--tracker NAME ...] [--threads N ...] [--install DIR] [--repeat N]
graph: built at run time by one program; program: a source program, made from the seeds.
The portions take all ways to hand out roots in turn, unless OMPX_TASKGRAPH_ROOTS is set;
other settings (OMPX_TASKGRAPH and so on) are taken from the environment.
"""

import os
import pathlib
import sys
import tempfile

import generate_program

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import support_seeds  # noqa: E402

ROOTS = ["blocks", "round-robin", "encountering"]
# A program is compiled for each portion of the second kind.
PORTIONS = {"graph": 100, "program": 12}


def main():
    parser = support_seeds.parser(__doc__.splitlines()[0], 1000)
    parser.add_argument("kind", choices=PORTIONS)
    parser.add_argument("--repeat", type=int, default=1, help="run each portion so often")
    options = parser.parse_args()
    flags = ["-fopenmp-version=60", f"-I{HERE.parent / 'programs'}", f"-I{HERE}"]
    seeds = support_seeds.Seeds(options, PORTIONS[options.kind],
                                ["tests/random/run_seeds.py", options.kind])
    with tempfile.TemporaryDirectory() as directory:
        binary = pathlib.Path(directory) / "program"
        if options.kind == "graph":
            support_seeds.compiled(options, HERE / "graph_interpreter.cpp", binary, *flags)
        for number, (first, count) in enumerate(seeds.portions()):
            command = [binary, first, count]
            if options.kind == "program":
                source = pathlib.Path(directory) / "generated.cpp"
                source.write_text(generate_program.program(first, count))
                support_seeds.compiled(options, source, binary, *flags)
                command = [binary]
            roots = os.environ.get("OMPX_TASKGRAPH_ROOTS", ROOTS[number % len(ROOTS)])
            for _ in range(options.repeat):
                seeds.run(command, first, count, {"OMPX_TASKGRAPH_ROOTS": roots})
    return seeds.verdict()


if __name__ == "__main__":
    sys.exit(main())
