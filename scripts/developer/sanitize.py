#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the test programs under ThreadSanitizer or AddressSanitizer; takes long.

    scripts/developer/sanitize.py thread|address [--install DIR] [--only NAME ...] [--tracker NAME ...]

libomp is built once more with all of it instrumented (into build/sanitize-KIND),
since an uninstrumented one hides its synchronisation from the sanitizer. Even so
upstream's libomp races by design: it polls plain fields and synchronises with
assembly that ThreadSanitizer does not see. A report therefore counts as ours only if
  - one of its two accesses is made by our code (namespace ompx, __kmp_ompx_*,
    __kmpc_ompx_*), or
  - both are in the program and the same program, run with OMPX_TASKGRAPH=off, has no
    race in these functions: then a replay has lost an order that plain tasks keep.
The programs named depend_* run under every dependency tracker; for them libomp's own,
`hash`, takes the place of OMPX_TASKGRAPH=off.
Every report of AddressSanitizer counts, and every leak when the program ends; for it
each task descriptor is from malloc (scripts/developer/plain_memory.c), since libomp hands its
freed blocks out again at once. The exit status is 0 when nothing is ours.
"""

import argparse
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from overlay import build_dir, clean_environment, names_of_trackers, source_tree  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "tests" / "programs"
INTERPRETER = ROOT / "tests" / "random" / "graph_interpreter.cpp"
PLAIN_MEMORY = ROOT / "scripts/developer/plain_memory.c"
REPLACED = ["___kmp_fast_allocate", "___kmp_fast_free"]  # by it
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
# One case per argument; measures memory, which a sanitizer multiplies; is for callgrind; are
# tools, as the sanitizer may be; continues what its run before has left; wants a library.
LEFT_OUT = {"plain_fallbacks", "plain_for_now", "check_differences", "graph_reset_memory",
            "depend_growth", "depend_tool", "races", "tool_events", "tool_library",
            "tool_waits", "kept_graphs", "unloaded_library"}
# With one thread, stock libomp loses now and then a task that waits for a hidden helper's.
NEEDS_A_TEAM = {"depend_target"}
# What looks like a leak, by a function or binary in the stack of its allocation.
SUPPRESSIONS = "no_leaks.txt"
NO_LEAKS = {
    # Upstream's, for the life of the process; a child by fork() begins with new ones.
    "___kmp_allocate", "forked_processes",
    # A thread's, which libomp frees with the thread's memory: here it is from malloc.
    "__wrap____kmp_fast_allocate",
}
OPENMP_51 = {"iterators_and_depobjs", "depend_items", "depend_random", "depend_gomp"}
SETTINGS = {name: {"OMP_CANCELLATION": "true"}
            for name in ("cancellation", "depend_cancelled", "refill_cancelled",
                         "refill_objects")}
for name in ("cancellation", "if_clause"):  # which count recordings
    SETTINGS.setdefault(name, {})["OMPX_TASKGRAPH_STATIC"] = "off"
for name in ("priorities", "called_priorities", "priority_behind_barrier"):
    SETTINGS[name] = {"OMP_MAX_TASK_PRIORITY": "100", "KMP_BLOCKTIME": "infinite"}
ARGUMENTS = {
    "depend_late": ["6"],
    "depend_throttled": ["any"],  # hash has no limit
    "long_chain": ["2000"],
    "large_graphs": ["500", "200", "20"],
    "graph_interpreter": ["1", "60"],
    "depend_random": ["1", "60"],
    "refill_storm": ["1", "40"],
}


def stop(cause, step):
    sys.exit(f"sanitize.py: error: {cause}\n  next: {step}")


def run(command, environment=None, timeout=None):
    """Runs a command; returns its status and everything it printed."""
    try:
        done = subprocess.run(
            [str(word) for word in command],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout,
            check=False,
        )
        return done.returncode, done.stdout.decode(errors="replace")
    except subprocess.TimeoutExpired as late:
        return -1, (late.stdout or b"").decode(errors="replace") + "\ntimed out"


def build_library(kind, source, directory, jobs):
    """Builds libomp with -fsanitize=KIND; returns the folder of the library."""
    library = directory / "runtime" / "src"
    flags = f"-fsanitize={kind} -g -O1 -fno-omit-frame-pointer"
    link_flags = f"-fsanitize={kind}"
    if not (source / "runtime" / "CMakeLists.txt").exists():
        stop(f"no patched source at {source}", "build the runtime first, or give --source")
    if kind == "address":
        replacement = directory / f"{PLAIN_MEMORY.stem}.o"
        status, printed = run(
            ["clang-22", *flags.split(), "-fPIC", "-c", PLAIN_MEMORY, "-o", replacement]
        )
        if status:
            stop(f"{PLAIN_MEMORY} does not compile:\n{printed}", "see the message above")
        link_flags = " ".join(
            [link_flags, str(replacement), *[f"-Wl,--wrap={name}" for name in REPLACED]]
        )
    configure = [
        "cmake", "-G", "Ninja", "-S", source, "-B", directory,
        "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
        "-DCMAKE_C_COMPILER=clang-22", "-DCMAKE_CXX_COMPILER=clang++-22",
        f"-DCMAKE_C_FLAGS={flags}", f"-DCMAKE_CXX_FLAGS={flags}",
        f"-DCMAKE_SHARED_LINKER_FLAGS={link_flags}",
        f"-DREPRISE_SOURCE_DIR={ROOT}",
        "-DLIBOMP_ENABLE_ASSERTIONS=ON", "-DLIBOMP_OMPD_SUPPORT=OFF",
        "-DLIBOMP_USE_HWLOC=OFF", "-DOPENMP_ENABLE_OMPT_TOOLS=OFF",
    ]
    print(f"building libomp with -fsanitize={kind} in {directory}", flush=True)
    for command in (configure, ["cmake", "--build", directory, "-j", jobs, "--target", "omp"]):
        status, printed = run(command)
        if status:
            stop(f"libomp was not built:\n{printed[-3000:]}", "see the message above")
    return library


def other_part(source):
    """The program's other source, if it has one."""
    other = source.with_name(f"{source.stem}_other{source.suffix}")
    return [other] if other.exists() else []


