# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whose fault a report of ThreadSanitizer is.

Upstream's libomp races by design, also when all of it is instrumented: it polls plain
fields and synchronises with assembly that ThreadSanitizer does not see. A report counts as
ours only if
  - one of its two accesses is made by our code (namespace ompx, __kmp_ompx_*,
    __kmpc_ompx_*), or
  - both are in the program and the same program, run with OMPX_TASKGRAPH=off, has no
    race in these functions: then a replay has lost an order that plain tasks keep.
"""

import re

from support_project import ROOT

OURS = re.compile(r"\bompx::|__kmpc?_ompx_")
# Accesses of upstream's own, or made for these callers, that meet ours by design; why:
BY_DESIGN = {
    # Published by the fork barrier or tt_found_tasks, which look like plain fields.
    "__kmp_allocate_task_team",
    "__kmp_realloc_task_threads_data",
    "__kmp_init_implicit_task",
    "__kmp_task_team_init",
    # A sleeper's address, read without the lock as a hint, as in upstream's own wake-ups.
    "__kmp_suspend_template",
    "__kmp_resume_template",
    # The table of threads is replaced; whoever looks itself up has the same entry in both.
    "__kmp_expand_threads",
    # A child that ends reads its parent's task type, which never changes, beside flags
    # in the same word that the parent's next replay writes.
    "__kmp_free_task_and_ancestors",
    "completeChild",
    # Descriptors are freed after the last barrier; thieves read their places in the
    # topology before that. Whether a victim has tasks is a hint, checked under its lock.
    "__kmp_reset_root",
    "__kmp_reap_thread",
    "__kmp_ompx_choose_victim",
    # Upstream's list of returned blocks: its owner looks with a plain read whether there
    # are any, and takes them with an atomic exchange, as with upstream's own returns.
    "__kmp_ompx_return_fast_memory",
}
# Likewise, globals of upstream's: the number of threads, which everybody who waits
# compares with that of processors, as a hint whether to give one up.
HINTS = {"__kmp_nth"}
# Likewise, if both accesses are made directly by functions of one set. A pool thread
# leaves its place in a team by a barrier, then the team goes to another root thread under
# a lock, and whoever takes the place comes by a fork barrier; only the lock is visible.
SAME_PLACE = [
    # The pointer to the domain in the place's implicit task (not the domain itself).
    {"__kmp_finish_implicit_task", "__kmp_ompx_close_domain", "::domainOf("},
    # What the place's thread has measured of its own steals, and how full it has found
    # its own queue.
    {"ompx::StealPace::", "ompx::ReadyQueue::throttles(", "ompx::ReadyQueue::pop<"},
]


def reports(printed):
    """The ThreadSanitizer reports in an output: (text, frames of each access, inner first)."""
    for text in re.findall(r"WARNING: ThreadSanitizer: .*?SUMMARY:[^\n]*", printed, re.DOTALL):
        accesses = []
        for stack in re.findall(
            r"(?:Read|Write|Previous \w+|Atomic \w+|Previous atomic \w+)[^\n]* of size[^\n]*\n"
            r"((?: +#\d+[^\n]*\n)+)", text, re.IGNORECASE
        ):
            frames = re.findall(r"#\d+ (.+?) (\S+:\d+|\(\S*)", stack)
            # Interceptors (memset, memcpy) and atomics stand for who called them.
            frames = [f for f in frames if "sanitizer" not in f[1]
                      and not re.search(r"__tsan|^std::(__)?atomic", f[0])]
            accesses.append(frames or [("?", "?")])
        yield text, accesses


def in_program(frame):
    return str(ROOT / "tests") in frame[1]


def ours(with_replay, plain):
    """Reports that our code, or an order lost by a replay, is to blame for."""
    known = {
        stack[0][0] for _, accesses in reports(plain) for stack in accesses if in_program(stack[0])
    }
    for text, accesses in reports(with_replay):
        inner = [stack[0] for stack in accesses]
        if any(OURS.search(name) for name, _ in inner):
            callers = " ".join(name for stack in accesses for name, _ in stack[:6])
            if any(name in callers for name in BY_DESIGN):
                continue
            # What is recorded as an input the block reads, too.
            others = [frame[0] for frame in inner if in_program(frame)]
            if others and all(name in known for name in others) and "ompx::Inputs::" in callers:
                continue
            place = re.search(r"Location is global '(\w+)'", text)
            if place and place[1] in HINTS:
                continue
            if not any(all(any(part in name for part in place) for name, _ in inner)
                       for place in SAME_PLACE):
                yield text
        elif inner and all(in_program(frame) for frame in inner):
            if not any(name in known for name, _ in inner):
                yield text
