# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How far a long command is: one line, rewritten in place on a terminal."""

import shutil
import sys
import time

INTERVAL = 10.0  # seconds between two lines when nobody watches a terminal


def duration(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


class Progress:
    """How many of so many steps are done, and how long the others still take."""

    def __init__(self, total, title="", unit="steps", stream=None, now=time.monotonic):
        self.total, self.title, self.unit, self.now = total, title, unit, now
        self.stream = stream or sys.stderr
        self.terminal = self.stream.isatty()
        self.done, self.shown = 0, False
        self.start = self.last = now()

    def at(self, done, what=""):
        """So many are done; `what` is going on."""
        self.done, now = done, self.now()
        if now - self.last < (0.5 if self.terminal else INTERVAL):
            return
        self.last, gone = now, now - self.start
        left = gone * (self.total - done) / max(done, 1)
        text = (f"{self.title}{done} of {self.total} {self.unit} "
                f"({100 * done // max(self.total, 1)} %), {duration(gone)} gone, "
                f"about {duration(left)} left{what and f'; {what}'}")
        if self.terminal:  # a line that wraps could not be rewritten
            self.hide()
            text = text[:shutil.get_terminal_size().columns - 1]
        self.stream.write(text if self.terminal else text + "\n")
        self.stream.flush()
        self.shown = self.terminal

    def step(self, what):
        """What begins now."""
        self.at(self.done, what)
        self.done += 1

    def hide(self):
        """Before something else is printed, and at the end."""
        if self.shown:
            self.stream.write("\r\033[K")
            self.stream.flush()
            self.shown = False