def compile_program(clangxx, kind, source, binary, library):
    flags = ["-fopenmp", "-fopenmp-version=60", "-O1", "-g", f"-fsanitize={kind}"]
    if source.stem in OPENMP_51:  # see tests/taskgraph
        flags[1] = "-fopenmp-version=51"
    clang = clangxx if source.suffix == ".cpp" else clangxx.with_name("clang")
    return run(
        [clang, *flags, "-w", f"-I{PROGRAMS}", f"-I{source.parent}", source,
         *other_part(source), "-o", binary,
         f"-L{library}", f"-Wl,-rpath,{library}"]
    )


def environment_for(directory, library, **changes):
    kept = clean_environment()
    kept.update(
        LD_LIBRARY_PATH=str(library),
        KMP_LOCK_KIND="tas",  # the default's waiting threads poll plain fields
        TSAN_OPTIONS="exitcode=0 history_size=5 report_signal_unsafe=0",
        ASAN_OPTIONS="detect_leaks=1:quarantine_size_mb=32",
        OMPX_TASKGRAPH_REFILL="always",  # also by one thread
        LSAN_OPTIONS=f"suppressions={directory / SUPPRESSIONS}:print_suppressions=0",
        **changes,
    )
    return kept


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


def run_each(binary, name, library, thread_counts, logs, switches):
    """Runs one program with each value of its variable; returns outputs and complaints."""
    variable = "OMPX_DEPEND_TRACKER" if name.startswith("depend_") else "OMPX_TASKGRAPH"
    outputs, complaints = dict.fromkeys(switches, ""), []
    for threads in thread_counts:
        if threads == 1 and name in NEEDS_A_TEAM:
            continue
        for switch in switches:
            settings = {variable: switch, "OMP_NUM_THREADS": str(threads),
                        **SETTINGS.get(name, {})}
            status, printed = run(
                [binary, *ARGUMENTS.get(name, [])],
                environment_for(binary.parent, library, **settings),
                timeout=300,
            )
            outputs[switch] += printed
            (logs / f"{binary.name}-{threads}-{switch}.log").write_text(printed)
            if status:
                complaints.append(f"exit status {status} with {variable}={switch}, "
                                  f"{threads} threads\n{printed[-2000:]}")
    return outputs, complaints


def check(kind, binary, name, library, thread_counts, logs, chosen):
    """Runs one program; returns a list of complaints."""
    if name.startswith("depend_"):
        plain, others = "hash", chosen
    else:
        plain, others = "off", ["on"]
    common = (binary, name, library, thread_counts, logs)
    outputs, complaints = run_each(*common, others)
    if kind == "address":
        if plain == "hash":
            complaints += run_each(*common, [plain])[1]
        return complaints
    # Twice, with all numbers of threads: what is known must have been seen.
    known, plain_complaints = run_each(*common, [plain, plain])
    return complaints + plain_complaints + [
        f"{switch}\n{text}" for switch in others for text in ours(outputs[switch], known[plain])
    ]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", choices=["thread", "address"])
    parser.add_argument("--install", type=pathlib.Path, default=build_dir() / "install")
    parser.add_argument("--source", type=pathlib.Path, default=source_tree() / "openmp")
    parser.add_argument("--library", type=pathlib.Path, help="folder of a libomp built before")
    parser.add_argument("--only", nargs="+", metavar="NAME", help="programs to run (default: all)")
    parser.add_argument("--tracker", nargs="+", choices=names_of_trackers()[1:],
                        default=names_of_trackers()[1:],
                        metavar="NAME", help="of the depend_* programs (default: all)")
    parser.add_argument("--threads", type=int, nargs="+", default=[2, 4])
    parser.add_argument("-j", "--jobs", type=int, default=2)
    options = parser.parse_args()
    clangxx = options.install / "bin" / "clang++"
    if not clangxx.exists():
        stop(f"{clangxx} is not there", "build the toolchain first, or give --install")
    directory = build_dir() / f"sanitize-{options.kind}"
    logs = directory / "logs"
    logs.mkdir(parents=True, exist_ok=True)
    (directory / SUPPRESSIONS).write_text(
        "".join(f"leak:{name}\n" for name in sorted(NO_LEAKS)))
    library = options.library or build_library(
        options.kind, options.source, directory, options.jobs
    )
    sources = sorted(PROGRAMS.glob("*.c*")) + [INTERPRETER]
    sources = [
        s for s in sources
        if not s.stem.endswith("_other")
        and (s.stem in options.only if options.only else s.stem not in LEFT_OUT)
    ]
    failed = 0
    for number, source in enumerate(sources, 1):
        binary = directory / source.stem
        status, printed = compile_program(clangxx, options.kind, source, binary, library)
        complaints = [printed] if status else []
        if not status:
            complaints = check(options.kind, binary, source.stem, library, options.threads,
                               logs, options.tracker)
        verdict = f"{len(complaints)} complaints" if complaints else "clean"
        print(f"[{number}/{len(sources)}] {source.stem}: {verdict}", flush=True)
        for text in complaints[:2]:
            print(text)
        failed += bool(complaints)
    print(f"{failed} of {len(sources)} programs with complaints; logs in {logs}")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
