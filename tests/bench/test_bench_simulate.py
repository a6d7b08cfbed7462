# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The simulator: graphs whose time is known, bounds that no schedule passes, twins with a
fault that each of these checks must notice; graphs of the library; the suite once."""

import itertools
import json
import random
import shutil
import subprocess

import numpy
import pytest
from test_measure import measure, suite

from analysis import simulate
from overlay import CHECKOUT, Failure

SOURCES = CHECKOUT / "overhead-benchmarks"
WAYS = list(simulate.WAYS)
# Tasks shorter than 200 ns would stay with the thread that refills.
COSTS = {"plain_alone": 20, "plain_make": 60, "plain_item": 9, "plain_node": 15,
         "refill_alone": 8, "refill_make": 20, "refill_item": 4, "refill_node": 9,
         "replay_alone": 2, "replay_node": 3, "count": 5, "push": 3, "steal": 20, "look": 2,
         "line": 60, "item": 1, "plain_start": 100, "refill_start": 300, "replay_start": 400}


def outcomes(program, jobs, costs=None):
    return simulate.run(program, costs or {}, jobs)


def times(program, graph, bodies, teams, costs=None, ways=WAYS):
    return [one["time"] for one in outcomes(program, [
        simulate.Job(graph, bodies, way, team) for team in teams for way in ways], costs)]


def random_graph(seed, nodes=200):
    """A text of nodes of four types, each after some of the twenty before it."""
    chosen, lines = random.Random(seed), [str(nodes)]
    for node in range(nodes):
        near = range(max(0, node - 20), node)
        into = chosen.sample(near, chosen.randint(0, min(3, len(near))))
        lines.append(" ".join(map(str, [chosen.randrange(4), len(into) + 1, len(into),
                                        *into])))
    return "\n".join(lines) + "\n"


def check_chain(program):
    """A chain takes the sum of its tasks, however many threads there are."""
    assert times(program, "chains 1 50", [1000], (1, 2, 7)) == [50_000] * 9
    costs = {"replay_node": 3, "replay_start": 7}
    assert times(program, "chains 1 50", [1000], (2, 7), costs, ["replay"]) == [50_157] * 2


def check_independent(program):
    """Independent tasks take as many turns as the threads need."""
    for nodes, team in itertools.product((1, 10, 100, 250), (1, 2, 3, 7, 64)):
        assert times(program, f"trivial {nodes} 1", [1000], [team]) == \
            [-(-nodes // team) * 1000] * 3, (nodes, team)


def check_fork_join(program):
    """Rows of 1, 2, 4, 8, 4, 2, 1 tasks."""
    turns = {1: 22, 2: 12, 3: 11, 4: 8, 8: 7, 100: 7}
    for team, number in turns.items():
        assert times(program, "tree 8 7", [1000], [team]) == [number * 1000] * 3, team


def check_bounds(program):
    """No schedule is faster than its work by threads or its longest path; one that leaves
    no thread without work is not slower than both together [Graham 1969]."""
    jobs = [simulate.Job(random_graph(seed), [10, 40, 200, 1000], way, team)
            for seed in range(8) for way in WAYS for team in (1, 2, 3, 8, 50)]
    for costs in (None, COSTS):
        for job, one in zip(jobs, outcomes(program, jobs, costs)):
            least = max(one["work"] / job.threads, one["span"])
            assert one["time"] >= least * (1 - 1e-9), job
            assert one["busy"] == pytest.approx(one["work"])
            if not costs and job.way != "replay":  # that keeps a part of its roots
                assert one["time"] <= one["work"] / job.threads + one["span"] + 1e-6, job


def check_same_seed(program):
    jobs = [simulate.Job(random_graph(3), [10, 40, 200, 1000], way, team)
            for way in WAYS for team in (2, 3, 8)] * 3
    first, second, third = numpy.array_split(
        [one["time"] for one in outcomes(program, jobs, COSTS)], 3)
    assert (first == second).all() and (second == third).all()


def check_costs(program):
    """By hand: what each cost is paid for."""
    trivial = {way: times(program, "trivial 4 1", [100], [1], COSTS, [way])[0]
               for way in WAYS}
    assert trivial == {"plain": 100 + 4 * 120, "refill": 300 + 4 * 108,
                       "replay": 400 + 4 * 102}
    # Two threads, two tasks each: a start, the line that brings the other its block; the
    # owner offers its second task, pays that, and takes it back. The end is two lines.
    assert times(program, "trivial 2 1", [100], [2], COSTS, ["replay"]) == [
        400 + 60 + 3 + 100 + 60 + 60]
    # A chain of plain tasks: made in the shadow of the first, then one after the other.
    assert times(program, "chains 1 1", [1000], [2], {"plain_make": 30, "plain_item": 5,
                                                      "plain_node": 7, "push": 2},
                 ["plain"])[0] == pytest.approx(1000 + 30 + 5 + 7 + 2)


CHECKS = {check.__name__: check for check in (
    check_chain, check_independent, check_fork_join, check_bounds, check_same_seed,
    check_costs)}
# A fault in simulation.cpp, and the check that must see it.
FAULTS = [
    ("check_chain", "at(now + graph.body[node], self);", "at(now, self);"),
    ("check_independent", "thread.range = item;", "thread.next = item.begin;"),
    ("check_independent", "const std::size_t size = roots.size(), parts = threads.size();",
     "const std::size_t size = roots.size(), parts = 1;"),
    ("check_fork_join", "return at(taken, self);", "return at(taken + 5, self);"),
    ("check_fork_join", "return --pending[node] == 0;", "return --pending[node] <= 1;"),
    ("check_bounds", "if (!countDown(self, next, now))",
     "if (countDown(self, next, now), pending[next] != 0 && pending[next] != 1)"),
    ("check_bounds", "outcome.busy += graph.body[node];", "outcome.busy += 1;"),
    ("check_same_seed", "random(seed),", "random(std::random_device{}() + seed),"),
    ("check_costs", "counter_free = std::max(counter_free, now) + costs.line;",
     "counter_free = now;"),
]


@pytest.mark.parametrize("name", CHECKS)
def test_known_answers(benchmarks, name):
    CHECKS[name](benchmarks.paths["simulator"])


@pytest.mark.parametrize("name, right, wrong", FAULTS)
def test_a_fault_is_noticed(toolchain, tmp_path, name, right, wrong):
    for folder in ("common", "dependences", "simulator"):
        shutil.copytree(SOURCES / folder, tmp_path / folder)
    source = tmp_path / "simulator" / "simulation.cpp"
    text = source.read_text()
    assert text.count(right) == 1, right
    source.write_text(text.replace(right, wrong))
    program = tmp_path / "twin"
    subprocess.run([toolchain.clangxx, "-O1", "-std=c++17", "-o", program,
                    *source.parent.glob("*.cpp")], check=True, timeout=120)
    with pytest.raises((AssertionError, Failure)):
        CHECKS[name](program)


@pytest.mark.parametrize("commands, message", [
    ("graph nothing 3", "no graph has the name nothing"),
    ("graph chains 3", "a graph needs its size"),
    ("graph file /nowhere", "cannot read a number of nodes from /nowhere"),
    ("graph chains 2 2\nrun often 1 1", "no way has this name"),
    ("cost everything 3", "no cost has this name"),
    ("run replay 0 1", "threads: 1 to 65536"),
    ("jump", "no such command"),
])
def test_message(benchmarks, commands, message):
    done = subprocess.run([benchmarks.paths["simulator"]], input=commands + "\n", text=True,
                          capture_output=True, check=False, timeout=60)
    assert done.returncode == 2
    last = commands.splitlines()
    assert done.stderr == \
        f'simulator: error: line {len(last)}, "{last[-1]}": {message}\n'


def test_a_graph_that_the_library_has_written(benchmarks, tmp_path):
    """The simulator's own wave and factorization are those that the programs make."""
    for program, words, graph in (
            ("gauss-seidel", ["--size", 60, "--block", 10], "heat 6 6"),
            ("cholesky", ["--size", 60, "--block", 10], "cholesky 6")):
        folder = tmp_path / program
        done = benchmarks.run(program, "--variant", "taskgraph", *words, "--iterations", 2,
                              OMPX_TASKGRAPH_DUMP=folder)
        assert done.returncode == 0, done.stderr
        (file,) = folder.glob("*.json")
        text = simulate.recorded(file)
        jobs = [simulate.Job(one, [100, 200, 300, 400], way, team)
                for one in (text, graph) for way in WAYS for team in (1, 2, 5)]
        made = outcomes(benchmarks.paths["simulator"], jobs, COSTS)
        half = len(made) // 2
        assert made[:half] == made[half:], program


