# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Trackers that lose one kind of order on purpose turn the random tests red.

Each twin is a libomp of which one source file has one text replaced: that file, or what
includes it, is compiled again and linked to the objects of the build. A text that is no longer there
is a failure, so that no twin dies in silence.
"""

import pathlib
import shlex
import subprocess

import pytest
from test_dependences import OPENMP_51
from trackers import OWN, ROOT

DEPEND = ROOT / "openmp" / "src" / "depend"
CHANCES = 8
SEEDS = 60
# Tickets are compared for equality: one returned too early stops those that wait for it.
MAY_HANG = ["tickets"]

# what is lost -> (trackers, file with the text, text, its replacement)
TWINS = {
    "edges-after-the-first": (
        ["graph", "graph-embedded"], "graph_scheme.h",
        "if (source.newest && source.newest->to == &to)", "if (source.newest)",
    ),
    "lone-predecessor": (
        ["hypergraph", "hypergraph-embedded"], "hypergraph_scheme.h",
        "previous->unfinished.load(std::memory_order_relaxed) > 0;",
        "previous->unfinished.load(std::memory_order_relaxed) > 1;",
    ),
    "oldest-generation": (
        ["list"], "tracker_list.cpp",
        "md.oldest_count == 0 || (joining && !md.head);",
        "md.oldest_count == 0 || !md.head;",
    ),
    "end-of-generation": (
        ["list"], "tracker_list.cpp", "bool last = access->tag.ends_generation;",
        "bool last = false;",
    ),
    "writers-after-readers": (
        ["tickets"], "tickets_scheme.h", "if (queue == own && (own == R || own == C))",
        "if (queue == R || (queue == own && own == C))",
    ),
    "last-of-a-generation": (
        ["versions"], "versions_scheme.h", "md.required = md.issued;",
        "md.required = md.issued - 1;",
    ),
    "one-at-a-time": (
        OWN, "depend.cpp",
        "propertiesOf(of.type).excludes ? &of.object->holder : nullptr;",
        "propertiesOf(of.type).excludes ? nullptr : nullptr;",
    ),
    "after-all-memory": (
        OWN, "domain.cpp", "all ? AccessType::InOut : AccessType::Concurrent",
        "AccessType::Concurrent",
    ),
}


def cases():
    """One tracker for what all share, and every tracker for what is its own."""
    for lost, (trackers, *_) in TWINS.items():
        for tracker in trackers if trackers is not OWN else OWN[:1]:
            yield pytest.param(lost, tracker, id=f"{tracker}-without-{lost}")


def test_every_tracker_has_a_twin():
    assert {t for trackers, *_ in TWINS.values() if trackers is not OWN for t in trackers} == (
        set(OWN)
    )


@pytest.fixture(scope="session")
def build(toolchain):
    """The folder in which libomp was built, and the commands that built it."""
    found = sorted(toolchain.prefix.parent.glob("llvm-*/openmp/build.ninja"))
    assert found, "libomp's build folder is not beside the install tree"
    folder = found[0].parent
    printed = subprocess.run(
        ["ninja", "-C", folder, "-t", "commands", "omp"],
        capture_output=True, text=True, check=True, timeout=60,
    ).stdout
    return folder, printed.splitlines()


def sources_of(file, tracker):
    """The sources to compile again when `file` is changed."""
    if file.endswith(".cpp"):
        return [DEPEND / file]
    others = {f"tracker_{name.replace('-', '_')}.cpp" for name in OWN if name != tracker}
    return [
        source for source in sorted(DEPEND.glob("*.cpp"))
        if f'"depend/{file}"' in source.read_text() and source.name not in others
    ]


def compile_command(lines, source, mutated, folder, output):
    """How the build compiles `source`, changed to compile the mutated copy."""
    line = next(line for line in lines if f" -c {source}" in line)
    words = shlex.split(line)
    while "clang++" not in pathlib.Path(words[0]).name:  # a compiler launcher
        words.pop(0)
    for option in ("-MT", "-MF", "-o", "-c"):
        at = words.index(option)
        del words[at:at + 2]
    words = [word for word in words if word not in ("-MD", "-O3")]
    return [words[0], f"-I{folder}", *words[1:], "-O1", "-w", "-c", str(mutated), "-o", str(output)]


def link_command(lines, replacements, output):
    """How the build links libomp.so, with the objects of some sources exchanged."""
    line = next(line for line in lines if "-soname,libomp.so" in line)
    part = next(part for part in line.split(" && ") if "-soname,libomp.so" in part)
    words = shlex.split(part)
    for source, replacement in replacements.items():
        at = [n for n, word in enumerate(words) if word.endswith(f"/depend/{source.name}.o")]
        assert len(at) == 1, f"{source.name}: {len(at)} objects in the link command"
        words[at[0]] = str(replacement)
    words[words.index("-o") + 1] = str(output)
    return words


def broken_library(build, lost, tracker, directory):
    """Builds the twin; returns the folder of its libomp.so."""
    _, file, text, replacement = TWINS[lost]
    original = (DEPEND / file).read_text()
    assert original.count(text) == 1, f"{file} has {original.count(text)} times: {text}"
    copy = directory / "depend" / file
    copy.parent.mkdir()
    copy.write_text(original.replace(text, replacement))
    folder, lines = build
    library = directory / "lib"
    library.mkdir()
    commands, objects = [], {}
    for source in sources_of(file, tracker):
        objects[source] = directory / f"{source.name}.o"
        # A source that includes the changed header finds it in front of the real one.
        changed = copy if source.name == file else source
        commands.append(compile_command(lines, source, changed, directory, objects[source]))
    assert commands, f"nothing includes {file}"
    commands.append(link_command(lines, objects, library / "libomp.so"))
    for command in commands:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, f"{' '.join(command)}\n{done.stderr[-3000:]}"
    return library


@pytest.mark.program("depend_random.cpp", flags=OPENMP_51)
@pytest.mark.parametrize("lost, tracker", cases())
def test_lost_kind_of_order_is_noticed(build, program, lost, tracker, tmp_path):
    library = broken_library(build, lost, tracker, tmp_path)
    for chance in range(CHANCES):
        result = program.run(
            1 + chance * SEEDS, SEEDS, threads=4, OMPX_DEPEND_TRACKER=tracker,
            LD_LIBRARY_PATH=str(library), timeout=10,
        )
        if "is wrong" in result.stdout or (result.status == -1 and tracker in MAY_HANG):
            return
    pytest.fail(f"nothing was noticed\n{result}")
