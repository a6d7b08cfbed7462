# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scripts/developer/long_tests.py with parts of a second: verdicts, limits, resuming, the page."""

import argparse
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support_project import ROOT

sys.path.insert(0, str(ROOT / "scripts/developer"))
import long_tests  # noqa: E402
from long_tests import Part  # noqa: E402


def part(name, code, minutes=1.0):
    return Part(name, f"what {name} does", minutes, ("-c", code), ("quick",))


GOOD = part("good", "print('a PASSED\\n== 1 | passed ==')")
BAD = part("bad", "print('a PASSED\\nd FAILED\\nwhy it failed'); raise SystemExit(7)")


@pytest.fixture
def night(tmp_path, capsys):
    """Runs fake parts; `done` are the results, `page` the page."""
    install = tmp_path / "install"
    (install / "lib").mkdir(parents=True)
    (install / "lib/libomp.so").write_text("a library")

    class Night:
        folder, library = tmp_path, install / "lib/libomp.so"

        def run(self, parts, *words):
            status = long_tests.main(
                ["--install", str(install), "--into", str(tmp_path / "out"),
                 *map(str, words)], lambda options, seed: parts)
            self.printed, self.errors = capsys.readouterr()
            self.document = json.loads((tmp_path / "out/results.json").read_text())
            self.done = self.document["parts"]
            self.page = (tmp_path / "out/results.md").read_text()
            return status

    return Night()


def counting(folder, name, status=0):
    """A part that leaves a line for each time it ran."""
    return part(name, f"open({str(folder / name)!r}, 'a').write('x')\n"
                      f"print('one PASSED'); raise SystemExit({status})")


def times(folder, name):
    path = folder / name
    return len(path.read_text()) if path.exists() else 0


def test_all_pass(night):
    assert night.run([GOOD]) == 0
    assert night.done["good"]["verdict"] == "passed"
    assert "1 of 1 parts passed.\n" in night.page
    assert re.search(r"^\| good \| passed \| 0\.\d \| 1 \\\| passed \|$", night.page, re.M)
    assert (night.folder / "out/good.log").read_text().startswith("a PASSED")


def test_a_failed_part_does_not_keep_the_next_from_running(night):
    assert night.run([BAD, GOOD]) == 1
    assert [night.done[name]["verdict"] for name in ("bad", "good")] == [
        "exit status 7", "passed"]
    assert "1 of 2 parts passed. Not passed: bad.\n" in night.page
    assert "It ends with:\n\n```\na PASSED\nd FAILED\nwhy it failed\n```\n" in night.page


def dead(pid):
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def with_child(folder, then):
    """Starts a child in a session of its own, and writes down who it is."""
    return ("import subprocess, time\n"
            "child = subprocess.Popen(['sleep', '61'], start_new_session=True)\n"
            f"open({str(folder / 'child')!r}, 'w').write(str(child.pid))\n"
            f"print('a PASSED', flush=True)\n{then}")


@pytest.mark.parametrize("then", [
    "time.sleep(60)",
    "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN); time.sleep(60)"])
def test_a_part_without_end_is_killed_with_its_children(night, monkeypatch, then):
    monkeypatch.setattr(long_tests, "GRACE", 0.5)
    hangs = part("hangs", with_child(night.folder, then), minutes=0.02)
    assert night.run([hangs, GOOD]) == 1
    assert dead(int((night.folder / "child").read_text()))
    assert night.done["hangs"]["verdict"] == "no end after 0.02 minutes"
    assert night.done["hangs"]["last_lines"][0] == "a PASSED"
    assert night.done["good"]["verdict"] == "passed"


def test_who_stays_behind_is_killed(night):
    assert night.run([part("leaves", with_child(night.folder, ""))]) == 0
    assert dead(int((night.folder / "child").read_text()))


STOPPED = """
import sys; sys.path[:0] = [{scripts!r}, {tests!r}]
import long_tests, overlay, test_long_tests as fake
from pathlib import Path
folder = Path({folder!r})
parts = [fake.counting(folder, 'first', 1), fake.part('slow', {code!r}),
         fake.counting(folder, 'last')]
overlay.run_main('long_tests.py', lambda: long_tests.main(
    ['--install', str(folder / 'install'), '--into', str(folder / 'out')],
    lambda options, seed: parts))
"""


