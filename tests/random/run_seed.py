# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs one seed of the random tests again, with any number of threads.

    python run_seed.py graph|program SEED [--install DIR] [--threads N] [--repeat N]
Other settings (OMPX_TASKGRAPH and so on) are taken from the environment.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

import generate_program

HERE = pathlib.Path(__file__).resolve().parent
TESTS = HERE.parent


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=["graph", "program"])
    parser.add_argument("seed", type=int)
    parser.add_argument("--install", default=TESTS.parent / "build" / "install")
    parser.add_argument("--threads", type=int, default=4)
    parser.add_argument("--repeat", type=int, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        source = HERE / "graph_interpreter.cpp"
        arguments = [str(options.seed), "1"]
        if options.kind == "program":
            source = pathlib.Path(directory) / "generated.cpp"
            source.write_text(generate_program.program(options.seed, 1))
            arguments = []
        binary = pathlib.Path(directory) / "program"
        command = [
            pathlib.Path(options.install) / "bin" / "clang++",
            *("-fopenmp", "-fopenmp-version=60", "-O1", "-g"),
            f"-I{TESTS / 'programs'}",
            f"-I{HERE}",
            *(source, "-o", binary),
        ]
        if subprocess.run(command, check=False).returncode:
            sys.exit("run_seed.py: error: the program does not compile")
        environment = {**os.environ, "OMP_NUM_THREADS": str(options.threads)}
        failed = 0
        for _ in range(options.repeat):
            done = subprocess.run(
                [binary, *arguments], env=environment, check=False, timeout=60
            )
            failed += done.returncode != 0
    print(f"{failed} of {options.repeat} runs failed")
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
