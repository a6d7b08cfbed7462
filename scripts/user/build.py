#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds with CMake, showing progress and an estimate, then runs what was asked.

scripts/reprise.sh calls this with all packages in place. The full output of a
build goes to build/logs; the terminal gets one line at a time, and the first
error in full.
"""

import argparse
import fcntl
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from overlay import CHECKOUT, Failure, build_dir, run_main, say  # noqa: E402
from status_line import StatusLine, duration  # noqa: E402

NAME = "build.py"
STEP = re.compile(r"^\[(\d+)/(\d+)\] (.*)")
PHASE = re.compile(r"Performing (\w+) step for '(\w+)'")
# Suites of scripts/user/measure.py.
MEASURED = ["demo", "nas", "overhead", "applications", "recursive", "lowerings", "ways",
            "metg", "simulate"]
WINDOW = 90.0  # seconds from which the remaining time is estimated


class BuildProgress(StatusLine):
    """Turns ninja's `[n/m]` lines of nested builds into progress lines."""

    def __init__(self, stream=None, now=time.monotonic):
        super().__init__(stream, now)
        self.phase, self.start = None, now()
        self.recent = []  # (time, steps done); steps differ, so the last minutes count

    def line(self, text):
        match = PHASE.search(text)
        if match:
            self.enter(f"{match.group(2)} {match.group(1)}")
            return
        match = STEP.match(text)
        if match and self.phase and self.phase.endswith(" build"):
            self.step(int(match.group(1)), int(match.group(2)))
        elif text.startswith(("fetch.py:", "patch.py:")):
            self.clear()
            print(text, file=self.stream, flush=True)

    def enter(self, phase):
        if phase != self.phase:
            self.phase, self.start = phase, self.now()
            self.last = self.start
            self.recent = [(self.start, 0)]
            if phase.endswith((" configure", " build")):
                self.show(f"{NAME}: {phase}", keep=True)

    def step(self, done, total):
        now = self.now()
        if not self.due() and done != total:
            return
        if total < 10 and not self.terminal:
            return
        gone = now - self.start
        self.recent = [(t, d) for t, d in self.recent if now - t < WINDOW] + [(now, done)]
        since, from_step = self.recent[0]
        left = (now - since) * (total - done) / max(done - from_step, 1)
        self.show(f"{NAME}: {self.phase}: {done} of {total} steps "
                  f"({100 * done // total} %), {duration(gone)} gone, "
                  f"about {duration(left)} left")


def first_error(lines):
    """The part of a log that says what went wrong."""
    for number, line in enumerate(lines):
        if line.startswith("FAILED:") or "error:" in line.lower() \
                or line.startswith("CMake Error"):
            return lines[max(0, number - 1):number + 30]
    return lines[-30:]


def run_logged(command, log, env):
    """Runs a build step; its output goes to the log and to the progress lines."""
    log.parent.mkdir(parents=True, exist_ok=True)
    progress = BuildProgress()
    lines = []
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
            progress.clear()
    if process.returncode != 0:
        own = [line for line in lines if re.match(r"\w+\.py: (error|tried|next):", line)]
        if own:  # one of our scripts said all there is to say, and it was shown
            raise Failure("the build stopped; see above", [f"full output: {log}"])
        print("\n".join(first_error(lines)), file=sys.stderr)
        raise Failure(f"`{' '.join(command[:4])}` failed with {process.returncode}",
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
    # Not for the children: a compiler that outlives us must not hold it.
    os.set_inheritable(handle.fileno(), False)
    return handle


def build(targets):
    """Configures once and builds the targets; says how long it took."""
    folder = build_dir()
    held = lock(folder)
    log = folder / "logs" / "build.log"
    log.unlink(missing_ok=True)
    env = dict(os.environ)
    env.setdefault("CMAKE_BUILD_PARALLEL_LEVEL",
                   env.get("REPRISE_JOBS") or str(os.cpu_count() or 1))
    env["REPRISE_BUILD_DIR"] = str(folder)
    if env.get("LLVM_SOURCE"):  # CMake runs the scripts in another folder
        env["LLVM_SOURCE"] = os.path.abspath(os.path.expanduser(env["LLVM_SOURCE"]))
    start = time.monotonic()
    run_logged(["cmake", "-S", str(CHECKOUT), "-B", str(folder), "-G", "Ninja",
                f"-DPython3_EXECUTABLE={sys.executable}"], log, env)
    run_logged(["cmake", "--build", str(folder), "--target", *targets], log, env)
    held.close()
    say(NAME, f"{' and '.join(targets)} ready after "
              f"{duration(time.monotonic() - start)}; install tree: {folder}/install")


def run_tool(command):
    """Hands the terminal over to the last step; its exit code is ours."""
    sys.stdout.flush()
    os.chdir(CHECKOUT)
    os.execv(command[0], command)  # a kill must reach it, not us


def main():
    parser = argparse.ArgumentParser(
        description="Build and run; scripts/reprise.sh --help says more.")
    parser.add_argument("command", choices=[
        *MEASURED, "page", "profile", "install", "test", "build", "upstream-tests",
        "long-tests"])
    parser.add_argument("arguments", nargs=argparse.REMAINDER)
    given = parser.parse_args()
    install = str(build_dir() / "install")
    if given.command == "build":
        known = ["toolchain", "runtime", "clang", "unittests", "plugin"]
        targets = given.arguments or ["toolchain"]
        for target in targets:
            if target not in known:
                raise Failure(f"unknown target `{target}`",
                              next_step="choose from " + ", ".join(known))
        build(targets)
        return 0
    if given.command in (*MEASURED, "page", "profile"):
        if given.command in MEASURED and not {"-h", "--help"} & set(given.arguments):
            build(["toolchain"])
        return run_tool([sys.executable, "scripts/user/measure.py", given.command,
                         *given.arguments])
    if given.command == "install":
        build(["toolchain"])
        return run_tool([sys.executable, "scripts/user/install.py", *given.arguments])
    if given.command == "test":
        build(["toolchain", "unittests", "plugin"])
        chosen = given.arguments
        if not any((CHECKOUT / word.split("::")[0]).exists() for word in chosen):
            chosen = ["tests", *chosen]  # options alone do not say where to look
        return run_tool([sys.executable, "-m", "pytest", "--install", install, *chosen])
    if given.command == "long-tests":
        if not {"-h", "--help", "--list"} & set(given.arguments):
            build(["toolchain", "unittests", "plugin"])
        return run_tool([sys.executable, "scripts/developer/long_tests.py", *given.arguments])
    build(["toolchain"])
    return run_tool([sys.executable, "scripts/developer/upstream_tests.py", *given.arguments])


if __name__ == "__main__":
    run_main(NAME, main)
