# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs the test programs.

A program is a file of tests/programs (or one made by a test); it checks itself,
prints what it saw and exits non-zero when wrong. Each is compiled once per test
session; every run has a timeout, so that a hang is a failure with a name.
"""

import concurrent.futures
import dataclasses
import hashlib
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts"))
import overlay  # noqa: E402
import watched  # noqa: E402

PROGRAMS = pathlib.Path(__file__).parent / "programs"
THREADS = (1, 2, 4, 8)
# What the programs may expect of the compiler when it optimises: it proves which blocks
# need not run again, see check.h.
PROVED = ("-DPROVED",)
TIMEOUT = 60
# Two compilations at a time: the smallest machine that runs this has two cores.
COMPILERS = concurrent.futures.ThreadPoolExecutor(max_workers=2)


@dataclasses.dataclass
class Result:
    """What a compiler or a program printed, and how it ended."""

    command: str
    status: int
    stdout: str
    stderr: str

    def __str__(self):
        return (
            f"$ {self.command}\nexit status {self.status}\n"
            f"--- stdout\n{self.stdout[-4000:]}\n--- stderr\n{self.stderr[-20000:]}"
        )


def clean_environment(**changes):
    """The environment without OMP_, KMP_, GOMP_ and OMPX_ settings of the user, plus `changes`."""
    return overlay.clean_environment(changes)


def execute(command, environment=None, timeout=TIMEOUT):
    """Runs `command`; a timeout is status -1, with what was printed and the stacks."""
    settings = environment if environment is not None else clean_environment()
    done = watched.run(command, settings, timeout)
    return Result(
        watched.shell_line(command, settings),
        done.status,
        done.stdout,
        done.stderr + (f"\n{done.complaint}\n{done.stacks}" if done.stacks else ""),
    )


class Program:
    """One compiled program."""

    def __init__(self, binary):
        self.binary = binary

    def run(self, *arguments, threads=None, timeout=TIMEOUT, **environment):
        """Runs it with OMP_NUM_THREADS=threads and the given variables.

        Regions are refilled also where that saves nothing, so that all threads and graphs
        are tried.
        """
        environment.setdefault("OMPX_TASKGRAPH_REFILL", "always")
        if threads is not None:
            environment.setdefault("OMP_NUM_THREADS", threads)
        return execute(
            [self.binary, *arguments], clean_environment(**environment), timeout
        )

    def passes(self, *arguments, threads=None, **environment):
        """Runs it and asks for exit status 0. Returns the result."""
        result = self.run(*arguments, threads=threads, **environment)
        assert result.status == 0, str(result)
        return result

    def passes_every_way(self, *arguments, threads=None, **environment):
        """Used again under all ways of handing out tasks, as plain tasks, and compared.

        With OMPX_TASKGRAPH=check nothing is replayed: the library says where a replay would
        have done something else.
        """
        for ways in (
            {"OMPX_TASKGRAPH_ROOTS": "blocks", "OMPX_TASKGRAPH_AHEAD": "on",
             "OMPX_TASKGRAPH_STATIC": "off", "OMPX_TASKGRAPH_FUSE": "lanes"},
            {"OMPX_TASKGRAPH_ROOTS": "round-robin", "OMPX_TASKGRAPH_AHEAD": "off",
             "OMPX_TASKGRAPH_STATIC": "off", "OMPX_TASKGRAPH_FUSE": "always"},
            {"OMPX_TASKGRAPH_ROOTS": "encountering", "OMPX_TASKGRAPH_REFILL": "auto",
             "OMPX_STEAL": "half", "OMPX_STEAL_VICTIM": "random",
             "OMPX_TASKGRAPH_FUSE": "off"},
            {"OMPX_TASKGRAPH": "off"},
        ):
            self.passes(*arguments, threads=threads, **ways, **environment)
        for static in ("off", "on"):
            compared = self.passes(*arguments, threads=threads, OMPX_TASKGRAPH="check",
                                   OMPX_TASKGRAPH_STATIC=static, **environment)
            assert "taskgraph at" not in compared.stderr, str(compared)


class ProgramStore:
    """Compiles programs on demand, each once, into a directory of the session."""

    def __init__(self, toolchain, directory):
        self.toolchain = toolchain
        self.directory = pathlib.Path(directory)
        self._building = {}

    def compile(self, sources, *flags, output=None):
        """Compiles and returns the compiler's Result, good or bad."""
        sources = [
            source if pathlib.Path(source).is_absolute() else PROGRAMS / source
            for source in sources
        ]
        is_c = all(str(source).endswith(".c") for source in sources)
        compiler = self.toolchain.clang if is_c else self.toolchain.clangxx
        output = output or self.directory / "discarded"
        return execute(
            [
                compiler,
                "-fopenmp",
                "-fopenmp-version=60",
                "-O2",
                "-Wall",
                f"-I{PROGRAMS}",
                *(() if "-O0" in flags else PROVED),
                *flags,
                *sources,
                "-o",
                output,
            ],
            timeout=300,
        )

    def start(self, *sources, flags=()):
        """Begins to compile in the background; returns a future of a Program."""
        key = (tuple(map(str, sources)), tuple(flags))
        if key not in self._building:
            name = pathlib.Path(sources[0]).stem
            digest = hashlib.sha256(repr(key).encode()).hexdigest()[:8]
            binary = self.directory / f"{name}-{digest}"
            self._building[key] = COMPILERS.submit(self._build, key, binary)
        return self._building[key]

    def _build(self, key, binary):
        sources, flags = key
        result = self.compile(sources, *flags, output=binary)
        assert result.status == 0, f"does not compile\n{result}"
        return Program(binary)

    def abandon(self):
        """Forgets compilations that have not begun."""
        for future in self._building.values():
            future.cancel()

    def __call__(self, *sources, flags=()):
        """A compiled program; flags come after the standard ones."""
        return self.start(*sources, flags=flags).result()
