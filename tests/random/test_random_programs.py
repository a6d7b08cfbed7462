# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Generated source programs: a region does what running its block again would do.

A failure prints its seed, and the commands that repeat and reduce it. Thousands:
    python tests/random/run_seeds.py program --minutes 60 --first SEED
"""

import re

import generate_program
import program_seeds
import program_text
import program_trial
import pytest
import reduce_program
import watched
from program_shapes import SHAPES
from program_tree import Reduction, Region, everything, walk

SEEDS = 10  # of one test
# What the text of a shape has, whatever else is in the program.
MARKS = {
    "aliases": r"Word \*p1;|A_?\d", "all-memory": r": omp_all_memory\)",
    "bit-field": r"unsigned bits_\d+ : 3;", "called-from-two-depths": r"DEEPEN\(\d",
    "changed-copy": r"\bx1 = mix\(x1, 5\)", "changing-bound": r"for \(int i|while \(i", "chosen-value": r" \? ",
    "copied-array": r"firstprivate\(.*\brow1", "copied-class": r"Tracked object",
    "copied-struct": r"Pair pair", "depobj": r"depend\(depobj : d1\)",
    "derived-value": r"double h\d+ = .* / 2;|Word h\d+ = mix", "early-exit": r"break;|continue;",
    "duplicates": r"inout : (\w[^,]*), (.*, )?\1", "either-or": r"else",
    "encounter-in-task": r"encounter\(int e\)[\s\S]*omp task\b[\s\S]*host1\(",
    "encounters-at-once": r"encounter\(int e\)[\s\S]*host1\([\s\S]*host1\(", "final": r"final\(",
    "gate": r"\*p\d+\) = mix\(7,", "global-by-call": r"\bw1 = mix\(w1, ",
    "graph-id": r"taskgraph.* graph_id\(", "graph-reset": r"taskgraph.* graph_reset\(",
    "groups": r"omp taskgroup", "halving": r"left1 = left1 / 2", "inoutset": r"\(inoutset :",
    "iterator": r"iterator\(int k1 = 0 :", "join-and-look": r"(int seen|% 2|Word k)",
    "linked-list": r"item1 = item1->next", "many-tasks": r"\+ 30\)",
    "member-changed-by-task": r"m_1 = mix", "memory-branch": r"flags\d+\[i\d+\]",
    "mutable-member": r"calls_1", "mutexinoutset": r"\(mutexinoutset :",
    "narrow-types": r"unsigned short small", "nested-bounds": r"i2",
    "nested-tasks": r"\n {8,}#?", "nogroup": r"taskgraph.* nogroup",
    "outer-counter": r"\bcounter1 \+= 1", "outer-variable-changed": r"running1 \+=",
    "plain": r"omp task ", "pointer-write": r"\(\*p\d+\) = mix\(", "priority": r" priority\(",
    "private": r" private\(scratch1\)", "pure-function": r"return limit1\[",
    "range-for": r"for \(int (x1 : |\*at_x1)", "recursion": r"depth1 - 1",
    "reference": r"Word &ref1", "region-if": r"taskgraph.* if\(", "saved": r"\(saved : kept1\)",
    "shared-local": r"shared\(.*local|default\(shared\)",
    "siblings": r"omp taskgraph[\s\S]*lane[\s\S]*omp taskgraph", "static-local": r"static int times1",
    "task-reduction": r" task_reduction\(", "taskloop": r"omp taskloop",
    "taskloop-lastprivate": r" lastprivate\(", "taskloop-reduction": r" (in_)?reduction\(",
    "taskloop-shared": r"omp taskloop.*(shared|\\)", "tasks-in-inline": r"always_inline",
    "tasks-in-lambda": r"= \[&", "tasks-in-method": r"work1\(",
    "tasks-in-noinline": r"noinline.*work\d", "tasks-in-operator": r"operator\(\)",
    "tasks-in-other": r"^// helpers", "tasks-in-template": r"template <int K",
    "thread-local": r"[tT]hread_local", "tile-pointer": r"Word \*t\d+ = .* \* ",
    "undeferred": r" if\(", "unseen-effect": r"blocks1 \+= 1", "untied": r" untied",
    "waits": r"omp taskwait", "walking-pointer": r"at1 = at1 \+ ",
}


def text_of(seed, **kinds):
    program, done = generate_program.generate(seed, **kinds)
    return "\n".join(program_text.files(program, done.fingerprints).values())


def test_a_seed_gives_the_same_program():
    for seed in (5, 6):
        assert text_of(seed) == text_of(seed)
    assert text_of(5) != text_of(6)


@pytest.mark.parametrize("name", sorted(SHAPES))
def test_every_shape_comes_up(name):
    """In most of its programs; some lose it, where it cannot be had without a race."""
    texts = [text_of(seed, shapes=[name], changes=0) for seed in range(1, 7)]
    found = [bool(re.search(MARKS[name], text, re.MULTILINE)) for text in texts]
    assert sum(found) >= 4, texts[found.index(False)]


def test_what_siblings_do():
    """Each of it in some programs."""
    texts = [text_of(seed, shapes=["siblings"], changes=0) for seed in range(1, 11)]
    for mark in (r"taskgraph.* nogroup", r"taskgraph.* graph_id\(", r"taskgraph.* if\(",
                 r"mutexinoutset : lane.*\\?.* if\(0\)", r"omp_all_memory",
                 r"taskwait depend\(in.* lane", r"^// helpers[\s\S]*omp task",
                 r"update_slowly\(", r"^ +work1\([\s\S]*^ +work1\("):
        assert sum(bool(re.search(mark, text, re.MULTILINE)) for text in texts) >= 2, mark


def test_random_changes_keep_programs_legal():
    """They make other programs, which run serially to their end."""
    changed = 0
    for seed in range(1, 9):
        changed += text_of(seed, changes=0) != text_of(seed, changes=8)
    assert changed >= 6


def test_no_global_is_reduced_in_a_template():
    """There Clang 22 lets all tasks update the global itself."""
    found = []
    for seed in range(1, 41):
        program, _ = generate_program.generate(seed, ["task-reduction"], changes=0)
        found += [(bool(function.template), one.variable in program.globals)
                  for function in program.functions for one in walk(function.body)
                  if isinstance(one, Reduction)]
    assert {(True, False), (False, True)} <= set(found) and (True, True) not in found


def test_the_compiler_builds_graphs(toolchain, tmp_path):
    """Of at least one region in five, in at least one program in four."""
    tools = program_trial.Toolchain(toolchain.prefix, tmp_path)
    found = []
    for seed in range(1, 41):
        program, done = generate_program.generate(seed)
        binary, verdict = tools.compile(program, done.fingerprints, f"seed-{seed}", "O2")
        found.append(verdict.regions)
        binary.unlink()
    built, regions = map(sum, zip(*found))
    assert 5 * built >= regions, found
    assert 4 * sum(bool(one) for one, _ in found) >= len(found), found


def test_languages_and_files():
    programs = [generate_program.generate(seed)[0] for seed in range(1, 41)]
    assert {program.language for program in programs} == {"c", "c++"}
    assert any(len(program_text.files(program, [[]] * 9)) == 2 for program in programs)
    assert all(any(isinstance(node, Region) for node in everything(program))
               for program in programs)


def options(toolchain, tmp_path, *words):
    return program_seeds.parser("").parse_args(
        ["--install", str(toolchain.prefix), "--into", str(tmp_path),
         "--threads", "1", "2", "4", "8", *map(str, words)])


@pytest.mark.parametrize("first", range(1, 5 * SEEDS, SEEDS))
def test_programs_from_seeds(toolchain, tmp_path, capsys, first):
    chosen = options(toolchain, tmp_path, "--first", first, "--count", SEEDS)
    status = program_seeds.Programs(chosen, tmp_path).run()
    assert status == 0, capsys.readouterr().out


def test_programs_with_groups_in_place_of_regions(toolchain, tmp_path, capsys):
    """Whoever fails here is no legal program: the generator is at fault."""
    chosen = options(toolchain, tmp_path, "--count", SEEDS, "--plain", toolchain.clang)
    status = program_seeds.Programs(chosen, tmp_path).run()
    assert status == 0, capsys.readouterr().out


COUNTING = """
int ompx_get_taskgraph_counts(const char *file, int line, unsigned long long *counts) {
  for (int k = 0; k < 5; ++k)
    counts[k] = file ? 99 : 10 * line + k;
  return 1;
}
"""


def test_a_library_that_counts_is_asked(toolchain, tmp_path):
    """It is another one here, before the real one; without it nothing is printed."""
    (tmp_path / "counting.c").write_text(COUNTING)
    library = tmp_path / "counting.so"
    watched.run([toolchain.clang, "-shared", "-fPIC", tmp_path / "counting.c", "-o", library],
                program_trial.clean_environment(), 60)
    tools = program_trial.Toolchain(toolchain.prefix, tmp_path)
    program, done = generate_program.generate(1, ["plain"])
    binary, _ = tools.compile(program, done.fingerprints, "plain", "O0")
    asked = watched.run([binary], program_trial.clean_environment(LD_PRELOAD=library), 60)
    assert program_trial.counts_in(asked.stdout) == (0, 1, 2, 3, 4)


class Faulty:
    """Runs programs that are wrong on purpose."""

    def __init__(self, toolchain, folder, defect):
        self.tools = program_trial.Toolchain(toolchain.prefix, folder)
        self.setting = program_trial.Setting("O0", "off", "versions", 4)
        self.defect = defect

    def fails(self, seed, **kinds):
        program, done = generate_program.generate(seed, **kinds)
        binary, verdict = self.tools.compile(
            program, done.fingerprints, "faulty", "O0", self.defect)
        assert binary, verdict
        return bool(self.tools.run(binary, self.setting).complaint)


@pytest.mark.parametrize("defect, shape", [
    (program_text.FROZEN, "memory-branch"), (program_text.UNORDERED, "gate"),
    (program_text.UNORDERED, "siblings")])
def test_a_fault_is_noticed(toolchain, tmp_path, defect, shape):
    """Branches that go as they went at first, and a task that lost its dependences."""
    faulty = Faulty(toolchain, tmp_path, defect)
    assert sum(faulty.fails(seed, shapes=[shape]) for seed in range(1, 9)) >= 3


def test_a_failure_is_reduced(toolchain, tmp_path):
    """To a taskgraph, in it a branch, and in that a task."""
    faulty = Faulty(toolchain, tmp_path, program_text.FROZEN)
    program, _ = generate_program.generate(8, ["memory-branch"])
    reducer = reduce_program.Reducer(
        faulty.tools, faulty.setting, tries=1, defect=program_text.FROZEN)
    assert reducer.fails(program)
    before = reducer.size(program)
    told = reducer.write(reducer.reduce(program), tmp_path / "small")
    assert reducer.size(program) < before / 4
    text = "".join(path.read_text() for path in (tmp_path / "small").glob("program.*"))
    start = text.index("encounter(int")
    body = re.sub(r"\s+", " ", text[start:text.index("#pragma omp taskwait", start)])
    assert re.search(r"omp taskgraph \{.* if \(frozen_1\) \{ #pragma omp task\b", body), text
    assert len(body) < 400
    again = watched.run(
        [tmp_path / "small" / "again.sh"], program_trial.clean_environment(), 60)
    assert again.complaint == "exit status 1", told


class Pretended:
    """In place of a toolchain: a program fails if its text has some words."""

    def __init__(self, *words):
        self.words, self.text, self.plain = words, "", None

    def compile(self, program, expected, *_):
        self.text = "".join(program_text.files(program, expected).values())
        return "binary", program_trial.Verdict("")

    def run(self, binary, setting):
        fails = all(word in self.text for word in self.words)
        return program_trial.Verdict("exit status 1" if fails else "")


def test_what_does_not_matter_goes():
    """And nothing else; programs without a legal result are never tried."""
    program, _ = generate_program.generate(2, ["memory-branch", "gate", "taskloop"])
    setting = program_trial.Setting("O0", "off", "hash", 1)
    pretended = Pretended("flags1[", "omp target")
    assert not reduce_program.Reducer(pretended, setting).fails(program)
    pretended = Pretended("flags1[", "omp taskloop")
    reducer = reduce_program.Reducer(pretended, setting, "exit status ")
    assert reducer.fails(program)
    reducer.reduce(program)
    assert reducer.fails(program)
    assert reducer.size(program) <= 20, pretended.text
