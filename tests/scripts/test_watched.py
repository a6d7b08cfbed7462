# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tests/watched.py: how programs end, and what is known of one that does not."""

import os
import shutil
import signal
import subprocess
import time

import pytest
import watched

WAITS = """\
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>
void *waits_in_thread(void *unused) { for (;;) pause(); return unused; }
int main() {
  pthread_t thread;
  pthread_create(&thread, 0, waits_in_thread, 0);
  puts("started");
  fflush(stdout);
  pthread_join(thread, 0);
}
"""


def shell(text, limit=30):
    return watched.run(["sh", "-c", text], dict(os.environ), limit)


@pytest.fixture(scope="module")
def waits(tmp_path_factory):
    folder = tmp_path_factory.mktemp("waits")
    (folder / "waits.c").write_text(WAITS)
    subprocess.run(["cc", "-g", "-pthread", folder / "waits.c", "-o", folder / "waits"],
                   check=True)
    return folder / "waits"


@pytest.mark.parametrize("text, complaint", [
    ("true", ""), ("exit 3", "exit status 3"), ("kill -SEGV $$", "killed by SIGSEGV")])
def test_how_a_program_ended(text, complaint):
    assert shell(text).complaint == complaint


def test_both_outputs_are_kept():
    done = shell("echo one; echo two >&2")
    assert (done.stdout, done.stderr, done.stacks) == ("one\n", "two\n", "")


def test_one_without_end_is_killed_with_all_that_it_started(tmp_path):
    done = shell(f"setsid sh -c 'echo $$ > {tmp_path}/child; sleep 60; true' >&- 2>&- & "
                 "echo before; while :; do :; done", limit=1)
    assert done.complaint == "no end after 1 seconds"
    assert (done.status, done.stdout) == (-1, "before\n")
    assert done.stacks
    with pytest.raises(ProcessLookupError):
        for _ in range(100):
            os.kill(int((tmp_path / "child").read_text()), 0)
            time.sleep(0.05)


def test_the_stacks_of_all_threads(waits):
    if not any(shutil.which(command[0]) for command in watched.DEBUGGERS):
        pytest.skip("neither gdb nor eu-stack is here")
    done = watched.run([waits], dict(os.environ), 1)
    assert "waits_in_thread" in done.stacks and " main " in done.stacks
    assert done.printed == "started\n"


def test_without_a_debugger_the_kernel_is_asked(waits, monkeypatch):
    monkeypatch.setattr(watched, "DEBUGGERS", (["no-such-debugger"],))
    text = watched.run([waits], dict(os.environ), 1).stacks
    assert text.startswith("neither gdb nor eu-stack could read the stacks")
    assert text.count("\nthread ") == 2 and "  wchan: " in text


def test_an_interrupt_is_no_result():
    # A background job ignores the signal, and so would the shell that it starts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            shell(f"kill -{signal.SIGINT.value} $$")
    finally:
        signal.signal(signal.SIGINT, before)


def test_the_line_for_a_shell():
    line = watched.shell_line(["./a b", 1], {"OMP_PLACES": "{0}", "PATH": "x"})
    assert line == "OMP_PLACES='{0}' './a b' 1"
