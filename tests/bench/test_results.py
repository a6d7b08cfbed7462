# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From samples to ratios, verdicts, tables and pages, with made-up runs."""

import argparse
import json
import math
import os
import random
import re
import signal
import stat
import statistics
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support_project import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
from analysis import demo, nas, output, programs, results, runner  # noqa: E402
from analysis.results import (FASTER, SAME, SLOWER, UNDECIDED, Claim, Ratio,  # noqa: E402
                              Results, mean_of_ratios, ratio_of_medians)
from overlay import Failure, clean_environment, shown_command  # noqa: E402

CONTEXT = {"cpu": "a processor", "cores": 2, "compiler": "Clang 22.1.8",
           "compiler_flags": "-O3", "git_revision": "abc",
           "openmp_library_sha256": "0" * 64}


def run_of(number, time, state="verified", taken=0.0, **labels):
    right = state == "verified"
    return {"labels": labels, "round": number, "value": "all", "state": state,
            "message": "", "others": [taken, 1.0], "library": "x" if right else None,
            "samples": [time, time, time] if right else [], "rates": [5.0] * right,
            "unit": "s"}


def document_of(runs, **more):
    contenders = [runner.Contender([], labels=run["labels"]) for run in runs]
    return {"schema_version": results.SCHEMA, "kind": "nas", "context": CONTEXT, "seed": 1,
            "quick": False, "axes": {}, "order": results.order_of(contenders),
            "date": "2026-01-01T00:00:00Z", "command": "scripts/reprise.sh nas",
            "rounds": 5, "seconds": 60, "others": 0.0, "runs": runs, **more}


def nas_document(rounds=5, graph=0.8, noise=0.0, taken=0.0):
    """Taskgraphs take `graph` of the time of loops, and half of that on LLVM's libomp."""
    place = {"kernel": "cg", "class": "S", "threads": 2}
    times = {("for", "ours"): 1.0, ("for", "libomp"): 1.0, ("taskgraph", "ours"): graph,
             ("taskgraph", "libomp"): 2 * graph, ("taskgraph", "off"): graph}
    return document_of([
        run_of(number, time * (1 + (0.001 + noise) * (number % 2)), taken=taken,
               **place, variant=variant, library=library)
        for number in range(rounds) for (variant, library), time in times.items()])


def rows_of(table):
    return {tuple(row[:4]): dict(zip(table.header, row)) for row in table.rows}


@pytest.mark.parametrize("low, high, verdict", [
    (0.50, 0.90, FASTER), (0.50, 0.9499, FASTER), (0.50, 0.95, UNDECIDED),
    (0.50, 1.50, UNDECIDED), (0.94, 1.00, UNDECIDED), (0.95, 1.05, SAME),
    (0.99, 1.01, SAME), (1.00, 1.06, UNDECIDED), (1.05, 1.50, UNDECIDED),
    (1.0501, 1.50, SLOWER), (0.0, math.inf, UNDECIDED),
])
def test_the_whole_interval_decides(low, high, verdict):
    assert Ratio(1.0, low, high).verdict() == verdict


@pytest.mark.parametrize("low, high, at_least, verdict", [
    (0.8, 1.0, False, "holds"), (0.8, 1.1, False, UNDECIDED),
    (1.01, 1.1, False, "does not hold"), (1.0, 1.2, True, "holds"),
    (0.9, 1.2, True, UNDECIDED), (0.8, 0.99, True, "does not hold"),
])
def test_a_claim_is_undecided_when_the_interval_contains_the_threshold(
        low, high, at_least, verdict):
    assert Claim("", "", Ratio(1.0, low, high), 1.0, at_least).verdict() == verdict


def test_a_claim_without_values_is_not_measured():
    assert Claim("", "", None, 1.0).verdict() == "not measured"
    assert Claim("", "", Ratio(0.5), 1.0).verdict() == UNDECIDED


def test_equal_values_leave_no_doubt():
    found = ratio_of_medians([3.0] * 5, [2.0] * 7)
    assert (found.value, found.low, found.high) == (1.5, 1.5, 1.5)


def test_the_ratio_is_that_of_the_medians():
    found = ratio_of_medians([1.0, 100.0, 4.0, 0.5, 5.0], [2.0, 2.0, 0.1, 2.0, 8.0])
    assert found.value == 2.0
    assert found.low < 1 and found.high > 10


