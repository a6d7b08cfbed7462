#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds with CMake, showing progress and an estimate, then runs what was asked.

scripts/reprise.sh calls this with all packages in place. The full output of a
build goes to build/logs; the terminal gets one line at a time, and the first
error in full.
"""

import fcntl
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from overlay import (CHECKOUT, Failure, Progress, build_dir, duration, run_main,  # noqa: E402
                     say)

NAME = "build.py"
STEP = re.compile(r"^\[(\d+)/(\d+)\] ")
PHASE = re.compile(r"Performing (\w+) step for '(\w+)'")
TARGETS = ["toolchain", "runtime", "clang", "unittests", "plugin"]
TESTED = ["toolchain", "unittests", "plugin"]
MEASURE = "scripts/user/measure.py"
# The words for pytest of each command that runs tests.
TESTS = {"test": [], "upstream-tests": ["tests/upstream", "--long"],
         "long-tests": ["tests/long", "--night", "-v"]}


class BuildProgress:
    """Turns ninja's `[n/m]` lines of nested builds into progress lines."""

    def __init__(self, stream=None, now=time.monotonic):
        self.stream, self.now = stream or sys.stdout, now
        self.phase, self.steps = None, None

    def line(self, text):
        if match := PHASE.search(text):
            phase = f"{match.group(2)} {match.group(1)}"
            if phase != self.phase and phase.endswith((" configure", " build")):
                self.show(f"{NAME}: {phase}")
            if phase != self.phase:
                self.phase, self.steps = phase, Progress(
                    1, f"{NAME}: {phase}: ", stream=self.stream, now=self.now)
        elif text.startswith(("fetch.py:", "patch.py:")):
            self.show(text)
        elif (match := STEP.match(text)) and (self.phase or "").endswith(" build"):
            done, self.steps.total = map(int, match.groups())
            self.steps.at(done)

    def show(self, text):
        self.hide()
        print(text, file=self.stream, flush=True)

    def hide(self):
        if self.steps:
            self.steps.hide()


def first_error(lines):
    """The part of a log that says what went wrong."""
    for number, line in enumerate(lines):
        if line.startswith(("FAILED:", "CMake Error")) or "error:" in line.lower():
            return lines[max(0, number - 1):number + 30]
    return lines[-30:]


def run_logged(command, log, env=None, what=None):
    """Runs a build step; its output goes to the log and to the progress lines."""
    progress, lines = BuildProgress(), []
    with open(log, "a", errors="replace") as out, subprocess.Popen(
            command, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", cwd=CHECKOUT,
            start_new_session=True) as process:
        out.write(f"$ {' '.join(command)}\n")
        try:
            for line in process.stdout:
                out.write(line)
                out.flush()
                lines.append(line.rstrip("\n"))
                progress.line(lines[-1])
        except BaseException:
            # All of them: cmake alone would leave its ninja running. Ninja removes
            # what it had half written.
            os.killpg(process.pid, signal.SIGTERM)
            process.wait()
            raise
        finally:
            progress.hide()
    if process.returncode != 0:
        own = [line for line in lines if re.match(r"\w+\.py: (error|tried|next):", line)]
        if own:  # one of our scripts said all there is to say, and it was shown
            raise Failure("the build stopped; see above", [f"full output: {log}"])
        print("\n".join(first_error(lines)), file=sys.stderr)
        raise Failure(f"{what or ' '.join(command[:4])} failed ({process.returncode})",
                      [f"full output: {log}"],
                      "correct the cause and run the same command again: it goes on "
                      "where it stopped")


def lock(build):
    """One build at a time; the lock ends with the process, however it ends."""
    build.mkdir(parents=True, exist_ok=True)
    handle = open(build / ".lock", "w")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Failure(f"another build runs in {build}",
                      next_step="wait for it, or set REPRISE_BUILD_DIR")
    return handle  # which children do not get: a compiler that outlives us must not hold it


def build(targets):
    """Configures once and builds the targets; says how long it took."""
    folder = build_dir()
    held = lock(folder)
    log = folder / "logs" / "build.log"
    log.parent.mkdir(exist_ok=True)
    log.unlink(missing_ok=True)
    jobs = os.environ.get("REPRISE_JOBS") or str(os.cpu_count() or 1)
    env = {"CMAKE_BUILD_PARALLEL_LEVEL": jobs, **os.environ, "REPRISE_BUILD_DIR": str(folder)}
    if env.get("LLVM_SOURCE"):  # CMake runs the scripts in another folder
        env["LLVM_SOURCE"] = os.path.abspath(os.path.expanduser(env["LLVM_SOURCE"]))
    start = time.monotonic()
    run_logged(["cmake", "-S", str(CHECKOUT), "-B", str(folder), "-G", "Ninja",
                f"-DPython3_EXECUTABLE={sys.executable}"], log, env)
    run_logged(["cmake", "--build", str(folder), "--target", *targets], log, env)
    held.close()
    say(NAME, f"{' and '.join(targets)} ready after "
              f"{duration(time.monotonic() - start)}; install tree: {folder}/install")


def main():
    command, words = sys.argv[1], sys.argv[2:]
    if command == "build":
        if unknown := [word for word in words if word not in TARGETS]:
            raise Failure(f"unknown target `{unknown[0]}`",
                          next_step="choose from " + ", ".join(TARGETS))
        build(words or TARGETS[:1])
        return 0
    if command == "install":
        if len(words) != 1 or words[0].startswith("-"):
            print("usage: scripts/reprise.sh install PREFIX\n\n"
                  "Copies the toolchain to the folder PREFIX.")
            return 0 if words in (["-h"], ["--help"]) else 2
        prefix = os.path.abspath(os.path.expanduser(words[0]))
        build(TARGETS[:1])
        os.execvp("cmake", ["cmake", "--install", str(build_dir()), "--prefix", prefix])
    targets, tool = [] if command == "page" else TARGETS[:1], [MEASURE, command]
    if command in TESTS:
        targets, tool = TESTED, ["-m", "pytest", "--install", str(build_dir() / "install"),
                                 *TESTS[command]]
        if command == "test" and not any(
                (CHECKOUT / word.split("::")[0]).exists() for word in words):
            tool.append("tests")  # options alone do not say where to look
    if targets and not {"-h", "--help"} & set(words):
        build(targets)
    sys.stdout.flush()
    os.chdir(CHECKOUT)
    # Its exit code is ours, and a kill must reach it, not us.
    os.execv(sys.executable, [sys.executable, *tool, *words])


if __name__ == "__main__":
    run_main(NAME, main)