def test_a_file_that_is_no_graph(tmp_path):
    file = tmp_path / "graph.json"
    for text in ("", "[]", '{"nodes": [], "edges": [[0, 1]], "types": []}'):
        file.write_text(text)
        with pytest.raises(Failure, match="is no recorded graph"):
            simulate.recorded(file)


def test_types_of_two_graphs_are_numbered_alike(tmp_path):
    def graph(name, offsets):
        file = tmp_path / name
        file.write_text(json.dumps({
            "types": [{"object": "a", "offset": offset} for offset in offsets],
            "nodes": [{"kind": "task", "type": number} for number in range(len(offsets))]
            + [{"kind": "join"}], "edges": [[0, len(offsets)]]}))
        return file
    routines = []
    first = simulate.recorded(graph("a", [7, 9]), routines)
    second = simulate.recorded(graph("b", [8, 9, 7]), routines)
    assert first == "3\n0 0 0\n1 0 0\n-1 0 1 0\n"
    assert simulate.types_of(second) == [2, 1, 0, -1]


def test_costs_are_found_again(benchmarks):
    """Times that the simulator itself has made, with other costs than the fit begins with."""
    program = benchmarks.paths["simulator"]
    jobs = [simulate.Job(f"{pattern} 8 16", [body], way, team)
            for pattern in ("trivial", "chains", "stencil") for body in (100, 3000)
            for way in WAYS for team in (1, 2)]
    wanted = [one["time"] for one in outcomes(program, jobs, COSTS)]
    costs = simulate.fit(program, jobs, wanted)
    errors = [abs(one["time"] / want - 1) for one, want in zip(
        outcomes(program, jobs, costs), wanted)]
    assert numpy.median(errors) < 0.03 and numpy.quantile(errors, 0.9) < 0.15


