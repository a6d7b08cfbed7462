# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every program in every variant is right, says so, and notices when it is not."""

import hashlib
import itertools
import pathlib
import subprocess

import pytest

from analysis import ways
from analysis.programs import MORE_VARIANTS, SMALL, TRACKERS

SOURCES = pathlib.Path(__file__).resolve().parents[2] / "overhead-benchmarks"

# Those whose size must be a multiple of the block.
WHOLE_BLOCKS = {"cholesky", "sparse-lu", "tiled-qr", "tiled-lu", "matrix-inverse"}
PARALLEL = ["for", "tasks", "taskgraph"]
CASES = [*itertools.product(SMALL, PARALLEL),
         *((program, variant) for variant, names in MORE_VARIANTS.items()
           for program in names)]
GRAPHS = [case for case in CASES if case[1].startswith("taskgraph")]
# Those whose block may have to run: it changes variables of the function around it, or
# calls functions of another file.
REFILLED = {("dot-product", "taskgraph"),
            *((name, "taskgraph-calls") for name in MORE_VARIANTS["taskgraph-calls"])}
SHAPES = ["indep", "series", "stencil"]
CONTEXT = {"date": str, "cpu": str, "cores": int, "load_before": (int, float),
           "load_after": (int, float), "compiler": str, "compiler_flags": str,
           "build_type": str, "git_revision": str, "openmp_library": str,
           "openmp_library_sha256": str, "environment": dict}
CONFIG = {"problem": str, "class": type(None), "variant": str,
          "tracker": (str, type(None)), "threads": int, "grain": int, "seed": int,
          "iterations": int}


def check_schema(document, unit):
    assert document["schema_version"] == 1
    for part, fields in (("context", CONTEXT), ("config", CONFIG)):
        for name, kind in fields.items():
            assert isinstance(document[part][name], kind), (part, name)
    assert document["samples"]
    for index, sample in enumerate(document["samples"]):
        assert set(sample) == {"name", "index", "value", "unit", "start"}
        assert sample["index"] == index
        assert sample["unit"] == unit
        assert sample["value"] > 0
    assert isinstance(document["verified"], bool)
    assert (document["mismatch"] is None) == document["verified"]


@pytest.mark.parametrize("program", SMALL)
def test_serial_is_verified(benchmarks, tmp_path, program):
    done = benchmarks.run(program, *SMALL[program], json_path=tmp_path / "run.json")
    assert done.returncode == 0, done.stderr
    check_schema(done.document, "s")
    assert done.document["config"]["threads"] == 1


@pytest.mark.parametrize("threads", [1, 2, 4, 8])
@pytest.mark.parametrize("program, variant", CASES)
def test_variant_equals_serial(benchmarks, tmp_path, program, variant, threads):
    done = benchmarks.run(program, "--variant", variant, *SMALL[program],
                          threads=threads, json_path=tmp_path / "run.json")
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("verified\n")
    document = done.document
    check_schema(document, "s")
    assert document["verified"]
    assert document["config"]["variant"] == variant
    assert document["config"]["threads"] == threads
    expected = 1 if variant == "tasks-overlapping" else SMALL[program][-1]
    assert len(document["samples"]) == expected


@pytest.mark.parametrize("tracker", TRACKERS)
@pytest.mark.parametrize("program, variant",
                         [*((name, "tasks") for name in SMALL), *GRAPHS])
def test_every_tracker_orders_the_tasks(benchmarks, tmp_path, program, variant, tracker):
    done = benchmarks.run(program, "--variant", variant, *SMALL[program],
                          threads=4, json_path=tmp_path / "run.json",
                          OMPX_DEPEND_TRACKER=tracker)
    assert done.returncode == 0, done.stderr
    assert done.document["config"]["tracker"] == tracker


@pytest.mark.parametrize("setting", [{"OMPX_TASKGRAPH": "off"},
                                     {"OMPX_TASKGRAPH_ROOTS": "round-robin"},
                                     {"OMPX_TASKGRAPH_ROOTS": "encountering"}],
                         ids=["off", "round-robin", "encountering"])
@pytest.mark.parametrize("program, variant", GRAPHS)
def test_taskgraph_with_other_settings(benchmarks, program, variant, setting):
    done = benchmarks.run(program, "--variant", variant, *SMALL[program], **setting)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


@pytest.mark.parametrize("program, variant", GRAPHS)
def test_taskgraph_is_really_replayed(benchmarks, program, variant):
    """The first iteration is recorded, and no later one runs as ordinary tasks."""
    done = benchmarks.run(program, "--variant", variant, *SMALL[program],
                          OMPX_TASKGRAPH_VERBOSE="summary")
    assert done.returncode == 0
    assert "runs as ordinary tasks" not in done.stderr
    (counts,) = ways.counts_of(done.stderr).values()
    again = SMALL[program][-1] - 1
    if (program, variant) in REFILLED:
        assert counts["replayed"] + counts["refilled"] == again, done.stderr
    else:
        assert counts["replayed"] == again, done.stderr
    assert counts["recorded"] == 1, done.stderr
    assert counts["diverged"] == counts["plain"] == 0, done.stderr


@pytest.mark.parametrize("program", [name for name in SMALL
                                     if name not in WHOLE_BLOCKS])
def test_one_block_larger_than_the_problem(benchmarks, program):
    done = benchmarks.run(program, "--variant", "taskgraph", "--size", 7,
                          "--block", 1000, "--iterations", 3)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("program, variant",
                         [*CASES, *((name, "serial") for name in SMALL)])
