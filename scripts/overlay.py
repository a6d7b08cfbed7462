# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Where things are, how they are reported, and how far they are; shared by the other scripts.

The checkout holds only our own files. Everything made from them goes to the
build folder; what was downloaded goes to a cache outside the checkout, so that
a second checkout does not download it again.
"""

import hashlib
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
INTERVAL = 10.0  # seconds between two lines when nobody watches a terminal


class Failure(Exception):
    """Something went wrong that the user can act on: what was seen, what was tried (one
    line each), and what to do now."""

    def __init__(self, cause, tried=(), next_step=None):
        super().__init__(cause)
        self.cause, self.tried, self.next_step = cause, list(tried), next_step


def run_main(name, main):
    """Runs `main()`; exit code 1 for a Failure, 130 for Ctrl-C or a kill."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # also in a background job
    try:
        sys.exit(main() or 0)
    except Failure as failure:
        lines = [("error", failure.cause), *(("tried", line) for line in failure.tried),
                 *([("next", failure.next_step)] if failure.next_step else [])]
        print(*(f"{name}: {what}: {line}" for what, line in lines), sep="\n", file=sys.stderr)
        sys.exit(1)
    except KeyboardInterrupt:
        print(f"{name}: stopped; the same command goes on from here.", file=sys.stderr)
        sys.exit(130)


def say(name, text):
    print(f"{name}: {text}", flush=True)


def read_upstream():
    """The fields of UPSTREAM as a dictionary."""
    fields = dict(re.findall(r"^([\w-]+): *(.*?) *$", (CHECKOUT / "UPSTREAM").read_text(), re.M))
    return {**fields, "size": int(fields["size"])}


def cache_dir():
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "reprise"


def build_dir():
    return Path(os.environ.get("REPRISE_BUILD_DIR") or CHECKOUT / "build")


def source_tree():
    """Lies beside the builds of LLVM; the compiler launcher maps the path of all."""
    return build_dir() / f"llvm-{read_upstream()['version']}" / "src"


def clean_environment(changes=None):
    """The environment without the user's settings of OpenMP libraries, and `changes`.
    OpenBLAS gets no threads of its own: idle ones take turns with ours."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(
        ("LD_LIBRARY_PATH", "OMP_", "KMP_", "OMPX_", "GOMP_", "LIBOMP_"))}
    changed = {name: str(value) for name, value in (changes or {}).items()}
    return {**kept, "OPENBLAS_NUM_THREADS": "1", **changed}


def shown_path(text):
    """An absolute path as others may see it: inside the project from its root, of others
    only the last part; any other text as it is."""
    path = Path(text).expanduser()
    if not path.is_absolute():
        return text
    path = Path(os.path.normpath(path))
    return str(path.relative_to(CHECKOUT) if path.is_relative_to(CHECKOUT)
               else Path("...", path.name))


def shown_command(script, arguments):
    """`script` with its arguments, for a shell in the project's root."""
    return shlex.join([*script.split(), *map(shown_path, arguments)])


def sha256(path):
    with open(path, "rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def write_atomically(path, data):
    """Replaces `path` in one step, or leaves it alone."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        temporary.write_bytes(data.encode() if isinstance(data, str) else data)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def git(tree, *args, env=None, data=None, check=True):
    """Runs git in `tree`, independent of the user's own configuration."""
    kept = {name: value for name, value in os.environ.items() if name not in
            ("GIT_DIR", "GIT_WORK_TREE", "GIT_PREFIX", "GIT_INDEX_FILE")}
    for who in ("GIT_AUTHOR", "GIT_COMMITTER"):
        # Fixed dates: the same patches give the same commits.
        kept.update({f"{who}_NAME": "reprise", f"{who}_EMAIL": "reprise@localhost",
                     f"{who}_DATE": "2000-01-01T00:00:00Z"})
    result = subprocess.run(
        ["git", "-c", "gc.auto=0", "-c", "core.autocrlf=false",
         "-c", "core.quotePath=false", "-c", "safe.directory=*", *args],
        cwd=tree, input=data, capture_output=True,
        env={**kept, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull,
             "LC_ALL": "C", **(env or {})})
    if check and result.returncode != 0:
        raise Failure(f"git {' '.join(args[:2])} failed in {tree}: "
                      + result.stderr.decode(errors="replace").strip())
    return result


def duration(seconds):
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


class Progress:
    """How many of so many steps are done, and how long the others still take: one line, rewritten
    in place on a terminal."""

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
