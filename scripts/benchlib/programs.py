# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds overhead-benchmarks/ with the compiler of an install tree.

The build itself is CMake's; this only says clearly what is missing, before a
long log does, and refuses to measure a debug build.
"""

import re
import shutil
import subprocess
import time
from pathlib import Path

from overlay import CHECKOUT, Failure, build_dir

SOURCES = CHECKOUT / "overhead-benchmarks"
PROGRAMS = ["gauss-seidel", "cholesky", "axpy", "dot-product", "n-body", "sparse-lu",
            "hog", "black-scholes", "tiled-qr", "rk4", "tiled-lu", "matrix-inverse",
            "n-body-commutative", "ferret", "dedup"]
RECURSIVE = ["fibonacci", "n-queens", "merge-sort", "strassen", "tree-search", "fft",
             "sparse-lu-growing", "health", "many-children"]
VARIANTS = ["serial", "for", "tasks", "taskgraph"]
# Variants that only some programs have.
MORE_VARIANTS = {"tasks-overlapping": ["gauss-seidel"], "tasks-nested": ["dedup"],
                 "taskgraph-calls": ["cholesky", "tiled-lu", "tiled-qr"]}
# Small sizes, with a remainder where that can be: the last block is then smaller than
# the others.
SMALL = {
    "gauss-seidel": ["--size", 70, "--block", 9, "--iterations", 6],
    "cholesky": ["--size", 60, "--block", 6, "--iterations", 6],
    "axpy": ["--size", 5000, "--block", 130, "--iterations", 12],
    "dot-product": ["--size", 5000, "--block", 130, "--iterations", 12],
    "n-body": ["--size", 75, "--block", 8, "--iterations", 6],
    "sparse-lu": ["--size", 60, "--block", 6, "--density", 20, "--iterations", 6],
    "hog": ["--size", 90, "--block", 3, "--iterations", 6],
    "black-scholes": ["--size", 5000, "--block", 130, "--iterations", 12],
    "rk4": ["--size", 70, "--block", 9, "--iterations", 6],
    "tiled-qr": ["--size", 60, "--block", 6, "--iterations", 6],
    "n-body-commutative": ["--size", 75, "--block", 8, "--iterations", 6],
    "tiled-lu": ["--size", 60, "--block", 6, "--iterations", 6],
    "matrix-inverse": ["--size", 60, "--block", 6, "--iterations", 6],
    "ferret": ["--size", 50, "--block", 3, "--slots", 4, "--entries", 64,
               "--iterations", 6],
    "dedup": ["--size", 20000, "--block", 1500, "--parts", 3, "--iterations", 6],
}

# A file name that only a debug build of libomp has in its trace messages.
DEBUG_MARK = b"__kmpc_omp_task_alloc(enter)"


def require(tool, package):
    """Path of a program, or a failure that names its Debian package."""
    found = shutil.which(tool)
    if not found:
        raise Failure(f"{tool} is not installed",
                      next_step=f"on Debian: apt-get install {package}")
    return found


def compiler_of(install):
    """The clang++ of an install tree."""
    compiler = Path(install).expanduser().resolve() / "bin" / "clang++"
    if not compiler.exists():
        raise Failure(f"no compiler at {compiler}",
                      next_step="build the project first, or name its install "
                                "tree with --install DIR")
    return compiler


def default_install():
    return build_dir() / "install"


def default_build():
    return build_dir() / "benchmarks"


def forget_other_compiler(build, compiler):
    """CMake keeps the first compiler it saw; a new one needs a new cache."""
    cache = build / "CMakeCache.txt"
    if not cache.exists():
        return
    # The stamp holds what CMake cannot see: the same path, another compiler.
    stamp = build / "compiler.stamp"
    if stamp.exists() and stamp.read_text() == describe(compiler):
        return
    cache.unlink()
    shutil.rmtree(build / "CMakeFiles", ignore_errors=True)


def describe(compiler):
    """Identifies a compiler by path, time of its binary, and version."""
    real = Path(compiler).resolve()
    return f"{compiler}\n{real}\n{real.stat().st_mtime_ns}\n"


def build_programs(compiler, build, say, jobs=2, openmp_dir=None):
    """Builds all programs; returns {name: path}. Needs no network.

    A compiler without the directive is found out before anything is compiled.
    """
    cmake, _ = require("cmake", "cmake"), require("ninja", "ninja-build")
    build = Path(build).resolve()
    forget_other_compiler(build, compiler)
    started = time.monotonic()
    configure = [cmake, "-S", str(SOURCES), "-B", str(build), "-G", "Ninja",
                 f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_BUILD_TYPE=Release",
                 f"-DBENCH_OPENMP_DIR={openmp_dir or ''}"]
    run_logged(configure, build / "configure.log", "configuring the programs")
    (build / "compiler.stamp").write_text(describe(compiler))
    if not has_taskgraph(build):
        raise Failure(f"{compiler} does not compile '#pragma omp taskgraph'",
                      next_step="use the clang++ that this project builds "
                                "(--install DIR)")
    say(f"compiling the programs with {compiler} (up to a minute, less when "
        "compiled before)")
    run_logged([cmake, "--build", str(build), "-j", str(jobs)],
               build / "build.log", "compiling the programs")
    say(f"compiled in {time.monotonic() - started:.0f} s")
    return {name: build / name
            for name in [*PROGRAMS, *RECURSIVE, "task-overhead", "lowerings",
                         "dependences-openmp"]}


def build_peers(build, say, wanted, compiler="g++", jobs=2):
    """Builds the dependence suite for other task libraries with Debian's compiler.

    `wanted` has "libgomp", "onetbb", "starpu"; returns {name: path}.
    """
    cmake, _ = require("cmake", "cmake"), require("ninja", "ninja-build")
    cxx = require(compiler, "g++")
    build = Path(build).resolve()
    targets = {name: "dependences-" + name.replace("libgomp", "openmp")
               for name in wanted}
    if not targets:
        return {}
    run_logged([cmake, "-S", str(SOURCES), "-B", str(build), "-G", "Ninja",
                f"-DCMAKE_CXX_COMPILER={cxx}", "-DCMAKE_BUILD_TYPE=Release",
                "-DBENCH_PEERS=ON"], build / "configure.log",
               "configuring the peers")
    known = (build / "build.ninja").read_text()
    for name, package in (("onetbb", "libtbb-dev"),
                          ("starpu", "libstarpu-dev pkg-config")):
        if name in targets and f"build {targets[name]}:" not in known:
            raise Failure(f"{name} is not installed",
                          next_step=f"on Debian: apt-get install "
                          f"--no-install-recommends {package}, or leave it out "
                          "with --runtimes")
    say(f"compiling the peers with {cxx}")
    run_logged([cmake, "--build", str(build), "-j", str(jobs), "--target",
                *targets.values()], build / "build.log", "compiling the peers")
    return {name: build / target for name, target in targets.items()}


def run_logged(command, log, what, timeout=1800):
    """Runs a build step; on failure shows the part of its log that says why."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with open(log, "w", encoding="utf-8") as stream:
        try:
            status = subprocess.run(command, stdout=stream, check=False,
                                    stderr=subprocess.STDOUT,
                                    timeout=timeout).returncode
        except subprocess.TimeoutExpired:
            status = f"no end after {timeout} s"
    if status == 0:
        return
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    telling = [line for line in lines if re.search(r"error|Error", line)]
    raise Failure(f"{what} failed ({status})", (telling or lines)[-8:],
                  f"read {log}")


def has_taskgraph(build):
    """Whether the programs in `build` have their taskgraph variants."""
    cache = Path(build) / "CMakeCache.txt"
    return bool(re.search(r"^BENCH_COMPILES_TASKGRAPH:INTERNAL=1$",
                          cache.read_text(), re.M))


def refuse_debug(document):
    """Raises when a run's document comes from a debug build."""
    context = document["context"]
    if context["build_type"] not in ("Release", "RelWithDebInfo", "MinSizeRel"):
        raise Failure(
            f"the programs are a {context['build_type'] or 'plain'} build; "
            "their times mean nothing",
            next_step="build with -DCMAKE_BUILD_TYPE=Release")
    library = Path(context["openmp_library"])
    if library.exists() and DEBUG_MARK in library.read_bytes():
        raise Failure(f"{library} is a debug build; its times mean nothing",
                      next_step="build libomp with -DCMAKE_BUILD_TYPE=Release")