def test_wrong_result_is_noticed(benchmarks, tmp_path, program, variant):
    done = benchmarks.run(program, "--variant", variant, *SMALL[program], "--corrupt",
                          json_path=tmp_path / "run.json")
    assert done.returncode == 1
    assert f"{program}: error: wrong result: " in done.stderr
    assert "verified" not in done.stdout
    check_schema(done.document, "s")
    assert not done.document["verified"]


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("variant", ["tasks", "record", "record-again", "record-and-replay",
                                     "refill", "replay"])
def test_empty_tasks_run_once_and_in_order(benchmarks, tmp_path, variant, shape,
                                           threads):
    done = benchmarks.run(
        "task-overhead", "--variant", variant, "--shape", SHAPES.index(shape),
        "--tasks", 3000, "--iterations", 3, threads=threads,
        json_path=tmp_path / "run.json")
    assert done.returncode == 0, done.stderr
    check_schema(done.document, "ns/task")
    assert len(done.document["samples"]) == 3


@pytest.mark.parametrize("variant", ["tasks", "record", "record-again", "record-and-replay",
                                     "refill", "replay"])
def test_a_task_that_ran_too_often_is_noticed(benchmarks, variant):
    done = benchmarks.run("task-overhead", "--variant", variant, "--tasks", 100,
                          "--corrupt")
    assert done.returncode == 1
    assert "wrong result: task 0 ran 5 times in 4 rounds" in done.stderr


@pytest.mark.parametrize("shape", ["series", "stencil"])
def test_a_program_without_its_dependences_is_noticed(benchmarks, toolchain, tmp_path,
                                                      shape):
    """The broken twin: the same source with every depend clause taken away."""
    program = tmp_path / "task-overhead"
    folder = SOURCES / "task-overhead"
    subprocess.run(
        [toolchain.clangxx, "-O2", "-std=c++17", "-fopenmp", "-Ddepend(...)=",
         "-DBENCH_HAVE_TASKGRAPH=1", folder / "main.cpp", folder / "tasks.cpp",
         folder / "taskgraph.cpp", folder / "upstream.cpp",
         benchmarks.folder / "libbench_common.a", "-o", program], check=True,
        timeout=300)
    for variant in ("tasks", "replay"):
        done = benchmarks.run(program, "--variant", variant, "--shape",
                              SHAPES.index(shape), "--iterations", 2)
        assert done.returncode == 1, variant
        assert "tasks ran before a predecessor" in done.stderr


@pytest.mark.parametrize("program", ["hog", "sparse-lu", "rk4", "n-body-commutative"])
def test_an_application_without_its_dependences_is_noticed(benchmarks, toolchain,
                                                           tmp_path, program):
    """The broken twin of programs that need no library of their own."""
    twin = tmp_path / program
    subprocess.run(
        [toolchain.clangxx, "-O2", "-std=c++17", "-fopenmp", "-Ddepend(...)=",
         "-DBENCH_HAVE_TASKGRAPH=1", *(SOURCES / program).glob("*.cpp"),
         benchmarks.folder / "libbench_common.a", "-o", twin], check=True,
        timeout=300)
    for variant in ("tasks", "taskgraph"):
        done = benchmarks.run(twin, "--variant", variant, *SMALL[program],
                              "--iterations", 32, threads=4)
        assert done.returncode == 1, variant
        assert "error: wrong result: " in done.stderr


def test_the_library_that_was_loaded_is_named(benchmarks, toolchain, tmp_path):
    done = benchmarks.run("axpy", *SMALL["axpy"], json_path=tmp_path / "run.json",
                          OMPX_TASKGRAPH="on")
    context = done.document["context"]
    library = pathlib.Path(context["openmp_library"])
    assert toolchain.prefix in library.parents
    digest = hashlib.sha256(library.read_bytes()).hexdigest()
    assert context["openmp_library_sha256"] == digest
    assert context["environment"] == {"OMP_NUM_THREADS": "2", "OMPX_TASKGRAPH": "on"}
    assert context["build_type"] == "Release"


@pytest.mark.parametrize("program, variant", [case for case in GRAPHS
                                              if case[0] in WHOLE_BLOCKS])
def test_one_block_is_the_problem(benchmarks, program, variant):
    done = benchmarks.run(program, "--variant", variant, "--size", 12,
                          "--block", 12, "--iterations", 3)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("program", sorted(WHOLE_BLOCKS))
def test_blocks_must_fit(benchmarks, program):
    done = benchmarks.run(program, "--size", 100, "--block", 16)
    assert done.returncode == 2
    assert f"{program}: error: --size: 100 is not a multiple of --block 16\n" \
        in done.stderr


@pytest.mark.parametrize("variant", ["tasks", "taskgraph", "taskgraph-calls"])
def test_tiles_that_go_by_one_name(benchmarks, variant):
    options = ["--variant", variant, *SMALL["tiled-qr"], "--parts"]
    assert benchmarks.run("tiled-qr", *options, 1, threads=4).returncode == 0
    done = benchmarks.run("tiled-qr", *options, 2)
    assert done.returncode == 2
    assert "tiled-qr: error: --parts: 2 is neither 1 nor 3\n" in done.stderr


def test_the_seed_changes_the_input(benchmarks, tmp_path):
    done = benchmarks.run("axpy", *SMALL["axpy"], "--seed", 7,
                          json_path=tmp_path / "run.json")
    assert done.returncode == 0
    assert done.document["config"]["seed"] == 7


@pytest.mark.parametrize("program", SMALL)
def test_loops_start_their_team_before_the_first_lap(program):
    """As tasks do; else the loops' laps would have more to do."""
    loops = (SOURCES / program / "for.cpp").read_text()
    assert "bench::forLaps(" in loops and "omp parallel" not in loops
    first_lap = (SOURCES / "common/for_laps.h").read_text().partition("laps.start()")[0]
    assert "#pragma omp parallel\n" in first_lap
