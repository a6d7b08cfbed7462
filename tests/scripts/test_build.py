# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scripts/reprise.sh and scripts/user/build.py: usage, packages, progress, failures."""

import io
import os
import subprocess
import sys
import time

import pytest
from support_project import ROOT

sys.path.insert(0, str(ROOT / "scripts/user"))
import build  # noqa: E402
import measure  # noqa: E402
from overlay import Failure  # noqa: E402

REPRISE = ROOT / "scripts/reprise.sh"


def reprise(*arguments, path=None, **environment):
    env = {**os.environ, **environment}
    if path:
        env["PATH"] = f"{path}:{env['PATH']}"
    return subprocess.run([REPRISE, *arguments], env=env, capture_output=True,
                          text=True, timeout=120)


def test_help():
    done = reprise("--help")
    assert done.returncode == 0
    assert done.stdout.startswith("usage: scripts/reprise.sh COMMAND")
    assert "Exit code: 0 done" in done.stdout


@pytest.mark.parametrize("suite", measure.SUITES)
def test_each_suite_is_a_command(suite):
    done = reprise(suite, "--help", REPRISE_NO_PACKAGES="1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"usage: measure.py {suite} ")
    assert suite in reprise("--help").stdout


def test_wrong_usage():
    assert reprise().returncode == 2
    done = reprise("destroy")
    assert done.returncode == 2
    assert "reprise.sh: error: unknown command 'destroy'" in done.stderr


def fake_tools(folder, **scripts):
    folder.mkdir()
    for name, text in scripts.items():
        tool = folder / name.replace("_", "-")
        tool.write_text("#!/bin/sh\n" + text + "\n")
        tool.chmod(0o755)
    return folder


def test_missing_packages_without_root(tmp_path):
    tools = fake_tools(tmp_path / "bin", id="echo 1000", dpkg_query=(
        'case "$*" in *valgrind) exit 1 ;; esac; printf installed'))
    done = reprise("packages", path=tools)
    assert done.returncode == 3
    assert "reprise.sh: error: packages are missing: valgrind" in done.stderr
    assert ("reprise.sh: next: as root, run: apt-get install "
            "--no-install-recommends valgrind") in done.stderr


def test_missing_packages_with_root(tmp_path):
    tools = fake_tools(
        tmp_path / "bin", id="echo 0", apt_get=f'echo "$*" >> {tmp_path}/calls',
        dpkg_query='case "$*" in *valgrind|*cmake) exit 1 ;; esac; printf installed')
    done = reprise("packages", path=tools)
    assert done.returncode == 0, done.stderr
    assert "installing missing packages: cmake valgrind" in done.stdout
    calls = (tmp_path / "calls").read_text().splitlines()
    assert calls == ["-q -o Acquire::Retries=3 update", "-q -o Acquire::Retries=3 install -y "
                     "--no-install-recommends cmake valgrind"]


def test_packages_that_cannot_be_installed(tmp_path):
    tools = fake_tools(tmp_path / "bin", id="echo 0", dpkg_query="exit 1",
                       apt_get="echo 'E: no route'; exit 100")
    done = reprise("packages", path=tools)
    assert done.returncode == 3
    assert "E: no route" in done.stderr
    assert "reprise.sh: error: packages could not be installed:" in done.stderr


def test_nothing_to_install(tmp_path):
    tools = fake_tools(tmp_path / "bin", dpkg_query="printf installed",
                       apt_get="exit 9")
    done = reprise("packages", path=tools)
    assert (done.returncode, done.stdout) == (0, "")


def test_unknown_target():
    done = reprise("build", "everything", REPRISE_NO_PACKAGES="1")
    assert done.returncode == 1
    assert "build.py: error: unknown target `everything`" in done.stderr
    assert "build.py: next: choose from toolchain, runtime" in done.stderr


def test_progress_has_an_estimate():
    now = [0.0]
    stream = io.StringIO()
    progress = build.BuildProgress(stream, lambda: now[0])
    progress.line("[2/9] Performing build step for 'clang'")
    now[0] = 60.0
    progress.line("[100/400] Building CXX object a.o")
    now[0] = 61.0
    progress.line("[101/400] Building CXX object b.o")  # too soon for another line
    assert stream.getvalue() == (
        "build.py: clang build\n"
        "build.py: clang build: 100 of 400 steps (25 %), 1:00 gone, "
        "about 3:00 left\n")


def test_the_first_error_is_shown(tmp_path, capsys):
    script = ("echo '[1/2] Building'; echo 'FAILED: a.o'; echo 'a.cpp:1: error: no'; "
              "exit 1")
    with pytest.raises(Failure) as failure:
        build.run_logged(["sh", "-c", script], tmp_path / "log", dict(os.environ))
    assert "a.cpp:1: error: no" in capsys.readouterr().err
    assert "goes on where it stopped" in failure.value.next_step
    assert "FAILED: a.o" in (tmp_path / "log").read_text()


def test_a_kill_stops_the_whole_build(tmp_path):
    """The compiler's compiler's child, too."""
    program = (
        "import sys, os; sys.path.insert(0, {scripts!r}); import build, overlay\n"
        "overlay.run_main('build.py', lambda: build.run_logged(['sh', '-c',"
        " 'sh -c \"echo $$ > {pid}; sleep 60\"; true'], overlay.Path({log!r}),"
        " dict(os.environ)))").format(scripts=str(ROOT / "scripts/user"),
                                      pid=tmp_path / "pid", log=str(tmp_path / "log"))
    process = subprocess.Popen([sys.executable, "-c", program],
                               stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 30
    while not ((tmp_path / "pid").exists() and (tmp_path / "pid").read_text().strip()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    process.terminate()
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "build.py: stopped; the same command goes on from here." in errors
    child = int((tmp_path / "pid").read_text())
    with pytest.raises(ProcessLookupError):
        for _ in range(100):
            os.kill(child, 0)
            time.sleep(0.05)


def test_two_builds_at_once(tmp_path):
    held = build.lock(tmp_path)
    with pytest.raises(Failure, match="another build runs in"):
        build.lock(tmp_path)
    held.close()
    build.lock(tmp_path).close()


def test_build_folder_keeps_the_wrong_llvm_out(tmp_path):
    """CMake stops when the installed LLVM is another version."""
    config = fake_tools(tmp_path / "bin", llvm_config="echo 21.1.0") / "llvm-config"
    done = subprocess.run(
        ["cmake", "-G", "Ninja", "-S", ROOT, "-B", tmp_path / "build",
         f"-DREPRISE_LLVM_CONFIG={config}"], capture_output=True, text=True)
    assert done.returncode != 0
    assert "The installed LLVM is 21.1.0" in done.stderr
