# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds what is measured, and the libraries that it is measured with.

The build itself is CMake's; this only says clearly what is missing, before a long log does,
and refuses to measure a debug build of the library.
"""

import functools
import os
import re
import shutil
import subprocess
from pathlib import Path

from overlay import CHECKOUT, Failure, cache_dir, git, say, shown_path, source_tree
from user.build import run_logged

from .runner import Contender, run_once

SOURCES = CHECKOUT / "overhead-benchmarks"
KERNELS = CHECKOUT / "nas-benchmarks"
# Of each application: a small size, with a remainder where that can be (the last block is then
# smaller than the others); the size that is measured; its blocks, the grain of a task, from
# coarse to fine.
APPLICATIONS = {
    "gauss-seidel": ("--size 70 --block 9 --iterations 6", "--size 512", [128, 64, 32, 16, 8]),
    "cholesky": ("--size 60 --block 6 --iterations 6", "--size 640", [160, 80, 40, 20, 10]),
    "axpy": ("--size 5000 --block 130 --iterations 12", "--size 262144",
             [65536, 16384, 4096, 1024, 256]),
    "dot-product": ("--size 5000 --block 130 --iterations 12", "--size 262144",
                    [65536, 16384, 4096, 1024, 256]),
    "n-body": ("--size 75 --block 8 --iterations 6", "--size 1024", [256, 128, 64, 32, 16]),
    "sparse-lu": ("--size 60 --block 6 --density 20 --iterations 6", "--size 640",
                  [160, 80, 40, 20, 10]),
    "hog": ("--size 90 --block 3 --iterations 6", "", [32, 16, 8, 4, 2]),
    "black-scholes": ("--size 5000 --block 130 --iterations 12", "--size 65536",
                      [16384, 4096, 1024, 256, 64]),
    "tiled-qr": ("--size 60 --block 6 --iterations 6", "--size 320", [80, 40, 20, 16, 8]),
    "rk4": ("--size 70 --block 9 --iterations 6", "--size 256", [128, 64, 32, 16, 8]),
    "tiled-lu": ("--size 60 --block 6 --iterations 6", "--size 640", [160, 80, 40, 20, 10]),
    "matrix-inverse": ("--size 60 --block 6 --iterations 6", "--size 320", [80, 40, 20, 16, 8]),
    "n-body-commutative": ("--size 75 --block 8 --iterations 6", "--size 1024",
                           [256, 128, 64, 32, 16]),
    "ferret": ("--size 50 --block 3 --slots 4 --entries 64 --iterations 6", "", [16, 8, 4, 2, 1]),
    "dedup": ("--size 20000 --block 1500 --parts 3 --iterations 6", "",
              [65536, 32768, 16384, 8192, 4096]),
}
PROGRAMS = [*APPLICATIONS]
SMALL = {name: [int(word) if word.isdigit() else word for word in small.split()]
         for name, (small, _, _) in APPLICATIONS.items()}
RECURSIVE = ["fibonacci", "n-queens", "merge-sort", "strassen", "tree-search", "fft",
             "sparse-lu-growing", "health", "many-children"]
OTHERS = ["task-overhead", "constructs", "lowerings", "dependences-openmp"]
TOOLS = ["simulator"]  # no benchmarks
VARIANTS = ["serial", "for", "tasks", "taskgraph"]
# Variants that only some programs have.
MORE_VARIANTS = {"tasks-overlapping": ["gauss-seidel"], "tasks-nested": ["dedup"],
                 "taskgraph-calls": ["cholesky", "tiled-lu", "tiled-qr"]}
# Else a region that gains nothing by it is not refilled.
ALWAYS_REFILLED = {"OMPX_TASKGRAPH_REFILL": "always"}
# Other task libraries, and where they come from.
PEERS = {name: f"on Debian: apt-get install --no-install-recommends {packages}, or leave it out "
         "with --peers" for name, packages in (
             ("libgomp", "g++"), ("onetbb", "libtbb-dev"), ("starpu", "libstarpu-dev pkg-config"))}
PEERS["taskflow"] = ("no package of Debian has it: unpack it into "
                     f"{shown_path(str(cache_dir() / 'taskflow'))}, or name the folder of "
                     "taskflow/taskflow.hpp by TASKFLOW_INCLUDE")
# A file name that only a debug build of libomp has in its trace messages.
DEBUG_MARK = b"__kmpc_omp_task_alloc(enter)"
# What libomp's stand-alone build reads, as paths in an llvm-project.
NEEDED = ["openmp", "cmake", "llvm/cmake", "runtimes"]
# The values of OMPX_DEPEND_TRACKER as the library lists them, its default last, with libomp's own
# in front.
TRACKERS = ["hash", *re.findall(r'^OMPX_TRACKER\(\s*\w+,\s*"([^"]+)"', (
    CHECKOUT / "openmp/src/depend/trackers.def").read_text(), re.M)]


def require(tool, package):
    """Path of a program, or a failure that names its Debian package."""
    found = shutil.which(tool)
    if not found:
        raise Failure(f"{tool} is not installed", next_step=f"on Debian: apt-get install {package}")
    return found


def cmake_build(source, build, compiler, what, names, *options, targets=(), configured=None):
    """Configures and builds a project with a C++ compiler; `configured` is called in between
    with the folder. Returns {name: path} of what it gives."""
    cmake, _ = require("cmake", "cmake"), require("ninja", "ninja-build")
    build, binary = Path(build).resolve(), Path(compiler).resolve()
    # CMake keeps the first compiler it saw. The stamp holds what it cannot see: the same
    # path, another compiler.
    stamp, identity = build / "compiler.stamp", f"{binary}\n{binary.stat().st_mtime_ns}\n"
    other = stamp.exists() and stamp.read_text() != identity
    build.mkdir(parents=True, exist_ok=True)
    say("measure.py", f"compiling {what} with {compiler} (a minute, less when compiled before)")
    run_logged([cmake, *["--fresh"] * other, "-S", str(source), "-B", str(build), "-G", "Ninja",
                f"-DCMAKE_CXX_COMPILER={compiler}", "-DCMAKE_BUILD_TYPE=Release", *options],
               build / "build.log", what=f"configuring {what}")
    stamp.write_text(identity)
    if configured:
        configured(build)
    run_logged([cmake, "--build", str(build), "-j", os.environ.get("REPRISE_JOBS", "2"),
                *(["--target", *targets] if targets else [])],
               build / "build.log", what=f"compiling {what}")
    return {name: build / name for name in names}


def need_taskgraph(build):
    """Raises unless the programs in `build` have their taskgraph variants."""
    cache = (build / "CMakeCache.txt").read_text()
    if not re.search(r"^BENCH_COMPILES_TASKGRAPH:INTERNAL=1$", cache, re.M):
        raise Failure("this compiler does not compile '#pragma omp taskgraph'", next_step=(
            "use the clang++ that this project builds (--install DIR)"))


def build_programs(compiler, build):
    """Builds all programs; returns {name: path}. A compiler without the directive is found
    out before anything is compiled."""
    return cmake_build(SOURCES, build, compiler, "the programs",
                       [*PROGRAMS, *RECURSIVE, *OTHERS, *TOOLS], configured=need_taskgraph)


def names_of_kernels():
    """Every folder with a main.cpp is a kernel, as CMake has it."""
    return sorted(path.parent.name for path in KERNELS.glob("*/main.cpp"))


def kernels_with_static():
    """The kernels whose graphs the compiler builds in one of the variants."""
    return [name for name in names_of_kernels() if (KERNELS / name / "static.cpp").exists()]


def build_kernels(compiler, build, ours=False):
    """Builds the NAS kernels with any compiler, or with one that must have the directive;
    returns {name: path}."""
    return cmake_build(KERNELS, build, compiler, "the NAS kernels", names_of_kernels(),
                       configured=need_taskgraph if ours else None)


def build_with_gcc(build, names):
    """Some programs, compiled by Debian's GCC: {name: path}."""
    return cmake_build(SOURCES, build, require("g++", "g++"), "some programs", names,
                       targets=names)


