# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bench.py and demo.py from end to end, and their messages when something is missing."""

import json
import pathlib
import shutil
import subprocess
import sys

import pytest

from benchlib import counting
from overlay import Failure

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"


def run(name, *options, timeout=900):
    return subprocess.run([sys.executable, SCRIPTS / name, *map(str, options)],
                          capture_output=True, text=True, check=False,
                          timeout=timeout)


def test_demo(benchmarks, toolchain, tmp_path):
    output = tmp_path / "demo.json"
    done = run("demo.py", "--install", toolchain.prefix, "--repetitions", 1,
               "--build", benchmarks.folder, "--output", output)
    assert done.returncode == 0, done.stderr
    assert "all verified" in done.stdout
    for program in ("gauss-seidel", "cholesky", "axpy", "dot-product", "n-body"):
        assert f"| {program} " in done.stdout
    document = json.loads(output.read_text())
    assert document["kind"] == "demo"
    assert len(document["runs"]) == 20
    assert {entry["state"] for entry in document["runs"]} == {"verified"}
    page = tmp_path / "page.md"
    assert run("plot.py", "report", output, "--output", page).returncode == 0
    text = page.read_text()
    assert "Demonstration programs at fine grain" in text
    assert "--output .../demo.json" in text
    for path in (tmp_path, toolchain.prefix, SCRIPTS.parent):
        assert str(path) not in text


def test_bench_programs(benchmarks, toolchain, tmp_path):
    output = tmp_path / "programs.json"
    done = run("bench.py", "programs", "--install", toolchain.prefix, "--programs",
               "axpy,n-body", "--size", 200, "--blocks", "10,50", "--threads", "1,2",
               "--iterations", 3, "--repetitions", 2, "--output", output,
               "--build", benchmarks.folder.parent)
    assert done.returncode == 0, done.stderr
    assert "| axpy " in done.stdout and "| n-body " in done.stdout
    document = json.loads(output.read_text())
    assert document["command"].startswith("scripts/bench.py programs --install ")
    # Serial once per block, the others for each team as well.
    assert len(document["runs"]) == 2 * 2 * 2 * (1 + 3 * 2)
    table = run("plot.py", "table", output)
    assert table.stdout.strip() in done.stdout


def test_bench_programs_with_tasks_of_another_file(benchmarks, toolchain, tmp_path):
    output = tmp_path / "calls.json"
    done = run("bench.py", "programs", "--install", toolchain.prefix, "--programs",
               "axpy,cholesky", "--variants", "taskgraph,taskgraph-calls", "--size", 60,
               "--blocks", 6, "--threads", 2, "--iterations", 3, "--repetitions", 5,
               "--output", output, "--build", benchmarks.folder.parent)
    assert done.returncode == 0, done.stderr
    rows = [line for line in done.stdout.splitlines() if line.startswith("| cholesky ")]
    assert rows[-1].rstrip(" |").endswith(("met", "missed", "undecided"))
    # Serial and both variants, but axpy has no tasks in another file.
    runs = json.loads(output.read_text())["runs"]
    assert len(runs) == 5 * (3 + 2)
    assert {run["state"] for run in runs} == {"verified"}


def test_bench_overhead_of_our_library(benchmarks, toolchain, tmp_path):
    done = run("bench.py", "overhead", "--install", toolchain.prefix, "--tasks", 500,
               "--iterations", 3, "--repetitions", 1, "--threads", 2, "--no-upstream",
               "--output", tmp_path / "overhead.json",
               "--build", benchmarks.folder.parent)
    assert done.returncode == 0, done.stderr
    assert "| stencil |" in done.stdout


