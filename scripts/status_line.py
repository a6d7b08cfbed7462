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


class Progress:
    """A bar for so many steps on a terminal (python3-rich); else a line now and then."""

    def __init__(self, total):
        self.total, self.done, self.line = total, 0, StatusLine(sys.stderr)
        self.bar, self.started = None, time.monotonic()
        if self.line.terminal:
            from rich import progress
            from rich.console import Console
            self.bar = progress.Progress(
                progress.BarColumn(20), progress.MofNCompleteColumn(),
                progress.TimeRemainingColumn(), progress.TextColumn("{task.description}"),
                console=Console(stderr=True), transient=True)
            self.task = self.bar.add_task("", total=total)

    def step(self, what):
        """What begins now."""
        if self.bar:
            self.bar.start()
            self.bar.update(self.task, completed=self.done, description=what)
        elif self.line.due():
            left = (time.monotonic() - self.started) / max(self.done, 1)
            self.line.show(f"[{self.done + 1}/{self.total}] {what}, about "
                           f"{duration(left * (self.total - self.done))} left")
        self.done += 1

    def hide(self):
        """Before something else is printed."""
        if self.bar:
            self.bar.stop()

    finish = hide
