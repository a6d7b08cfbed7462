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


def test_counts_of_a_construct_are_those_of_its_instantiations():
    assert ways.counts_of(PRINTED) == {
        (FILE, 20): {"recorded": 2, "replayed": 8, "refilled": 4, "diverged": 2,
                     "plain": 0},
        (FILE, 30): {"recorded": 0, "replayed": 0, "refilled": 0, "diverged": 0,
                     "plain": 6}}


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


def test_the_table_has_counts():
    run = {"labels": {"program": "some", "variant": "taskgraph"}, "round": 0,
           "message": PRINTED, "state": "verified", "others": [0, 1], "samples": [1.0],
           "rates": [], "unit": "s", "value": "all", "library": "x"}
    (constructs,) = ways.tables(Results(document_of([run])))
    assert constructs.rows == [
        [f"`{FILE}:20`", "some", "taskgraph", 16, 8, 4, 2, 2, 0],
        [f"`{FILE}:30`", "some", "taskgraph", 6, 0, 0, 0, 0, 6]]


def test_the_suite(benchmarks, toolchain, tmp_path):
    done, document = suite("ways", benchmarks, toolchain, tmp_path, "--programs",
                           "ep,axpy,cholesky")
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [(file.split("/", 1)[1], run["labels"]["variant"], counts)
            for run in document["runs"]
            for (file, _), counts in ways.counts_of(run["message"]).items()]
    assert sorted(row[:2] for row in rows) == [
        ("axpy/taskgraph.cpp", "taskgraph"), ("cholesky/taskgraph.cpp", "taskgraph"),
        ("cholesky/taskgraph_calls.cpp", "taskgraph-calls"),
        ("ep/static.cpp", "taskgraph-static"), ("ep/taskgraph.cpp", "taskgraph")]
    for file, variant, counts in rows:
        # The compiler knows nothing of functions elsewhere.
        elsewhere = variant == "taskgraph-calls"
        assert (counts["replayed"] == 0) == elsewhere, file
        assert (counts["refilled"] > 0) == elsewhere, file
        assert (counts["recorded"] == 0) == (variant == "taskgraph-static"), file
    page = (tmp_path / "ways.md").read_text()
    assert str(CHECKOUT) not in page and str(tmp_path) not in page
