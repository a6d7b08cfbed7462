# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What an OMPD debugger finds of replayed tasks: where they begin, their code, their parent.

libompd reads the library's memory by the offsets that libomp exports for it. Here GDB reads
there itself, at the function that OMPD has for breakpoints where tasks begin. Between the
two threads of the team the library may have left numbers to helpers.
"""

import collections
import re
import shutil

import pytest
from support import clean_environment, execute

TASKS, ENCOUNTERS = 6, 10
SCRIPT = r"""
set pagination off
set breakpoint pending on
set width 0
break ompd_bp_task_begin
commands
silent
set $number = 0
if $_thread == 2
set $number = 1
while (*(char ***)&__kmp_threads)[$number] == 0
set $number = $number + 1
end
end
set $thread = (*(char ***)&__kmp_threads)[$number]
set $task = *(char **)($thread + *(long *)&ompd_access__kmp_base_info_t__th_current_task)
set $parent = *(char **)($task + *(long *)&ompd_access__kmp_taskdata_t__td_parent)
set $behind = $task + *(long *)&ompd_sizeof__kmp_taskdata_t
set $code = *(char **)($behind + *(long *)&ompd_access__kmp_task_t__routine)
printf "begins at %p child of %p\n", $code, $parent
info symbol $code
continue
end
run
"""
BEGINS = re.compile(r"^begins at (0x\w+) child of (0x\w+)\n(\S+)", re.MULTILINE)

needs_gdb = pytest.mark.skipif(not shutil.which("gdb"), reason="needs gdb")


@needs_gdb
@pytest.mark.program("debugged_tasks.cpp")
@pytest.mark.parametrize("taskgraph", ("off", "on"))
def test_tasks_begin_with_their_code_and_parent(program, tmp_path, taskgraph):
    script = tmp_path / "commands"
    script.write_text(SCRIPT)
    seen = execute(["gdb", "-nx", "-batch", "-x", script, program.binary], clean_environment(
        OMP_DEBUG="enabled", OMP_NUM_THREADS=2, OMPX_TASKGRAPH=taskgraph))
    assert "exited normally" in seen.stdout, str(seen)
    begun = BEGINS.findall(seen.stdout)
    assert len(begun) == TASKS * ENCOUNTERS, str(seen)
    assert len({parent for _, parent, _ in begun}) == 1, str(seen)
    assert all("omp_task_entry" in name for *_, name in begun), str(seen)
    code = collections.Counter(code for code, *_ in begun)
    assert sorted(code.values()) == [ENCOUNTERS, (TASKS - 1) * ENCOUNTERS], str(seen)