def test_the_suite(benchmarks, toolchain, tmp_path):
    done = benchmarks.run("gauss-seidel", "--variant", "taskgraph", "--size", 40, "--block",
                          10, "--iterations", 2, OMPX_TASKGRAPH_DUMP=tmp_path / "dump")
    assert done.returncode == 0
    (graph,) = (tmp_path / "dump").glob("*.json")
    done, document = suite("simulate", benchmarks, toolchain, tmp_path / "results",
                           "--graph", graph)
    assert done.returncode == 0, done.stdout + done.stderr
    assert {entry["state"] for entry in document["runs"]} == {"verified"}
    predicted = document["predicted"]
    assert {place["graph"] for place in predicted["places"]} == {
        *simulate.FITTED, *simulate.CHECKED, *simulate.APPLICATIONS}
    assert len(predicted["maps"]) == len(simulate.SHAPES) * 1 * 2 * 2
    assert any(one["nodes"] == 16 for one in predicted["curves"])
    for one in predicted["curves"]:
        assert one["speedup"] <= one["bound"] * (1 + 1e-9)
    text = (tmp_path / "results" / "simulate.md").read_text()
    for title in ("Predicted: heat, 8 threads",
                  "Fitted costs", "Predicted to measured"):
        assert f"## {title}" in text
    assert str(tmp_path) not in text
    assert (tmp_path / "results/figures/simulation-maps.svg").stat().st_size > 5000


def test_fewer_threads_cannot_be_fitted(toolchain, benchmarks, tmp_path):
    done = measure("simulate", "--quick", "--threads", 2, "--install", toolchain.prefix,
                   "--build", benchmarks.folder.parent, "--results", tmp_path)
    assert done.returncode == 1
    assert "costs are fitted to times on one and on two threads" in done.stderr