def test_the_same_seed_gives_the_same_interval():
    draw = random.Random(5)
    values = [draw.uniform(1, 2) for _ in range(40)]
    others = [draw.uniform(1, 2) for _ in range(40)]
    first, again, other = (ratio_of_medians(values, others, seed) for seed in (1, 1, 2))
    assert first == again != other
    assert first.low < first.value < first.high


def test_the_interval_covers_the_truth_about_as_often_as_it_says():
    """Known medians: 11 against 10. A percentile bootstrap of a median may miss a bit
    more often than one time in twenty; a wrong one misses far more often or never."""
    draw, covered, rounds = random.Random(11), 0, 200
    for attempt in range(rounds):
        found = ratio_of_medians([draw.gauss(11, 1) for _ in range(25)],
                                 [draw.gauss(10, 1) for _ in range(25)], attempt)
        covered += found.low <= 1.1 <= found.high
    assert 0.88 * rounds <= covered < rounds


@pytest.mark.parametrize("values, others", [([], [1.0]), ([1.0], []), ([], [])])
def test_nothing_to_compare(values, others):
    assert ratio_of_medians(values, others) is None


def test_few_values_decide_nothing():
    for values, others in (([1.0] * 4, [10.0] * 9), ([1.0] * 9, [10.0] * 4)):
        found = ratio_of_medians(values, others)
        assert (found.value, found.verdict()) == (0.1, UNDECIDED)
    assert ratio_of_medians([1.0] * 5, [10.0] * 5).verdict() == FASTER


def test_a_mean_of_ratios_is_geometric_and_has_an_interval():
    narrow = [ratio_of_medians([0.5] * 5, [1.0] * 5), ratio_of_medians([2.0] * 5, [1.0] * 5)]
    assert mean_of_ratios(narrow).value == pytest.approx(1.0)
    assert mean_of_ratios(narrow).low == pytest.approx(1.0)
    wide = ratio_of_medians([0.5, 1, 1, 1, 2], [1.0] * 5)
    assert mean_of_ratios([wide, wide]).low < 0.9
    assert math.isinf(mean_of_ratios([narrow[0], Ratio(1.0)]).high)
    assert mean_of_ratios([None]) is None


@pytest.mark.parametrize("value, unit, text", [
    (39.61, "ns/task", "39.6 ns"), (24240.0, "ns/task", "24.2 µs"), (8.9e-7, "s", "890 ns"),
    (0.352, "s", "352 ms"), (12.0, "s", "12 s")])
def test_times_are_short(value, unit, text):
    assert output.time_text(value, unit) == text


def test_numbers_go_upwards_and_grains_to_the_fine():
    made = [runner.Contender([], labels={"grain": grain, "count": count})
            for grain, count in ((64, 100), (8, 1), (32, 10))]
    assert results.order_of(made) == {"grain": [64, 8, 32], "count": [1, 10, 100]}


def test_what_of_a_process_counts():
    samples = [50.0, 1.0, 3.0, 2.0]
    assert results.VALUES["later"](samples) == 2.0
    assert results.VALUES["later"]([7.0]) == 7.0
    assert results.VALUES["first"](samples) == 50.0
    assert results.VALUES["sum"](samples) == 56.0


@pytest.mark.parametrize("value, count, grains", [
    ("later", 40, 0), ("later", 5, 0), ("all", 40, 8), ("all", 40, 0), ("sum", 40, 0)])
def test_what_the_repository_keeps_of_a_process_gives_the_same_values(value, count, grains):
    draw = random.Random(7)
    run = {**run_of(0, 1.0), "value": value, "others": [0.014, 1.0],
           "samples": [float(f"{draw.lognormvariate(0, 1):.4g}") for _ in range(count)]}
    made = results.kept(run, grains)
    assert made == results.kept(made, grains)
    assert made["others"] == [0.01, 1.0]
    if value == "later" or grains:
        assert len(made["samples"]) <= max(6, 3 * grains)
    else:
        assert made["samples"] == run["samples"]
    for name in (value, "first") if value == "later" else () if grains else (value,):
        assert results.VALUES[name](made["samples"]) == pytest.approx(
            results.VALUES[name](run["samples"]), rel=1e-3), name
    for grain in range(grains):
        few, all_of = made["samples"][grain::grains], run["samples"][grain::grains]
        assert min(few) == min(all_of) and len(few) == 3
        assert statistics.median(few) == pytest.approx(statistics.median(all_of), rel=1e-3)


