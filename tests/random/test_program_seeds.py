# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_seeds.py program: what is run, what counts as a failure, and what is said of it.

The "compiler" makes shell scripts, so that every failure can be had.
"""

import pathlib
import subprocess
import sys

import generate_program
import program_seeds
import program_trial
import pytest
from trackers import TRACKERS

HERE = pathlib.Path(__file__).resolve().parent
COMPILER = """#!/bin/sh
case "$*" in *{refused}*) echo refused >&2; exit 1 ;; esac
case "$*" in *program-O2*) echo '{remarks}' >&2 ;; esac
for word; do output=$word; done
cat > "$output" <<'END'
#!/bin/sh
case "$0" in *probe) ;; *)
  way=$OMPX_TASKGRAPH
  [ "$OMPX_TASKGRAPH_STATIC" = off ] && way=record
  echo "${{0##*program-}} $way $OMPX_DEPEND_TRACKER $OMP_NUM_THREADS" >> {calls}
esac
{behaviour}
END
chmod +x "$output"
"""
UNKNOWN = """[ $OMPX_TASKGRAPH = check ] &&
  echo 'OMP: Warning #297: OMPX_TASKGRAPH: "check" is an invalid value; ignored.' >&2
exit 0"""


@pytest.fixture
def seeds(tmp_path, monkeypatch):
    """Runs seeds with pretended programs."""
    (tmp_path / "bin").mkdir()
    calls = tmp_path / "calls"

    def run(*words, behaviour="", refused="nothing", remarks=""):
        for name in ("clang", "clang++"):
            path = tmp_path / "bin" / name
            path.write_text(COMPILER.format(
                calls=calls, behaviour=behaviour, refused=refused, remarks=remarks))
            path.chmod(0o755)
        calls.write_text("")
        options = program_seeds.parser("").parse_args(
            ["--install", str(tmp_path), "--jobs", "1", *map(str, words)])
        programs = program_seeds.Programs(options, tmp_path)
        return programs.run(), calls.read_text().splitlines()

    return run


def test_every_way_in_every_team(seeds, capsys):
    status, calls = seeds("--first", 3, "--count", 2, "--threads", 1, 2,
                          "--taskgraph", "on", "off", "check")
    assert status == 0
    told = capsys.readouterr().out
    assert [call.rsplit(" ", 2)[0] + call[-2:] for call in calls] == 2 * [
        f"{level} {way} {threads}" for level in ("O0", "O2") for way in ("on", "off", "check")
        for threads in (1, 2)]
    assert {call.split()[2] for call in calls} <= set(TRACKERS)
    assert "seed 3 (" in told and "): right\n" in told
    assert told.endswith("0 of 2 seeds failed, in 24 runs with on, off, check\n")


def test_trust_only_where_blocks_read_the_same(seeds, capsys):
    _, calls = seeds("--first", 28, "--count", 8, "--threads", 2, "--optimisation", "O2")
    steady = [generate_program.generate(seed)[1].steady for seed in range(28, 36)]
    assert 0 < sum(steady) < 8
    assert [call.split()[1] for call in calls].count("trust") == sum(steady)
    assert capsys.readouterr().out.endswith(" runs with on, off, check, trust, record\n")


def test_graphs_of_the_compiler_are_recorded_as_well(seeds, capsys):
    """Where there are any; the end says how many there were."""
    words = ["--first", 3, "--count", 2, "--threads", 1, "--taskgraph", "on", "record"]
    _, calls = seeds(*words, remarks="""\
a.c:1:1: remark: taskgraph is built by the compiler: 2 nodes, 1 edges, 400 bytes
a.c:9:1: remark: taskgraph is replayed without its block
a.c:9:2: remark: taskgraph is recorded at run time: for a reason
a.c:20:1: remark: taskgraph runs its block to refill the recorded tasks: for another""")
    assert [" ".join(call.split()[:2]) for call in calls] == 2 * [
        "O0 on", "O2 on", "O2 record"]
    assert ("O2: the compiler built the graphs of 2 of 6 regions, in 2 programs\n"
            "0 of 2 seeds failed, in 6 runs with on, record\n") in capsys.readouterr().out


def test_trackers_take_turns(seeds):
    _, calls = seeds("--count", len(TRACKERS), "--threads", 4, "--optimisation", "O2",
                     "--taskgraph", "on")
    assert sorted(call.split()[2] for call in calls) == sorted(TRACKERS)


def test_a_value_that_the_library_does_not_know(seeds, capsys):
    status, calls = seeds("--first", 2, "--count", 1, "--threads", 2, behaviour=UNKNOWN)
    assert status == 0 and {call.split()[1] for call in calls} == {"on", "off"}
    assert "runs with on, off, trust, record\n" in capsys.readouterr().out


def test_a_failure_says_how_to_repeat_and_reduce_it(seeds, capsys):
    status, _ = seeds(
        "--first", 7, "--count", 2, "--threads", 1, 4, "--shape", "gate", "plain",
        "--taskgraph", "on", "off", "check", "--tracker", "hash",
        behaviour="""case "$0 $OMPX_TASKGRAPH $OMP_NUM_THREADS" in
