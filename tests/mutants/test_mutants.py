# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The lists of mutants fit the sources, and run_mutants.py tells who survives.

(That each real one is noticed takes an hour: scripts/reprise.sh long-tests.)
"""

import dataclasses
import pathlib
import shutil
import subprocess
import sys

import pytest
import run_mutants
from mutants import Mutant
from overlay import Failure
from pass_mutants import PASS_MUTANTS
from run_mutants import LIBRARY_MUTANTS, LIT_TESTS, ROOT, TESTS

SOURCES = ROOT / "openmp" / "src"
PASS_SOURCES = ROOT / "clang-patches" / "src" / "lib" / "Taskgraph"
WITH_SOURCES = [*((mutant, SOURCES) for mutant in LIBRARY_MUTANTS),
                *((mutant, PASS_SOURCES) for mutant in PASS_MUTANTS)]


def test_there_are_enough():
    assert len(LIBRARY_MUTANTS) >= 30 and len(PASS_MUTANTS) >= 200
    assert len({mutant.name for mutant, _ in WITH_SOURCES}) == len(WITH_SOURCES)
    files = {str(path.relative_to(SOURCES)) for path in (SOURCES / "schedule").iterdir()}
    # Where a worker starts is a matter of speed alone; the headers decide nothing.
    assert files - {mutant.file for mutant in LIBRARY_MUTANTS} == {
        "schedule/link.h", "schedule/newborn.cpp", "schedule/untied.h"}
    code = {path.name for path in PASS_SOURCES.glob("*.cpp")}
    # No graph depends on these: what is written for people, the driver's options.
    assert code - {mutant.file for mutant in PASS_MUTANTS} == {
        "GraphDump.cpp", "TaskgraphOptions.cpp"}


@pytest.mark.parametrize("mutant, sources", WITH_SOURCES, ids=lambda value: getattr(
    value, "name", ""))
def test_mutants_fit_the_sources(mutant, sources):
    text = (sources / mutant.file).read_text()
    assert run_mutants.mutated(text, mutant) != text
    assert mutant.why and mutant.killers


def test_killers_exist():
    suites = "".join(path.read_text() for path in (ROOT / "openmp/unittests").rglob("*Test.cpp"))
    for killer in {killer for mutant, _ in WITH_SOURCES for killer in mutant.killers}:
        kind, *words = killer.split()
        if kind == "program":
            assert (TESTS / "programs" / f"{words[0]}.cpp").exists(), killer
        elif kind == "lit":
            assert (LIT_TESTS / words[0]).exists(), killer
        elif kind == "unit":
            for pattern in words[0].split(":"):
                name = pattern.split("/")[-1].strip("*").split("*")[0]
                assert name in suites, killer
        else:
            assert kind == "graphs" and int(words[0]), killer


class Pretended:
    """In place of the library: a file, and a "build" that looks at it."""

    def __init__(self, folder):
        self.folder, self.lib_dir = folder, folder
        self.path = folder / "code.cpp"
        self.path.write_text("int one = 1;\nint two = 2;\n")
        self.unittests = folder / "tests"
        self.unittests.write_text(f"#!/bin/sh\ngrep -q 'one = 1' {self.path}\n")
        self.unittests.chmod(0o755)

    def file(self, name):
        return self.folder / name

    def build(self):
        return "exit status 1\nno such word" if "err" in self.path.read_text() else ""


@pytest.fixture
def run(tmp_path, capsys):
    library = Pretended(tmp_path)
    before = library.path.read_text()

    def run(*mutants):
        status = run_mutants.run_all(
            mutants, library, run_mutants.Killers(library, tmp_path))
        assert library.path.read_text() == before
        return status, capsys.readouterr().out

    return run


KILLED = Mutant("killed", "code.cpp", "one = 1", "one = 0", "one is none", ("unit A*",))
SURVIVES = Mutant("survives", "code.cpp", "two = 2", "two = 0", "two are none", ("unit A*",))


def test_killed(run):
    status, out = run(KILLED)
    assert status == 0
    assert "mutant killed: killed by unit A*: exit status 1\n" in out
    assert out.endswith("1 of 1 mutants were noticed\n")


def test_survivor(run):
    status, out = run(SURVIVES, KILLED)
    assert status == 1
    assert "mutant survives: survives\n  code.cpp: two are none; nobody notices\n" in out
    assert out.endswith("1 of 2 mutants were noticed\n")


def test_a_mutant_must_build(run):
    status, out = run(dataclasses.replace(KILLED, new="err"))
    assert status == 1 and "mutant killed: does not build: exit status 1\n" in out


def test_the_next_killer_is_asked(run, tmp_path):
    (tmp_path / "tests").write_text('#!/bin/sh\ncase "$1" in *B) grep -q "two = 2" '
                                    f"{tmp_path / 'code.cpp'} ;; esac\n")
    status, out = run(dataclasses.replace(SURVIVES, killers=("unit A", "unit B")))
    assert status == 0 and "killed by unit B: exit status 1" in out


def test_no_end_is_noticed(run, tmp_path, monkeypatch):
    monkeypatch.setattr(run_mutants, "LIMIT", 1)
    (tmp_path / "tests").write_text(
        f"#!/bin/sh\ngrep -q 'one = 1' {tmp_path / 'code.cpp'} || sleep 60\n")
    status, out = run(KILLED)
    assert status == 0 and "killed by unit A*: no end after 1 seconds" in out


def test_tests_that_fail_anyway_prove_nothing(run, tmp_path):
    (tmp_path / "tests").write_text("#!/bin/sh\nexit 7\n")
    with pytest.raises(Failure, match="fails without a mutant: exit status 7"):
        run(KILLED)


@pytest.mark.parametrize("old", ["three = 3", "int"])
def test_the_text_must_stand_there_once(run, old):
    with pytest.raises(Failure, match="its text stands [02] times in code.cpp, not once"):
        run(dataclasses.replace(KILLED, old=old))


def test_a_program_runs_in_several_teams(tmp_path, toolchain):
    library = Pretended(tmp_path)
    killers = run_mutants.Killers(library, toolchain.prefix)
    library.lib_dir = toolchain.lib_dir
    assert killers.complaint("program smallest") == ""
    binary = tmp_path / "programs" / "smallest"
    binary.write_text("#!/bin/sh\n[ $OMP_NUM_THREADS$A$1 != 8bc ]\n")
    assert killers.complaint("program smallest x A=b") == ""
    assert killers.complaint("program smallest c A=b") == "exit status 1 with 8 threads"


def test_a_lit_test(tmp_path, toolchain, monkeypatch):
    copy = shutil.copytree(LIT_TESTS.parent, tmp_path / "test") / "Taskgraph"
    monkeypatch.setattr(run_mutants, "LIT_TESTS", copy)
    built = Pretended(tmp_path)
    (built.plugin,) = toolchain.lib_dir.parents[1].glob("llvm-*/plugin/TaskgraphPlugin.so")
    killers = run_mutants.Killers(built, toolchain.prefix)
    assert killers.complaint("lit recording.ll") == ""
    test = copy / "recording.ll"
    test.write_text(test.read_text().replace("while 4 values", "while 5 values"))
    assert killers.complaint("lit recording.ll") == "exit status 1"


def test_the_last_mutant_is_built_away(tmp_path, monkeypatch):
    monkeypatch.setattr(run_mutants.Build, "must", lambda self, command: None)
    for built in (run_mutants.Library(tmp_path, tmp_path), run_mutants.Pass(tmp_path)):
        built.configure()
        (tmp_path / "object").write_text("built with a mutant")
        built.configure()
        for name in built.copied:
            for path in filter(pathlib.Path.is_file, (built.copy / name).rglob("*")):
                assert path.stat().st_mtime_ns >= (tmp_path / "object").stat().st_mtime_ns


def test_the_command_line():
    script = pathlib.Path(run_mutants.__file__)
    done = subprocess.run([sys.executable, script, "--list"], capture_output=True, text=True,
                          check=True, timeout=60)
    assert len(done.stdout.splitlines()) == len(WITH_SOURCES)
    done = subprocess.run([sys.executable, script, "--only", "nothing"], capture_output=True,
                          text=True, check=False, timeout=60)
    assert done.returncode == 2 and "no such mutant" in done.stderr
