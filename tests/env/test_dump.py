# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""OMPX_TASKGRAPH_DUMP: the files hold the graph that the depend clauses ask for."""

import json
import os
import re

import pytest

SOURCE = "dumped_graphs.cpp"
pytestmark = pytest.mark.program(SOURCE, flags=("-g",))


def dump_of(program, folder, seed=1, **environment):
    """Runs the program; its output, and the files' contents by construct, line order."""
    result = program.passes(seed, OMPX_TASKGRAPH_DUMP=folder, **environment)
    paths = sorted(folder.glob("*.json"), key=lambda path: int(path.name.split("-")[1]))
    return result, [json.loads(path.read_text()) for path in paths]


def tasks_printed(stdout):
    """The depend clauses of each task, as [(kind, object), ...]."""
    tasks = []
    for line in re.findall(r"^task(.*)$", stdout, re.MULTILINE):
        words = line.split()
        tasks.append([(kind, int(number)) for kind, number in zip(words[::2], words[1::2])])
    return tasks


def conflict(one, other):
    """Whether the clauses of a task and of a later one order them (OpenMP 6.0)."""
    if not one or not other:
        return False
    if one[0][0] == "all" or other[0][0] == "all":
        return True

    def access(task, number):
        kinds = {kind for kind, named in task if named == number}
        return kinds.pop() if len(kinds) == 1 else "inout"

    return any(access(one, number) == "inout" or access(one, number) != access(other, number)
               for number in {n for _, n in one} & {n for _, n in other})


def closure(count, edges):
    """For each node the set of those that come before it."""
    before = [set() for _ in range(count)]
    for source, target in sorted(edges, key=lambda edge: edge[1]):
        assert source < target
        before[target] |= before[source] | {source}
    return before


@pytest.mark.parametrize("seed", range(1, 21))
def test_graph_is_what_the_depend_clauses_say(program, tmp_path, seed):
    result, (graph, _) = dump_of(program, tmp_path, seed)
    tasks = tasks_printed(result.stdout)
    nodes = [node for node in graph["nodes"] if node["kind"] == "task"]
    assert len(nodes) == len(tasks) == 60
    assert {node["kind"] for node in graph["nodes"]} <= {"task", "join"}

    wanted = closure(len(tasks), [(i, j) for j, later in enumerate(tasks)
                                  for i, earlier in enumerate(tasks[:j])
                                  if conflict(earlier, later)])
    seen = closure(len(graph["nodes"]), graph["edges"])
    place = {node["number"]: i for i, node in enumerate(nodes)}
    for i, node in enumerate(nodes):
        assert {place[n] for n in seen[node["number"]] if n in place} == wanted[i]

    numbers = {}  # of the objects, in the order in which they are first named
    for task, node in zip(tasks, nodes):
        named = [[None if kind == "all" else numbers.setdefault(number, len(numbers)), kind]
                 for kind, number in task]
        assert node.get("dependences", []) == named
        excludes = {number for number, kind in named if kind == "mutexinoutset"
                    and all(other == kind for n, other in named if n == number)}
        assert node.get("locks", []) == sorted(excludes)
    assert graph["objects"] == len(numbers)


def test_what_is_told_of_constructs_and_tasks(program, tmp_path):
    _, (first, second) = dump_of(program, tmp_path, OMP_MAX_TASK_PRIORITY=3)
    assert first["format"] == 1 and first["graph_id"] == -5 and second["graph_id"] == 0
    assert first["construct"]["file"].endswith(SOURCE)
    assert first["construct"]["line"] < second["construct"]["line"]
    assert not first["replayable"]
    assert [node["kind"] for node in second["nodes"]] == [
        "task", "wait", "undeferred", "group begin", "task", "group end", "chunk", "chunk"]
    assert [node.get("priority") for node in second["nodes"]] == [
        2, None, None, None, 0, None, 0, 0]
    assert [node["group"] for node in second["nodes"]] == [0, 0, 0, 1, 1, 1, 0, 0]
    assert second["groups"] == [{"parent": 0, "reductions": 0}, {"parent": 0, "reductions": 1}]
    lines = [node["place"]["line"] for node in second["nodes"] if "place" in node]
    assert len(lines) == 4 and sorted(lines) == lines
    assert lines[0] > second["construct"]["line"]
    for task_type in first["types"] + second["types"]:
        assert task_type["object"] == program.binary.name and task_type["offset"] > 0


def test_two_runs_write_the_same(program, tmp_path):
    contents = []
    for run in ("one", "two"):
        dump_of(program, tmp_path / run)
        contents.append([(re.sub(r"-\d+\.(json|dot)$", r".\1", path.name), path.read_bytes())
                         for path in sorted((tmp_path / run).iterdir())])
    assert contents[0] == contents[1]
    names = [name for name, _ in contents[0]]
    assert len(names) == 4
    assert [re.sub(r"-\d+-\d+-", "-L-C-", name, count=1) for name in names] == [
        f"{SOURCE}-L-C-{rest}" for rest in ("-5-1.dot", "-5-1.json", "0-1.dot", "0-1.json")]
    for _, content in contents[0]:
        assert b"0x" not in content


def test_dot_has_the_same_edges(program, tmp_path):
    dump_of(program, tmp_path)
    for path in tmp_path.glob("*.json"):
        edges = json.loads(path.read_text())["edges"]
        dot = path.with_suffix(".dot").read_text()
        assert [[int(a), int(b)] for a, b in re.findall(r"n(\d+) -> n(\d+);", dot)] == edges


@pytest.mark.program("reset_changes_shape.cpp")
def test_each_recording_has_a_number(program, tmp_path):
    program.passes(threads=2, OMPX_TASKGRAPH_DUMP=tmp_path)
    numbers = {}
    for path in tmp_path.glob("*.json"):
        _, line, number, _ = re.fullmatch(r"(.*)-(\d+)-\d+-0-(\d+)-(\d+)\.json", path.name).groups()
        numbers.setdefault(line, []).append(int(number))
    assert max(map(len, numbers.values())) > 1
    for found in numbers.values():
        assert sorted(found) == list(range(1, len(found) + 1))


def test_directory_that_cannot_be_written_is_named_once(program, tmp_path):
    file = tmp_path / "file"
    file.write_text("")
    for folder in (file, file / "below", tmp_path / "no" / "such"):
        result = program.passes(OMPX_TASKGRAPH_DUMP=folder)
        warnings = re.findall(r"^OMP: Warning #\d+: OMPX_TASKGRAPH_DUMP: cannot write to "
                              r'"(.*)"\.$', result.stderr, re.MULTILINE)
        assert warnings == [str(folder)], str(result)


def test_file_system_without_room_is_named_once(program, tmp_path):
    """Half a file is of no use, and is not left behind; nor does the limit end the program."""
    result = program.passes(OMPX_TASKGRAPH_DUMP=tmp_path)
    assert result.stderr == ""
    for path in tmp_path.iterdir():
        path.unlink()
    limited = os.path.join(tmp_path, "limited.sh")
    with open(limited, "w", encoding="utf-8") as script:
        # 2048 bytes: enough for what the library shares with others of the process.
        script.write("#!/bin/sh\nulimit -f 4\nexec \"$@\"\n")
    os.chmod(limited, 0o755)
    folder = tmp_path / "dump"
    binary, program.binary = program.binary, limited
    try:
        result = program.passes(binary, OMPX_TASKGRAPH_DUMP=folder)
    finally:
        program.binary = binary
    assert result.stderr.count("cannot write to") == 1, str(result)
    for path in folder.glob("*.json"):
        json.loads(path.read_text())
