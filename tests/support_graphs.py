# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What differs between two task graphs that library or compiler have written."""

import itertools
import json
from pathlib import Path


def load(path):
    return json.loads(Path(path).read_text(encoding="utf-8"))


def described(graph):
    """For each node what is compared of it, by name."""
    nodes, before = [], [[] for _ in graph["nodes"]]
    for source, target in sorted(graph["edges"]):
        before[target].append(source)
    for node, sources in zip(graph["nodes"], before):
        what = {key: value for key, value in node.items() if key not in ("number", "type")}
        if "type" in node:
            kind = graph["types"][node["type"]]
            what["bytes of data"] = kind["data"]
            if "object" in kind:
                what["code"] = f"{kind['object']}+{kind['offset']:#x}"
        if "place" in what:
            what["place"] = (f"{Path(what['place']['file']).name}:{what['place']['line']}:"
                             f"{what['place']['column']}")
        what["parent of its group"] = graph["groups"][node["group"]]["parent"]
        what["comes after"] = sources
        nodes.append(what)
    return nodes


def shown(value):
    return "nothing" if value in (None, []) else json.dumps(value)


def differences(one, other, builds=False):
    """Pairs of a node's number and what differs, in the order of the nodes; where the
    constructs stand and their graph_id do not count, nor, with `builds`, where code lies."""
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