*seed-8/program-O2' on '*) echo wrong: x1 after encounter 2; exit 1 ;; esac""")
    told = capsys.readouterr().out
    assert status == 1
    assert ": gate, plain): right\n" in told
    assert (": gate, plain), O2, on, hash, 1 threads: exit status 1\n"
            "wrong: x1 after encounter 2\nfailed: 2 runs with on\n") in told
    options = "--optimisation O2 --taskgraph on --tracker hash --threads 1 --shape gate plain"
    assert (f"again: python3 tests/random/run_seeds.py program --first 8 --count 1 {options}\n"
            f"smaller: python3 tests/random/reduce_program.py 8 {options}\n") in told
    assert "shape gate: 1 of 2 seeds failed\n" in told
    assert told.endswith("1 of 2 seeds failed, in 24 runs with on, off, check\n")


@pytest.mark.parametrize("words, complaint", [
    ({"behaviour": "kill -SEGV $$"}, "killed by SIGSEGV"),
    ({"behaviour": "[ $OMPX_TASKGRAPH = check ] && [ -n \"$KMP_BLOCKTIME\" ] && "
                   "echo program.c:7: another dependence >&2; exit 0"},
     "check found differences"),
    ({"refused": "program-O2"}, "does not compile: exit status 1")])
def test_what_is_a_failure(seeds, capsys, words, complaint):
    status, _ = seeds("--count", 1, "--threads", 2, **words)
    assert status == 1 and f": {complaint}\n" in capsys.readouterr().out


def test_no_end(seeds, capsys, monkeypatch):
    """Two runs are waited for, not all."""
    monkeypatch.setattr(program_trial, "LIMIT", 1)
    status, calls = seeds("--count", 1, "--threads", 2, 4, "--optimisation", "O0",
                          behaviour="case $0 in *program*) sleep 60 ;; esac")
    assert status == 1 and len(calls) == 2
    assert " threads: no end after 1 seconds\n" in capsys.readouterr().out


def test_how_encounters_went(seeds, capsys):
    """If the library counts: sums over the runs with `on`, and the programs' own sum."""
    seeds("--count", 2, "--threads", 1, "--optimisation", "O2", behaviour="""
[ $OMPX_TASKGRAPH = on ] && echo counts: 1 6 2 0 1
exit 0""")
    assert ("O2, encounters: 10 % recorded, 60 % replayed, 20 % refilled, 0 % diverged, "
            "10 % plain\n") in capsys.readouterr().out


def test_a_failure_is_reduced_on_request(seeds, capsys, tmp_path):
    status, _ = seeds("--count", 3, "--threads", 1, "--optimisation", "O0", "--taskgraph", "on",
                      "--reduce", 1, "--shape", "plain", "--into", tmp_path / "small",
                      behaviour="exit 3")
    assert status == 1
    assert [path.name for path in (tmp_path / "small").iterdir()] == ["seed-1"]
    assert "smallest program that fails, " in capsys.readouterr().out


def test_as_long_as_there_is_time(seeds, monkeypatch):
    clock = iter([0, 0, 60, 119, 120])  # seconds: at the start, and before each seed
    monkeypatch.setattr(program_seeds.time, "monotonic", lambda: next(clock))
    _, calls = seeds("--minutes", 2, "--threads", 1, "--optimisation", "O0",
                     "--taskgraph", "off")
    assert len(calls) == 3


def test_the_command_line():
    done = subprocess.run([sys.executable, HERE / "run_seeds.py", "--help"],
                          capture_output=True, text=True, check=True, timeout=60)
    for option in ("--first", "--minutes", "--reduce", "--plain", "--taskgraph"):
        assert option in done.stdout
