# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""evaluate.py: what it plans, how it goes on, and what its page makes of results."""

import dataclasses
import json
import pathlib
import random
import subprocess
import sys

import pytest

from benchlib import (evaluation, evaluation_findings, evaluation_places,
                      evaluation_report, findings, profiling)
from benchlib.busy import busy_processes
from benchlib.evaluation_results import Journal, Results, read
from overlay import Failure
from test_bench_results import interpreter

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "evaluate.py"
REQUEST = {"schema_version": 2, "kind": "evaluation", "date": "2026-01-02T03:04:05Z",
           "command": "scripts/evaluate.py run", "programs": ["axpy", "ep", "cg"],
           "quick": True, "figures": list(evaluation.FIGURES), "threads": [2],
           "classes": ["S"], "recorded": [4, 64], "repetitions": 1, "seed": 1,
           "cpu": "a processor", "priority": "ordinary", "busy": 0, "cores": 2,
           "revision": "0123456789ab",
           "flags": "-O3", "nas_flags": "-O3 -march=native", "library": "0" * 64}


class Everywhere(dict):
    """A path for every program."""

    def __missing__(self, name):
        return pathlib.Path("/nowhere") / name


BUILT = evaluation.Programs(Everywhere(), Everywhere(), Everywhere(), "stock", "gomp")


def plan(figures=evaluation.FIGURES, sizes=evaluation.QUICK, apps=("axpy",),
         kernels=("cg", "ep")):
    return evaluation.contenders(figures, sizes, BUILT, apps, kernels)


def run_of(contender, samples, state="verified", repetition=0):
    return {"contender": contender.name, "labels": contender.labels,
            "repetition": repetition,
            "state": state, "message": "", "samples": samples, "load": 0.1,
            "rates": [1000 / value for value in samples]
            if contender.labels["kind"] == "nas" else []}


def test_every_contender_is_run_once():
    names = [entry.name for entry in plan()]
    assert len(names) == len(set(names))
    keys = {Results.key(entry.labels) for entry in plan()}
    assert len(keys) == len(names)


def test_the_full_plan_has_the_quick_one():
    full = {entry.name for entry in plan(sizes=evaluation.Sizes())}
    missing = {entry.name for entry in plan()} - full
    # The quick run shares less work among the tasks of table 1, under the same name.
    assert not missing, missing


def test_page_of_all_figures():
    slow = {"tasks": 4.0, "taskloop": 3.0, "for": 2.0}
    runs = [run_of(entry, [9.0, *[slow.get(entry.labels["variant"], 1.0)] * 3])
            for entry in plan()]
    page = evaluation_report.page(Results(REQUEST, runs))
    for figure in ("Table 1", "Figure 6", "Figure 7", "Figure 8", "Figure 9",
                   "Figure 10", "Dependency trackers"):
        assert f"## {figure}: " in page
    assert "| axpy        | 65536 |  4.00 |" in page
    assert "| cg S   |     8 |  3.00 |" in page
    assert "| cg S   |        500 |    0.500 |" in page
    assert "Nowhere in these results." in page
    assert "Every run came to a right end." in page


def test_losses_are_listed_with_the_worst_first():
    times = {"for": 1.0, "taskgraph": 1.5, "taskloop": 1.2, "tasks": 1.0}
    runs = [run_of(entry, [times.get(entry.labels["variant"], 1.0)])
            for entry in plan(["figure-6", "figure-9"])]
    found = evaluation_places.losses(Results(REQUEST, runs), 2)
    assert [round(ratio, 2) for ratio, _, _ in found] == [1.5] * len(found)
    assert ("cg S, 2 threads", "for") in {
        (evaluation_places.where(place), base) for _, place, base in found}


def test_a_place_leads_back_to_who_ran_there():
    made = plan(["figure-6", "figure-7", "figure-9"])
    for entry in made:
        if not entry.labels.get("recording"):
            assert evaluation.at(BUILT, entry.labels).name == entry.name


SAMPLES = """\
    100.500000001:     7f986601b62a nas::Cg::multiply (/tmp/cg)
    100.600000001:     7f986601b62a nas::Cg::multiply (/tmp/cg)
    100.700000001:     7f98 kmp_flag_64<false, true>::wait (/lib/libomp.so)
    100.800000001:     7f98 ompx::Worker::run (/lib/libomp.so)
    101.500000001:     7f98 ompx::Worker::run (/lib/libomp.so)
    102.200000001: ffffffff81690f9e do_sched_yield ([kernel.kallsyms])
    102.500000001:     7f98 ompx::Worker::run (/lib/libomp.so)
"""


def test_samples_within_the_iterations_count():
    found = profiling.read_samples(SAMPLES, [(100.4, 101.0), (102.0, 102.3)])
    shares = {}
    for (symbol, library), count in found.items():
        share = profiling.share_of(symbol, library)
        shares[share] = shares.get(share, 0) + count
    assert shares == {"work": 2, "waiting": 1, "runtime": 1, "system": 1}


