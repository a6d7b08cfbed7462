# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scripts/developer/soak.py, with shell scripts for programs: what counts as a failure, what is kept."""

import json
import re
import subprocess
import sys

import pytest
from support_project import ROOT

sys.path.insert(0, str(ROOT / "scripts/developer"))
import soak  # noqa: E402
from field_programs import PROGRAMS, FieldProgram  # noqa: E402

# Copies the source to the output, unless the program is one that does not compile.
COMPILER = """#!/bin/sh
for word; do source=$before before=$last last=$word; done
grep -q 'syntax error' "$source" && { echo "$source: no"; exit 1; }
cp "$source" "$last"; chmod +x "$last"
"""


@pytest.fixture
def bench(tmp_path, monkeypatch, capsys):
    """Makes programs from shell text and soaks them."""
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/clang++").write_text(COMPILER)
    (tmp_path / "bin/clang++").chmod(0o755)
    programs = []
    monkeypatch.setattr(soak, "PROGRAMS", programs)

    class Bench:
        folder, printed = tmp_path, ""

        def add(self, name, text, **fields):
            source = tmp_path / f"{name}.cpp"
            source.write_text("#!/bin/sh\n" + text + "\n")
            programs.append(FieldProgram(str(source), **fields))

        def run(self, *words):
            monkeypatch.setattr(sys, "argv", ["soak.py", "--install", str(tmp_path),
                                              "--into", str(tmp_path / "soak"),
                                              *map(str, words)])
            status = soak.main()
            self.printed = capsys.readouterr().out
            found = json.loads((tmp_path / "soak/results.json").read_text())
            self.series = {(one["program"], one["threads"]): one
                           for one in found["series"]}
            return status

        def evidence(self, name, threads, seed):
            folder = tmp_path / f"soak/evidence-{seed}/{name}-{threads}"
            return {path.name: path.read_text() for path in folder.iterdir()}

    return Bench()


def test_all_pass(bench):
    bench.add("good", f"echo $OMP_NUM_THREADS $OMPX_A $1 >> {bench.folder}/calls",
              settings=({"OMPX_A": "x"}, {"OMPX_A": "y"}), arguments=("{seed}",))
    assert bench.run("--runs", 3, "--threads", 1, 16, "--seed", 40) == 0
    assert (bench.folder / "calls").read_text().split("\n") == [
        "1 x 40", "1 y 41", "1 x 42", "16 x 40", "16 y 41", "16 x 42", ""]
    assert [one["runs"] for one in bench.series.values()] == [3, 3]
    assert "good, 16 threads: passed in 3 runs" in bench.printed
    assert "0 of 2 series failed" in bench.printed


def test_the_first_failure_ends_a_series_and_is_kept(bench):
    bench.add("third", f"echo x >> {bench.folder}/calls.$OMP_NUM_THREADS\n"
              f"[ $(wc -l < {bench.folder}/calls.2) = 3 ] || exit 0\n"
              "echo wrong; echo sum >&2; exit 5", arguments=("{seed}",))
    bench.add("good", "exit 0")
    (bench.folder / "calls.2").write_text("")
    assert bench.run("--runs", 9, "--threads", 1, 2, "--seed", 70) == 1
    failed = bench.series["third", 2]
    assert (failed["runs"], failed["complaint"]) == (3, "exit status 5")
    assert {bench.series[key]["runs"] for key in
            (("third", 1), ("good", 1), ("good", 2))} == {9}
    kept = bench.evidence("third", 2, 70)
    assert kept["output.txt"] == "wrong\nsum\n"
    assert re.search(r"^OMP_NUM_THREADS=2 \S+/bin/third 72$", kept["again.sh"], re.M)
    assert "run 3, seed 72" in kept["again.sh"]
    assert kept["complaint.txt"] == "exit status 5\n" and "stacks.txt" not in kept


def test_no_end_and_a_crash(bench):
    bench.add("hangs", "echo here; while :; do sleep 0.05; done")
    bench.add("crashes", "kill -SEGV $$", limit=20)
    assert bench.run("--runs", 2, "--threads", 4, "--limit", 1, "--seed", 5,
                     "--processes", 2) == 1
    assert bench.series["hangs", 4]["complaint"] == "no end after 1 seconds"
    assert bench.series["crashes", 4]["complaint"] == "killed by SIGSEGV"
    kept = bench.evidence("hangs", 4, 5)
    assert kept["output.txt"] == "here\n" and kept["stacks.txt"]


def test_what_does_not_compile_is_a_failure_of_its_own(bench):
    bench.add("broken", "# syntax error")
    bench.add("good", "exit 0")
    assert bench.run("--runs", 2, "--threads", 1, "--seed", 6) == 1
    assert bench.series["broken", 1]["complaint"] == "does not compile: exit status 1"
    assert bench.evidence("broken", 1, 6)["output.txt"].endswith("broken.cpp: no\n")
    assert bench.series["good", 1]["complaint"] == ""


def test_seeds_differ_from_run_to_run():
    seeds = {soak.new_seed() for _ in range(20)}
    assert len(seeds) == 20
    assert all(1_000_000 <= seed < soak.HIGHEST_SEED for seed in seeds)


def script(*words):
    return subprocess.run([sys.executable, ROOT / "scripts/developer/soak.py", *words],
                          capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("words, message", [
    (["nothing"], f"no program 'nothing'; choose from {PROGRAMS[0].name}"),
    (["--runs", "0"], "whole numbers above 0")])
def test_wrong_usage(words, message):
    done = script(*words)
    assert done.returncode == 2 and message in done.stderr


def test_missing_toolchain_is_named(tmp_path):
    done = script("--install", tmp_path)
    assert done.returncode == 1
    assert f"soak.py: error: {tmp_path}/bin/clang++ is not there" in done.stderr


def test_the_list():
    names = [program.name for program in PROGRAMS]
    assert len(set(names)) == len(names)
    assert all(program.path.exists() for program in PROGRAMS)
    listed = script("--list").stdout.splitlines()
    assert [line.split()[0] for line in listed] == names
