# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ways to lower a taskgraph: the program, the page of a made-up result, and once for
real."""

import copy
import json

import pytest
from test_bench_results import CONTEXT, cells_of, plot
from test_bench_scripts import run

from benchlib import lowerings, lowerings_report, runner, tables, ways
from overlay import CHECKOUT, Failure

SHAPES = range(len(lowerings.SHAPES))
# In microseconds: the first execution and later ones.
TIMES = {"tasks": (120, 100), "recorded": (240, 20), "structure": (120, 20),
         "data": (60, 10)}
INC = "overhead-benchmarks/lowerings/shapes.inc"


@pytest.mark.parametrize("threads", [1, 2, 4, 8])
@pytest.mark.parametrize("variant", ["serial", "tasks", "structure", "data"])
@pytest.mark.parametrize("shape", SHAPES)
def test_right_in_every_way(benchmarks, shape, variant, threads):
    for settings in ({}, {"OMPX_TASKGRAPH_STATIC": "off"}, {"OMPX_TASKGRAPH": "off"}):
        done = benchmarks.run("lowerings", "--variant", variant, "--shape", shape,
                              threads=threads, **settings)
        assert done.returncode == 0, f"{settings}\n{done.stderr}"
        assert done.stdout.endswith("verified\n")


@pytest.mark.parametrize("variant", ["tasks", "structure", "data"])
@pytest.mark.parametrize("shape", SHAPES)
def test_wrong_result_is_noticed(benchmarks, shape, variant):
    done = benchmarks.run("lowerings", "--variant", variant, "--shape", shape, "--corrupt")
    assert done.returncode == 1
    assert "wrong result: cell 35 is " in done.stderr


def test_a_way_that_is_not_what_its_name_says(benchmarks):
    """Without its setting, what should be recorded is not."""
    made = lowerings.contenders(benchmarks.paths["lowerings"], [2], 3)
    lowerings.check_ways(made)
    assert {entry.labels["tasks"] for entry in made} == {1024, 816}
    recorded = next(entry for entry in made if entry.labels["way"] == "recorded")
    del recorded.environment["OMPX_TASKGRAPH_STATIC"]
    with pytest.raises(Failure) as caught:
        lowerings.check_ways([recorded])
    assert "heat recorded 2t is not run in the way of that name" in str(caught.value)


def test_contenders_differ_in_who_makes_the_graph():
    made = {entry.name: entry for entry in lowerings.contenders("program", [1, 2], 9)}
    assert len(made) == 4 * 4 * 2
    recorded, structure = made["stencil recorded 2t"], made["stencil structure 2t"]
    assert recorded.command == structure.command == [
        "program", "--variant", "structure", "--shape", 2, "--iterations", 9]
    assert recorded.environment == {**structure.environment, "OMPX_TASKGRAPH_STATIC": "off"}


def test_what_the_compiler_says_of_its_graphs():
    text = "".join(
        f"{CHECKOUT}/{INC}:{line}:3: remark: {said} [-Rpass=taskgraph]\n" for line, said in (
            (80, "taskgraph is built by the compiler: 7 nodes, 0 edges, 9 bytes"),
            (30, "taskgraph is built by the compiler: 5 nodes, 6 edges, 8 bytes"),
            (40, "taskgraph is replayed without its block")))
    assert lowerings.graphs_of("In file included from a:1:\n" + text) == [
        {"nodes": 5, "edges": 6, "bytes": 8}, {"nodes": 7, "edges": 0, "bytes": 9}]


def run_of(shape, way, threads, repetition):
    first, later = (time * 1e-6 * (1 + 0.001 * repetition) for time in TIMES[way])
    samples = [{"name": "encounter", "index": index, "unit": "s",
                "value": later if index else first} for index in range(4)]
    return {"contender": f"{shape} {way} {threads}t", "repetition": repetition,
            "state": "verified", "message": "", "command": [],
            "labels": {"shape": shape, "way": way, "threads": threads, "tasks": 1000},
            "document": {"samples": samples, "context": {"load_before": 0.5}}}


def result(repetitions=5):
    runs = [run_of(shape, way, threads, repetition) for repetition in range(repetitions)
            for shape in lowerings.SHAPES for way in lowerings.WAYS for threads in (1, 2)]
    compiled = []
    for labels, _, _ in lowerings.compilations([1000, 10_000]):
        nodes = labels.get("nodes", 4000) if labels["static"] == "with" else 0
        compiled += [{**labels, "repetition": repetition, "object_bytes": 100 * nodes + 5000,
                      "seconds": 0.04 + 3e-6 * nodes} for repetition in range(repetitions)]
    return {"schema_version": 1, "kind": "lowerings", "date": "2026-01-01T00:00:00Z",
            "command": "scripts/bench.py lowerings", "context": CONTEXT, "quick": False,
            "threads": [1, 2], "seed": 1, "seconds": 60.0, "iterations": 4,
            "repetitions": repetitions, "runs": runs, "compile": compiled,
            "constants": [{"shape": shape, "way": way, "nodes": 1000, "edges": 1000,
                           "bytes": 100_000}
                          for shape in lowerings.SHAPES for way in lowerings.BUILT]}


def rows_of(text):
    return {tuple(cells[:2]): cells[2:] for cells in cells_of(text)[2:]}


def test_first_and_later_executions_are_apart():
    results = lowerings_report.Results(result())
    first = rows_of(lowerings_report.times_table(results, 2, True))
    later = rows_of(lowerings_report.times_table(results, 2, False))
    assert first["heat", "recorded"][1] == "240.5"
    assert later["heat", "recorded"][1] == "20.0"
    assert first["heat", "structure"][4].startswith("0.50 [0.")
    assert first["heat", "structure"][5] == "faster"
    assert later["heat", "structure"][5] == "within 5 %"
    assert later["stencil", "data"][2].startswith("0.10 [0.")
    assert first["stencil", "recorded"][2].startswith("2.00 [")
    assert first["stencil", "recorded"][3:] == ["slower", "-", "-"]
    assert later["stencil", "tasks"][2:] == ["-"] * 4


def test_constants_and_compile_times():
    document = result()
    assert rows_of(lowerings_report.constants_table(document["constants"]))[
        "cholesky", "data"] == ["1000", "1000", "100000", "100.0", "50.0"]
    (files, growth) = (lowerings_report.compile_table(document),
                       lowerings_report.growth_table(document))
    assert cells_of(files)[2][0] == "structure.cpp"
    assert cells_of(files)[2][3].startswith("1.30 [1.30")
    assert [row[0] for row in cells_of(growth)[2:]] == ["1000", "10000"]
    assert [row[4] for row in cells_of(growth)[2:]] == ["3.00 µs", "3.00 µs"]
    assert [row[5] for row in cells_of(growth)[2:]] == ["105", "100"]


def test_page_and_no_plot(tmp_path):
    source = tmp_path / "lowerings.json"
    source.write_text(json.dumps(result()))
    done = plot("report", source)
    assert done.returncode == 0, done.stderr
    for part in ("# Four ways to lower a taskgraph\n", "### The first execution, 1 thread\n",
                 "### Later executions, 2 threads\n", "### Growth of that time",
                 "    scripts/bench.py lowerings\n", "Every run came to a right end."):
        assert part in done.stdout
    done = plot("plots", source, "--into", tmp_path)
    assert done.returncode == 1
    assert "there is no plot of the ways to lower a taskgraph" in done.stderr


def test_a_failure_is_told_and_has_no_time():
    document = copy.deepcopy(result())
    for entry in document["runs"]:
        if entry["contender"] == "heat data 2t":
            entry.update(state="wrong result", document=None)
    table = lowerings_report.times_table(lowerings_report.Results(document), 2, False)
    assert rows_of(table)["heat", "data"][:3] == ["wrong result", "-", "-"]
    assert "- heat data 2t: wrong result in 5 of 5 runs" in tables.render(document)
    assert tables.exit_status(document) == 1


def test_bench_lowerings(benchmarks, toolchain, tmp_path):
    output, page = tmp_path / "lowerings.json", tmp_path / "page.md"
    done = run("bench.py", "lowerings", "--quick", "--install", toolchain.prefix,
               "--threads", "2", "--output", output, "--report", page,
               "--build", benchmarks.folder.parent)
    assert done.returncode == 0, done.stderr
    document = json.loads(output.read_text())
    assert len(document["runs"]) == 2 * 4 * 4
    assert {entry["state"] for entry in document["runs"]} == {"verified"}
    assert len(document["compile"]) == 2 * len(
        lowerings.compilations(lowerings.QUICK_NODES))
    rows = {(row["shape"], row["way"]): row for row in document["constants"]}
    assert rows["heat", "structure"]["edges"] == 2 * 32 * 31
    assert all(row["edges"] == rows[row["shape"], "structure"]["edges"]
               for row in rows.values() if row["way"] == "data")
    # Independent tasks have nothing to patch but each its number.
    assert all(row["bytes"] < rows[row["shape"], "structure"]["bytes"]
               for row in rows.values()
               if row["way"] == "data" and row["shape"] != "independent")
    text = page.read_text()
    assert "# Four ways to lower a taskgraph" in text
    for path in (tmp_path, toolchain.prefix, CHECKOUT):
        assert str(path) not in text


def test_a_compiler_that_builds_no_graph_is_noticed(benchmarks, tmp_path, monkeypatch):
    monkeypatch.setattr(lowerings, "UNLIMITED", [])
    with pytest.raises(Failure) as caught:
        lowerings.compile_times(benchmarks.folder, tmp_path, [20_000], 1, 1,
                                runner.Progress)
    assert "the compiler does not build a graph of 20000 tasks" in str(caught.value)
    monkeypatch.setattr(ways, "REMARK_FLAGS", [*lowerings.STATIC["without"]])
    with pytest.raises(Failure):
        lowerings.constants(benchmarks.folder, tmp_path)
