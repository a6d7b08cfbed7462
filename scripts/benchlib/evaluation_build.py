# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds what the evaluation needs beyond programs.build_programs()."""

import time
from pathlib import Path

from overlay import CHECKOUT

from . import programs

KERNELS = CHECKOUT / "nas-benchmarks"


def names_of_kernels():
    """Every folder with a main.cpp is a kernel, as CMake has it."""
    return sorted(path.parent.name for path in KERNELS.glob("*/main.cpp"))


def kernels_with_static():
    """The kernels whose graphs the compiler builds in one of the variants."""
    return [name for name in names_of_kernels() if (KERNELS / name / "static.cpp").exists()]


def build_kernels(compiler, build, say, jobs=2):
    """Builds the NAS kernels with any compiler; returns {name: path}."""
    cmake = programs.require("cmake", "cmake")
    programs.require("ninja", "ninja-build")
    build = Path(build).resolve()
    programs.forget_other_compiler(build, compiler)
    started = time.monotonic()
    programs.run_logged(
        [cmake, "-S", str(KERNELS), "-B", str(build), "-G", "Ninja",
         f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_BUILD_TYPE=Release"],
        build / "configure.log", "configuring the NAS kernels")
    (build / "compiler.stamp").write_text(programs.describe(compiler))
    say(f"compiling the NAS kernels with {compiler}")
    programs.run_logged([cmake, "--build", str(build), "-j", str(jobs)],
                        build / "build.log", "compiling the NAS kernels")
    say(f"compiled in {time.monotonic() - started:.0f} s")
    return {name: build / name for name in names_of_kernels()}


def build_with_gcc(build, say, names, jobs=2):
    """Some of the overhead-benchmarks, compiled by Debian's GCC: {name: path}."""
    cmake = programs.require("cmake", "cmake")
    compiler = programs.require("g++", "g++")
    build = Path(build).resolve()
    programs.run_logged(
        [cmake, "-S", str(programs.SOURCES), "-B", str(build), "-G", "Ninja",
         f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_BUILD_TYPE=Release"],
        build / "configure.log", "configuring the programs for GCC")
    say(f"compiling some programs with {compiler}")
    programs.run_logged([cmake, "--build", str(build), "-j", str(jobs), "--target",
                         *names], build / "build.log", "compiling with GCC")
    return {name: build / name for name in names}