def build_peer(build, name):
    """The dependence suite for another task library (PEERS), by Debian's compiler: its path."""
    target = "dependences-" + name.replace("libgomp", "openmp")

    def look(build):
        if f"build {target}:" not in (build / "build.ninja").read_text():
            raise Failure(f"{name} is not installed", next_step=PEERS[name])
    return cmake_build(SOURCES, build, require("g++", "g++"), name, [target], "-DBENCH_PEERS=ON",
                       f"-DTASKFLOW_HINT={cache_dir() / 'taskflow'}", targets=[target],
                       configured=look)[target]


def pristine_source(tree):
    """Unpacks the unpatched openmp/ into a folder: the project's tree is patched in place, but
    its first commit is the source as it was unpacked."""
    if not (tree / "openmp" / "CMakeLists.txt").exists():
        tree.mkdir(parents=True, exist_ok=True)
        origin = source_tree()
        packed = git(origin if origin.exists() else CHECKOUT, "archive", "pristine", *NEEDED,
                     check=False)
        if packed.returncode:
            raise Failure(f"no pristine LLVM source at {origin}", next_step="run "
                          "scripts/developer/fetch.py, or measure with --no-upstream")
        subprocess.run(["tar", "-x", "-C", tree], input=packed.stdout, check=True)
    return tree


