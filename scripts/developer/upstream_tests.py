#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs LLVM's own OpenMP tests on the patched parts, beside the unpatched ones.

libomp: the lit suite of openmp/runtime on our library and on one built from the
pristine source; no test that passes there may fail with ours. clang: the tests
of clang/test/OpenMP about tasks, dependences and taskgroups, on our Clang, and
those that fail also on the installed one. Failures are tried again, because
some tests depend on load.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from overlay import (CHECKOUT, Failure, base_dir, build_dir, git, read_upstream,  # noqa: E402
                     run_main, say, source_tree)

NAME = "upstream_tests.py"
CLANG_TESTS = r"OpenMP/.*(task|depend)"
GOOD = {"PASS", "XFAIL", "FLAKYPASS", "UNSUPPORTED", "EXCLUDED", "SKIPPED"}


def tools_dir():
    """Where FileCheck and lit of the installed LLVM are."""
    major = read_upstream()["version"].split(".")[0]
    for command in (f"llvm-config-{major}", "llvm-config"):
        if shutil.which(command):
            return Path(subprocess.run([command, "--bindir"], text=True, check=True,
                                       capture_output=True).stdout.strip())
    raise Failure("llvm-config is not there",
                  next_step="scripts/reprise.sh packages")


def lit(folder, report, *options, filter_=None, env=None):
    """Runs lit; {test name: code}. lit's own exit code says only `some failed`."""
    command = [sys.executable, str(tools_dir() / "lit"), "-q", f"--workers={jobs()}",
               f"--output={report}", *options]
    if filter_:
        command += ["--filter", filter_]
    report.unlink(missing_ok=True)
    with open(report.with_suffix(".log"), "w") as log:
        subprocess.run([*command, str(folder)], stdout=log, stderr=subprocess.STDOUT,
                       env={**os.environ, **(env or {})})
    if not report.exists():
        raise Failure(f"lit could not run {folder}",
                      [report.with_suffix(".log").read_text()[-2000:]],
                      "scripts/reprise.sh packages, then the same command again")
    tests = json.loads(report.read_text())["tests"]
    return {test["name"].split(" :: ")[-1]: test["code"] for test in tests}


def jobs():
    return os.environ.get("REPRISE_JOBS") or os.cpu_count() or 1


# These look into what libomp's own tracker keeps of a task.
NEED_HASH = ("tasking/kmp_task_deps_multiple_edges.c",
             "tasking/kmp_task_deps_multiple_edges_inoutset.c")


# These expect each instruction of reductions over arrays of variable length, where
# patch 0590 emits one taskgroup more.
OTHER_CODE = {f"OpenMP/{name}_codegen.cpp" for name in (
    "master_taskloop_in_reduction", "master_taskloop_reduction",
    "master_taskloop_simd_in_reduction", "master_taskloop_simd_reduction",
    "parallel_master_taskloop_reduction", "parallel_master_taskloop_simd_reduction",
    "task_in_reduction", "taskloop_in_reduction", "taskloop_reduction",
    "taskloop_simd_in_reduction", "taskloop_simd_reduction")}


def any_of(names):
    """A filter for lit."""
    return "|".join(sorted(name.replace(".", r"\.") for name in names))


def failed(results):
    return {name for name, code in results.items() if code not in GOOD}


def count(results):
    codes = sorted(set(results.values()))
    return ", ".join(f"{sum(c == code for c in results.values())} {code}"
                     for code in codes) + f" of {len(results)}"


def build_baseline():
    """libomp from the pristine commit of the tree, with our configuration."""
    base = base_dir()
    source, build = base / "baseline-src", base / "baseline-openmp"
    if not (source / "openmp/CMakeLists.txt").exists():
        temporary = base / "baseline-src.partial"
        shutil.rmtree(temporary, ignore_errors=True)
        temporary.mkdir(parents=True)
        archive = git(source_tree(), "archive", "pristine", "openmp", "cmake",
                      "llvm", "LICENSE.TXT").stdout
        subprocess.run(["tar", "-x", "-C", str(temporary)], input=archive, check=True)
        shutil.rmtree(source, ignore_errors=True)
        temporary.rename(source)
    ours = (base / "openmp/CMakeCache.txt").read_text()
    kept = [f"-D{line}" for line in ours.splitlines()
            if line.startswith(("LIBOMP_USE_HWLOC:", "LIBOMP_OMP", "OPENMP_LLVM_TOOLS",
                                "CMAKE_BUILD_TYPE:", "CMAKE_C_COMPILER:",
                                "CMAKE_CXX_COMPILER:", "OPENMP_ENABLE_OMPT",
                                "Python3_EXECUTABLE:"))]
    for command in (["cmake", "-G", "Ninja", "-S", str(source / "openmp"),
                     "-B", str(build), *kept], ["cmake", "--build", str(build)]):
        result = subprocess.run(command, capture_output=True, text=True)
        if result.returncode:
            raise Failure("the unpatched libomp cannot be built",
                          (result.stdout + result.stderr).splitlines()[-15:])
    return build


