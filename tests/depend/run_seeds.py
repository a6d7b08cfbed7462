# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs many seeds of the random dependence graphs; one again, or thousands.

    python tests/depend/run_seeds.py [--first N] [--count N | --minutes N]
        [--tracker NAME ...] [--threads N ...] [--install DIR] [--orphans]
Other settings (OMP_WAIT_POLICY and so on) are taken from the environment.
"""

import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import support_seeds  # noqa: E402

PORTION = 250


def main():
    parser = support_seeds.parser(__doc__.splitlines()[0], 5000)
    parser.add_argument("--orphans", action="store_true",
                        help="tasks may end before their children")
    options = parser.parse_args()
    if options.orphans:  # libomp's own tracker frees what such children use
        options.tracker = [name for name in options.tracker if name != "hash"]
    mode = ["orphans"] if options.orphans else []
    seeds = support_seeds.Seeds(options, PORTION, [
        "tests/depend/run_seeds.py", *(["--orphans"] if options.orphans else [])])
    with tempfile.TemporaryDirectory() as directory:
        binary = support_seeds.compiled(
            options, support_seeds.TESTS / "programs" / "depend_random.cpp",
            pathlib.Path(directory) / "depend_random", "-fopenmp-version=51")
        for first, count in seeds.portions():
            seeds.run([binary, first, count, *mode], first, count)
    return seeds.verdict()


if __name__ == "__main__":
    sys.exit(main())