def build_stock(source, build):
    """Builds LLVM's own libomp by the compiler and with the options that ours is built with, so
    that only the source differs; returns the folder of libomp.so."""
    cc, cxx = (require(name, "clang-22") for name in ("clang-22", "clang++-22"))
    cache = [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX")
             if shutil.which("ccache")]
    return cmake_build(
        source / "openmp", build, cxx, "LLVM's own libomp", ["runtime/src"],
        f"-DCMAKE_C_COMPILER={cc}", *cache, "-DLIBOMP_USE_HWLOC=ON",
        "-DLIBOMP_OMPD_GDB_SUPPORT=OFF", targets=["omp"])["runtime/src"]


class Built:
    """What a suite needs, built when it is first asked for."""

    def __init__(self, args):
        self.args, self.folder = args, Path(args.build).resolve()
        install = Path(args.install).expanduser().resolve()
        self.compiler, self.own_library = install / "bin/clang++", str(install / "lib")
        if not self.compiler.exists():
            raise Failure(f"no compiler at {self.compiler}", next_step="build the project first, "
                          "or name its install tree with --install DIR")

    @functools.cached_property
    def programs(self):
        return build_programs(self.compiler, self.folder / "programs")

    @functools.cached_property
    def kernels(self):
        return build_kernels(self.compiler, self.folder / "nas", ours=True)

    @functools.cached_property
    def stock(self):
        """The settings with which a program runs on LLVM's own libomp; its taskgraph
        regions run as they are."""
        source = pristine_source(self.folder / "upstream-source")
        folder = build_stock(source, self.folder / "upstream-stock")
        plain = str(self.folder / "plain-taskgraph.so")
        run_logged([str(self.compiler), "-shared", "-fPIC", "-O2", "-Wno-unused", "-o", plain,
                    str(SOURCES / "common" / "plain_taskgraph.cpp")],
                   self.folder / "plain-taskgraph.log", what="compiling plain_taskgraph.cpp")
        return {"LD_LIBRARY_PATH": str(folder), "LD_PRELOAD": plain}

    def settings(self, library):
        """With which a program runs on this library."""
        own = {"off": {"OMPX_TASKGRAPH": "off"}, "gcc-ours": {"LD_LIBRARY_PATH": self.own_library}}
        return self.stock if library == "libomp" else own.get(library, {})

    def libraries(self, *names):
        """Those of them that are wanted."""
        return [name for name in names if not (self.args.no_upstream and name == "libomp")]

    def gcc(self, names):
        return build_with_gcc(self.folder / "gcc", names)

    def dependences(self, library):
        """The dependence suite on a library: (program, settings)."""
        if library not in PEERS:
            return self.programs["dependences-openmp"], self.settings(library)
        program = build_peer(self.folder / "peers", library)
        # StarPU's calibration stays in the build folder.
        return program, {"STARPU_SILENT": 1, "STARPU_CALIBRATE": 0,
                         "STARPU_HOME": str(program.parent)}

    def context(self):
        """The circumstances that all runs share, by a small one."""
        probe = [self.kernels["is"]] if self.args.kind == "nas" else [
            self.programs["axpy"], "--size", 100]
        run = run_once(Contender([*probe, "--iterations", 1], {"OMP_NUM_THREADS": 1}))
        if not run["document"]:
            raise Failure(f"{probe[0]} does not run: {run['state']}", run["message"].splitlines())
        context = run["document"]["context"]
        loaded, ours = Path(context["openmp_library"]), Path(self.own_library, "libomp.so")
        if loaded.resolve() != ours.resolve():
            raise Failure(f"programs load {loaded}, not {ours}",
                          next_step="build them with this install tree")
        if DEBUG_MARK in loaded.read_bytes():
            raise Failure(f"{loaded} is a debug build; its times mean nothing",
                          next_step="build libomp with -DCMAKE_BUILD_TYPE=Release")
        return {name: context[name] for name in ("cpu", "cores", "compiler", "compiler_flags",
                                                 "git_revision", "openmp_library_sha256")}