def compare_libomp(only):
    """Both suites; the names that only our library fails."""
    ours = base_dir() / "openmp"
    baseline = build_baseline()
    results = build_dir() / "upstream-tests"
    results.mkdir(parents=True, exist_ok=True)
    seen = {}
    for name, build in (("unpatched", baseline), ("patched", ours)):
        say(NAME, f"libomp, {name}: about 7 minutes on two cores")
        start = time.monotonic()
        seen[name] = lit(build / "runtime/test", results / f"libomp-{name}.json",
                         filter_=only)
        say(NAME, f"libomp, {name}: {count(seen[name])} "
                  f"({time.monotonic() - start:.0f} s)")
    seen["patched"].update(lit(
        ours / "runtime/test", results / "libomp-hash.json", filter_=any_of(NEED_HASH),
        env={"CHECK_OPENMP_ENV": "OMPX_DEPEND_TRACKER=hash"}))
    missing = seen["unpatched"].keys() - seen["patched"].keys()
    worse = failed(seen["patched"]) - failed(seen["unpatched"])
    # Load makes some fail now and then: who passes once in three, passes.
    for attempt in range(3):
        if not worse:
            break
        again = lit(ours / "runtime/test", results / "libomp-again.json",
                    filter_=any_of(worse))
        worse &= failed(again)
    return sorted(worse | missing), sorted(failed(seen["unpatched"]))


def check_clang(install, only):
    """Clang's tests on our Clang; the names that the installed one passes."""
    results = build_dir() / "upstream-tests"
    folder = results / "clang"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copy(CHECKOUT / "clang-patches/test/lit.cfg.py", folder)
    (folder / "OpenMP").symlink_to(source_tree() / "clang/test/OpenMP")
    major = read_upstream()["version"].split(".")[0]

    def run(name, clang, tests=only or CLANG_TESTS):
        found = lit(folder / "OpenMP", results / f"clang-{name}.json",
                    f"--param=clang={clang}", f"--param=llvm_tools={tools_dir()}",
                    f"--param=output={results}/clang-output", filter_=tests)
        say(NAME, f"Clang, {name}: {count(found)}")
        return found

    worse = failed(run("patched", Path(install) / "bin/clang"))
    if worse >= OTHER_CODE:
        say(NAME, f"Clang: {len(OTHER_CODE)} tests expect other code, as they should")
        worse -= OTHER_CODE
    if worse:
        stock = run("unpatched", shutil.which(f"clang-{major}") or "clang",
                    any_of(worse))
        return sorted(worse - failed(stock)), sorted(failed(stock))
    return [], []


def main():
    parser = argparse.ArgumentParser(
        description="Run LLVM's own OpenMP tests on the patched library and compiler.",
        epilog="Exit code: 0 nothing got worse, 1 something did. Raw results: "
               "build/upstream-tests/*.json")
    parser.add_argument("part", nargs="?", choices=["libomp", "clang", "both"],
                        default="both")
    parser.add_argument("--install", default=str(build_dir() / "install"),
                        help="install tree (default: %(default)s)")
    parser.add_argument("--filter", metavar="REGEX", help="only tests whose path matches")
    arguments = parser.parse_args()
    status = 0
    for part, run in (("clang", lambda: check_clang(arguments.install,
                                                          arguments.filter)),
                      ("libomp", lambda: compare_libomp(arguments.filter))):
        if arguments.part not in (part, "both"):
            continue
        worse, anyway = run()
        if anyway:
            say(NAME, f"{part}: also fail unpatched: {', '.join(anyway)}")
        if worse:
            say(NAME, f"{part}: error: fail only with ours: {', '.join(worse)}")
            status = 1
        else:
            say(NAME, f"{part}: nothing that passes unpatched fails with ours")
    return status


if __name__ == "__main__":
    run_main(NAME, main)
