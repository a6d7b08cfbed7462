#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws a recorded task graph, or compares two, from what OMPX_TASKGRAPH_DUMP wrote.

  draw_graph.py FILE.json [-o FILE.svg]   a drawing; needs Graphviz (dot)
  draw_graph.py --compare A.json B.json   the first nodes that differ

In a drawing, tasks of one construct have one colour and name its line in the source
(if the program was compiled with -g), and the longest chain of tasks is emphasised.
With --compare the exit code is 0 for equal graphs, 1 for others, and 2 if a file
cannot be read; where the constructs stand and their graph_id do not count.
"""

import argparse
import itertools
import json
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from overlay import Failure, report, run_main, say, write_atomically  # noqa: E402

NAME = "draw_graph.py"
FORMAT = 1
MOST_NODES = 2000
MOST_DIFFERENCES = 10
TASKS = ("task", "chunk", "undeferred")
COLOURS = ("#a6cee3", "#b2df8a", "#fdbf6f", "#cab2d6", "#ffff99", "#fb9a99", "#8dd3c7",
           "#bebada", "#fccde5", "#ccebc5", "#d9d9d9", "#ffed6f")
CRITICAL = "#c00000"


def load(path):
    """A graph; anything else is refused with a reason."""
    hint = "make one with OMPX_TASKGRAPH_DUMP=DIRECTORY"
    try:
        graph = json.loads(Path(path).read_text(encoding="utf-8", errors="replace"))
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}", next_step=hint) from error
    except ValueError as error:
        raise Failure(f"{path} is not JSON: {error}", next_step=hint) from error
    if not isinstance(graph, dict) or not {"nodes", "edges"} <= graph.keys():
        raise Failure(f"{path} is not a recorded graph", next_step=hint)
    if graph.get("format") != FORMAT:
        raise Failure(f"{path} has format {graph.get('format')}, this script reads {FORMAT}",
                      next_step="use the script of the version that wrote the file")
    for number, node in enumerate(graph["nodes"]):
        if node["number"] != number or node.get("type", 0) >= max(1, len(graph["types"])):
            raise Failure(f"{path}: node {number} is damaged", next_step=hint)
    for source, target in graph["edges"]:
        if not 0 <= source < target < len(graph["nodes"]):
            raise Failure(f"{path}: the edge from {source} to {target} leads nowhere",
                          next_step=hint)
    return graph


def predecessors_of(graph):
    """For each node the numbers of those that it directly comes after, ascending."""
    before = [[] for _ in graph["nodes"]]
    for source, target in sorted(graph["edges"]):
        before[target].append(source)
    return before


def critical_path(graph):
    """The chain with the most tasks; of several the one that comes first."""
    best = []  # of the chains that end at each node: its length, and its numbers
    for node, sources in zip(graph["nodes"], predecessors_of(graph)):
        length, path = max((best[source] for source in sources), key=lambda b: b[0],
                           default=(0, None))
        best.append((length + (node["kind"] in TASKS), (path, node["number"])))
    path, numbers = max(best, key=lambda b: b[0], default=(0, None))[1], []
    while path:
        path, number = path
        numbers.append(number)
    return numbers[::-1]


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


def draw(path, output, most):
    graph = load(path)
    if len(graph["nodes"]) > most:
        raise Failure(f"{path} has {len(graph['nodes'])} nodes: nobody could read the drawing, "
                      "and dot would take very long",
                      next_step=f"record a smaller problem, or give --most {len(graph['nodes'])}")
    if not shutil.which("dot"):
        raise Failure("dot is not installed", next_step="install Graphviz (Debian: graphviz)")
    drawn = subprocess.run(["dot", "-Tsvg"], input=as_dot(graph).encode(), capture_output=True)
    if drawn.returncode != 0:
        raise Failure(f"dot failed: {drawn.stderr.decode(errors='replace').strip()}")
    try:
        write_atomically(output, drawn.stdout)
    except OSError as error:
        raise Failure(f"cannot write {output}: {error.strerror}",
                      next_step="choose another file with -o") from error
    say(NAME, f"{output} is drawn")


def described(graph):
    """For each node what is compared of it, by name."""
    nodes = []
    for node, sources in zip(graph["nodes"], predecessors_of(graph)):
        what = {key: value for key, value in node.items() if key not in ("number", "type")}
        if "type" in node:
            kind = graph["types"][node["type"]]
            what["bytes of data"] = kind["data"]
            if "object" in kind:
                what["code"] = f"{kind['object']}+{kind['offset']:#x}"
        if "place" in what:
            what["place"] = f"{line_of(what['place'])}:{what['place']['column']}"
        what["parent of its group"] = graph["groups"][node["group"]]["parent"]
        what["comes after"] = sources
        nodes.append(what)
    return nodes


def shown(value):
    return "nothing" if value in (None, []) else json.dumps(value)


def differences(one, other, builds):
    """Pairs of a node's number and what differs, in the order of the nodes."""
    pairs = itertools.zip_longest(described(one), described(other))
    for number, (a, b) in enumerate(pairs):
        if a is None or b is None:
            yield number, f"{(a or b)['kind']}, only in the {'first' if a else 'second'} graph"
            continue
        names = [name for name in {**a, **b} if a.get(name) != b.get(name)
                 and not (builds and name == "code")]
        if names:
            yield number, "; ".join(f"{name}: {shown(a.get(name))} and {shown(b.get(name))}"
                                    for name in names)


def compare(paths, most, builds):
    """Exit code as in the head of this file."""
    try:
        one, other = (load(path) for path in paths)
    except Failure as failure:
        report(NAME, failure)
        return 2
    found = list(differences(one, other, builds))
    for number, text in found[:most]:
        say(NAME, f"node {number}: {text}")
    if len(found) > most:
        say(NAME, f"and {len(found) - most} more")
    if not found:
        say(NAME, f"equal: {len(one['nodes'])} nodes, {len(one['edges'])} edges")
    return 1 if found else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("graph", nargs="?", metavar="FILE.json", help="what to draw")
    parser.add_argument("-o", "--output", metavar="FILE.svg",
                        help="the drawing (default: beside the graph)")
    parser.add_argument("--compare", nargs=2, metavar=("A.json", "B.json"),
                        help="compare two graphs, node by node")
    parser.add_argument("--other-build", action="store_true",
                        help="with --compare: the programs are two builds, so where their code "
                             "lies does not count")
    parser.add_argument("--most", type=int, metavar="N",
                        help=f"draw graphs of up to N nodes (default: {MOST_NODES}), or name "
                             f"the first N that differ (default: {MOST_DIFFERENCES})")
    args = parser.parse_args()
    if bool(args.graph) == bool(args.compare):
        parser.error("give a graph, or --compare and two graphs")
    if args.compare:
        return compare(args.compare, args.most or MOST_DIFFERENCES, args.other_build)
    draw(args.graph, args.output or Path(args.graph).with_suffix(".svg"), args.most or MOST_NODES)
    return 0


if __name__ == "__main__":
    run_main(NAME, main)
