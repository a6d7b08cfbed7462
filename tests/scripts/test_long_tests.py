# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tests/long with parts of a second: verdicts, limits, who stays behind."""

import os
import re
import subprocess
import sys
import time

import pytest
from support_project import ROOT

sys.path.insert(0, str(ROOT / "tests/long"))
import test_long  # noqa: E402
from test_long import PARTS, Part, command_of  # noqa: E402


def run(folder, code, minutes=1.0):
    return test_long.run(Part("part", minutes, ()), ["-c", code], folder / "part.log")


def test_verdict_and_log(tmp_path):
    assert run(tmp_path, "print('a PASSED')") == ""
    assert (tmp_path / "part.log").read_text() == \
        "python3 -c 'print('\"'\"'a PASSED'\"'\"')'\na PASSED\n"
    assert run(tmp_path, "raise SystemExit(7)") == "exit status 7"


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
def test_a_part_without_end_is_killed_with_its_children(tmp_path, monkeypatch, then):
    monkeypatch.setattr(test_long, "GRACE", 0.5)
    assert run(tmp_path, with_child(tmp_path, then), 0.02) == "no end after 0.02 minutes"
    assert dead(int((tmp_path / "child").read_text()))
    assert "a PASSED" in (tmp_path / "part.log").read_text()


def test_who_stays_behind_is_killed(tmp_path):
    assert run(tmp_path, with_child(tmp_path, "")) == ""
    assert dead(int((tmp_path / "child").read_text()))


STOPPED = """
import sys; sys.path[:0] = [{folder!r}, {tests!r}]
import pathlib, signal, test_long
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
test_long.run(test_long.Part('slow', 1, ()), ['-c', {code!r}], pathlib.Path({log!r}))
"""


def test_who_is_stopped_leaves_nobody(tmp_path):
    program = STOPPED.format(folder=str(ROOT / "tests/long"), tests=str(ROOT / "tests"),
                             code=with_child(tmp_path, "time.sleep(60)"),
                             log=str(tmp_path / "slow.log"))
    process = subprocess.Popen([sys.executable, "-c", program], stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 30
    while not (tmp_path / "child").exists() or not (tmp_path / "child").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.send_signal(2)
    process.wait(timeout=30)
    assert dead(int((tmp_path / "child").read_text()))


def test_seeds_are_new_unless_they_are_given():
    seeds = next(part for part in PARTS if part.name == "seeds-depend")
    drawn = {command_of(seeds, ".")[2] for _ in range(5)}
    assert len(drawn) == 5 and "5" == command_of(seeds, ".", 5)[2]
    assert command_of(seeds, ".", 5, quick=True)[-2:] == ["--minutes", "0.1"]


def test_the_parts_are_commands_that_exist():
    for one in PARTS:
        words = [str(word) for word in one.command + one.quick]
        start = words[:2] if words[0] == "-m" else [str(ROOT / words[0])]
        usage = subprocess.run([sys.executable, *start, "--help"], cwd=ROOT, check=True,
                               capture_output=True, text=True, timeout=60).stdout
        for option in (word for word in words if word.startswith("--")):
            assert option in usage, f"{one.name}: {option}"


def test_the_documented_parts():
    (table,) = re.findall(r"^\| part .*?\n\n", (ROOT / "docs/testing.md").read_text(),
                          re.M | re.S)
    rows = [line.split("|")[1] for line in table.splitlines()[2:] if line]
    assert [name for row in rows for name in re.findall(r"`([\w-]+)`", row)] == \
        [one.name for one in PARTS]


def test_a_night_is_not_run_by_chance():
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--long", "-rs", "-p", "no:cacheprovider", "tests/long"],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert f"{len(PARTS)} skipped" in done.stdout


def test_each_test_as_often_as_wanted():
    """The option of tests/conftest.py that a part repeats a suite with."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--times", "3", "-v", "-p", "no:cacheprovider",
         "tests/scripts/test_build.py", "-k", "test_help or unknown_target"],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    for name in ("test_help", "test_unknown_target"):
        assert [f"test_build.py::{name}[{number}] PASSED" in done.stdout
                for number in range(4)] == [True, True, True, False]
