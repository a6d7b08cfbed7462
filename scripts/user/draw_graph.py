#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws a recorded task graph from what OMPX_TASKGRAPH_DUMP wrote; needs Graphviz (dot).

Tasks of one construct have one colour and name its line in the source (if the program was
compiled with -g); the longest chain of tasks is emphasised.
"""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from overlay import Failure, run_main, say, write_atomically  # noqa: E402

NAME = "draw_graph.py"
FORMAT = 1
MOST_NODES = 2000
TASKS = ("task", "chunk", "undeferred")
COLOURS = ("#a6cee3", "#b2df8a", "#fdbf6f", "#cab2d6", "#ffff99", "#fb9a99", "#8dd3c7",
           "#bebada", "#fccde5", "#ccebc5", "#d9d9d9", "#ffed6f")
CRITICAL = "#c00000"


def load(path):
    """A graph; anything else is refused with a reason."""
    try:
        graph = json.loads(Path(path).read_text(encoding="utf-8", errors="replace"))
        if graph["format"] != FORMAT:
            raise ValueError(f"its format is {graph['format']}, this script reads {FORMAT}")
        for number, node in enumerate(graph["nodes"]):
            if node["number"] != number or node.get("type", 0) >= max(1, len(graph["types"])):
                raise ValueError(f"node {number} is damaged")
        for source, target in graph["edges"]:
            if not 0 <= source < target < len(graph["nodes"]):
                raise ValueError(f"the edge from {source} to {target} leads nowhere")
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise Failure(f"{path} is no recorded graph: {error!r}",
                      next_step="make one with OMPX_TASKGRAPH_DUMP=DIRECTORY") from error
    return graph


def critical_path(graph):
    """The chain with the most tasks; of several the one that comes first."""
    before = [[] for _ in graph["nodes"]]
    for source, target in sorted(graph["edges"]):
        before[target].append(source)
    best = []  # of the chains that end at each node: its length, and who comes before
    for node, sources in zip(graph["nodes"], before):
        last = max(sources, key=lambda source: best[source][0], default=None)
        length = best[last][0] if sources else 0
        best.append((length + (node["kind"] in TASKS), last))
    path = [max(range(len(best)), key=lambda number: best[number][0], default=None)]
    while path[-1] is not None:
        path.append(best[path[-1]][1])
    return path[-2::-1]


def line_of(place):
    return f"{Path(place['file']).name}:{place['line']}"


def construct_of(node):
    """What the tasks of one construct have in common."""
    place = node.get("place")
    if place:
        return place["file"], place["line"], place["column"]
    return node.get("type", node["kind"])


def label_of(node):
    lines = [f"{node['number']}" if node["kind"] == "task" else f"{node['number']} {node['kind']}"]
    if "place" in node:
        lines.append(line_of(node["place"]))
    if node.get("priority"):
        lines.append(f"priority {node['priority']}")
    if node.get("locks"):
        lines.append("excludes others by " + ", ".join(map(str, node["locks"])))
    return "\n".join(lines)


def as_dot(graph):
    """The drawing in Graphviz's language."""
    path = critical_path(graph)
    strong = f'color="{CRITICAL}", penwidth=3'
    on_path, emphasised = set(path), set(zip(path, path[1:]))
    tasks = sum(node["kind"] in TASKS for node in graph["nodes"])
    chain = sum(graph["nodes"][number]["kind"] in TASKS for number in path)
    construct = graph["construct"]
    title = (f"taskgraph at {line_of(construct)} ({construct['function']}), graph_id "
             f"{graph['graph_id']}\n{tasks} tasks, {len(graph['edges'])} edges, "
             f"longest chain: {chain} tasks")
    lines = ["digraph taskgraph {",
             f"  label={json.dumps(title, ensure_ascii=False)}; labelloc=t;",
             '  node [shape=box, style=filled, fillcolor=white, fontname="sans-serif"];',
             '  fontname="sans-serif";']
    colours = {}
    for node in graph["nodes"]:
        look = "shape=oval"
        if node["kind"] in ("task", "chunk"):
            colour = colours.setdefault(construct_of(node), COLOURS[len(colours) % len(COLOURS)])
            look = f'fillcolor="{colour}"'
        if node["number"] in on_path:
            look += f", {strong}"
        label = json.dumps(label_of(node), ensure_ascii=False)
        lines.append(f"  n{node['number']} [label={label}, {look}];")
    for source, target in graph["edges"]:
        look = f" [{strong}]" if (source, target) in emphasised else ""
        lines.append(f"  n{source} -> n{target}{look};")
    return "\n".join([*lines, "}", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graph", metavar="FILE.json", help="what to draw")
    parser.add_argument("-o", "--output", metavar="FILE.svg",
                        help="the drawing (default: beside the graph)")
    args = parser.parse_args()
    graph, output = load(args.graph), args.output or Path(args.graph).with_suffix(".svg")
    if len(graph["nodes"]) > MOST_NODES:
        raise Failure(f"{args.graph} has {len(graph['nodes'])} nodes: nobody could read the "
                      "drawing, and dot would take very long",
                      next_step=f"record a smaller problem, of up to {MOST_NODES} nodes")
    if not shutil.which("dot"):
        raise Failure("dot is not installed", next_step="install Graphviz (Debian: graphviz)")
    drawn = subprocess.run(["dot", "-Tsvg"], input=as_dot(graph).encode(), capture_output=True)
    if drawn.returncode != 0:
        raise Failure(f"dot failed: {drawn.stderr.decode(errors='replace').strip()}")
    write_atomically(output, drawn.stdout)
    say(NAME, f"{output} is drawn")


if __name__ == "__main__":
    run_main(NAME, main)
