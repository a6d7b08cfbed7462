# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From samples to tables and plots, with made-up runs: no compiler is needed."""

import json
import pathlib
import stat
import subprocess
import sys

import pytest

from benchlib import command, programs, runner, summary, tables
from overlay import Failure

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"

CONTEXT = {"cpu": "a processor", "cores": 2, "compiler": "Clang 22.1.8",
           "compiler_flags": "-O3", "git_revision": "abc", "build_type": "Release",
           "openmp_library": "/x/libomp.so", "openmp_library_sha256": "0" * 64}


def run_of(name, values, state="verified", unit="s", **labels):
    document = {"samples": [{"name": "iteration", "index": i, "value": value,
                             "unit": unit} for i, value in enumerate(values)]}
    return {"contender": name, "labels": labels, "state": state, "repetition": 0,
            "message": "", "document": document if state == "verified" else None}


def result(kind, runs=None, **more):
    return {"schema_version": 1, "kind": kind, "command": f"scripts/bench.py {kind}",
            "date": "2026-01-01T00:00:00Z", "context": CONTEXT, "seed": 1,
            "repetitions": 3, **({"runs": runs} if runs is not None else {}), **more}


def program_result():
    runs = []
    for variant, threads, time in (("serial", 1, 8.0), ("for", 2, 4.0),
                                   ("tasks", 2, 16.0), ("taskgraph", 2, 5.0)):
        for noise in (0.9, 1.0, 1.2):
            runs.append(run_of(f"axpy {variant} {threads}t",
                               [100.0, time * noise, time * noise, time * noise],
                               program="axpy", variant=variant, threads=threads,
                               block=None))
    return result("programs", runs)


def overhead_result():
    times = {("ours", "tasks"): 400.0, ("ours", "record"): 500.0,
             ("ours", "record-again"): 448.0, ("ours", "replay"): 100.0,
             ("upstream", "tasks"): 410.0,
             ("upstream", "record"): 900.0, ("upstream", "replay"): 250.0}
    runs = [run_of(f"series {library} {variant} 2t", [9999.0, time, time],
                   unit="ns/task", shape="series", threads=2, library=library,
                   variant=variant) for (library, variant), time in times.items()]
    runs.append(run_of("series upstream replay 2t", [], state="crashed (-11)",
                       shape="series", threads=2, library="upstream",
                       variant="replay"))
    return result("overhead", runs)


def instructions_result():
    rows = [{"shape": "series", "threads": 1, "variant": "tasks", "library": library,
             "instructions_per_task": count}
            for library, count in (("ours", 505.0), ("upstream", 500.0))]
    return result("instructions", rows=rows)


def cells_of(table):
    return [[cell.strip() for cell in line.strip("|").split("|")]
            for line in table.splitlines() if line.startswith("|")]


def test_first_sample_does_not_count():
    run = run_of("x", [50.0, 1.0, 3.0, 2.0])
    assert summary.value_of(run["document"]) == 2.0
    assert summary.value_of(run["document"], first=True) == 50.0
    assert summary.value_of(run_of("x", [7.0])["document"]) == 7.0


def test_summary_has_median_and_quartiles():
    assert summary.summarise([4.0, 1.0, 2.0, 3.0, 5.0]) == {
        "median": 3.0, "low": 2.0, "high": 4.0, "runs": 5}
    assert summary.summarise([4.0])["median"] == 4.0


def test_speed_ups_of_the_programs_table():
    text = tables.render(program_result())
    rows = cells_of(text)
    assert rows[2][:2] == ["axpy", "2"]
    assert rows[2][-4:] == ["2.00x", "0.50x", "1.60x", "3.20x"]
    assert "Fewer than 9 runs" in text
    assert "Command: `scripts/bench.py programs`" in text


def calls_result(factor, noise=(0.99, 1.0, 1.0, 1.0, 1.01)):
    """Tasks of another file take `factor` times as long with two threads."""
    runs = [run_of(f"cholesky {variant} 2t", [100.0, time * part, time * part],
                   program="cholesky", variant=variant, threads=2, block=None)
            for variant, time in (("taskgraph", 2.0), ("taskgraph-calls", 2.0 * factor))
            for part in noise]
    return result("programs", runs)