def test_the_page_says_what_else_was_running():
    entry = plan(["figure-9"])[0]
    for busy, said in ((0, "ordinary priority."),
                       (3, "ordinary priority, beside 3 processes that never sleep.")):
        page = evaluation_report.page(Results({**REQUEST, "busy": busy, "quick": False},
                                              [run_of(entry, [1.0])]))
        assert said in page


def test_busy_processes_end_with_the_measurement():
    with busy_processes(2) as started:
        assert [process.poll() for process in started] == [None, None]
    assert all(process.poll() is not None for process in started)


def test_profiles_on_the_page():
    runs = [run_of(entry, [9.0, *[{"taskgraph": 2.0}.get(entry.labels["variant"], 1.0)]
                           * 3]) for entry in plan()]
    results = Results(REQUEST, runs)
    _, place, base = evaluation_places.losses(results, 2)[0]
    side = {"time": 2000.0, "samples": 9, "top": [],
            "shares": {"work": 1700.0, "runtime": 200.0, "waiting": 100.0, "system": 0.0}}
    page = evaluation_report.page(results, {"command": "how", "places": [
        {"place": place, "ratio": 2.0, "sides": {base: side, "taskgraph": side}}]})
    assert "Command: `how`" in page
    assert "### Where the time goes there" in page
    assert "2,000.0 | 1,700.0 |   200.0 |   100.0 |    0.0 |" in page


ALL = dataclasses.replace(evaluation.QUICK, classes=("S", "W", "A"))


def findings_of(time, profiles=(), apps=("axpy", "cholesky"), kernels=("cg", "mg")):
    """{beginning of the claim: finding}; `time` maps labels to seconds."""
    runs = [run_of(entry, [time(entry.labels)] * 3)
            for entry in plan(sizes=ALL, apps=apps, kernels=kernels)]
    request = {**REQUEST, "programs": ["task-overhead", *apps, *kernels],
               "classes": ["S", "W", "A"]}
    found = evaluation_findings.all_findings(Results(request, runs), profiles)
    return {entry.claim.split(",")[0].split(" (")[0]: entry for entry in found}


def as_in_the_paper(labels):
    """Tasks cost time with each of them; a graph has to be recorded."""
    graph = labels["variant"] in ("taskgraph", "replay")
    if labels["kind"] == "table":
        cost = {"libgomp": 100, "libomp": 40}.get(labels["library"], 1 if graph else 20)
        return 1e7 / labels["tasks"] / min(labels["tasks"], 2) + cost
    if labels["kind"] == "nas":
        way = {"for": 1.0, "taskloop": 1.7, "taskgraph": 0.98}[labels["variant"]]
        size = {"S": 1, "W": 2, "A": 100}[labels["class"]]
        return way * size + (0.2 if labels["recording"] else 0)
    if labels["library"] == "gcc-libgomp":
        return 1.0 if labels["grain"] in (128, 160) else 4.0
    fine = labels["grain"] in (256, 10, 8)
    time = 1.0 if graph or not fine else 3.0
    if graph and labels["iterations"] == 4:
        return 5.0
    return time


def test_findings_as_in_the_paper():
    found = findings_of(as_in_the_paper)
    verdicts = {claim: entry.verdict for claim, entry in found.items()}
    assert verdicts.pop("IS and MG cannot be task graphs") == findings.FAILS
    assert verdicts.pop("what GCC compiles is as fast as with libgomp where tasks are "
                        "coarse") == findings.HOLDS
    assert set(verdicts.values()) == {findings.HOLDS}, verdicts
    assert len(found) == 9


def test_findings_that_do_not_hold_come_with_what_the_profiles_say():
    def slow(labels):
        graph = labels["variant"] in ("taskgraph", "replay")
        if labels["kind"] == "table":
            return 1e7 / labels["tasks"] + (100 if graph else 10)
        return 2.0 if graph else 1.0

    shares = {"work": 800.0, "runtime": 100.0, "waiting": 100.0, "system": 0.0}
    fast = {"time": 1000.0, "shares": shares, "top": [], "samples": 9}
    more = {**fast, "time": 1400.0,
            "shares": {"work": 1100.0, "runtime": 100.0, "waiting": 200.0, "system": 0.0}}
    place = {"kind": "app", "program": "axpy", "grain": 65536, "threads": 2}
    found = findings_of(slow, [{"place": place, "ratio": 2.0,
                                "sides": {"tasks": fast, "taskgraph": more}}])
    for claim in ("with 100", "where tasking overhead does not matter",
                  "with small tasks taskgraph is significantly faster than tasks",
                  "on all 48 cores CG in class W is 1.6 to 6 times faster than with "
                  "taskloop", "taskgraph is closer to `for` than taskloop is"):
        assert found[claim].verdict == findings.FAILS, found[claim]
    assert ("By profile of 1 such places, what taskgraph takes longer is work 75 %, "
            "runtime 0 %, waiting 25 %, system 0 %"
            ) in found["where tasking overhead does not matter"].evidence


