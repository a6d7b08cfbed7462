# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Other processes that take part of the processors' time while something is measured."""

import contextlib
import subprocess
import sys


@contextlib.contextmanager
def busy_processes(count):
    """So many processes that never sleep, until the end of the block."""
    started = []
    try:
        for _ in range(count):
            started.append(subprocess.Popen([sys.executable, "-c", "while True: pass"]))
        yield started
    finally:
        for process in started:
            process.kill()
            process.wait()
