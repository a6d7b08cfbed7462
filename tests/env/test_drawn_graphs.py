# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Drawings of recorded graphs by Graphviz; and what differs between two graphs."""

import copy
import re
import subprocess
import xml.etree.ElementTree

import pytest
from support_graphs import differences, load


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
    graphs = [load(path) for path in (first, again, other)]
    assert not list(differences(*graphs[:2]))
    assert list(differences(*graphs[::2]))
    nodes = graphs[0]["nodes"]
    svg = xml.etree.ElementTree.fromstring(subprocess.run(
        ["dot", "-Tsvg", first.with_suffix(".dot")], capture_output=True, check=True).stdout)
    name = "{http://www.w3.org/2000/svg}"
    drawn = {group.find(f"{name}title").text: group for group in svg.iter(f"{name}g")
             if group.find(f"{name}title") is not None}
    assert len([key for key in drawn if re.fullmatch(r"n\d+", key)]) == len(nodes)
    assert len([key for key in drawn if "->" in key]) == len(graphs[0]["edges"])
    colours = {}
    for node in nodes:
        group = drawn[f"n{node['number']}"]
        texts = [text.text for text in group.iter(f"{name}text")]
        assert texts[0] == f"{node['number']}: {node['kind']}"
        if "type" in node:
            assert texts[1] == f"dumped_graphs.cpp:{node['place']['line']}"
            colours.setdefault(node["type"], set()).add(group.find(f"{name}polygon").get("fill"))
    assert all(len(found) == 1 for found in colours.values())
    assert len(set.union(*colours.values())) == len(colours) > 1