@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
def test_instruction_counts_can_be_repeated(benchmarks, toolchain, tmp_path):
    counts = []
    for attempt in ("first", "second"):
        output = tmp_path / f"{attempt}.json"
        done = run("bench.py", "instructions", "--install", toolchain.prefix,
                   "--shapes", "series", "--threads", 1, "--tasks", 200,
                   "--no-upstream", "--output", output,
                   "--build", benchmarks.folder.parent)
        assert done.returncode == 0, done.stderr
        rows = json.loads(output.read_text())["rows"]
        counts.append({row["variant"]: row["instructions_per_task"] for row in rows})
    assert set(counts[0]) == {"tasks", "record", "record-again", "replay"}
    for variant, count in counts[0].items():
        assert count > 0
        assert counts[1][variant] == pytest.approx(count, rel=0.01)


@pytest.mark.parametrize("command", [["demo.py"], ["bench.py", "programs"],
                                     ["bench.py", "overhead"],
                                     ["bench.py", "trackers"],
                                     ["bench.py", "recursive"],
                                     ["bench.py", "ways"]])
def test_no_install_tree(tmp_path, command):
    done = run(*command, "--install", tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        f"{command[0]}: error: no compiler at {tmp_path}/bin/clang++\n"
        f"{command[0]}: next: build the project first, or name its install tree "
        "with --install DIR\n")


@pytest.mark.parametrize("command", [["demo.py"], ["bench.py", "programs"]])
def test_compiler_that_does_not_work(tmp_path, command):
    compiler = tmp_path / "bin" / "clang++"
    compiler.parent.mkdir()
    compiler.write_text("#!/bin/sh\nexit 1\n")
    compiler.chmod(0o755)
    done = run(*command, "--install", tmp_path, "--build", tmp_path / "build")
    assert done.returncode == 1
    assert f"{command[0]}: error: configuring the programs failed (1)" in done.stderr
    assert f"{command[0]}: next: read {tmp_path}/build/" in done.stderr


@pytest.mark.skipif(not shutil.which("clang++-22"), reason="no unpatched Clang")
def test_compiler_without_taskgraph(tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "clang++").symlink_to(shutil.which("clang++-22"))
    done = run("demo.py", "--install", tmp_path, "--build", tmp_path / "build")
    assert done.returncode == 1
    assert "does not compile '#pragma omp taskgraph'" in done.stderr


@pytest.mark.parametrize("options, message", [
    (["programs", "--threads", "0"], '"0" is not a whole number above 0'),
    (["programs", "--threads", "2,x"], '"x" is not a whole number above 0'),
    (["programs", "--programs", "axpi"], '"axpi" is unknown; choose from '
     "gauss-seidel, cholesky, axpy, dot-product, n-body"),
    (["overhead", "--shapes", "cube"],
     '"cube" is unknown; choose from indep, series, stencil'),
    (["trackers", "--runtimes", "graph,tbb"], '"tbb" is unknown; choose from hash, '
     "graph, graph-embedded"),
    (["trackers", "--experiments", "slo"], '"slo" is unknown; choose from fast, slow'),
    (["recursive", "--variants", "tide"],
     '"tide" is unknown; choose from serial, tied, untied, tied-if'),
    (["recursive", "--programs", "axpy"],
     '"axpy" is unknown; choose from fibonacci, n-queens'),
    (["ways", "--programs", "fft"], '"fft" is unknown; choose from bt, cg'),
    (["overhead", "--repetitions", "many"], '"many" is not a whole number above 0'),
    ([], "the following arguments are required: WHAT"),
])
def test_bad_options_of_bench(options, message):
    done = run("bench.py", *options)
    assert done.returncode == 2
    assert message in done.stderr


def test_source_of_the_peer_is_missing(benchmarks, toolchain, tmp_path):
    done = run("bench.py", "overhead", "--install", toolchain.prefix,
               "--upstream-source", tmp_path, "--build", benchmarks.folder.parent)
    assert done.returncode == 1
    assert f"bench.py: error: {tmp_path} has no folder openmp/" in done.stderr


def test_a_function_that_is_not_there_is_not_counted_as_nothing(benchmarks):
    with pytest.raises(Failure, match="has no function noSuch"):
        counting.collected([str(benchmarks.paths["task-overhead"]), "--tasks", "1"], {},
                           "noSuch")
