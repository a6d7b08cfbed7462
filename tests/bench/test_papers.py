# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables and figures that papers have, with made-up runs; docs/results/README.md lists them."""

import re

import pytest
from support_project import ROOT
from test_results import document_of, run_of

from analysis import applications, overhead
from analysis.results import Results
from user import measure

TRACKER = "OMPX_DEPEND_TRACKER"


def ferret(times):
    """{tracker: times of its processes}"""
    document = document_of([
        run_of(number, time, program="ferret", grain=1, threads=2, variant="tasks",
               library="ours", **{TRACKER: tracker})
        for tracker, them in times.items() for number, time in enumerate(them)])
    return Results({**document, "axes": {TRACKER: list(times)}})


def test_distributions_and_the_rank_sum_test(tmp_path):
    """p by hand: with ranks 1-5 against 6-10, W = 15, z = (15 - 27.5) / sqrt(22.9)."""
    results = ferret({"tickets": [1.0, 2.0, 3.0, 4.0, 5.0], "graph": [6.0, 7.0, 8.0, 9.0, 10.0],
                      "list": [5.0, 1.0, 3.0, 2.0, 4.0]})
    table = next(table for table in applications.tables(results)
                 if table.title == f"Distribution by {TRACKER}")
    rows = {row[table.header.index(TRACKER)]: dict(zip(table.header, row)) for row in table.rows}
    assert rows["graph"]["mean"] == "8 s" and rows["graph"]["standard deviation"] == "1.58 s"
    assert (rows["graph"]["minimum"], rows["graph"]["maximum"]) == ("6 s", "10 s")
    assert {name: row["p, to tickets"] for name, row in rows.items()} == {
        "tickets": "-", "graph": "0.009", "list": "1"}
    drawn = applications.figures(results, tmp_path)
    assert (tmp_path / f"distribution-{TRACKER}-ferret.svg") in drawn


def test_one_process_has_no_distribution():
    results = ferret({"tickets": [1.0], "graph": [2.0]})
    assert not any("Distribution" in table.title for table in applications.tables(results))


def test_programs_compiled_by_gcc_on_both_libraries():
    """A variable of our library is one of the program that GCC compiled for it, too."""
    place = {"program": "cholesky", "grain": 10, "threads": 2, "variant": "tasks"}
    axis = "OMPX_TASKGRAPH_AUTO"
    document = document_of([
        run_of(number, time, **place, **labels) for number in range(5) for time, labels in (
            (4.0, {"library": "gcc-libgomp"}), (2.0, {"library": "gcc-ours", axis: "off"}),
            (1.0, {"library": "gcc-ours", axis: "on"}))])
    results = Results({**document, "axes": {axis: ["off", "on"]}})
    (table,) = [table for table in applications.tables(results)
                if table.title == "Compiled by GCC"]
    rows = [dict(zip(table.header, row)) for row in table.rows]
    assert [(row[axis], row["gcc-ours / gcc-libgomp"]) for row in rows] == [
        ("off", "0.50 [0.50, 0.50] faster"), ("on", "0.25 [0.25, 0.25] faster")]


@pytest.mark.parametrize("count, rounds", [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3)])
def test_time_beyond_the_work_is_that_of_the_paper(count, rounds):
    """[Taskgraph 2022], section 2: all tasks share the work; as many at once as threads."""
    work, each = 120e6, 1e6  # in nanoseconds: of all, and beyond it of each task
    document = document_of([
        {**run_of(number, 1.0, part="shared-work", count=tasks, threads=2, variant="replay",
                  library="ours"), "unit": "ns/task",
         "samples": [(work / tasks * -(-tasks // 2) + each * (tasks - 1)) / tasks]}
        for number in range(5) for tasks in sorted({1, count})])
    found = overhead.beyond_work(Results(document), {"count": count, "threads": 2})
    assert found == {"replay": pytest.approx(count - 1)}
    assert rounds == -(-count // 2)


def test_tasks_take_many_objects_in_turn():
    commands = [overhead.command_of("program", place, 3)
                for place in overhead.POINTS["objects"]]
    widths = {command[command.index("--width") + 1] for command in commands}
    assert widths == {1, overhead.CORES, 2 * overhead.CORES}
    assert all("--width" not in overhead.command_of("program", place, 3)
               for place in overhead.POINTS["shapes"])


PAGE = (ROOT / "docs/results/README.md").read_text()
PAPERS = {  # a word of the heading: figures, tables
    "Taskgraph 2022": (range(1, 11), [1]), "Vandierendonck 2013": (range(1, 16), [1, 2]),
    "Flexible Preconditions": (range(1, 8), [1]), "Swan": (range(1, 11), []),
    "Tillenius 2015": ("1.1 2.1 3.1 4.1 5.1 5.2 5.3 6.1 6.2 6.3 7.1 7.2 7.3".split(), ["7.1"])}


@pytest.mark.parametrize("paper", PAPERS)
def test_every_figure_and_table_of_a_paper_is_listed_once(paper):
    (section,) = [body for title, body in re.findall(
        r"^## (.*?)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S) if paper in title]
    listed = {"figure": [], "table": []}
    for cell in re.findall(r"^\| (.*?) \|", section, re.M):
        for kind, numbers in re.findall(r"(figure|table)s? ([\d., -]*\d)", cell):
            for number in numbers.split(", "):
                first, _, last = number.partition("-")
                listed[kind] += map(str, range(int(first), int(last) + 1)) if last else [first]
    assert [sorted(listed[kind]) for kind in ("figure", "table")] == \
        [sorted(map(str, numbers)) for numbers in PAPERS[paper]]


COMMANDS = re.findall(r"`scripts/reprise\.sh ([^`]+)`", PAGE)


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_of_the_page_are_right(command):
    """Options and their values are known, and each experiment, variant, library."""
    assert measure.arguments(command.split()).kind == command.split()[0]


def test_a_wrong_command_would_be_noticed(capsys):
    with pytest.raises(SystemExit):
        measure.arguments("overhead --parts shared".split())
    assert '"shared" is unknown' in capsys.readouterr().err