def test_findings_of_nothing():
    found = evaluation_findings.all_findings(Results(REQUEST, []), [])
    assert {entry.verdict for entry in found} == {findings.UNKNOWN}


def test_those_compared_follow_one_another():
    entries = plan(sizes=ALL, kernels=("cg", "mg"))
    order = evaluation.in_order(entries, random.Random(1))
    assert sorted(entry.name for entry in order) == sorted(entry.name for entry in entries)
    assert [entry.name for entry in order] != [entry.name for entry in entries]
    of_cg = [at for at, entry in enumerate(order) if entry.labels["program"] == "cg" and
             entry.labels["class"] == "W" and entry.labels["grain"] is None]
    assert len(of_cg) == 4
    assert of_cg[-1] - of_cg[0] == 3


def test_ratios_are_of_the_same_round():
    slow, fast = plan(["figure-9"], kernels=("cg",))[:2]
    # A machine that is five times slower in the second round, and one run is missing.
    runs = [run_of(slow, [2.0]), run_of(fast, [1.0]),
            run_of(slow, [10.0], repetition=1), run_of(fast, [5.0], repetition=1),
            run_of(slow, [10.0], repetition=2)]
    assert Results(REQUEST, runs).ratio(slow.labels, fast.labels) == 2.0


def test_failed_runs_are_counted_and_never_mixed_in():
    entry = plan(["figure-9"])[0]
    results = Results(REQUEST, [run_of(entry, [1.0]), run_of(entry, [5.0], "wrong result")])
    assert results.time(**entry.labels) == 1.0
    assert "wrong result, 1 times" in evaluation_report.failures_text(results)


def test_a_stopped_run_goes_on(tmp_path):
    path = tmp_path / "results.jsonl"
    asked = {key: value for key, value in REQUEST.items()
             if key not in ("schema_version", "kind")}
    entry = plan(["figure-9"])[0]
    document = {"samples": [{"value": 1.0, "unit": "s"}, {"value": 9.0, "unit": "Mop/s"}],
                "context": {"load_before": 0.5}}
    Journal(path, asked, anew=False).add(entry, 0, {"document": document, "message": "",
                                                    "state": "verified"})
    with open(path, "a", encoding="utf-8") as stream:
        stream.write('{"cut off')
    again = Journal(path, {**asked, "date": "later"}, anew=False)
    assert again.done == {(entry.name, 0)}
    assert read(path)[1][0]["samples"] == [1.0]
    assert read(path)[1][0]["rates"] == [9.0]
    with pytest.raises(Failure, match="another request .library differs"):
        Journal(path, {**asked, "library": "1" * 64}, anew=False)
    assert Journal(path, {**asked, "library": "1" * 64}, anew=True).done == set()


@pytest.mark.parametrize("text, why", [
    (None, "cannot read"), ("", "is not a result of evaluate.py"),
    (json.dumps({"kind": "demo"}), "is not a result of evaluate.py"),
    ("{\n" + json.dumps(REQUEST), "is not JSON")])
def test_other_files_are_refused(tmp_path, text, why):
    path = tmp_path / "file"
    if text is not None:
        path.write_text(text)
    with pytest.raises(Failure, match=why):
        read(path)


@pytest.mark.parametrize("options, why", [
    (["--figures", "figure-5"], '"figure-5" is unknown; choose from table-1'),
    (["--classes", "S,X"], '"X" is unknown; choose from S, W, A, B, C'),
    (["--threads", "2,0"], "whole numbers above 0 are wanted")])
def test_wrong_options(options, why):
    done = subprocess.run([sys.executable, SCRIPT, "run", *options], capture_output=True,
                          text=True, check=False, timeout=60)
    assert done.returncode == 2
    assert why in done.stderr


def test_report_and_plots_from_a_file(tmp_path):
    path = tmp_path / "results.jsonl"
    runs = [run_of(entry, [1.0, 2.0]) for entry in plan()]
    path.write_text("\n".join(map(json.dumps, [REQUEST, *runs])) + "\n")

    def make(python, what, option):
        done = subprocess.run([python, SCRIPT, what, "--results", path, option,
                               tmp_path / what], capture_output=True, text=True,
                              check=False, timeout=120)
        assert done.returncode == 0, done.stderr

    make(sys.executable, "report", "--output")
    assert "re-made" in (tmp_path / "report").read_text()
    python = interpreter("matplotlib")
    if not python:
        pytest.skip("matplotlib is not installed")
    make(python, "plots", "--into")
    assert {file.name for file in (tmp_path / "plots").iterdir()} == {
        f"figure-{number}.{suffix}" for number in (6, 7, 8, 9, 10)
        for suffix in ("png", "svg")}
