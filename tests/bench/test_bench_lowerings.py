# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ways to lower a taskgraph: the program, the page of a made-up result, and once for
real."""

import itertools
from types import SimpleNamespace

import pytest
from test_measure import suite
from test_results import document_of

from analysis import lowerings, ways
from analysis.results import Results
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


def contenders(program, threads, executions):
    return lowerings.contenders(
        SimpleNamespace(threads=threads, executions=executions, work=[0, 9]),
        SimpleNamespace(programs={"lowerings": program}))


@pytest.mark.parametrize("way", lowerings.WAYS)
def test_a_way_is_what_its_name_says(benchmarks, way):
    """Whether a graph is recorded or the compiler's: that of the shape, and the one before it."""
    made = [one for one in contenders(benchmarks.paths["lowerings"], [2], 3)
            if one.labels["way"] == way and not one.labels["work"]]
    assert len(made) == len(lowerings.SHAPES)
    for contender in made:
        done = benchmarks.run(*contender.command, OMPX_TASKGRAPH_VERBOSE="summary",
                              **contender.environment)
        counts = list(ways.counts_of(done.stderr).values())
        assert [count["recorded"] for count in counts] == {
            "tasks": [], "recorded": [1, 1]}.get(way, [0, 0]), contender.name
        assert not any(count[name] for count in counts
                       for name in ("refilled", "diverged", "plain")), contender.name


def test_contenders_differ_in_who_makes_the_graph():
    made = {tuple(entry.labels.values()): entry for entry in contenders("x", [1, 2], 9)}
    assert len(made) == 9 * 4 * 2 * 2
    recorded, structure = (made["stencil", 2, way, 9] for way in ("recorded", "structure"))
    assert recorded.command == structure.command == [
        "x", "--variant", "structure", "--shape", 2, "--iterations", 9, "--work", 9]
    assert recorded.environment == {**structure.environment, "OMPX_TASKGRAPH_STATIC": "off"}


def test_what_the_compiler_says_of_its_graphs():
    text = "".join(
        f"{CHECKOUT}/{INC}:{line}:3: remark: {said} [-Rpass=taskgraph]\n" for line, said in (
            (80, "taskgraph is built by the compiler: 7 nodes, 0 edges, 9 bytes"),
            (30, "taskgraph is built by the compiler: 5 nodes, 6 edges, 8 bytes"),
            (40, "taskgraph is replayed without its block")))
    assert lowerings.graphs_of("In file included from a:1:\n" + text) == [
        {"nodes": 5, "edges": 6, "bytes": 8}, {"nodes": 7, "edges": 0, "bytes": 9}]


def result(rounds=5):
    runs, compiled = [], []
    for number in range(rounds):
        for shape, threads, work, (way, times) in itertools.product(
                lowerings.SHAPES, (1, 2), (0, 500), TIMES.items()):
            first, later = ((time + work) * 1e-6 * (1 + 0.001 * number) for time in times)
            runs.append({"labels": {"shape": shape, "threads": threads, "way": way,
                                    "work": work},
                         "round": number, "value": "later", "state": "verified",
                         "message": "", "others": [0, 1], "library": "x",
                         "samples": [first, later, later], "rates": [], "unit": "s"})
        for what, nodes in (("data.cpp", 4000), ("1000 nodes", 1000)):
            for static in lowerings.STATIC:
                count = nodes if static == "with" else 0
                compiled.append({
                    "what": what, "static": static, "round": number,
                    **({"nodes": nodes} if "nodes" in what else {}),
                    "object_bytes": 100 * count + 5000, "seconds": 0.04 + 3e-6 * count})
    return document_of(runs, kind="lowerings", extra={
        "tasks": dict.fromkeys(lowerings.SHAPES, 1000), "compile": compiled,
        "constants": [{"shape": shape, "way": way, "nodes": 1000, "edges": 1000,
                       "bytes": 100_000} for shape in lowerings.SHAPES
                      for way in lowerings.BUILT]})


