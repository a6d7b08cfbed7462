# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scripts/developer/long_tests.py with parts of a second: verdicts, limits, the page."""

import argparse
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
    return Part(name, minutes, ("-c", code), ("quick",))


GOOD = part("good", "print('a PASSED\\n== 1 | passed ==')")
BAD = part("bad", "print('a PASSED\\nd FAILED\\nwhy it failed'); raise SystemExit(7)")


@pytest.fixture
def night(tmp_path, capsys, monkeypatch):
    """Runs fake parts; `verdicts` are the results, `page` the page."""
    (tmp_path / "install/lib").mkdir(parents=True)
    (tmp_path / "install/lib/libomp.so").write_text("a library")
    monkeypatch.setenv("REPRISE_BUILD_DIR", str(tmp_path))

    class Night:
        folder, library = tmp_path, tmp_path / "install/lib/libomp.so"

        def run(self, parts, *words):
            status = long_tests.main(list(map(str, words)), lambda options: parts)
            self.printed, self.errors = capsys.readouterr()
            self.page = (tmp_path / "long-tests/results.md").read_text()
            rows = [line.split("|") for line in self.page.splitlines() if line.startswith("| ")]
            self.verdicts = {row[1].strip(): row[2].strip() for row in rows[1:]
                             if row[1].strip()}
            return status

    return Night()


def test_all_pass(night):
    assert night.run([GOOD]) == 0
    assert night.verdicts == {"good": "passed"}
    assert "good: passed after 0.0 minutes" in night.printed
    assert "nothing has failed" in night.printed
    assert (night.folder / "long-tests/good.log").read_text().startswith("a PASSED")


def test_a_failed_part_does_not_keep_the_next_from_running(night):
    assert night.run([BAD, GOOD]) == 1
    assert night.verdicts == {"bad": "exit status 7", "good": "passed"}
    assert "bad has failed" in night.printed


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
    assert night.verdicts == {"hangs": "no end after 0.02 minutes", "good": "passed"}
    assert (night.folder / "long-tests/hangs.log").read_text().startswith("a PASSED")


def test_who_stays_behind_is_killed(night):
    assert night.run([part("leaves", with_child(night.folder, ""))]) == 0
    assert dead(int((night.folder / "child").read_text()))


STOPPED = """
import sys; sys.path[:0] = [{scripts!r}, {tests!r}]
import long_tests, overlay, test_long_tests as fake
parts = [fake.BAD, fake.part('slow', {code!r}), fake.GOOD]
overlay.run_main('long_tests.py', lambda: long_tests.main([], lambda options: parts))
"""


def test_stopped(night):
    folder = night.folder
    program = STOPPED.format(scripts=str(ROOT / "scripts/developer"),
                             tests=str(Path(__file__).parent),
                             code=with_child(folder, "time.sleep(60)"))
    path = [str(ROOT / "tests"), *sys.path]
    process = subprocess.Popen(
        [sys.executable, "-c", program], stderr=subprocess.PIPE, text=True,
        stdout=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": ":".join(path)})
    deadline = time.monotonic() + 30
    while not (folder / "child").exists() or not (folder / "child").read_text():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.terminate()
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "long_tests.py: stopped" in errors
    assert dead(int((folder / "child").read_text()))
    page = (folder / "long-tests/results.md").read_text()
    assert "| bad " in page and "| good " not in page


def test_only_some(night):
    assert night.run([GOOD, BAD], "--only", "good") == 0
    assert night.verdicts == {"good": "passed"}


def test_the_page(night):
    assert night.run([GOOD], "--seed", 4711) == 0
    for line in (r"date: 20\d\d-\d\d-\d\d \d\d:\d\d", r"revision: [0-9a-f]+(-dirty)?",
                 r"first seed: 4711", rf"cores: {os.cpu_count()}"):
        assert re.search(rf"^- {line}$", night.page, re.M), line
    assert "`python3 -c " in night.page
    assert night.run([GOOD], "--quick") == 0
    assert " quick`" in night.page


def test_wrong_usage(night, capsys):
    with pytest.raises(SystemExit) as stopped:
        night.run([GOOD], "--only", "nothing")
    assert stopped.value.code == 2
    assert "no part 'nothing'; choose from good" in capsys.readouterr().err


def test_missing_library_is_named(night):
    night.library.unlink()
    with pytest.raises(long_tests.Failure, match="has no lib/libomp.so"):
        night.run([GOOD])


def test_the_real_parts_are_commands_that_exist():
    parts = long_tests.all_parts(
        argparse.Namespace(install="somewhere", minutes=1, seed=1))
    assert len({one.name for one in parts}) == len(parts)
    for one in parts:
        words = [str(word) for word in one.command + one.quick]
        script = words[1:2] if words[0] == "-m" else [str(ROOT / words[0])]
        start = ["-m", *script] if words[0] == "-m" else script
        usage = subprocess.run([sys.executable, *start, "--help"], cwd=ROOT, check=True,
                               capture_output=True, text=True, timeout=60).stdout
        for option in (word for word in words if word.startswith("--")):
            assert option in usage, f"{one.name}: {option}"


def test_the_documented_parts():
    parts = long_tests.all_parts(argparse.Namespace(install="somewhere", minutes=1, seed=1))
    (table,) = re.findall(r"^\| part .*?\n\n", (ROOT / "docs/testing.md").read_text(),
                          re.M | re.S)
    rows = [line.split("|")[1] for line in table.splitlines()[2:] if line]
    assert [name for row in rows for name in re.findall(r"`([\w-]+)`", row)] == \
        [one.name for one in parts]


def test_each_test_as_often_as_wanted():
    """The option of tests/conftest.py that a part repeats a suite with."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--times", "3", "-v", "-p", "no:cacheprovider",
         "tests/scripts/test_build.py", "-k", "test_help or unknown_target"],
        cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    for name in ("test_help", "test_unknown_target"):
        assert [f"test_build.py::{name}[{number}] PASSED" in done.stdout
                for number in range(4)] == [True, True, True, False]
