# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds LLVM's own libomp from the pristine source, as the one to compare with.

Two of them: as released, and with its experimental record and replay
(LIBOMP_OMPX_TASKGRAPH=ON). Both are built by the compiler and with the options
that our library is built with, so that only the source differs.
"""

import subprocess
from pathlib import Path

from overlay import Failure, source_tree

from .programs import require, run_logged

# What libomp's stand-alone build reads, as paths in an llvm-project.
NEEDED = ["openmp", "cmake", "llvm/cmake", "runtimes"]


def pristine_source(given, into):
    """A tree with the unpatched openmp/: the user's, or the project's own.

    The project's tree is patched in place, but its first commit is the source
    as it was unpacked.
    """
    if given:
        tree = Path(given).expanduser().resolve()
        if (tree / "kmp_tasking.cpp").exists() or not (tree / "openmp").is_dir():
            raise Failure(f"{tree} has no folder openmp/",
                          next_step="name the top of an llvm-project tree")
        return tree
    origin = source_tree()
    if not (origin / ".git").exists():
        raise Failure(f"no LLVM source at {origin}",
                      next_step="run scripts/fetch.py, or name an unpatched "
                                "llvm-project with --upstream-source DIR")
    tree = Path(into).resolve()
    if (tree / "openmp" / "CMakeLists.txt").exists():
        return tree
    tree.mkdir(parents=True, exist_ok=True)
    present = subprocess.run(
        ["git", "-C", str(origin), "ls-tree", "--name-only", "pristine", *NEEDED],
        capture_output=True, text=True, check=False).stdout.split()
    archive = subprocess.Popen(
        ["git", "-C", str(origin), "archive", "pristine", *present],
        stdout=subprocess.PIPE)
    unpacked = subprocess.run(["tar", "-x", "-C", str(tree)],
                              stdin=archive.stdout, check=False).returncode
    if archive.wait() != 0 or unpacked != 0:
        raise Failure(f"cannot unpack the pristine source from {origin}",
                      next_step="name an unpatched llvm-project with "
                                "--upstream-source DIR")
    return tree


def build_library(source, build, say, record_and_replay, compiler="clang-22",
                  jobs=2):
    """Builds libomp from `source`; returns the path of libomp.so."""
    cmake, _ = require("cmake", "cmake"), require("ninja", "ninja-build")
    cc = require(compiler, compiler)
    cxx = require(compiler.replace("clang", "clang++"), compiler)
    build = Path(build).resolve()
    library = build / "runtime" / "src" / "libomp.so"
    if not library.exists():
        say(f"building LLVM's own libomp{' with record and replay' * record_and_replay}"
            " (about a minute)")
    run_logged(
        [cmake, "-S", str(source / "openmp"), "-B", str(build), "-G", "Ninja",
         "-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_C_COMPILER={cc}",
         f"-DCMAKE_CXX_COMPILER={cxx}", "-DLIBOMP_USE_HWLOC=ON",
         "-DLIBOMP_OMPD_GDB_SUPPORT=OFF",
         f"-DLIBOMP_OMPX_TASKGRAPH={'ON' if record_and_replay else 'OFF'}"],
        build / "configure.log", "configuring LLVM's libomp")
    run_logged([cmake, "--build", str(build), "-j", str(jobs), "--target", "omp"],
               build / "build.log", "building LLVM's libomp")
    return library


def answer_to(library, name):
    """Makes `library` loadable under the name that programs ask for."""
    alias = library.parent / name
    if not alias.exists():
        alias.symlink_to(library.name)
    return library.parent
