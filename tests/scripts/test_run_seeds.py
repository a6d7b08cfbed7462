# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_seeds.py of tests/depend and tests/random: which seeds run, and what a failure says.
(Of generated programs: tests/random/test_program_seeds.py.)"""

import subprocess
import sys

import pytest
import support_seeds
from support_project import ROOT
from trackers import OWN, TRACKERS

# The "compiler" puts this program in the place of the real one.
COMPILER = """#!/bin/sh
for word; do output=$word; done
cat > "$output" <<'END'
#!/bin/sh
echo "$OMPX_DEPEND_TRACKER $OMP_NUM_THREADS $OMPX_TASKGRAPH_ROOTS:$*" >> {calls}
case "$OMP_NUM_THREADS $1" in "4 251") echo seed 300 is wrong; exit 1 ;; esac
END
chmod +x "$output"
"""


@pytest.fixture
def seeds(tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/clang++").write_text(COMPILER.format(calls=tmp_path / "calls"))
    (tmp_path / "bin/clang++").chmod(0o755)

    def run(folder, *words):
        (tmp_path / "calls").write_text("")
        done = subprocess.run(
            [sys.executable, ROOT / "tests" / folder / "run_seeds.py", "--install",
             tmp_path, *map(str, words)],
            capture_output=True, text=True, check=False, timeout=60)
        return done, (tmp_path / "calls").read_text().splitlines()

    return run


def test_every_seed_under_every_tracker_and_team(seeds):
    done, calls = seeds("depend", "--first", 251, "--count", 300, "--threads", 1, 2)
    assert done.returncode == 0
    assert calls == [f"{tracker} {threads} :{words}" for words in ("251 250", "501 50")
                     for tracker in TRACKERS for threads in (1, 2)]
    assert "seeds 251 to 500, hash, 1 threads: right\n" in done.stdout
    assert done.stdout.endswith(f"0 of {4 * len(TRACKERS)} portions failed\n")


def test_a_failure_names_its_seeds_and_the_command(seeds):
    done, calls = seeds("depend", "--count", 500, "--threads", 2, 4, "--orphans",
                        "--tracker", "hash", OWN[0])
    assert done.returncode == 1
    assert len(calls) == 4 and all(call.endswith(" orphans") for call in calls)
    assert f"seeds 251 to 500, {OWN[0]}, 4 threads: exit status 1\nseed 300" in done.stdout
    assert ("again: python3 tests/depend/run_seeds.py --orphans --first 251 --count 250 "
            f"--tracker {OWN[0]} --threads 4\n") in done.stdout
    assert done.stdout.endswith("1 of 4 portions failed\n")


def test_as_many_as_fit(monkeypatch):
    clock = iter([0, 0, 60, 119, 120])  # seconds: at the start, and before each portion
    monkeypatch.setattr(support_seeds.time, "monotonic", lambda: next(clock))
    options = support_seeds.parser("", 5000).parse_args(["--minutes", "2", "--first", "7"])
    portions = support_seeds.Seeds(options, 10, []).portions()
    assert list(portions) == [(7, 10), (17, 10), (27, 10)]


def test_random_taskgraphs(seeds):
    done, calls = seeds("random", "graph", "--count", 300, "--threads", 8,
                        "--tracker", "versions", "--repeat", 2)
    assert done.returncode == 0
    ways = ("blocks", "round-robin", "encountering")
    assert calls == [f"versions 8 {way}:{1 + 100 * n} 100"
                     for n, way in enumerate(ways) for _ in range(2)]


def test_a_failure_of_random_taskgraphs(seeds):
    done, _ = seeds("random", "graph", "--first", 251, "--count", 1, "--threads", 4,
                    "--tracker", "versions")
    assert done.returncode == 1
    assert ("again: OMPX_STEAL=one OMPX_TASKGRAPH_ROOTS=blocks OMP_MAX_TASK_PRIORITY=0 "
            "python3 tests/random/run_seeds.py "
            "graph --first 251 --count 1 --tracker versions --threads 4") in done.stdout
