# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How short tasks may be: the grids in each way, the arithmetic, and the suite once."""

import itertools

import pytest
from test_bench_dependences import twin
from test_measure import suite
from test_results import document_of

from analysis import metg
from analysis.results import Results

GRIDS = [f"grid-{name}" for name in metg.PATTERNS]


@pytest.mark.parametrize("width", [1, 2, 5, 16, 20])
@pytest.mark.parametrize("grid", GRIDS)
def test_every_way_is_what_its_name_says(benchmarks, grid, width):
    # A graph for each of three grains, and one before.
    for rerun, told in ((1, "4 recorded, 6 replayed, 0 refilled"),
                        (2, "4 recorded, 0 replayed, 6 refilled")):
        done = benchmarks.run(
            "dependences-openmp", "--variant", grid, "--tasks", 40, "--width", width,
            "--steps", 8, "--grains", 3, "--iterations", 1, "--warm-up", 2, "--rerun", rerun,
            threads=3,
            OMPX_TASKGRAPH_VERBOSE="summary", OMPX_TASKGRAPH_REFILL="always")
        assert done.returncode == 0, done.stderr
        assert f"run<false>): {told}" in done.stderr


@pytest.mark.parametrize("rerun", [0, 1, 2])
@pytest.mark.parametrize("grid", GRIDS[1:])
def test_values_show_a_wrong_order(benchmarks, toolchain, tmp_path_factory, grid, rerun):
    program = tmp_path_factory.getbasetemp() / "grid-twin" / "dependences-openmp"
    if not program.exists():
        program.parent.mkdir(exist_ok=True)
        twin(toolchain, benchmarks, program.parent, "-Ddepend(...)=")
    done = benchmarks.run(program, "--variant", grid, "--tasks", 200, "--width", 8,
                          "--steps", 2000, "--iterations", 3, "--rerun", rerun)
    assert done.returncode == 1
    assert "times a task's value was not that of its order" in done.stderr


@pytest.mark.parametrize("points, expected, mark", [
    ([(400, 0.9), (200, 0.7), (100, 0.3)], 141.4, ""),  # half way between the last two
    ([(400, 0.9), (200, 0.5), (100, 0.3)], 200, ""),
    ([(400, 0.9), (200, 0.4), (100, 0.6), (50, 0.4)], 70.7, ""),  # the smallest one counts
    ([(400, 0.9), (200, 0.8)], 200, "<"),
    ([(400, 0.4), (200, 0.3)], 400, ">"),
])
def test_the_smallest_time_at_half_of_the_rate(points, expected, mark):
    value, seen = metg.metg(points, 0.5)
    assert value == pytest.approx(expected, abs=0.1) and seen == mark


def test_short_tasks_that_overlap_are_no_highest_rate():
    document = result()
    document["extra"]["steps"] = [4096, 1024, 16]
    for run in document["runs"]:
        run["samples"] = [4096 / run["labels"]["threads"], 1024, 1]
    assert metg.peak_of(Results(document)) == pytest.approx(1.0)


def result():
    """Work of 1 ns a step and thread; a system adds so much to each task and thread."""
    costs, steps, runs = {"replay": 10, "tasks": 40, "starpu": 10_000}, [800, 80, 8], []
    for number, threads, (system, cost) in itertools.product(
            range(5), (1, 2), costs.items()):
        samples = [(step + cost * (step < 800 or system != "replay")
                    + 0.01 * number) / threads for step in steps] * 2
        runs.append({"labels": {"pattern": "stencil", "threads": threads, "system": system,
                                "library": metg.SYSTEMS[system][0]},
                     "round": number, "value": "all", "state": "verified", "message": "",
                     "others": [0, 1], "library": "x", "samples": samples, "rates": [],
                     "unit": "ns/task"})
    return document_of(runs, kind="metg", extra={"steps": steps})


def test_tables_of_a_made_up_result(tmp_path):
    results = Results(result())
    times, ratios, claims, most = metg.tables(results)
    replay, tasks, starpu = times.rows[1][2:]
    # 50 % of one step a nanosecond is where work and cost are equal, or nearly.
    assert times.rows[1][:2] == ["stencil", 2]
    assert float(replay.split()[0]) == pytest.approx(20, rel=0.15)
    assert float(tasks.split()[0]) == pytest.approx(80, rel=0.25)
    assert starpu.startswith("> 10.8 µs ±")
    assert ratios.header[2] == "replay / tasks" and ratios.rows[0][2].endswith("faster")
    assert [row[-1] for row in claims.rows] == ["holds"] * 3
    assert most.title == "METG(80 %)"
    # Between 89 % at 90 ns and 44 % at 18 ns.
    assert float(most.rows[1][2].split()[0]) == pytest.approx(65, rel=0.05)
    for path in metg.figures(results, tmp_path):
        assert path.stat().st_size > 1000


def test_the_suite(benchmarks, toolchain, tmp_path):
    done, document = suite("metg", benchmarks, toolchain, tmp_path, "--no-upstream",
                           "--systems", "replay,tasks")
    assert done.returncode == 0, done.stdout + done.stderr
    assert len(document["runs"]) == 2 * 2
    assert {entry["state"] for entry in document["runs"]} == {"verified"}
    assert all(len(entry["samples"]) == 3 * 11 for entry in document["runs"])
    text = (tmp_path / "metg.md").read_text()
    assert "# How short tasks may be" in text and "![metg](figures/metg.svg)" in text
