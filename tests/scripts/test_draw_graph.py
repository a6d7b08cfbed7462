# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scripts/user/draw_graph.py: drawings of recorded graphs; and what differs between two."""

import copy
import json
import re
import subprocess
import sys
import xml.etree.ElementTree

import pytest
from support_graphs import differences
from support_project import ROOT

sys.path.insert(0, str(ROOT / "scripts/user"))
import draw_graph  # noqa: E402

SCRIPT = ROOT / "scripts/user/draw_graph.py"


def place(line):
    return {"file": "some/dir/a \"b\".cpp", "line": line, "column": 3, "function": "f"}


def small_graph():
    """0 and 1 before 2, 2 before a wait, that before 4; 5 alone."""
    kinds = ["task", "task", "task", "wait", "chunk", "task"]
    nodes = [{"number": n, "kind": kind, "group": 0} for n, kind in enumerate(kinds)]
    for node in nodes:
        if node["kind"] != "wait":
            node.update(type=node["number"] % 2, place=place(10 + node["number"] % 2))
    nodes[2].update(dependences=[[0, "inout"], [1, "mutexinoutset"]], locks=[1], priority=7)
    return {"format": 1, "construct": place(9), "graph_id": -3, "replayable": True, "objects": 2,
            "types": [{"data": 8, "proved": True, "object": "p", "offset": 4096},
                      {"data": 16, "proved": True, "object": "p", "offset": 8192}],
            "groups": [{"parent": 0, "reductions": 0}], "nodes": nodes,
            "edges": [[0, 2], [1, 2], [2, 3], [3, 4]]}


def written(path, graph):
    path.write_text(json.dumps(graph))
    return path


def run(*arguments):
    return subprocess.run([sys.executable, SCRIPT, *arguments], capture_output=True, text=True,
                          check=False, timeout=60)


def test_longest_chain_counts_tasks():
    graph = small_graph()
    assert draw_graph.critical_path(graph) == [0, 2, 3, 4]
    graph["nodes"][2]["kind"] = "join"
    graph["edges"] += [[0, 1]]
    assert draw_graph.critical_path(graph) == [0, 1, 2, 3, 4]
    assert draw_graph.critical_path({**graph, "nodes": [], "edges": []}) == []


def test_drawing_shows_nodes_lines_and_chain(tmp_path):
    path = written(tmp_path / "g.json", small_graph())
    done = run(path)
    assert done.returncode == 0, done.stderr
    svg = xml.etree.ElementTree.parse(tmp_path / "g.svg").getroot()
    name = "{http://www.w3.org/2000/svg}"
    groups = {g.find(f"{name}title").text: g for g in svg.iter(f"{name}g")
              if g.find(f"{name}title") is not None}
    assert {f"n{n}" for n in range(6)} <= groups.keys()
    texts = {key: [t.text for t in g.iter(f"{name}text")] for key, g in groups.items()}
    assert texts["n1"] == ["1", 'a "b".cpp:11']
    assert texts["n3"] == ["3 wait"]
    assert texts["n2"] == ["2", 'a "b".cpp:10', "priority 7", "excludes others by 1"]
    assert any("4 edges, longest chain: 3 tasks" in text for text in texts["taskgraph"])

    def colour(key, what):
        return {e.get(what) for e in groups[key].iter() if e.get(what)} - {"black"}

    strong = {key for key in groups.keys() - {"taskgraph"}
              if draw_graph.CRITICAL in colour(key, "stroke")}
    assert strong == {"n0", "n2", "n3", "n4", "n0->n2", "n2->n3", "n3->n4"}
    assert colour("n0", "fill") == colour("n2", "fill") != colour("n1", "fill")


def test_output_is_where_it_is_asked_for(tmp_path):
    path = written(tmp_path / "g.json", small_graph())
    assert run(path, "-o", tmp_path / "other.svg").returncode == 0
    assert (tmp_path / "other.svg").read_text().lstrip().startswith("<?xml")
    assert not (tmp_path / "g.svg").exists()


@pytest.mark.parametrize("text, complaint", [
    (None, "No such file"), ("{", "JSONDecodeError"), ("[]", "is no recorded graph"),
    (json.dumps({**small_graph(), "format": 2}), "its format is 2"),
    (json.dumps({**small_graph(), "edges": [[2, 6]]}), "leads nowhere"),
    (json.dumps({**small_graph(), "types": []}), "is damaged")])
def test_files_that_are_no_graphs_are_refused(tmp_path, text, complaint):
    path = tmp_path / "g.json"
    if text is not None:
        path.write_text(text)
    done = run(path)
    assert done.returncode == 1 and complaint in done.stderr, done.stderr
    assert "next: " in done.stderr


def test_large_graphs_are_not_drawn(tmp_path):
    graph = small_graph()
    graph["nodes"] = [{"number": number, "kind": "task", "group": 0} for number in range(2001)]
    done = run(written(tmp_path / "g.json", graph))
    assert done.returncode == 1 and "has 2001 nodes" in done.stderr


def test_help_and_wrong_use():
    done = run("--help")
    assert done.returncode == 0 and "FILE.json" in done.stdout
    assert run().returncode == 2


CHANGES = {
    "kind": (1, lambda g: g["nodes"][1].update(kind="chunk")),
    "group": (5, lambda g: (g["groups"].append({"parent": 0, "reductions": 0}),
                            g["nodes"][5].update(group=1))),
    "priority": (2, lambda g: g["nodes"][2].update(priority=6)),
    "locks": (2, lambda g: g["nodes"][2].pop("locks")),
    "dependences": (2, lambda g: g["nodes"][2]["dependences"][0].__setitem__(1, "in")),
    "place": (4, lambda g: g["nodes"][4].update(place=place(99))),
    "comes after": (5, lambda g: g["edges"].append([4, 5])),
    "bytes of data": (1, lambda g: g["types"][1].update(data=24)),
    "code": (1, lambda g: g["types"][1].update(offset=8193)),
    "only in the first graph": (5, lambda g: g["nodes"].pop()),
}


@pytest.mark.parametrize("what", CHANGES)
def test_each_planted_difference_is_found(what):
    graph = small_graph()
    changed = copy.deepcopy(graph)
    node, change = CHANGES[what]
    change(changed)
    number, text = next(differences(graph, changed))
    assert number == node and re.search(what, text)
    assert bool(list(differences(graph, changed, builds=True))) == (what != "code")


def test_equal_graphs():
    graph = small_graph()
    renumbered = copy.deepcopy(graph)  # the same constructs, described in another order
    renumbered["types"].reverse()
    for node in renumbered["nodes"]:
        if "type" in node:
            node["type"] = 1 - node["type"]
    renumbered["edges"].reverse()
    renumbered.update(graph_id=8, construct=place(1))
    assert list(differences(graph, renumbered)) == []


@pytest.mark.program("dumped_graphs.cpp", flags=("-g",))
def test_graphs_of_a_program(program, tmp_path):
    for run_number, seed in enumerate((1, 1, 2)):
        program.passes(seed, OMPX_TASKGRAPH_DUMP=tmp_path / str(run_number))
    first, again, other = (next((tmp_path / str(n)).glob("*--5-1-*.json")) for n in range(3))
    graphs = [draw_graph.load(path) for path in (first, again, other)]
    assert not list(differences(*graphs[:2]))
    assert list(differences(*graphs[::2]))
    done = run(first)
    assert done.returncode == 0, done.stderr
    drawn = first.with_suffix(".svg").read_text()
    assert drawn.count("dumped_graphs.cpp:") >= 60
    assert "longest chain" in drawn
