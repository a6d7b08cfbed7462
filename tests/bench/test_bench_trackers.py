# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a made-up result of the dependence suite to tables, findings and plots."""

import copy
import json
import re
import subprocess
import sys

import pytest
from test_bench_results import CONTEXT, cells_of, interpreter, plot

from benchlib import (counting, findings, runner, tables, tracker_findings, tracker_report,
                      tracker_tables, trackers)
from overlay import Failure

SPEED = {name: 100 + 10 * place for place, name in enumerate(trackers.RUNTIMES)}
SPEED |= {"tickets": 40, "libomp": 180, "libgomp": 190}
RISING = {"graph": trackers.SHARING + ("inout",), "graph-embedded": trackers.SHARING}


def nanoseconds(labels):
    """A world in which every finding of the papers holds."""
    runtime = labels["runtime"]
    time = SPEED[runtime] * (1 + labels["arguments"] / 20)
    if labels["access"] == "mutexinoutset":
        time *= 1.1
    rises = labels["access"] in RISING.get(runtime, ()) and (
        labels["experiment"] == "generations"
        or labels["experiment"] == "slow" and (runtime, labels["access"]) ==
        ("graph", "in"))
    if rises:
        time *= 1 + labels["tasks"] / 50
    return time + labels["cycles"] / 2.5 / labels["threads"]


def run_of(contender, repetition):
    value = nanoseconds(contender.labels)
    samples = [{"name": "x", "index": index, "value": value * (5 if index == 0 else 1),
                "unit": "ns/task"} for index in range(3)]
    return {"contender": contender.name, "labels": contender.labels,
            "state": "verified", "repetition": repetition, "message": "",
            "document": {"samples": samples,
                         "context": {"load_before": 0.5, "cycles_per_ns": 2.5}}}


def made_up(sizes=trackers.QUICK, runtimes=trackers.RUNTIMES):
    paths = {name: name for name in ("openmp", "libgomp", "onetbb", "starpu")}
    made, omitted = trackers.contenders(trackers.EXPERIMENTS, runtimes, sizes, 2,
                                        paths, "/stock")
    rows = [{"runtime": runtime, "threads": 1, **point.all_labels(), "counts": [1, 2],
             "encounters": [2, 4], "profile": [["__kmp_task_alloc", 0.5], ["a", 0.01]],
             "instructions_per_task": 2 * nanoseconds(
                 {"runtime": runtime, "threads": 1, **point.all_labels()})}
            for point in trackers.counted_points(sizes) for runtime in runtimes
            if runtime in trackers.COUNTED]
    return {"schema_version": 1, "kind": "trackers", "quick": True, "threads": [2],
            "command": "scripts/bench.py trackers --quick", "seconds": 120,
            "date": "2026-01-01T00:00:00Z", "context": CONTEXT, "seed": 1,
            "repetitions": 2, "omitted": omitted, "rows": rows,
            "contexts": {name: {**CONTEXT, "cycles_per_ns": 2.5} for name in runtimes},
            "runs": [run_of(entry, repetition) for entry in made
                     for repetition in range(2)]}


@pytest.fixture(scope="module")
def document():
    return made_up()


@pytest.fixture(scope="module")
def results(document):
    return tracker_tables.Results(document)


def finding(results, part):
    found = [entry for entry in tracker_findings.all_findings(results)
             if part in f"{entry.source}: {entry.claim}"]
    assert len(found) == 1, [entry.claim for entry in found]
    return found[0]


def test_median_is_found_by_labels(results):
    # The first sample does not count: 140 * (1 + 1/20) = 147.
    assert results.time("shapes", runtime="hypergraph-embedded", shape="series",
                        threads=2) == pytest.approx(147)
    assert results.time("shapes", runtime="hypergraph-embedded") is None, "ambiguous"
    assert results.time("shapes", runtime="none such", shape="series") is None


def test_cycles_overhead_and_efficiency(results):
    wanted = {"runtime": "tickets", "cycles": 10000, "threads": 2}
    # 42 ns of the library and 10,000 cycles shared by two threads.
    assert results.overhead("task-size", **wanted) == pytest.approx(42 * 2.5)
    assert results.efficiency("task-size", **wanted) == pytest.approx(
        5000 / (5000 + 105))
    assert results.cycles("fast", runtime="tickets", access="inout") == \
        pytest.approx(105)


