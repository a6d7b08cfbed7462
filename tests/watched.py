# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program under a watchdog; of one that does not end, says where it is.

A program that hangs is rare and cannot be had again at will, so the stacks of all
its threads are taken before it is killed. Programs carry a mark in their environment,
and so do those that they start: by it all of them are found, wherever they went.
"""

import contextlib
import os
import shlex
import signal
import subprocess
import time
import uuid
from dataclasses import dataclass
from pathlib import Path

DEBUGGERS = (
    ["gdb", "-nx", "-batch", "-ex", "thread apply all backtrace", "-p"],
    ["eu-stack", "-p"],
)
MARK = "REPRISE_STARTED_BY"


def marked(environment):
    """The environment with a new mark behind those that it has, and the mark."""
    mark = uuid.uuid4().hex
    return {**environment, MARK: f"{environment.get(MARK, '')}:{mark}"}, mark


def carriers(mark):
    """The living processes that carry a mark."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):  # it has ended, or is not ours
            if mark.encode() in path.read_bytes():
                found.append(int(path.parent.name))
    return found


def end_all(mark):
    """Kills all processes that carry a mark, also those that they start meanwhile."""
    while pids := carriers(mark):
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(0.01)


def from_kernel(pid):
    """What the kernel tells of each thread; its stack only to root."""
    lines = ["neither gdb nor eu-stack could read the stacks; from /proc:"]
    for task in sorted(Path(f"/proc/{pid}/task").glob("*"), key=lambda t: int(t.name)):
        lines.append(f"thread {task.name}")
        for name in ("stat", "wchan", "stack"):
            try:
                lines.append(f"  {name}: {(task / name).read_text().strip()}")
            except OSError as error:
                lines.append(f"  {name}: {error.strerror}")
    return "\n".join(lines)


def stacks(pid):
    """The stacks of all threads of a process, by the first tool that can read them."""
    for command in DEBUGGERS:
        try:
            done = subprocess.run(
                [*command, str(pid)], capture_output=True, text=True, errors="replace",
                timeout=60, check=False, stdin=subprocess.DEVNULL,
                env={**os.environ, "DEBUGINFOD_URLS": ""})  # no download meanwhile
        except (FileNotFoundError, subprocess.TimeoutExpired):
            continue
        if "#0 " in done.stdout:
            return done.stdout
    return from_kernel(pid)


@dataclass
class Run:
    """How a program ended, and what it printed."""

    status: int  # -1: killed by the watchdog
    stdout: str
    stderr: str
    limit: float
    stacks: str = ""  # only if it did not end

    @property
    def complaint(self):
        """Empty if the program ended well."""
        if self.stacks:
            return f"no end after {self.limit:g} seconds"
        if self.status < 0:
            return f"killed by {signal.Signals(-self.status).name}"
        return f"exit status {self.status}" if self.status else ""

    @property
    def printed(self):
        return self.stdout + self.stderr


def run(command, environment, limit):
    """Runs one program until it ends, or until the limit (seconds)."""
    environment, mark = marked(environment)
    process = subprocess.Popen(
        [str(word) for word in command], env=environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    seen = ""
    try:
        stdout, stderr = process.communicate(timeout=limit)
    except BaseException as cause:
        late = isinstance(cause, subprocess.TimeoutExpired)
        seen = stacks(process.pid) if late else ""
        process.kill()
        end_all(mark)
        stdout, stderr = process.communicate()
        if not late:
            raise
    if process.returncode == -signal.SIGINT:
        raise KeyboardInterrupt  # stopped from outside: no result
    return Run(-1 if seen else process.returncode, stdout.decode(errors="replace"),
               stderr.decode(errors="replace"), limit, seen)


def shell_line(command, environment):
    """The command for a shell, with the settings of OpenMP libraries."""
    kept = [f"{name}={shlex.quote(value)}" for name, value in sorted(environment.items())
            if name.startswith(("OMP_", "KMP_", "GOMP_", "OMPX_"))]
    return " ".join([*kept, shlex.join(map(str, command))])
