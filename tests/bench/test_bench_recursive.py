# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The recursive suite: from a made-up result to page and plots, and once for real."""

import json
import random

import pytest
from test_bench_results import CONTEXT, cells_of, interpreter, plot
from test_bench_scripts import run

from benchlib import programs, recursive, recursive_report, tables

# Ours takes 0.8 of LLVM's time when untied, 1.2 when tied; libgomp twice as much.
FACTOR = {("tied", "ours"): 1.2, ("untied", "ours"): 0.8, ("serial", "ours"): 1.0}


def run_of(program, variant, threads, runtime, repetition):
    value = 0.04 * FACTOR.get((variant, runtime), 2.0 if runtime == "libgomp" else 1.0)
    value *= 1 + 0.001 * repetition
    samples = [{"name": "iteration", "index": index, "unit": "s",
                "value": value * (9 if index == 0 else 1)} for index in range(3)]
    return {"contender": f"{program} {variant} {threads}t {runtime}",
            "repetition": repetition, "state": "verified", "message": "", "command": [],
            "labels": {"program": program, "variant": variant, "threads": threads,
                       "runtime": runtime},
            "document": {"samples": samples, "context": {"load_before": 0.5}}}


def result(repetitions=5, runtimes=recursive.RUNTIMES):
    runs = [run_of(program, variant, threads, runtime, repetition)
            for repetition in range(repetitions) for program in ("fft", "health")
            for variant in ("serial", "tied", "untied")
            for threads in ([1] if variant == "serial" else [1, 2])
            for runtime in runtimes]
    return {"schema_version": 1, "kind": "recursive", "date": "2026-01-01T00:00:00Z",
            "command": "scripts/bench.py recursive --quick", "context": CONTEXT,
            "contexts": {name: CONTEXT for name in runtimes}, "quick": False,
            "threads": [1, 2], "seed": 1, "seconds": 60.0, "load_before": 0.25,
            "load_after": 1.75, "repetitions": repetitions, "runs": runs}


def fail(document, state, **labels):
    """Lets all runs with these labels fail."""
    for entry in document["runs"]:
        if all(entry["labels"][key] == value for key, value in labels.items()):
            entry.update(state=state, document=None)
    return document


def rows_of(document, program):
    table = recursive_report.program_table(recursive_report.Results(document), program)
    return {(cells[0], cells[1]): cells for cells in cells_of(table)[2:]}


def test_contenders_are_all_that_was_asked_for():
    built = {"clang": {"fft": "a/fft"}, "gcc": {"fft": "b/fft"}}
    made = recursive.contenders(["fft"], ["serial", "untied"], [1, 4],
                                recursive.RUNTIMES, built, "stock", 7)
    assert [entry.name for entry in made] == [
        f"fft {place} {runtime}" for place in ("serial 1t", "untied 1t", "untied 4t")
        for runtime in ("ours", "libomp", "libgomp")]
    ours, libomp, libgomp = made[-3:]
    assert ours.command == libomp.command == ["a/fft", "--variant", "untied"]
    assert libgomp.command[0] == "b/fft"
    assert ours.environment == {"OMP_NUM_THREADS": 4}
    assert libomp.environment == {"LD_LIBRARY_PATH": "stock", "OMP_NUM_THREADS": 4}
    assert {entry.timeout for entry in made} == {7}


def test_ratios_and_verdicts():
    rows = rows_of(result(), "fft")
    assert rows["tied", "2"][5].startswith("1.20 [1.")
    assert rows["tied", "2"][6] == "slower"
    assert rows["untied", "1"][5].startswith("0.80 [0.")
    assert rows["untied", "1"][6] == "faster"
    assert rows["serial", "1"][6] == "within 5 %"
    assert rows["untied", "1"][7].startswith("0.40 [0.")
    assert rows["untied", "1"][2] == "32.1 ms ±0 %"


def test_noise_leaves_a_place_undecided():
    document = result()
    for entry in document["runs"]:
        if entry["labels"]["runtime"] == "ours" and entry["repetition"] % 2:
            for sample in entry["document"]["samples"]:
                sample["value"] *= 2
    assert rows_of(document, "fft")["untied", "1"][6] == "undecided"


def test_few_runs_decide_nothing():
    row = rows_of(result(repetitions=4), "fft")["tied", "2"]
    assert row[5:7] == ["1.20 [few runs]", "undecided"]


def test_rows_are_in_order_whatever_the_order_of_the_runs():
    document = result()
    random.Random(3).shuffle(document["runs"])
    results = recursive_report.Results(document)
    assert results.programs == ["fft", "health"]
    assert results.runtimes == recursive.RUNTIMES
    assert list(rows_of(document, "fft")) == [
        ("serial", "1"), ("tied", "1"), ("tied", "2"), ("untied", "1"), ("untied", "2")]