def test_compressed_samples_are_read_as_they_were(tmp_path):
    document = nas_document(noise=0.2)
    results.save(tmp_path / "nas.json.xz", document)
    results.save(tmp_path / "nas.json", document)
    assert results.load(tmp_path / "nas.json") == document
    again = results.load(tmp_path / "nas.json.xz")
    first, second = (nas.tables(Results(one)) for one in (document, again))
    assert [table.rows for table in first] == [table.rows for table in second]
    results.save(tmp_path / "again.json.xz", again)
    assert (tmp_path / "again.json.xz").read_bytes() == (tmp_path / "nas.json.xz").read_bytes()
    results.save(tmp_path / "none.json.xz", {**document, "runs": []})
    assert results.load(tmp_path / "none.json.xz")["runs"] == []


def test_a_ratio_is_drawn_around_1(tmp_path):
    from matplotlib import pyplot
    axes = pyplot.figure().subplots()
    axes.plot([0, 1], [0.9, 4.0])
    output.logarithmic(axes, centre=1)
    low, high = axes.get_ylim()
    assert low * high == pytest.approx(1) and high >= 4
    assert len(output.STYLES) >= len(programs.TRACKERS) + 1
    assert len({style["color"] for style in output.STYLES}) == len(output.STYLES)


def test_the_repository_keeps_the_figures_that_its_pages_show():
    shown = {name for page in ROOT.glob("docs/results/*.md")
             for name in re.findall(r"!\[.*?\]\(figures/(.*?)\.svg\)", page.read_text())}
    ignored = re.findall(r"^!.*/(.*)\.svg$", (ROOT / ".gitignore").read_text(), re.M)
    assert sorted(shown) == sorted(ignored) == sorted(output.KEPT)
    assert 4 <= len(output.KEPT) <= 6
    assert sum(file.stat().st_size for file in ROOT.glob("docs/results/samples/*")) < 400_000


def test_the_table_of_nas_has_ratios_and_verdicts():
    rows = rows_of(nas.tables(Results(nas_document()))[0])
    graph = rows["cg", "S", 2, "taskgraph"]
    assert graph["verified"] == "5/5" and graph["Mop/s"] == "5"
    assert graph["time"].startswith("800 ms ±0 %") or graph["time"].startswith("0.8 s")
    assert graph["to for"] == "0.80 [0.80, 0.80] faster"
    assert graph["to libomp"] == "0.50 [0.50, 0.50] faster"
    assert graph["to off"] == "1.00 [1.00, 1.00] within 5 %"
    assert rows["cg", "S", 2, "for"]["to for"] == "-"


def test_the_demonstration_says_what_to_see():
    times = {"coarse": {"serial": 2.0, "for": 1.0, "tasks": 1.0, "taskgraph": 1.0},
             "fine": {"serial": 2.0, "for": 1.0, "tasks": 4.0, "taskgraph": 2.0}}
    document = document_of([
        run_of(number, time, program=program, grain=grain, block=8, variant=variant,
               threads=1 if variant == "serial" else 2)
        for number in range(5) for program in ("axpy", "hog") for grain in times
        for variant, time in times[grain].items()])
    (table,) = demo.tables(Results(document))
    assert table.text == (
        "What to see: a taskgraph takes 1.00 [1.00, 1.00] times as long as ordinary tasks where "
        "tasks are coarse, 0.50 [0.50, 0.50] where they are fine; and as loops "
        "1.00 [1.00, 1.00] and 2.00 [2.00, 2.00] (geometric means).")
    fine = dict(zip(table.header, table.rows[1]))
    assert (fine["program"], fine["grain"], fine["serial"]) == ("axpy", "fine", "2 s ±0 %")
    assert fine["taskgraph / tasks"] == "0.50 [0.50, 0.50] faster"


def test_first_runs_are_compared_with_first_runs():
    """Cold times differ from warm ones by more than the variants differ."""
    place = {"kernel": "cg", "class": "S", "threads": 2, "library": "ours", "run": "first"}
    document = document_of(nas_document()["runs"] + [
        run_of(number, time, **place, variant=variant) for number in range(5)
        for variant, time in (("for", 4.0), ("taskloop", 5.0), ("taskgraph", 6.0))])
    main, first, *_, claims = nas.tables(Results(document))
    assert rows_of(main)["cg", "S", 2, "taskgraph"]["to for"] == "0.80 [0.80, 0.80] faster"
    (row,) = [dict(zip(first.header, cells)) for cells in first.rows]
    assert [row[name].split(" ±")[0] for name in (
        "for", "taskloop", "taskgraph", "taskgraph, later")] == ["4 s", "5 s", "6 s", "800 ms"]
    assert row["taskgraph / for"] == "1.50 [1.50, 1.50] slower"
    assert row["taskgraph / taskloop"] == "1.20 [1.20, 1.20] slower"
    verdicts = [row[-1] for row in claims.rows if "first run" in row[0]]
    assert verdicts == ["does not hold"] * 2


