# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One line that says how far a long command is, rewritten in place on a terminal."""

import shutil
import sys
import time

INTERVAL = 10.0  # seconds between two lines when nobody watches a terminal


def duration(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


class StatusLine:
    """Shows a text in place; without a terminal, as a line now and then."""

    def __init__(self, stream=None, now=time.monotonic):
        self.stream, self.now = stream or sys.stdout, now
        self.terminal = self.stream.isatty()
        self.last = now()
        self.shown = False

    def due(self):
        """Whether it is time for the next text."""
        return self.now() - self.last >= (0.5 if self.terminal else INTERVAL)

    def show(self, text, keep=False):
        self.last = self.now()
        if self.terminal:
            if not keep:  # a line that wraps could not be rewritten
                text = text[:shutil.get_terminal_size().columns - 1]
            self.stream.write("\r\033[K" + text + ("\n" if keep else ""))
            self.shown = not keep
        else:
            self.stream.write(text + "\n")
        self.stream.flush()

    def clear(self):
        if self.shown:
            self.stream.write("\r\033[K")
            self.shown = False