def test_ratios_of_the_shapes(results):
    rows = cells_of(tracker_tables.shapes_table(results, 2))
    head, row = rows[0], next(row for row in rows if row[0] == "tickets")
    assert row[head.index("series")].startswith("42.0")
    assert row[head.index("series / libomp")] == "0.22"
    assert row[head.index("series / libgomp")] == "0.21"


@pytest.mark.parametrize("part, evidence", [
    ("Target: series on 2 threads: a task takes at most 1/3", "best: tickets, 42.0 ns"),
    ("Target: stencil on 2 threads: a task takes less", "ratio 0.21"),
    ("a task without dependences costs no more", "fast path: tickets 0.22, hash 0.56"),
    ("cheapest fast path", "`inout`: tickets 105"),
    ("the same, by instructions", "tickets 84"),
    ("400 cycles", "105 cycles"),
    ("slow path, `in`: the graph scheme is", "graph x7.00"),
    ("three generations, commutative", "graph-embedded x"),
    ("instructions per task grow", "`inout`, from N=100 to N=1,000: graph x7.00"),
    ("at 20 arguments (`in`) the best edge-centric", "at 20 arguments"),
    ("slows down unacceptably with arguments (`in`)", "times the time of tickets"),
    ("does not depend on the number of tasks", "largest / smallest number"),
    ("SuperGlue 5.3", "cycles per dependence"),
])
def test_findings_that_hold(results, part, evidence):
    found = finding(results, part)
    assert found.verdict == findings.HOLDS, found
    assert evidence in found.evidence


def changed(document, change):
    """The same document with another time for some runs."""
    copied = copy.deepcopy(document)
    for run in copied["runs"]:
        factor = change(run["labels"])
        for sample in run["document"]["samples"]:
            sample["value"] *= factor
    return tracker_tables.Results(copied)


@pytest.mark.parametrize("part, change", [
    ("cheapest fast path", lambda labels: 20 if labels["runtime"] == "tickets" else 1),
    ("slow path, `inout`", lambda labels: labels["tasks"] if labels["experiment"] ==
     "slow" and labels["access"] == "inout" else 1),
    ("Target: series on 2 threads: a task takes at most 1/3",
     lambda labels: 0.1 if labels["runtime"] == "libomp" else 1),
    ("Target: indep on 2 threads", lambda labels: 0.1 if labels["runtime"] == "libomp"
     else 1),
    ("a task without dependences costs no more",
     lambda labels: 0.1 if labels["runtime"] == "libomp" else 1),
    ("400 cycles", lambda labels: 4 if labels["runtime"] == "tickets" else 1),
    ("does not depend on the number of tasks", lambda labels: labels["tasks"]),
])
def test_findings_that_do_not_hold(document, part, change):
    assert finding(changed(document, change), part).verdict == findings.FAILS


def test_finding_that_holds_in_part(document):
    found = finding(changed(document, lambda labels: 20 if labels["runtime"] ==
                            "tickets" and labels["access"] == "in" else 1),
                    "cheapest fast path")
    assert found.verdict == findings.PARTLY


def test_a_scheme_that_grows_is_seen(document):
    """Instructions of `list` grow by 11 %."""
    copied = copy.deepcopy(document)
    for row in copied["rows"]:
        if row["runtime"] == "list" and row["tasks"] == 1000:
            row["instructions_per_task"] *= 1.11
    found = finding(tracker_tables.Results(copied), "instructions per task grow")
    assert found.verdict == findings.PARTLY


def test_nothing_measured_is_said():
    results = tracker_tables.Results(made_up(runtimes=["libomp"]))
    found = tracker_findings.all_findings(results)
    assert {entry.verdict for entry in found} == {findings.UNKNOWN}
    assert "Not all trackers were measured" in tracker_report.best_tracker(results)


def test_best_over_the_suite(results):
    distance = tracker_findings.overall(results)
    assert distance["tickets"] == pytest.approx(1)
    assert min(distance, key=distance.get) == "tickets"


def test_page(document):
    page = tracker_report.page(document)
    for experiment in trackers.EXPERIMENTS:
        assert f"Command: `scripts/bench.py trackers --quick --experiments " \
            f"{experiment}`" in page
    assert "- starpu: StarPU has no counterpart of inoutset (fast)" in page
    assert "**holds**" in page and "This was a quick run" in page
    assert not re.search(r"\bnan\b|None", page)
    assert tables.render(document).startswith("### Side by side")