def test_noise_leaves_a_place_and_its_claim_undecided():
    tables = nas.tables(Results(nas_document(graph=1.0, noise=0.3)))
    assert rows_of(tables[0])["cg", "S", 2, "taskgraph"]["to for"].endswith(UNDECIDED)
    assert {row[-1] for row in tables[-1].rows[:2]} == {UNDECIDED}


def test_failures_are_counted_and_have_no_time():
    document = nas_document()
    for run in document["runs"]:
        if run["labels"]["variant"] == "taskgraph" and run["labels"]["library"] == "ours":
            run.update(state="wrong result", samples=[])
    row = rows_of(nas.tables(Results(document))[0])["cg", "S", 2, "taskgraph"]
    assert (row["time"], row["verified"], row["to for"]) == ("wrong result", "0/5", "-")
    page = output.page(document, nas.tables(Results(document)))
    assert ("- kernel=cg class=S threads=2 variant=taskgraph library=ours: wrong result in "
            "5 of 5 runs") in page


def test_what_the_machine_took_is_told():
    document = {**nas_document(), "seconds": 100}
    assert "hypervisor" not in output.circumstances(document)  # samples of before
    told = output.circumstances({**document, "taken": {"steal": 25.0, "throttled": 3}})
    assert "A hypervisor took 0.25. Cores were throttled 3 times." in told
    told = output.circumstances({**document, "taken": {"steal": 0.0}})
    assert "A hypervisor took 0.00. Cores were throttled an unknown number of times." in told
    assert runner.taken_from_us()["steal"] >= 0


def test_a_busy_machine_is_marked():
    quiet, busy = nas_document(), nas_document(taken=0.5)
    assert "do not trust" not in output.circumstances(quiet)
    assert "took 0.00 processors before and 0.50 meanwhile" in output.circumstances(busy)
    assert "do not trust" in output.circumstances(busy)
    assert "do not trust" in output.circumstances({**quiet, "others": 0.9})
    assert rows_of(nas.tables(Results(busy))[0])["cg", "S", 2, "for"]["time"].endswith("*")
    assert not rows_of(nas.tables(Results(quiet))[0])["cg", "S", 2, "for"]["time"].endswith("*")


def test_others_are_all_but_our_own(monkeypatch):
    seen = iter([(100.0, 10.0), (101.0, 10.25), (103.0, 13.0)])
    monkeypatch.setattr(runner, "processor_seconds", lambda: next(seen))
    others = runner.Others()
    assert others.taken()[0] == 0.75
    assert others.taken()[0] == 0.0  # never less than nothing


def test_a_busy_process_is_seen():
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as process:
        before = runner.processor_seconds()
        time.sleep(0.3)
        after = runner.processor_seconds()
        process.kill()
    assert after[0] - before[0] > 0.1  # of all programs
    assert after[1] - before[1] < 0.1  # it has not ended: another one's


def test_a_variable_is_an_axis_that_other_libraries_do_not_have():
    document = nas_document()
    steal = {"OMPX_STEAL": ["one", "half"]}
    document["axes"] = steal
    document["order"].update(steal)
    document["runs"] = [
        {**run, "labels": {**run["labels"], "OMPX_STEAL": value},
         "samples": [sample * factor for sample in run["samples"]]}
        for run in document["runs"] if run["labels"]["library"] != "libomp"
        for value, factor in (("one", 1.0), ("half", 0.5))
    ] + [run for run in document["runs"] if run["labels"]["library"] == "libomp"]
    table = nas.tables(Results(document))[0]
    cells = [dict(zip(table.header, row)) for row in table.rows]
    (one, half) = [row for row in cells if row["variant"] == "taskgraph"]
    assert (one["OMPX_STEAL"], half["OMPX_STEAL"]) == ("one", "half")
    assert (one["to one"], half["to one"]) == ("-", "0.50 [0.50, 0.50] faster")
    assert half["to for"] == "0.80 [0.80, 0.80] faster"
    assert half["to libomp"] == "0.25 [0.25, 0.25] faster"
    others = nas.tables(Results(document))[1]
    off = [dict(zip(others.header, row))["off"] for row in others.rows
           if "taskgraph" in row]
    assert [text.split(" ±")[0] for text in off] == ["800 ms", "400 ms"]