def test_stopped_and_gone_on_with(night):
    folder = night.folder
    program = STOPPED.format(scripts=str(ROOT / "scripts/developer"),
                             tests=str(Path(__file__).parent),
                             folder=str(folder), code=with_child(folder, "time.sleep(60)"))
    path = [str(ROOT / "tests"), *sys.path]
    process = subprocess.Popen(
        [sys.executable, "-c", program], stderr=subprocess.PIPE, text=True,
        stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": ":".join(path)})
    deadline = time.monotonic() + 30
    while not times(folder, "child"):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.terminate()
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "long_tests.py: stopped; the same command goes on from here." in errors
    assert dead(int((folder / "child").read_text()))
    page = (folder / "out/results.md").read_text()
    assert "Not passed: first. Not run yet: slow, last.\n" in page
    # The same command, now that `slow` is fast: what has a result keeps it.
    parts = [counting(folder, "first", 1), counting(folder, "slow"),
             counting(folder, "last")]
    assert night.run(parts) == 1
    assert "1 of 3 parts have a result already" in night.printed
    assert [times(folder, name) for name in ("first", "slow", "last")] == [1, 1, 1]
    # All have one: another night begins.
    first_seed = night.document["seed"]
    assert night.run(parts) == 1
    assert [times(folder, name) for name in ("first", "slow", "last")] == [2, 2, 2]
    assert night.document["seed"] != first_seed


def test_only_some(night):
    parts = [counting(night.folder, "one"), counting(night.folder, "two", 1)]
    assert night.run(parts, "--only", "one") == 0
    assert "Not run yet: two.\n" in night.page
    assert night.run(parts, "--only", "one") == 0  # although it has a result
    assert (times(night.folder, "one"), times(night.folder, "two")) == (2, 0)
    assert night.run(parts) == 1  # the rest
    assert (times(night.folder, "one"), times(night.folder, "two")) == (2, 1)
    assert "| one | passed |" in night.page and "| two | exit status 1 |" in night.page


@pytest.mark.parametrize("change", ["library", "--minutes", "--seed", "--quick"])
def test_what_makes_results_obsolete(night, change):
    parts = [counting(night.folder, "one"), counting(night.folder, "two")]
    assert night.run(parts, "--only", "one", "--seed", 5) == 0
    if change == "library":
        night.library.write_text("another")
    words = {"library": [], "--minutes": [change, 3], "--seed": [change, 6]}
    assert night.run(parts, *words.get(change, [change])) == 0
    assert (times(night.folder, "one"), times(night.folder, "two")) == (2, 1)


def test_the_head_of_the_page(night):
    assert night.run([GOOD], "--seed", 4711) == 0
    for line in (r"date: 20\d\d-\d\d-\d\dT\S+", r"revision: [0-9a-f]{40}(-dirty)?",
                 r"libomp\.so: [0-9a-f]{64}", r"first seed: 4711",
                 rf"cores: {os.cpu_count()}", r"extent: everything"):
        assert re.search(rf"^- {line}$", night.page, re.M), line
    assert "```sh\npython3 -c " in night.page
    assert night.run([GOOD], "--quick") == 0
    assert night.done["good"]["command"].endswith(" quick")


def test_progress_without_a_terminal(night, monkeypatch):
    monkeypatch.setattr("status_line.INTERVAL", 0.5)
    slow = part("slow", "import time\nprint('a PASSED\\nsecond line'); time.sleep(1.5)")
    assert night.run([slow]) == 0
    assert "\nlong_tests.py: [1/1] slow: 0:00 gone; second line\n" in "\n" + night.errors


def test_wrong_usage(night, capsys):
    with pytest.raises(SystemExit) as stopped:
        night.run([GOOD], "--only", "nothing")
    assert stopped.value.code == 2
    assert "no part 'nothing'; choose from good" in capsys.readouterr().err


def test_missing_library_is_named(night):
    night.library.unlink()
    with pytest.raises(long_tests.Failure, match="lib/libomp.so is not there"):
        night.run([GOOD])


def test_the_real_parts_are_commands_that_exist():
    parts = long_tests.all_parts(argparse.Namespace(install="somewhere", minutes=1), 1)
    assert len({one.name for one in parts}) == len(parts)
    for one in parts:
        words = [str(word) for word in one.command + one.quick]
        script = words[1:2] if words[0] == "-m" else [str(ROOT / words[0])]
        start = ["-m", *script] if words[0] == "-m" else script
        usage = subprocess.run([sys.executable, *start, "--help"], cwd=ROOT, check=True,
                               capture_output=True, text=True, timeout=60).stdout
        for option in (word for word in words if word.startswith("--")):
            assert option in usage, f"{one.name}: {option}"


def test_the_list():
    done = subprocess.run([sys.executable, ROOT / "scripts/developer/long_tests.py", "--list"],
                          capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.splitlines()[0].startswith("pytest: all of tests/")
    assert [line.split(":")[0] for line in done.stdout.splitlines()][-2:] == [
        "sanitize-thread", "sanitize-address"]


def test_each_test_as_often_as_wanted():
    """The option of tests/conftest.py that a part repeats a suite with."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--times", "3", "-v", "-p", "no:cacheprovider",
         "tests/scripts/test_build.py", "-k", "test_help or unknown_target"],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    for name in ("test_help", "test_unknown_target"):
        assert [f"test_build.py::{name}[{number}] PASSED" in done.stdout
                for number in range(4)] == [True, True, True, False]