def test_profile_of_the_best_and_of_libomp(document):
    page = tracker_report.page(document)
    assert "- series, tickets, 84 instructions per task: `__kmp_task_alloc` 50 %\n" \
        in page
    assert "- stencil, libomp, " in page


CALLGRIND = """\
fn=(1) ns::first(int)
10 300
cfn=(2) void ns::second<int>(a<b>) const
calls=2 20
10 5000
+1 100
fn=(2)
20 500
-3 100
fn=(1)
* 0
"""


def test_shares_leave_out_the_cost_of_calls():
    assert counting.own_shares(CALLGRIND) == [["ns::second", 0.6], ["ns::first", 0.4]]
    assert counting.own_shares("") == []


@pytest.mark.parametrize("name, short", [
    ("bget(kmp_info*, long)", "bget"),
    ("int __kmp_execute_tasks_32<false, false>(kmp_info*)", "__kmp_execute_tasks_32"),
    ("dependences::(anonymous namespace)::makeSame<false>(int)", "makeSame"),
    ("malloc'2", "malloc"),
])
def test_short_names(name, short):
    assert counting.short_name(name) == short


def test_a_claim_is_not_judged_without_the_schemes_it_is_about(document):
    copied = copy.deepcopy(document)
    copied["runs"] = [run for run in copied["runs"]
                      if run["labels"]["runtime"] != "graph"]
    found = finding(tracker_tables.Results(copied), "three generations, commutative")
    assert found.verdict == findings.UNKNOWN


def test_failures_are_in_the_page_and_in_the_exit_status(document):
    copied = copy.deepcopy(document)
    run = next(run for run in copied["runs"] if run["labels"]["runtime"] == "starpu")
    run.update(state="no end after 60 s", document=None)
    assert tables.exit_status(copied) == 0, "a peer may fail"
    run = next(run for run in copied["runs"] if run["labels"]["runtime"] == "graph")
    run.update(state="wrong result", document=None)
    assert tables.exit_status(copied) == 1
    assert f"- {run['contender']}: wrong result in 1 of 2 runs" in \
        tracker_report.page(copied)


def test_a_run_with_another_library_has_failed(document):
    runs = copy.deepcopy(document["runs"][:2])
    for run in runs:
        run["document"]["context"] = dict(CONTEXT)
    runs[1]["document"]["context"]["openmp_library_sha256"] = "1" * 64
    trackers.mark_other_libraries(runs, document["contexts"])
    assert [run["state"] for run in runs] == ["verified", "another library was loaded"]


def test_every_repetition_is_handed_over():
    contender = runner.Contender("x", ["/nonexistent"])
    progress = runner.Progress(1)
    progress.last = float("inf")
    seen = []
    runner.run_interleaved([contender], 3, 1, progress,
                           after=lambda runs, done: seen.append((len(runs), done)))
    assert seen == [(1, 1), (2, 2), (3, 3)]


def test_sleeping_teams_are_run_once():
    paths = {name: name for name in ("openmp", "libgomp", "onetbb", "starpu")}
    made = [trackers.contenders(["fast", "shapes"], ["list"], trackers.QUICK, threads,
                                paths, None)[0] for threads in (2, 4)]
    same = [entry for entry in made[0] if entry in made[1]]
    assert {entry.labels["experiment"] for entry in same} == {"fast"}


def program(folder, body):
    path = folder / "program"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


@pytest.mark.parametrize("body, seen", [
    ("exit 0", "OMP_DISPLAY_ENV=verbose does not show the variable"),
    ("echo \"  [host] OMPX_DEPEND_TRACKER='hash'\"",
     "it shows OMPX_DEPEND_TRACKER='hash"),
    ("echo \"  [host] OMPX_DEPEND_TRACKER='graph'\"; exit 1", "exit status 1"),
    ("echo \"OMP: Warning #9: OMPX_DEPEND_TRACKER: no\"; "
     "echo \"OMPX_DEPEND_TRACKER='graph'\"",
     "OMP: Warning #9: OMPX_DEPEND_TRACKER: no"),
])
def test_tracker_that_was_not_chosen(tmp_path, body, seen):
    path = program(tmp_path, body)
    with pytest.raises(Failure) as caught:
        trackers.verify_tracker(path, "graph")
    assert caught.value.cause == (f"the libomp of {path} does not use "
                                  'OMPX_DEPEND_TRACKER="graph"')
    assert any(line.startswith(seen) for line in caught.value.tried)


