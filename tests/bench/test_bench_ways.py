# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How the taskgraphs of our programs are run: from what library and compiler print to
the page, and once for real."""

from types import SimpleNamespace

from test_measure import suite
from test_results import document_of

from analysis import programs, ways
from analysis.results import Results
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
    rows = ways.rows_of([{"labels": {"variant": "taskgraph"}, "message": PRINTED}],
                        {(FILE, 10): [PROVED], (FILE, 30): ["a reason"]})
    assert [(entry["line"], entry["variant"], entry["plain"]) for entry in rows] == [
        (10, None, 0), (20, "taskgraph", 0), (30, "taskgraph", 6)]
    assert rows[0]["remarks"] == [PROVED] and rows[1]["remarks"] == []
    assert rows[2]["remarks"] == ["a reason"]
    assert [entry["reason"] for entry in rows] == [None, None, "a task is untied"]


def test_every_variant_with_a_taskgraph_is_run():
    names = ["ep", "axpy", "cholesky", "task-overhead"]
    built = dict.fromkeys(names, "program")
    made = ways.contenders(SimpleNamespace(programs=names, threads=[2]),
                           SimpleNamespace(programs=built, kernels=built))
    assert [(entry.labels["program"], entry.labels["variant"]) for entry in made] == [
        ("ep", "taskgraph"), ("ep", "taskgraph-static"), ("axpy", "taskgraph"),
        ("cholesky", "taskgraph"), ("cholesky", "taskgraph-calls"),
        ("task-overhead", "record"), ("task-overhead", "record-again"),
        ("task-overhead", "refill"), ("task-overhead", "replay")]
    assert made[0].command[-4:] == ["--class", "S", "--iterations", 2]
    assert made[2].command[3:] == programs.SMALL["axpy"]


def test_tables_have_counts_and_reasons():
    run = {"labels": {"program": "some", "variant": "taskgraph"}, "round": 0,
           "message": PRINTED, "state": "verified", "others": [0, 1], "samples": [1.0],
           "rates": [], "unit": "s", "value": "all", "library": "x"}
    document = document_of([run], extra=[[FILE, 10, [PROVED]], [FILE, 20, ["so be it"]]])
    constructs, missed = ways.tables(Results(document))
    assert constructs.rows == [
        [f"`{FILE}:10`", "not met", 0, 0, 0, 0, 0, 0],
        [f"`{FILE}:20`", "taskgraph", 16, 8, 4, 2, 2, 0],
        [f"`{FILE}:30`", "taskgraph", 6, 0, 0, 0, 0, 6]]
    assert missed.rows == [
        [f"`{FILE}:10`", "not met", PROVED, "-"],
        [f"`{FILE}:30`", "taskgraph", "nothing about this block", "a task is untied"]]


def test_the_suite_asks_library_and_compiler(benchmarks, toolchain, tmp_path):
    """Counts and reasons agree: the compiler knows nothing of functions elsewhere."""
    done, document = suite("ways", benchmarks, toolchain, tmp_path, "--programs",
                           "ep,axpy,cholesky")
    assert done.returncode == 0, done.stdout + done.stderr
    remarks = {(file, line): texts for file, line, texts in document["extra"]}
    rows = ways.rows_of(document["runs"], remarks)
    assert [(row["file"].split("/", 1)[1], row["variant"]) for row in rows] == [
        ("ep/static.cpp", "taskgraph-static"), ("ep/taskgraph.cpp", "taskgraph"),
        ("axpy/taskgraph.cpp", "taskgraph"), ("cholesky/taskgraph.cpp", "taskgraph"),
        ("cholesky/taskgraph_calls.cpp", "taskgraph-calls")]
    for row in rows:
        elsewhere = row["variant"] == "taskgraph-calls"
        assert (row["replayed"] == 0) == elsewhere, row
        assert (row["refilled"] > 0) == elsewhere, row
        static = row["variant"] == "taskgraph-static"
        assert (row["recorded"] == 0) == static, row
        (text,) = row["remarks"][:1] if static else row["remarks"]
        assert text.startswith(REFILLED if elsewhere else BUILT if static else PROVED), row
    page = (tmp_path / "ways.md").read_text()
    assert str(CHECKOUT) not in page and str(tmp_path) not in page
