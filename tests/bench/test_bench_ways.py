# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the taskgraphs of our programs are run: from what library and compiler print to
the page, and once for real."""

import json

import pytest
from test_bench_results import CONTEXT, cells_of, plot
from test_bench_scripts import run

from benchlib import tables, ways, ways_report
from overlay import CHECKOUT

FILE = "overhead-benchmarks/some/taskgraph.cpp"
OTHER = "overhead-benchmarks/some/some_tasks.inc"
PRINTED = f"""\
OMP: Info #301: taskgraph at {CHECKOUT}/{FILE}:30:1 (run) runs as ordinary tasks: a task \
is untied.
something else
OMP: taskgraph at {CHECKOUT}/{FILE}:20:1 (run<One>): 1 recorded, 5 replayed, 0 refilled, \
2 diverged, 0 plain
OMP: taskgraph at {CHECKOUT}/{FILE}:20:1 (run<Two> (a:1:2)): 1 recorded, 3 replayed, 4 \
refilled, 0 diverged, 0 plain
OMP: taskgraph at {CHECKOUT}/{FILE}:30:1 (run): 0 recorded, 0 replayed, 0 refilled, 0 \
diverged, 6 plain
"""
PROVED = "taskgraph is replayed without its block"
BUILT = "taskgraph is built by the compiler"
REFILLED = "taskgraph runs its block to refill the recorded tasks: "


def remark(file, line, text):
    missed = "-missed" if REFILLED in text else ""
    return f"{CHECKOUT}/{file}:{line}:3: remark: {text} [-Rpass{missed}=taskgraph]\n"


def row(line, variant="taskgraph", reason=None, remarks=(), **counts):
    return ways.row((FILE, line), variant, {**dict.fromkeys(ways.COUNTS, 0), **counts},
                    reason, list(remarks))


def result(constructs, state="verified"):
    return {"schema_version": 1, "kind": "ways", "date": "2026-01-01T00:00:00Z",
            "command": "scripts/bench.py ways --report page.md", "context": CONTEXT,
            "threads": 2, "size_class": "S", "constructs": constructs,
            "runs": [{"contender": "some taskgraph", "labels": {"program": "some"},
                      "state": state, "message": ""}]}


def test_counts_of_a_construct_are_those_of_its_instantiations():
    assert ways.counts_of(PRINTED) == {
        (FILE, 20): {"recorded": 2, "replayed": 8, "refilled": 4, "diverged": 2,
                     "plain": 0},
        (FILE, 30): {"recorded": 0, "replayed": 0, "refilled": 0, "diverged": 0,
                     "plain": 6}}


def test_reasons_of_the_library():
    assert ways.reasons_of(PRINTED) == {(FILE, 30): "a task is untied"}


def test_a_proof_is_of_the_construct_where_it_is_told():
    errors = remark(FILE, 20, PROVED) + remark(FILE, 20, PROVED) + "2 warnings\n"
    assert ways.remarks_of(errors, [(FILE, 20), (FILE, 30)]) == {
        (FILE, 20): [PROVED], (FILE, 30): []}


def test_an_obstacle_is_of_the_construct_before_it():
    errors = remark(FILE, 20, PROVED) + remark(FILE, 33, REFILLED + "it calls 'f()'") \
        + remark(FILE, 40, REFILLED + "it is so")
    assert ways.remarks_of(errors, [(FILE, 20), (FILE, 30), (FILE, 40)]) == {
        (FILE, 20): [PROVED], (FILE, 30): [f"{REFILLED}it calls 'f()' ({FILE}:33)"],
        (FILE, 40): [REFILLED + "it is so"]}


def test_an_obstacle_in_another_file_is_of_what_is_not_proved():
    errors = remark(OTHER, 50, REFILLED + "it calls 'f()'") + remark(FILE, 20, PROVED)
    assert ways.remarks_of(errors, [(FILE, 20), (FILE, 30)]) == {
        (FILE, 20): [PROVED], (FILE, 30): [f"{REFILLED}it calls 'f()' ({OTHER}:50)"]}


def test_an_obstacle_to_a_static_graph_is_none():
    errors = remark(FILE, 20, PROVED) + \
        f"{CHECKOUT}/{OTHER}:9:3: remark: {ways.RECORDED}so [-Rpass-missed=taskgraph]\n"
    assert ways.remarks_of(errors, [(FILE, 20), (FILE, 30)]) == {
        (FILE, 20): [PROVED], (FILE, 30): []}


def test_constructs_are_found_in_a_source(tmp_path):
    source = tmp_path / "some.cpp"
    source.write_text("// omp taskgraph\n#pragma omp taskgraph graph_id(1)\n{}\n"
                      "  # pragma omp taskgraph\n#pragma omp taskgraphs\n")
    assert [line for _, line in ways.constructs_in(source)] == [2, 4]


def test_rows_are_in_order_and_none_is_left_out():
    rows = ways.rows_of([({"variant": "taskgraph"}, PRINTED)],
                        {(FILE, 10): [PROVED], (FILE, 30): ["a reason"]})
    assert [(entry["line"], entry["variant"], entry["plain"]) for entry in rows] == [
        (10, None, 0), (20, "taskgraph", 0), (30, "taskgraph", 6)]
    assert rows[0]["remarks"] == [PROVED] and rows[1]["remarks"] == []
    assert rows[2]["remarks"] == ["a reason"]
    assert [entry["reason"] for entry in rows] == [None, None, "a task is untied"]


def test_every_variant_with_a_taskgraph_is_run():
    names = ["ep", "axpy", "cholesky", "task-overhead"]
    made = ways.contenders(names, dict.fromkeys(names, "program"))
    assert [entry.name for entry in made] == [
        "ep taskgraph", "ep taskgraph-static", "axpy taskgraph", "cholesky taskgraph",
        "cholesky taskgraph-calls", "task-overhead record", "task-overhead record-again",
        "task-overhead replay"]
    assert made[0].command[-4:] == ["--class", "S", "--iterations", 2]
    assert made[2].command[3:] == ways.SMALL["axpy"]
    assert all(entry.environment["OMP_NUM_THREADS"] == 2 for entry in made)


def test_page_has_counts_and_reasons():
    page = ways_report.page(result([
        row(10, recorded=1, replayed=5, remarks=[PROVED]),
        row(20, "taskgraph-calls", recorded=1, refilled=4, remarks=["so be it"]),
        row(30, plain=6, reason="a task is untied"), row(40, None)]))
    table, reasons = page.split("## Not replayed, and why")
    assert "    scripts/bench.py ways --report page.md\n" in table
    assert cells_of(table)[2:] == [
        [f"`{FILE}:10`", "taskgraph", "6", "5", "0", "1", "0", "0"],
        [f"`{FILE}:20`", "taskgraph-calls", "5", "0", "4", "1", "0", "0"],
        [f"`{FILE}:30`", "taskgraph", "6", "0", "0", "0", "0", "6"],
        [f"`{FILE}:40`", "not met", "0", "0", "0", "0", "0", "0"]]
    assert f"{FILE}:10" not in reasons
    assert f"- `{FILE}:20`, `taskgraph-calls`\n  - compiler: so be it\n" in reasons
    assert f"- `{FILE}:30`, `taskgraph`\n  - compiler: nothing about this block\n" \
        "  - library: a task is untied\n" in reasons
    assert f"- `{FILE}:40`, which no run met\n" in reasons
    assert "Every run came to a right end." in reasons


def test_a_run_that_fails_is_told():
    document = result([row(10, recorded=1, replayed=5)], state="wrong result")
    assert "- some taskgraph: wrong result" in tables.render(document)
    assert "All are replayed" in tables.render(document)
    assert tables.exit_status(document) == 1


def test_page_from_the_file_and_no_plot(tmp_path):
    source = tmp_path / "ways.json"
    source.write_text(json.dumps(result([row(10, recorded=1, replayed=5)])))
    done = plot("report", source)
    assert done.returncode == 0, done.stderr
    assert "# How the project's own programs are run\n" in done.stdout
    assert "SPDX-License-Identifier" in done.stdout
    done = plot("plots", source, "--into", tmp_path)
    assert done.returncode == 1
    assert "plot.py: next: plot.py report makes a page of it" in done.stderr


@pytest.fixture(scope="module")
def measured(benchmarks, toolchain, tmp_path_factory):
    """The document and the page of a real run."""
    folder = tmp_path_factory.mktemp("ways")
    output, page = folder / "ways.json", folder / "page.md"
    done = run("bench.py", "ways", "--install", toolchain.prefix, "--programs",
               "ep,axpy,cholesky", "--output", output, "--report", page,
               "--build", benchmarks.folder.parent)
    assert done.returncode == 0, done.stderr
    return json.loads(output.read_text()), page.read_text()


def test_bench_ways(measured, tmp_path):
    document, page = measured
    assert [(entry["file"].split("/", 1)[1], entry["variant"])
            for entry in document["constructs"]] == [
        ("ep/static.cpp", "taskgraph-static"), ("ep/taskgraph.cpp", "taskgraph"), ("axpy/taskgraph.cpp", "taskgraph"),
        ("cholesky/taskgraph.cpp", "taskgraph"),
        ("cholesky/taskgraph_calls.cpp", "taskgraph-calls")]
    assert {entry["state"] for entry in document["runs"]} == {"verified"}
    assert str(CHECKOUT) not in page and str(tmp_path.parent) not in page


def test_bench_ways_asks_library_and_compiler(measured):
    """Counts and reasons agree: the compiler knows nothing of functions elsewhere."""
    for entry in measured[0]["constructs"]:
        elsewhere = entry["variant"] == "taskgraph-calls"
        assert (entry["replayed"] == 0) == elsewhere, entry
        assert (entry["refilled"] > 0) == elsewhere, entry
        static = entry["variant"] == "taskgraph-static"
        assert (entry["recorded"] == 0) == static, entry
        (text,) = entry["remarks"][:1] if static else entry["remarks"]
        assert text.startswith(REFILLED if elsewhere else BUILT if static else PROVED), \
            entry
