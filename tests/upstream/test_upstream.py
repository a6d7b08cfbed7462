# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""LLVM's own OpenMP tests: none that passes without our patches may fail with them.

The lit suite of openmp/runtime runs on our library and on one built from the pristine
source; the tests of clang/test/OpenMP about tasks, dependences and taskgroups on our Clang,
and those that fail also on the installed one. LIT_FILTER=REGEX chooses tests. Reports are
in upstream-tests/ of the build folder.
"""

import os
import shutil
import subprocess

import pytest
from support import execute
from support_lit import lit, tools_dir
from support_project import ROOT

from overlay import git

GOOD = {"PASS", "XFAIL", "FLAKYPASS", "UNSUPPORTED", "EXCLUDED", "SKIPPED"}
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
KEPT = ("LIBOMP_USE_HWLOC:", "LIBOMP_OMP", "OPENMP_LLVM_TOOLS", "CMAKE_BUILD_TYPE:",
        "CMAKE_C_COMPILER:", "CMAKE_CXX_COMPILER:", "OPENMP_ENABLE_OMPT", "Python3_EXECUTABLE:")


def failed(results):
    return {name for name, (code, _) in results.items() if code not in GOOD}


def only(names):
    return "--filter=" + "|".join(sorted(name.replace(".", r"\.") for name in names))


@pytest.fixture
def reports(source_tree):
    return source_tree.parents[1] / "upstream-tests"


@pytest.fixture
def unpatched(source_tree):
    """Build folder of libomp from the pristine commit, with our configuration."""
    base = source_tree.parent
    source, build = base / "baseline-src", base / "baseline-openmp"
    if not source.exists():
        temporary = base / "baseline-src.partial"
        shutil.rmtree(temporary, ignore_errors=True)
        temporary.mkdir()
        subprocess.run(["tar", "-x", "-C", temporary], check=True, input=git(
            source_tree, "archive", "pristine", "openmp", "cmake", "llvm", "LICENSE.TXT").stdout)
        temporary.rename(source)
    cache = (base / "openmp/CMakeCache.txt").read_text().splitlines()
    for command in (["cmake", "-G", "Ninja", "-S", source / "openmp", "-B", build,
                     *(f"-D{line}" for line in cache if line.startswith(KEPT))],
                    ["cmake", "--build", build]):
        done = execute(command, timeout=1800)
        assert done.status == 0, str(done)
    return build


def test_libomp(takes_long, source_tree, unpatched, reports):
    ours = source_tree.parent / "openmp/runtime/test"
    before = lit(unpatched / "runtime/test", reports / "libomp-unpatched.json")
    after = lit(ours, reports / "libomp-patched.json")
    after.update(lit(ours, reports / "libomp-hash.json", only(NEED_HASH),
                     CHECK_OPENMP_ENV="OMPX_DEPEND_TRACKER=hash"))
    assert before and before.keys() <= after.keys()
    worse = failed(after) - failed(before)
    for _ in range(3):  # load makes some fail now and then: who passes once, passes
        if worse:
            worse &= failed(lit(ours, reports / "libomp-again.json", only(worse)))
    assert worse == set(), f"(also without patches: {failed(before)})"


def test_clang(takes_long, toolchain, source_tree, reports):
    folder = reports / "clang"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    shutil.copy(ROOT / "clang-patches/test/lit.cfg.py", folder)
    (folder / "OpenMP").symlink_to(source_tree / "clang/test/OpenMP")

    def run(name, clang, *options):
        return lit(folder / "OpenMP", reports / f"clang-{name}.json", f"--param=clang={clang}",
                   f"--param=llvm_tools={tools_dir()}",
                   f"--param=output={reports}/clang-output", *options)

    chosen = os.environ.get("LIT_FILTER", "OpenMP/.*(task|depend)")
    tests = run("patched", toolchain.clang, f"--filter={chosen}")
    worse = failed(tests)
    if worse >= OTHER_CODE:
        worse -= OTHER_CODE
    anyway = failed(run("unpatched", tools_dir() / "clang", only(worse))) if worse else set()
    assert tests and worse <= anyway, f"(also without patches: {anyway})"
