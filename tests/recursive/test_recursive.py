# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Recursive tasks come to an end and to the right result, tied or untied, in any team.

Every run has a watchdog: a hang is a failure that names the run. Most runs have more
threads than the machine has cores. The programs have no depend clauses; the trackers
are here because they keep state of every task, and must keep out of its way.
"""

import itertools
import pathlib
import shutil
import subprocess

import pytest

from analysis import programs
from analysis.programs import TRACKERS
from analysis.recursive import THREADS, VARIANTS

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "overhead-benchmarks"
PARALLEL = VARIANTS[1:]
WATCHDOG = 60  # seconds; a run that comes to its end takes a small part of one

SMALL = {
    "fibonacci": ["--size", 14, "--cutoff", 4],
    "n-queens": ["--size", 6, "--cutoff", 2],
    "merge-sort": ["--size", 5000, "--block", 16, "--cutoff", 4],
    "strassen": ["--size", 40, "--block", 5, "--cutoff", 2],
    "tree-search": ["--size", 1500, "--work", 3],
    "fft": ["--size", 1024, "--block", 4, "--cutoff", 4],
    "sparse-lu-growing": ["--size", 60, "--block", 6, "--density", 20, "--cutoff", 6],
    "health": ["--levels", 4, "--branches", 3, "--people", 10, "--steps", 12],
    "many-children": ["--children", 1500],
}
# Shapes that made libomp hang or overflow the stack when their tasks were untied.
SHAPES = {
    "tree": ["--children", 2, "--depth", 14],
    "many": ["--children", 400000],
}


def check(benchmarks, program, variant, threads, *options, tracker=None, iterations=2):
    """Runs a program under the watchdog; anything but a right result fails the test."""
    settings = {"OMPX_DEPEND_TRACKER": tracker} if tracker else {}
    name = (f"{pathlib.Path(program).name} {variant}, {threads} threads, tracker "
            f"{tracker or 'default'}")
    try:
        done = benchmarks.run(program, "--variant", variant, *options, "--iterations",
                              iterations, threads=threads, timeout=WATCHDOG, **settings)
    except subprocess.TimeoutExpired:
        pytest.fail(f"{name}: no end after {WATCHDOG} s")
    assert done.returncode == 0, f"{name}: status {done.returncode}\n{done.stderr[-2000:]}"
    assert done.stdout.endswith("verified\n"), name


def test_every_program_is_here():
    assert list(SMALL) == programs.RECURSIVE


@pytest.mark.parametrize("program", SMALL)
def test_every_variant_is_here(benchmarks, program):
    done = benchmarks.run(program, "--variant", "none")
    assert done.returncode == 2
    assert f"choose one of {', '.join(VARIANTS)}\n" in done.stderr


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("variant", PARALLEL)
@pytest.mark.parametrize("program", SMALL)
def test_variant(benchmarks, program, variant, threads):
    check(benchmarks, program, variant, threads, *SMALL[program])


@pytest.mark.parametrize("cutoff", [0, 1, 100], ids=lambda depth: f"cutoff{depth}")
@pytest.mark.parametrize("program", SMALL)
def test_cutoff_anywhere(benchmarks, program, cutoff):
    for variant in PARALLEL[2:]:
        check(benchmarks, program, variant, 2, *SMALL[program], "--cutoff", cutoff)


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("variant", ["tied", "untied"])
@pytest.mark.parametrize("shape", SHAPES)
def test_shape(benchmarks, shape, variant, threads):
    check(benchmarks, "many-children", variant, threads, *SHAPES[shape])


@pytest.mark.parametrize("variant", PARALLEL)
@pytest.mark.parametrize("shape", SHAPES)
def test_shape_again_and_again(benchmarks, takes_long, shape, variant):
    for threads in THREADS:
        check(benchmarks, "many-children", variant, threads, *SHAPES[shape], iterations=20)


@pytest.mark.parametrize("tracker", TRACKERS)
@pytest.mark.parametrize("program", SMALL)
def test_tracker(benchmarks, program, tracker):
    check(benchmarks, program, "untied", 4, *SMALL[program], tracker=tracker)


@pytest.mark.parametrize("variant", PARALLEL)
@pytest.mark.parametrize("program", SMALL)
def test_every_tracker_and_team(benchmarks, takes_long, program, variant):
    for tracker, threads in itertools.product(TRACKERS, THREADS):
        check(benchmarks, program, variant, threads, *SMALL[program], tracker=tracker)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("program", SMALL)
def test_default_size(benchmarks, takes_long, program, variant):
    for threads in THREADS:
        check(benchmarks, program, variant, threads)


@pytest.mark.parametrize("program", SMALL)
def test_wrong_result_is_noticed(benchmarks, program):
    for variant in VARIANTS:
        done = benchmarks.run(program, "--variant", variant, *SMALL[program], "--corrupt",
                              timeout=WATCHDOG)
        assert done.returncode == 1, variant
        assert f"{program}: error: wrong result: " in done.stderr
        assert "verified" not in done.stdout


@pytest.fixture(scope="module")
def without_waits(benchmarks, toolchain, tmp_path_factory):
    """Compiles the broken twin of a program, whose tasks wait for nothing."""
    folder = tmp_path_factory.mktemp("without-waits")
    shutil.copytree(SOURCES / "common", folder / "common")
    shutil.copytree(SOURCES / "recursive", folder / "recursive")
    header = folder / "recursive" / "recursive.h"
    text = header.read_text()
    assert text.count("BENCH_PRAGMA(omp taskwait)") == 1
    header.write_text(text.replace("BENCH_PRAGMA(omp taskwait)", ""))

    def make(program):
        source = folder / "recursive" / f"{program.replace('-', '_')}.cpp"
        subprocess.run(
            [toolchain.clangxx, "-O2", "-std=c++17", "-fopenmp", source,
             benchmarks.folder / "libbench_common.a", "-o", folder / program],
            check=True, timeout=300)
        return folder / program
    return make


# Those whose tasks write only to memory that outlives them, without waits too.
@pytest.mark.parametrize("program", ["fft", "merge-sort", "many-children"])
def test_a_program_without_its_waits_is_noticed(benchmarks, without_waits, program):
    twin = without_waits(program)
    done = benchmarks.run(twin, "--variant", "tied", "--iterations", 3, threads=4,
                          timeout=WATCHDOG)
    assert done.returncode == 1
    assert f"{program}: error: wrong result: " in done.stderr


@pytest.mark.parametrize("program, options, message", [
    ("fft", ["--size", 1000], "--size: 1000 is not a power of two"),
    ("strassen", ["--size", 100, "--block", 12],
     "--size: 100 cannot be halved down to --block 12"),
    ("sparse-lu-growing", ["--size", 100, "--block", 16],
     "--size: 100 is not a multiple of --block 16"),
    ("health", ["--levels", 30, "--branches", 4],
     "--levels: more than 10000000 villages"),
    ("many-children", ["--depth", 60, "--children", 2],
     "--depth: more than 100000000 tasks"),
])
def test_sizes_that_do_not_fit(benchmarks, program, options, message):
    done = benchmarks.run(program, *options)
    assert done.returncode == 2
    assert f"{program}: error: {message}\n" in done.stderr


@pytest.mark.skipif(not shutil.which("g++"), reason="no GCC")
def test_compiled_by_gcc(benchmarks, takes_long, tmp_path):
    built = programs.build_with_gcc(tmp_path / "gcc", programs.RECURSIVE)
    for program, path in built.items():
        for variant in VARIANTS:
            check(benchmarks, path, variant, 4, *SMALL[program])


@pytest.mark.skipif(not shutil.which("clang++-22"), reason="no unpatched Clang")
def test_compiled_by_unpatched_clang(benchmarks, toolchain, takes_long, tmp_path):
    for program in SMALL:
        source = SOURCES / "recursive" / f"{program.replace('-', '_')}.cpp"
        subprocess.run(
            ["clang++-22", "-O2", "-std=c++17", "-fopenmp", "-fopenmp-version=60",
             source, benchmarks.folder / "libbench_common.a", f"-L{toolchain.lib_dir}",
             f"-Wl,-rpath,{toolchain.lib_dir}", "-o", tmp_path / program], check=True,
            timeout=300)
        for variant in VARIANTS:
            check(benchmarks, tmp_path / program, variant, 4, *SMALL[program])
