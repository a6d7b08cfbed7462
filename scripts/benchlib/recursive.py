# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the suite of recursive programs runs: programs, variants, teams, libraries."""

from .runner import Contender

VARIANTS = ["serial", "tied", "untied", "tied-if", "tied-final", "tied-manual",
            "untied-if", "untied-final", "untied-manual"]
OURS = "ours"
PEERS = ["libomp", "libgomp"]
RUNTIMES = [OURS, *PEERS]
THREADS = [1, 2, 3, 4, 8, 16]
QUICK = {"threads": [1, 2], "variants": ["serial", "tied", "untied"], "repetitions": 5}
REPETITIONS = 9


def launch(runtime, program, built, stock):
    """Program and environment for one library: `built` has the programs of our
    compiler and of GCC by name, `stock` is the folder of LLVM's own libomp."""
    settings = {"LD_LIBRARY_PATH": stock} if runtime == "libomp" else {}
    return built["gcc" if runtime == "libgomp" else "clang"][program], settings


def contenders(programs, variants, teams, runtimes, built, stock, timeout):
    """Everything that is compared; the serial variant has one thread only."""
    made = []
    for program in programs:
        for variant in variants:
            for threads in [1] if variant == "serial" else teams:
                for runtime in runtimes:
                    path, settings = launch(runtime, program, built, stock)
                    made.append(Contender(
                        f"{program} {variant} {threads}t {runtime}",
                        [path, "--variant", variant],
                        {**settings, "OMP_NUM_THREADS": threads}, timeout,
                        {"program": program, "variant": variant, "threads": threads,
                         "runtime": runtime}))
    return made