def test_a_debug_library_is_refused(tmp_path, monkeypatch):
    (tmp_path / "bin").mkdir()
    (tmp_path / "lib").mkdir()
    (tmp_path / "bin/clang++").touch()
    library = tmp_path / "lib/libomp.so"
    built = programs.Built(argparse.Namespace(install=tmp_path, build=tmp_path, kind="demo"))
    built.programs = {"axpy": "axpy"}
    monkeypatch.setattr(programs, "run_once", lambda contender: {"document": {
        "context": {**CONTEXT, "openmp_library": str(library)}}})
    library.write_bytes(b"ELF...")
    assert built.context() == CONTEXT
    library.write_bytes(b"ELF..." + programs.DEBUG_MARK)
    with pytest.raises(Failure, match="is a debug build"):
        built.context()
    built.own_library = str(tmp_path / "elsewhere")
    with pytest.raises(Failure, match="programs load"):
        built.context()


def script(folder, name, body):
    """A stand-in for a benchmark program; its last argument is the JSON file."""
    path = folder / name
    path.write_text("#!/bin/sh\nfor last; do :; done\n" + body)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


DOCUMENT = json.dumps({"context": {"openmp_library_sha256": "0" * 64},
                       "samples": [{"value": 1.0, "unit": "s"}]})


def test_contenders_alternate_in_a_repeatable_order(tmp_path):
    program = script(tmp_path, "program", f"echo '{DOCUMENT}' > \"$last\"\n")
    contenders = [runner.Contender([program], labels={"name": name}) for name in "abcd"]
    orders = []
    for seed in (1, 1, 2):
        runs = []
        runner.run_rounds(contenders, 6, seed, after=lambda some, _: runs.extend(some))
        orders.append([run["labels"]["name"] for run in runs])
    assert orders[0] == orders[1] != orders[2]
    rounds = [orders[0][i:i + 4] for i in range(0, 24, 4)]
    assert all(sorted(names) == list("abcd") for names in rounds)
    assert len({tuple(names) for names in rounds}) > 1
    late = []  # begun in a later round, it goes on as it would have
    runner.run_rounds(contenders, 6, 1, 4, after=lambda some, _: late.extend(some))
    assert [run["labels"]["name"] for run in late] == orders[0][16:]


@pytest.mark.parametrize("body, state", [
    (f"echo '{DOCUMENT}' > \"$last\"\n", "verified"),
    ("exit 1\n", "wrong result"), ("exit 2\n", "bad usage"),
    ("kill -SEGV $$\n", "crashed (-11)"), ("exec sleep 20\n", "no end after 0.3 s"),
])
def test_failures_are_kept_and_told_apart(tmp_path, body, state):
    contender = runner.Contender([script(tmp_path, "program", body)],
                                 timeout=0.3 if "sleep" in body else 30)
    runs = []
    runner.run_rounds([contender], 1, 1, after=lambda some, _: runs.extend(some))
    assert [run["state"] for run in runs] == [state]


def children_of(parent):
    """{process: the cores that it may use}, also of those that have ended unnoticed."""
    found = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(status.read_text().rpartition(")")[2].split()[1]) == parent:
                child = int(status.parent.name)
                found[child] = os.sched_getaffinity(child)
        except OSError:  # it has gone
            pass
    return found


def sees_its_siblings(folder):
    """A contender that says which other processes its parent has."""
    code = (f"import os, sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
            "import test_results; found = test_results.children_of(os.getppid())\n"
            "print([cores for child, cores in sorted(found.items()) if child != os.getpid()])\n")
    (folder / "look.py").write_text(code)
    return runner.Contender([script(
        folder, "program", f"echo '{DOCUMENT}' > \"$last\"\nexec {sys.executable} "
        f"{folder}/look.py\n")], {"PYTHONPATH": ROOT / "tests"})


@pytest.mark.parametrize("busy", [0, 1, 2])
def test_busy_processes_are_there_during_a_run_and_pinned(tmp_path, busy):
    before = children_of(os.getpid())
    run = runner.run_once(sees_its_siblings(tmp_path), busy)
    assert run["state"] == "verified", run
    cores = sorted(os.sched_getaffinity(0))
    wanted = [*before.values()] + [{cores[number % len(cores)]} for number in range(busy)]
    assert run["printed"] == f"{wanted}\n"
    assert children_of(os.getpid()) == before