def test_tracker_that_was_chosen(tmp_path):
    trackers.verify_tracker(program(
        tmp_path, "echo \"  [host] OMPX_DEPEND_TRACKER='$OMPX_DEPEND_TRACKER'\""),
        "graph-embedded")


def test_wrong_result_is_reported_as_failure(benchmarks):
    """A sabotaged run: the real program, told to spoil its result."""
    entry = trackers.Point("slow", "slow", "inout", 50, iterations=1)
    contender = runner.Contender(
        "sabotaged", [benchmarks.paths["dependences-openmp"], *entry.options(),
                      "--corrupt"], {"OMP_NUM_THREADS": 2},
        labels={"runtime": "list", "threads": 2, **entry.all_labels()})
    progress = runner.Progress(1)
    progress.last = float("inf")
    runs = runner.run_interleaved([contender], 2, 1, progress)
    assert [run["state"] for run in runs] == ["wrong result"] * 2
    document = {**made_up(runtimes=["libomp"]), "rows": []}
    document["runs"] = runs
    assert tables.exit_status(document) == 1
    assert "sabotaged: wrong result in 2 of 2 runs" in tables.render(document)


@pytest.mark.parametrize("sizes", [trackers.QUICK, trackers.Sizes()])
def test_every_point_is_accepted_by_the_program(sizes):
    """What is left out is known before, not found out in an hour."""
    for experiment in trackers.EXPERIMENTS[:-1]:
        for point in trackers.points(experiment, sizes, 2):
            assert point.access in ("in", "inout") or point.arguments == 1
            assert 1 <= point.arguments <= 20
            assert point.tasks <= 100000


def test_plots_and_report_from_json_alone(document, tmp_path):
    source = tmp_path / "suite.json"
    source.write_text(json.dumps(document))
    done = plot("report", source, "--output", tmp_path / "page.md")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / "page.md").read_text()
    assert text.startswith("<!--\nPart of the Reprise project")
    assert "# The dependence suite" in text
    python = interpreter("matplotlib")
    if not python:
        pytest.skip("matplotlib is not installed")
    done = plot("plots", source, "--into", tmp_path / "plots", python=python)
    assert done.returncode == 0, done.stderr
    for name in ("fast", "slow", "generations", "arguments", "task-size", "matmul",
                 "cholesky", "efficiency", "dependences", "scaling", "shapes"):
        made = tmp_path / "plots" / f"suite-{name}"
        assert made.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
        assert "<svg" in made.with_suffix(".svg").read_text()


def test_the_suite_has_a_page_of_its_own(document, tmp_path):
    source = tmp_path / "suite.json"
    source.write_text(json.dumps(document))
    done = plot("report", source, source)
    assert done.returncode == 1
    assert "a suite has a page of its own" in done.stderr


def test_bench_trackers(benchmarks, toolchain, tmp_path):
    """One experiment from end to end, with the library under test alone."""
    output = tmp_path / "suite.json"
    done = subprocess.run(
        [sys.executable, trackers.__file__.replace("benchlib/trackers.py", "bench.py"),
         "trackers", "--quick", "--install", toolchain.prefix, "--experiments",
         "fast,shapes", "--runtimes", "hash,tickets", "--repetitions", "1", "--output",
         output, "--report", tmp_path / "page.md", "--build", benchmarks.folder.parent], capture_output=True, text=True,
        check=False, timeout=600)
    assert done.returncode == 0, done.stderr
    document = json.loads(output.read_text())
    assert document["kind"] == "trackers"
    assert {run["state"] for run in document["runs"]} == {"verified"}
    assert {run["labels"]["runtime"] for run in document["runs"]} == {"hash", "tickets"}
    assert len(document["runs"]) == 2 * (6 + 3)
    assert set(document["contexts"]) == {"hash", "tickets"}
    assert "### Fast path" in done.stdout
    assert (tmp_path / "page.md").read_text().count("# The dependence suite") == 1