def test_a_library_that_hangs_is_counted_and_has_no_time():
    document = fail(result(), "no end after 20 s", variant="untied", runtime="libomp",
                    program="fft")
    assert rows_of(document, "fft")["untied", "2"][3] == "no end after 20 s"
    assert rows_of(document, "fft")["untied", "2"][5:7] == ["-", "-"]
    text = tables.render(document)
    assert "- fft untied 2t libomp: no end after 20 s in 5 of 5 runs" in text
    assert tables.exit_status(document) == 0, "a peer may fail"
    fail(document, "crashed (-11)", variant="tied", runtime="ours", program="fft")
    assert tables.exit_status(document) == 1


def test_a_failure_now_and_then_stands_beside_the_time():
    document = result(repetitions=6)
    fail({"runs": document["runs"][:15]}, "crashed (-11)", runtime="ours",
         variant="untied", threads=2)
    assert rows_of(document, "fft")["untied", "2"][2].endswith("(1 failed)")


def test_verdicts_are_counted_for_each_variant():
    results = recursive_report.Results(fail(result(), "wrong result", program="health",
                                            variant="untied", runtime="libomp"))
    rows = {(cells[0], cells[1]): cells[2:] for cells in
            cells_of(recursive_report.overview(results))[2:]}
    # faster, within, slower, undecided, no time, mean
    assert rows["tied", "libomp"] == ["0", "0", "4", "0", "0", "1.20"]
    assert rows["untied", "libomp"] == ["2", "0", "0", "0", "2", "0.80"]
    assert rows["serial", "libgomp"] == ["2", "0", "0", "0", "0", "0.50"]


def test_page_has_its_circumstances(tmp_path):
    source, page = tmp_path / "recursive.json", tmp_path / "page.md"
    source.write_text(json.dumps(result()))
    done = plot("report", source, "--output", page)
    assert done.returncode == 0, done.stderr
    text = page.read_text()
    for part in ("# The recursive suite\n", "    scripts/bench.py recursive --quick\n",
                 "One-minute load 0.25 before and 1.75 after", "### fft", "### health",
                 "Every run came to a right end.", "SPDX-License-Identifier"):
        assert part in text
    assert text == plot("report", source).stdout


def test_page_of_one_library_alone(tmp_path):
    page = recursive_report.page(result(runtimes=["ours"]))
    assert "32.1 ms" in page and "verdict |" not in page


def test_plots(tmp_path):
    python = interpreter("matplotlib")
    if not python:
        pytest.skip("matplotlib is not installed")
    source = tmp_path / "recursive.json"
    source.write_text(json.dumps(fail(result(), "wrong result", runtime="libomp",
                                      program="fft")))
    done = plot("plots", source, "--into", tmp_path, python=python)
    assert done.returncode == 0, done.stderr
    for peer in recursive.PEERS:
        assert (tmp_path / f"recursive-{peer}.png").read_bytes().startswith(b"\x89PNG")
        assert "<svg" in (tmp_path / f"recursive-{peer}.svg").read_text()


def test_bench_recursive(benchmarks, toolchain, tmp_path):
    """From end to end, without LLVM's libomp, which would have to be built."""
    output, page = tmp_path / "recursive.json", tmp_path / "page.md"
    done = run("bench.py", "recursive", "--quick", "--install", toolchain.prefix,
               "--programs", "n-queens,fft", "--variants", "serial,tied,tied-manual",
               "--runtimes", "ours,libgomp", "--threads", "1,2", "--repetitions", 2,
               "--output", output,
               "--report", page, "--build", benchmarks.folder.parent)
    assert done.returncode == 0, done.stderr
    document = json.loads(output.read_text())
    # Two programs, two libraries, two repetitions; serial in one team only.
    assert len(document["runs"]) == 2 * 2 * 2 * (1 + 2 * 2)
    assert {entry["state"] for entry in document["runs"]} == {"verified"}
    assert {entry["document"]["config"]["variant"] for entry in document["runs"]} == \
        {"serial", "tied", "tied-manual"}
    loaded = {name: context["openmp_library_sha256"]
              for name, context in document["contexts"].items()}
    assert loaded["ours"] != loaded["libgomp"]
    assert "libgomp" in document["contexts"]["libgomp"]["openmp_library"]
    assert all(len(entry["document"]["samples"]) == 5 for entry in document["runs"])
    text = page.read_text()
    assert "### n-queens" in text and "Every run came to a right end." in text
    assert str(tmp_path) not in text
    assert programs.RECURSIVE[0] not in text.split("## Tables")[1]