def test_they_compute_and_are_not_other_programs(tmp_path, monkeypatch):
    """Of a process that was waited for its time counts as ours."""
    contender = runner.Contender([script(tmp_path, "program", "exec sleep 0.5\n")])
    before, times = children_of(os.getpid()), []

    class Others(runner.Others):
        def taken(self):
            assert children_of(os.getpid()) == before
            return super().taken()
    monkeypatch.setattr(runner, "Others", Others)
    for busy in (0, 2):
        own = sum(os.times()[2:4])
        runner.run_once(contender, busy)
        times.append(sum(os.times()[2:4]) - own)
    assert times[1] > times[0]


def test_a_run_without_end_leaves_none_behind(tmp_path):
    before = children_of(os.getpid())
    contender = runner.Contender([script(tmp_path, "program", "exec sleep 20\n")], timeout=0.3)
    assert runner.run_once(contender, 2)["state"] == "no end after 0.3 s"
    assert children_of(os.getpid()) == before


STOPPED = """
import sys; sys.path.insert(0, {scripts!r})
from analysis import runner
from overlay import run_main
run_main("stopped", lambda: runner.run_rounds([runner.Contender([{program!r}])], 9, 1, busy=2))
"""


@pytest.mark.parametrize("how, status", [
    (signal.SIGINT, 130), (signal.SIGTERM, 130), (signal.SIGKILL, -9)])
def test_nor_does_a_measurement_that_is_stopped(tmp_path, how, status):
    program = script(tmp_path, "program", "exec sleep 5\n")
    process = subprocess.Popen([sys.executable, "-c", STOPPED.format(
        scripts=str(ROOT / "scripts"), program=str(program))], stderr=subprocess.PIPE, text=True,
        start_new_session=True)

    def wait(until):
        deadline = time.monotonic() + 60
        while not until():
            assert time.monotonic() < deadline
            time.sleep(0.02)
    wait(lambda: len(children_of(process.pid)) == 3)
    children = children_of(process.pid)
    os.killpg(process.pid, how)  # as a terminal does
    assert process.wait(60) == status
    assert status < 0 or re.fullmatch("stopped: stopped; .*\n", process.stderr.read())
    wait(lambda: not any(Path(f"/proc/{child}").exists() for child in children))


def test_tables_and_page_say_what_was_busy():
    document = nas_document()
    for busy, title in ((0, ""), (1, ", beside 1 busy process"), (2, ", beside 2 busy processes")):
        page = output.page({**document, "busy": busy}, [])
        assert ("`--busy` started" in page) == (busy > 0)
        assert output.beside({**document, "busy": busy}) == title
    assert output.beside(document) == ""  # as older samples are


def test_settings_of_the_user_do_not_leak_into_runs(monkeypatch):
    for name in ("OMP_SCHEDULE", "KMP_BLOCKTIME", "LD_LIBRARY_PATH"):
        monkeypatch.setenv(name, "x")
    environment = clean_environment({"OMP_NUM_THREADS": 2})
    assert environment["OMP_NUM_THREADS"] == "2"
    assert not {"OMP_SCHEDULE", "KMP_BLOCKTIME", "LD_LIBRARY_PATH"} & set(environment)


def test_only_the_same_request_goes_on(tmp_path):
    file, document = tmp_path / "nas.json", nas_document()
    results.save(file, document)
    request = {"kind": "nas", "seed": 1, "context": CONTEXT}
    assert results.unfinished(file, request, 9)["rounds"] == 5
    assert not results.unfinished(file, request, 5)
    assert not results.unfinished(file, {**request, "seed": 2}, 9)
    assert not results.unfinished(tmp_path / "none.json", request, 9)


@pytest.mark.parametrize("given, shown", [
    (["--install", "ROOT/build/install"], "--install build/install"),
    (["--install", "ROOT/build/../build/install"], "--install build/install"),
    (["--output", "/elsewhere/of/mine/demo.json"], "--output .../demo.json"),
    (["--build", "~/mine/b", "--threads", "2"], "--build .../b --threads 2"),
    (["--build", "ROOT"], "--build ."),
])
def test_shown_command_has_no_absolute_path(given, shown):
    words = [word.replace("ROOT", str(ROOT)) for word in given]
    assert shown_command("scripts/reprise.sh nas", words).endswith(shown)
