# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The test programs under ThreadSanitizer and AddressSanitizer; takes long.

    pytest tests/sanitize --sanitize 2,4 -k "thread and depend_random and versions"

libomp is built once more with all of it instrumented (into build/sanitize-KIND), since an
uninstrumented one hides its synchronisation from the sanitizer. The programs named depend_*
run under every dependency tracker; for them libomp's own, `hash`, takes the place of
OMPX_TASKGRAPH=off. reports.py says which races count. Every report of AddressSanitizer
counts, and every leak when the program ends; for it each task descriptor is from malloc
(plain_memory.c), since libomp hands its freed blocks out again at once.
"""

import functools
import pathlib

import pytest
import reports
from support import PROGRAMS, clean_environment, execute
from support_project import ROOT

from analysis.programs import TRACKERS
from overlay import build_dir

PLAIN_MEMORY = pathlib.Path(__file__).with_name("plain_memory.c")
REPLACED = ["___kmp_fast_allocate", "___kmp_fast_free"]  # by it
# One case per argument; measures memory, which a sanitizer multiplies; is for callgrind; are
# tools, as the sanitizer may be; continues what its run before has left; wants a library.
LEFT_OUT = {"plain_fallbacks", "plain_for_now", "check_differences", "graph_reset_memory",
            "depend_growth", "depend_tool", "races", "tool_events", "tool_library",
            "tool_waits", "kept_graphs", "unloaded_library"}
# With one thread, stock libomp loses now and then a task that waits for a hidden helper's.
NEEDS_A_TEAM = {"depend_target"}
# What looks like a leak, by a function or binary in the stack of its allocation.
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
SOURCES = [
    source for source in [*sorted(PROGRAMS.glob("*.c*")),
                          ROOT / "tests/random/graph_interpreter.cpp"]
    if source.stem not in LEFT_OUT and not source.stem.endswith("_other")]


def plain(source):
    """The settings that take our part away."""
    return TRACKERS[0] if source.stem.startswith("depend_") else "off"


CASES = [(kind, source, switch) for kind in ("thread", "address") for source in SOURCES
         for switch in (("on",) if plain(source) == "off" else
                        TRACKERS[kind == "thread":])]


def build_library(kind, source, directory):
    """Builds libomp with -fsanitize=KIND; returns the folder of the library."""
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "no_leaks.txt").write_text("".join(f"leak:{name}\n" for name in NO_LEAKS))
    flags = f"-fsanitize={kind} -g -O1 -fno-omit-frame-pointer"
    link_flags = f"-fsanitize={kind}"
    commands = [
        ["cmake", "-G", "Ninja", "-S", source, "-B", directory,
         "-DCMAKE_BUILD_TYPE=RelWithDebInfo",
         "-DCMAKE_C_COMPILER=clang-22", "-DCMAKE_CXX_COMPILER=clang++-22",
         f"-DCMAKE_C_FLAGS={flags}", f"-DCMAKE_CXX_FLAGS={flags}",
         f"-DREPRISE_SOURCE_DIR={ROOT}",
         "-DLIBOMP_ENABLE_ASSERTIONS=ON", "-DLIBOMP_OMPD_SUPPORT=OFF",
         "-DLIBOMP_USE_HWLOC=OFF", "-DOPENMP_ENABLE_OMPT_TOOLS=OFF"],
        ["cmake", "--build", directory, "--target", "omp"]]
    if kind == "address":
        replacement = directory / f"{PLAIN_MEMORY.stem}.o"
        commands.insert(0, ["clang-22", *flags.split(), "-fPIC", "-c", PLAIN_MEMORY,
                            "-o", replacement])
        link_flags = " ".join([link_flags, str(replacement),
                               *(f"-Wl,--wrap={name}" for name in REPLACED)])
    commands[-2].append(f"-DCMAKE_SHARED_LINKER_FLAGS={link_flags}")
    for command in commands:
        done = execute(command, timeout=3600)
        assert done.status == 0, str(done)
    return directory / "runtime" / "src"


@pytest.fixture(scope="session")
def sanitized(request):
    """Runs a program with each number of threads; what it printed."""
    counts = request.config.getoption("--sanitize").split(",")
    if counts == [""]:
        pytest.skip("runs with --sanitize N,...")
    tree, store = map(request.getfixturevalue, ("source_tree", "program_store"))

    @functools.cache
    def library(kind):
        return build_library(kind, tree / "openmp", build_dir() / f"sanitize-{kind}")

    @functools.cache
    def compiled(kind, source):
        folder = library(kind)
        binary = build_dir() / f"sanitize-{kind}" / source.stem
        version = ["-fopenmp-version=51"] if source.stem in OPENMP_51 else []
        done = store.compile(
            [source, *source.parent.glob(f"{source.stem}_other{source.suffix}")], "-O1", "-g",
            "-w", "-UPROVED", f"-fsanitize={kind}", *version, f"-I{source.parent}",
            f"-L{folder}", f"-Wl,-rpath,{folder}", output=binary)
        assert done.status == 0, str(done)
        return binary

    @functools.lru_cache(4)
    def run(kind, source, switch, repetition=0):
        binary, name, printed = compiled(kind, source), source.stem, ""
        variable = "OMPX_TASKGRAPH" if plain(source) == "off" else "OMPX_DEPEND_TRACKER"
        for threads in counts:
            if threads == "1" and name in NEEDS_A_TEAM:
                continue
            result = execute([binary, *ARGUMENTS.get(name, [])], clean_environment(
                **{variable: switch, **SETTINGS.get(name, {})}, OMP_NUM_THREADS=threads,
                LD_LIBRARY_PATH=library(kind),
                KMP_LOCK_KIND="tas",  # the default's waiting threads poll plain fields
                TSAN_OPTIONS="exitcode=0 history_size=5 report_signal_unsafe=0",
                ASAN_OPTIONS="detect_leaks=1:quarantine_size_mb=32",
                LSAN_OPTIONS=f"suppressions={binary.with_name('no_leaks.txt')}:"
                             "print_suppressions=0",
                OMPX_TASKGRAPH_FUSE={"1": "auto", "2": "lanes"}.get(threads, "always"),
                OMPX_TASKGRAPH_REFILL="always"), timeout=300)  # also by one thread
            assert result.status == 0, str(result)
            printed += result.stdout + result.stderr
        return printed

    return run


@pytest.mark.parametrize("kind, source, switch", CASES, ids=[
    f"{kind}-{source.stem}-{switch}" for kind, source, switch in CASES])
def test_program(kind, source, switch, sanitized):
    printed = sanitized(kind, source, switch)
    if kind == "thread":
        # Twice, with all numbers of threads: what is known must have been seen.
        known = sanitized(kind, source, plain(source), 1) + sanitized(
            kind, source, plain(source), 2)
        found = list(reports.ours(printed, known))
        assert not found, f"{len(found)} reports, of which the first:\n" + "\n".join(found[:2])