@pytest.mark.parametrize("factor, noise, target", [
    (1.1, (0.99, 1.0, 1.0, 1.0, 1.01), "met"),
    (1.3, (0.99, 1.0, 1.0, 1.0, 1.01), "missed"),
    (1.2, (0.9, 0.95, 1.0, 1.05, 1.1), "undecided"),
    (1.1, (1.0,) * 4, "undecided"),
])
def test_tasks_of_another_file_have_a_target(factor, noise, target):
    header, _, row = cells_of(tables.render(calls_result(factor, noise)))[-3:]
    assert header[-2:] == ["calls / inline", "target 1.2"]
    assert row[:3] == ["cholesky", "-", "2"]
    assert row[-2].startswith(f"{factor:.2f} [")
    assert row[-1] == target


def test_no_target_without_both_sides():
    document = calls_result(1.1)
    document["runs"] = [run for run in document["runs"]
                        if run["labels"]["variant"] == "taskgraph"]
    assert "target" not in tables.render(document)
    assert "target" not in tables.render(program_result())


def test_ratios_and_failures_of_the_overhead_table():
    document = overhead_result()
    text = tables.render(document)
    assert cells_of(text)[2][-3:] == ["1.25", "1.12", "0.40"]
    assert "- series upstream replay 2t: crashed (-11) in 1 of 2 runs" in text
    assert tables.exit_status(document) == 0, "a peer may fail"
    document["runs"].append(run_of("series ours replay 2t", [], state="wrong result",
                                   library="ours"))
    assert tables.exit_status(document) == 1


def test_missing_contender_is_a_dash():
    document = overhead_result()
    document["runs"] = [run for run in document["runs"]
                        if run["labels"]["library"] == "ours"]
    assert cells_of(tables.render(document))[2][-1] == "-"


def test_ratio_of_the_instructions_table():
    assert cells_of(tables.render(instructions_result()))[2][-1] == "1.010"


@pytest.mark.parametrize("build_type", ["Debug", ""])
def test_debug_program_is_refused(build_type):
    with pytest.raises(Failure, match="their times mean nothing"):
        programs.refuse_debug({"context": {**CONTEXT, "build_type": build_type}})


def test_debug_library_is_refused(tmp_path):
    library = tmp_path / "libomp.so"
    context = {**CONTEXT, "openmp_library": str(library)}
    library.write_bytes(b"ELF...")
    programs.refuse_debug({"context": context})
    library.write_bytes(b"ELF..." + programs.DEBUG_MARK)
    with pytest.raises(Failure, match="is a debug build"):
        programs.refuse_debug({"context": context})


def script(folder, name, body):
    """A stand-in for a benchmark program; its last argument is the JSON file."""
    path = folder / name
    path.write_text("#!/bin/sh\nfor last; do :; done\n" + body)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path



def test_contenders_alternate_in_a_repeatable_order(tmp_path):
    program = script(tmp_path, "program", "echo '{\"samples\": []}' > \"$last\"\n")
    contenders = [runner.Contender(name, [program]) for name in "abcd"]
    progress = runner.Progress(1000)
    progress.last = float("inf")
    orders = []
    for seed in (1, 1, 2):
        runs = runner.run_interleaved(contenders, 6, seed, progress)
        orders.append([run["contender"] for run in runs])
    assert orders[0] == orders[1] != orders[2]
    rounds = [orders[0][i:i + 4] for i in range(0, 24, 4)]
    assert all(sorted(names) == list("abcd") for names in rounds)
    assert len({tuple(names) for names in rounds}) > 1