def row_of(title, *place):
    (table,) = (table for table in lowerings.tables(Results(result())) if table.title == title)
    return next(dict(zip(table.header, row)) for row in table.rows
                if tuple(row[:len(place)]) == place)


def test_first_and_later_executions_are_apart():
    first, later = (row_of(title, "heat", 2)
                    for title in ("The first execution", "Later executions"))
    assert first["number of tasks"] == 1000
    assert [row["recorded"].split(" ±")[0] for row in (first, later)] == ["240 µs", "20 µs"]
    assert first["structure / recorded"].startswith("0.50 [0.")
    assert first["structure / recorded"].endswith("faster")
    assert later["structure / recorded"].endswith("within 5 %")
    assert later["data / tasks"].startswith("0.10 [0.")
    assert first["recorded / tasks"].startswith("2.00 [")


def test_the_first_execution_beside_a_later_one():
    row = row_of("The first execution to a later one", "heat", 1, "structure")
    assert row["0 steps"].startswith("6.00 [") and row["500 steps"].startswith("1.19 [")
    claims = lowerings.tables(Results(result()))[0]
    verdicts = {row[0]: row[-1] for row in claims.rows}
    begin = "structure, 2 threads: the first execution takes at most "
    assert verdicts[begin + "a fifth of one that records"] == "does not hold"
    assert verdicts[begin + "1.5 times a later one, 500 steps"] == "holds"


def test_constants_and_compile_times():
    *_, constants, compiled = lowerings.tables(Results(result()))
    assert ["cholesky", "data", 1000, 1000, 100000, "100.0", "50.0"] in constants.rows
    (file, growth) = compiled.rows
    assert file[0] == "data.cpp" and file[3].startswith("1.30 [1.30") and file[4] == "-"
    assert growth[0] == "1000 nodes" and growth[4:] == ["3.00 µs", "105"]


def test_the_suite(benchmarks, toolchain, tmp_path):
    done, document = suite("lowerings", benchmarks, toolchain, tmp_path, "--threads", 2)
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(document["runs"]) == 2 * 9 * 4 * 2
    assert {entry["state"] for entry in document["runs"]} == {"verified"}
    assert len(document["extra"]["compile"]) == 2 * 2 * (2 + 1)
    assert [document["extra"]["tasks"][shape] for shape in lowerings.SHAPES] == [
        1024, 816, 1024, 1024, 1496, 1000, 448, 1023, 1024]
    rows = {(row["shape"], row["way"]): row for row in document["extra"]["constants"]}
    assert rows["heat", "structure"]["edges"] == 2 * 32 * 31
    assert all(row["edges"] == rows[row["shape"], "structure"]["edges"]
               for row in rows.values() if row["way"] == "data")
    # Where tasks have several addresses, patching them takes more than constants.
    for shape in ("heat", "cholesky", "stencil", "lu", "product"):
        assert rows[shape, "data"]["bytes"] < rows[shape, "structure"]["bytes"]
    text = (tmp_path / "lowerings.md").read_text()
    assert "# Four ways to lower a taskgraph" in text
    for path in (tmp_path, toolchain.prefix, CHECKOUT):
        assert str(path) not in text


def test_a_compiler_that_builds_no_graph_is_noticed(benchmarks, tmp_path, monkeypatch):
    monkeypatch.setattr(lowerings, "UNLIMITED", [])
    with pytest.raises(Failure) as caught:
        lowerings.compile_times(benchmarks.folder, tmp_path, [20_000], 1, 1)
    assert "the compiler does not build a graph of 20000 tasks" in str(caught.value)
    monkeypatch.setattr(lowerings, "SHAPES", [*lowerings.SHAPES, "another"])
    with pytest.raises(Failure, match="does not build all graphs"):
        lowerings.constants(benchmarks.folder, tmp_path)
