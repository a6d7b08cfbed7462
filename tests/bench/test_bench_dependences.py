# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The programs of the dependence suite are right, and notice when they are not."""

import itertools
import pathlib
import re
import shutil
import subprocess

import pytest
from test_bench_programs import check_schema

from analysis import metg, overhead, programs
from overlay import Failure

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "overhead-benchmarks" / "dependences"

# Shape, access types, options: small, with remainders, every loop entered.
SHAPES = {
    "flat": (overhead.ACCESS, ["--tasks", 130]),
    "fast": (overhead.ACCESS, ["--tasks", 20]),
    "slow": (overhead.ACCESS, ["--tasks", 130]),
    "generations": (overhead.ACCESS, ["--tasks", 70]),
    "series": (["in", "inout"], ["--tasks", 500, "--width", 7]),
    "stencil": (["inout"], ["--tasks", 500, "--width", 7]),
    "matmul-ijk": (["inout"], ["--tasks", 5]),
    "matmul-kij": (["inout"], ["--tasks", 5]),
    "cholesky": (["inout"], ["--tasks", 7]),
    **{f"grid-{name}": (["inout"], ["--tasks", 9, "--width", 7, "--steps", 5])
       for name in metg.PATTERNS},
}
CASES = [(shape, access) for shape, (kinds, _) in SHAPES.items() for access in kinds]


def options(shape, access, *more):
    return ["--variant", shape, "--access", overhead.ACCESS.index(access),
            *SHAPES[shape][1], "--iterations", 2, "--batch", 1, *more]


@pytest.fixture(scope="session")
def peers(tmp_path_factory):
    """The programs of other task libraries, as far as these are installed."""
    found = {}
    for name in ("libgomp", "onetbb", "starpu", "taskflow"):
        try:
            found[name] = programs.build_peer(tmp_path_factory.getbasetemp() / "peers", name)
        except Failure as failure:
            assert "is not installed" in failure.cause
    return found


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("shape, access", CASES)
def test_tasks_run_once_and_in_order(benchmarks, tmp_path, shape, access, threads):
    done = benchmarks.run("dependences-openmp", *options(shape, access),
                          threads=threads, json_path=tmp_path / "run.json")
    assert done.returncode == 0, done.stderr
    check_schema(done.document, "ns/task")
    assert len(done.document["samples"]) == 2
    assert done.document["config"]["threads"] == threads
    assert done.document["context"]["cycles_per_ns"] > 0


@pytest.mark.parametrize("shape, access", CASES)
def test_one_thread_does_all_while_the_others_sleep(benchmarks, shape, access):
    done = benchmarks.run("dependences-openmp", *options(shape, access, "--asleep", 1))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("arguments", range(1, 21))
@pytest.mark.parametrize("access", ["in", "inout"])
def test_every_number_of_arguments(benchmarks, access, arguments):
    done = benchmarks.run("dependences-openmp", *options(
        "slow", access, "--arguments", arguments))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("shape, access", CASES)
@pytest.mark.parametrize("name", ["libgomp", "onetbb", "starpu", "taskflow"])
def test_other_libraries_are_checked_too(benchmarks, peers, name, shape, access,
                                         threads):
    if name not in peers:
        pytest.skip(f"{name} is not installed")
    done = benchmarks.run(peers[name], *options(shape, access), threads=threads,
                          STARPU_SILENT=1, STARPU_HOME=peers[name].parent)
    if "does not fit" in done.stderr and name == "taskflow":
        assert shape == "fast" or access == "mutexinoutset"
    elif "does not fit" in done.stderr:
        assert not overhead.can_run(name, overhead.point(shape, access))
    else:
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("shape, access", CASES)
def test_wrong_result_is_noticed(benchmarks, shape, access):
    done = benchmarks.run("dependences-openmp", *options(shape, access, "--corrupt"))
    assert done.returncode == 1
    assert re.search(r"wrong result: task 0 ran \d+ times in \d+ rounds", done.stderr)
    assert "verified" not in done.stdout


ORDERED = [case for case in CASES if case not in itertools.product(
    ["flat", "fast"], ["none", "in", "inoutset"])
    and case not in [("slow", "none"), ("generations", "none"), ("series", "in")]
    and case[0] != "fast" and not case[0].startswith("grid-")]  # test_bench_metg.py


def twin(toolchain, benchmarks, folder, *flags):
    """The same program with its depend clauses changed."""
    program = folder / "dependences-openmp"
    subprocess.run(
        [toolchain.clangxx, "-O2", "-std=c++17", "-fopenmp", "-fopenmp-version=60",
         "-DBENCH_HAVE_TASKGRAPH=1", *flags,
         *(SOURCES / name for name in ("main.cpp", "graph.cpp", "openmp.cpp",
                                       "grid_openmp.cpp")),
         benchmarks.folder / "libbench_common.a", "-o", program], check=True,
        timeout=300)
    return program


@pytest.fixture(scope="session")
def without_dependences(toolchain, benchmarks, tmp_path_factory):
    return twin(toolchain, benchmarks, tmp_path_factory.mktemp("twin"),
                "-Ddepend(...)=")


@pytest.mark.parametrize("shape, access", ORDERED)
def test_a_program_without_its_dependences_is_noticed(benchmarks, without_dependences,
                                                      shape, access):
    """Busy tasks, so that two threads meet in them."""
    done = benchmarks.run(without_dependences, *options(
        shape, access, "--cycles", 200000))
    assert done.returncode == 1
    assert "wrong result: " in done.stderr


@pytest.mark.parametrize("bad, message", [
    (["--rerun", "1"], "does not fit: --rerun: the tasks of this graph are made anew each time"),
    (["--arguments", "2", "--access", "4"],
     "does not fit: --arguments: more than one only with access 1 or 3"),
    (["--variant", "matmul-ijk", "--tasks", "1000"], "--tasks: the graph is too large"),
    (["--access", "6"], '--access: "6" is not a whole number from 0 to 5'),
    (["--arguments", "21"], '--arguments: "21" is not a whole number from 1 to 20'),
])
def test_message(benchmarks, bad, message):
    done = benchmarks.run("dependences-openmp", *bad)
    assert done.returncode == 2
    assert f"dependences-openmp: error: {message}\n" in done.stderr


def test_a_sleeping_team_needs_two(benchmarks):
    done = benchmarks.run("dependences-openmp", "--asleep", 1, threads=1)
    assert done.returncode == 2
    assert "does not fit: --asleep: a team of one does not defer tasks" in done.stderr


def test_time_limit_ends_the_samples(benchmarks, tmp_path):
    done = benchmarks.run("dependences-openmp", "--tasks", 100, "--cycles", 100000,
                          "--iterations", 1000, "--milliseconds", 20,
                          json_path=tmp_path / "run.json")
    assert done.returncode == 0
    assert 1 <= len(done.document["samples"]) < 1000


@pytest.mark.skipif(not shutil.which("g++"), reason="g++ is not installed")
def test_peer_that_is_not_installed(tmp_path, monkeypatch):
    monkeypatch.setattr(programs, "run_logged", lambda *args, **more: None)
    (tmp_path / "build.ninja").write_text("build dependences-openmp: x\n")
    with pytest.raises(Failure, match="starpu is not installed") as caught:
        programs.build_peer(tmp_path, "starpu")
    assert "apt-get install --no-install-recommends libstarpu-dev pkg-config" in \
        caught.value.next_step