@pytest.mark.parametrize("body, state, attempts", [
    ("exit 0\n", "verified", 1),
    ("exit 1\n", "wrong result", 1),
    ("exit 2\n", "bad usage", 1),
    ("kill -SEGV $$\n", "crashed (-11)", 3),
    ("exec sleep 20\n", "no end after 0.3 s", 3),
])
def test_failures_are_kept_and_told_apart(tmp_path, body, state, attempts):
    contender = runner.Contender("x", [script(tmp_path, "program", body)],
                                 timeout=0.3 if "sleep" in body else 30)
    progress = runner.Progress(1)
    progress.last = float("inf")
    runs = runner.run_interleaved([contender], 1, 1, progress, retries=2)
    assert [run["state"] for run in runs] == [state] * attempts


def test_settings_of_the_user_do_not_leak_into_runs(monkeypatch):
    monkeypatch.setenv("OMP_SCHEDULE", "static")
    monkeypatch.setenv("KMP_BLOCKTIME", "0")
    monkeypatch.setenv("LD_LIBRARY_PATH", "/x")
    environment = runner.clean_environment({"OMP_NUM_THREADS": 2})
    assert environment["OMP_NUM_THREADS"] == "2"
    assert not {"OMP_SCHEDULE", "KMP_BLOCKTIME", "LD_LIBRARY_PATH"} & set(environment)


def interpreter(module):
    """A Python that has `module`: this one, or the system's, where Debian's are."""
    for python in (sys.executable, "/usr/bin/python3"):
        if pathlib.Path(python).exists() and subprocess.run(
                [python, "-c", f"import {module}"], check=False,
                capture_output=True).returncode == 0:
            return python
    return None


def plot(*options, python=sys.executable):
    return subprocess.run([python, SCRIPTS / "plot.py", *map(str, options)],
                          capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize("make", [program_result, overhead_result,
                                  instructions_result])
def test_plot_from_json_alone(tmp_path, make):
    python = interpreter("matplotlib")
    if not python:
        pytest.skip("matplotlib is not installed")
    source = tmp_path / "some.json"
    source.write_text(json.dumps(make()))
    done = plot("plots", source, "--into", tmp_path / "plots", python=python)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "plots/some.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (tmp_path / "plots/some.svg").read_text()


def test_report_has_tables_and_commands(tmp_path):
    sources = []
    for make in (program_result, overhead_result, instructions_result):
        sources.append(tmp_path / f"{make.__name__}.json")
        sources[-1].write_text(json.dumps(make()))
    output = tmp_path / "report.md"
    done = plot("report", *sources, "--output", output)
    assert done.returncode == 0, done.stderr
    text = output.read_text()
    assert "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception" in text
    for kind in ("programs", "overhead", "instructions"):
        assert f"Command: `scripts/bench.py {kind}`" in text
    assert text == plot("report", *sources).stdout


@pytest.mark.parametrize("content, message", [
    (None, "cannot read"),
    ("{", "is not JSON"),
    ("[]", "is not a result of bench.py or demo.py"),
    ('{"kind": "overhead", "schema_version": 99}', "has schema version 99"),
])
def test_file_that_is_no_result(tmp_path, content, message):
    source = tmp_path / "some.json"
    if content is not None:
        source.write_text(content)
    done = plot("table", source)
    assert done.returncode == 1
    assert done.stderr.startswith("plot.py: error: ")
    assert message in done.stderr


@pytest.mark.parametrize("given, shown", [
    (["--install", "ROOT/build/install"], "--install build/install"),
    (["--install=ROOT/build/../build/install"], "--install=build/install"),
    (["--output", "/elsewhere/of/mine/demo.json"], "--output .../demo.json"),
    (["--build", "~/mine/b", "--threads", "2"], "--build .../b --threads 2"),
    (["--output", "results/demo.json", "--seed", "3"],
     "--output results/demo.json --seed 3"),
    (["--build", "ROOT"], "--build ."),
])
def test_shown_command_has_no_absolute_path(given, shown):
    root = str(SCRIPTS.parent)
    words = [word.replace("ROOT", root) for word in given]
    assert command.shown_command("scripts/demo.py", words) == \
        f"scripts/demo.py {shown}"
