# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""OMPX_TASKGRAPH_CACHE: a later run uses the graphs of an earlier one, or does without."""

import concurrent.futures
import os
import re
import shutil
import stat
import subprocess

import pytest
from support import PROGRAMS, Program, clean_environment

FLAGS = ("-Wno-openmp-taskgraph", "-Wno-openmp-extensions")
SOURCES = ("kept_graphs.cpp", "kept_graphs_other.cpp")
pytestmark = pytest.mark.program(*SOURCES, flags=FLAGS)

# construct -> its counts: recorded, replayed, refilled, diverged, plain. `proved` is recorded
# once more, when it is known which graph is to be replayed.
FIRST = {"called": (1, 0, 4, 0, 0), "proved": (1, 4, 0, 0, 0), "by_id": (3, 0, 12, 0, 0),
         "saved": (1, 0, 4, 0, 0), "joins": (1, 0, 4, 0, 0)}
LATER = {"called": (0, 0, 5, 0, 0), "proved": (1, 3, 1, 0, 0), "by_id": (0, 0, 15, 0, 0),
         "saved": (1, 0, 4, 0, 0), "joins": (0, 0, 5, 0, 0)}
FILES = 6  # one for each construct and id, but none of saved values
NAME = re.compile(r"kept_graphs\.cpp-\d+-\d+-\d-[0-9a-f]{16}\.graph")


def counts(result, constructs=len(FIRST)):
    rows = re.findall(r"^(\w+): (\d+) recorded (\d+) replayed (\d+) refilled (\d+) diverged "
                      r"(\d+) plain$", result.stdout, re.MULTILINE)
    assert len(rows) == constructs, str(result)
    return {name: tuple(map(int, numbers)) for name, *numbers in rows}


def run(program, folder, *arguments, **environment):
    """The counts of a run that is right and says nothing."""
    result = program.passes(*arguments, OMPX_TASKGRAPH_CACHE=folder, **environment)
    assert result.stderr == "", str(result)
    return counts(result)


def told(program, folder, *arguments, **environment):
    """What a run says of the cache that is right and was asked to say it."""
    result = program.passes(*arguments, OMPX_TASKGRAPH_CACHE=folder, OMPX_TASKGRAPH_VERBOSE=1,
                            **environment)
    return [line for line in result.stderr.splitlines()
            if "OMPX_TASKGRAPH_CACHE" in line and "it has saved values" not in line]


def files_of(folder):
    found = sorted(folder.iterdir())
    assert all(NAME.fullmatch(path.name) for path in found)
    return found


def file_of(folder, construct):
    """The file of a construct, by the line that the source has it in."""
    lines = (PROGRAMS / SOURCES[0]).read_text().splitlines()
    line = next(n for n, text in enumerate(lines) if f"MEET({construct})" in text) + 2
    return next(path for path in files_of(folder) if f".cpp-{line}-" in path.name)


def test_later_runs_record_nothing_that_is_refilled(program, tmp_path, threads):
    folder = tmp_path / "cache"
    assert run(program, folder, threads=threads) == FIRST
    files = files_of(folder)
    assert len(files) == FILES
    contents = [path.read_bytes() for path in files]
    for _ in range(3):
        assert run(program, folder, threads=threads) == LATER
    assert run(program, folder, threads=9 - threads) == LATER
    assert [path.read_bytes() for path in files_of(folder)] == contents


@pytest.mark.parametrize("ways", [
    {"OMPX_TASKGRAPH": "trust"}, {"OMPX_TASKGRAPH_AHEAD": "on"}, {"OMPX_TASKGRAPH_AHEAD": "off"},
    {"OMP_MAX_TASK_PRIORITY": "5"}, {"OMPX_DEPEND_TRACKER": "hash"}])
def test_every_way(program, tmp_path, threads, ways):
    for expected in (FIRST, LATER):
        assert run(program, tmp_path, threads=threads, **ways) == expected


def test_check_compares_what_this_run_recorded(program, tmp_path):
    run(program, tmp_path)
    assert run(program, tmp_path, OMPX_TASKGRAPH="check") == LATER


def test_regions_that_are_off_have_no_files(program, tmp_path):
    result = program.run(OMPX_TASKGRAPH="off", OMPX_TASKGRAPH_CACHE=tmp_path / "cache")
    assert counts(result)["called"] == (0, 0, 0, 0, 5), str(result)
    assert not (tmp_path / "cache").exists()


def test_two_programs_share_a_directory(program, program_store, tmp_path):
    other = program_store(*SOURCES, flags=(*FLAGS, "-DOTHER_BUILD"))
    assert run(program, tmp_path) == FIRST
    assert run(other, tmp_path) == FIRST
    assert len(files_of(tmp_path)) == 2 * FILES
    assert run(program, tmp_path) == run(other, tmp_path) == LATER


def test_copy_of_a_program_is_the_program(program, tmp_path):
    run(program, tmp_path / "cache")
    copy = Program(shutil.copy(program.binary, tmp_path / "copy"))
    assert run(copy, tmp_path / "cache") == LATER


def test_file_of_another_program_is_not_used(program, program_store, tmp_path):
    other = program_store(*SOURCES, flags=(*FLAGS, "-DOTHER_BUILD"))
    run(other, tmp_path / "other")
    run(program, tmp_path / "cache")
    theirs = file_of(tmp_path / "other", "joins")
    path = file_of(tmp_path / "cache", "joins")
    shutil.copy(theirs, path)
    (line,) = told(program, tmp_path / "cache")
    assert f"{path} is not used: it is another program's or construct's." in line


def test_shape_that_changes_is_kept_anew(program, tmp_path):
    run(program, tmp_path, 8)
    path = file_of(tmp_path, "called")
    before = path.read_bytes()
    seen = run(program, tmp_path, 30)
    assert seen["called"] == (1, 0, 3, 1, 0)
    assert path.read_bytes() != before
    assert run(program, tmp_path, 30)["called"] == LATER["called"]


@pytest.mark.parametrize("odd", [(5, 4), (5, 0), (5, 2), (10, 1)])
@pytest.mark.parametrize("level", ["-O2", "-O0"])
def test_kept_graph_does_no_harm(program_store, tmp_path, odd, level):
    """A later run refills as often as the first: blocks that sometimes make other tasks."""
    program = program_store("mostly_same.cpp", flags=(*FLAGS, level))
    first, later = (counts(program.passes(*odd, OMPX_TASKGRAPH_CACHE=tmp_path), 3)
                    for _ in range(2))
    for name in first:
        recorded, _, refilled, _, plain = zip(first[name], later[name])
        assert plain == (0, 0)
        assert recorded[1] <= recorded[0], (first, later)
        # A graph with the odd task costs some refills until it is dropped.
        assert refilled[1] >= refilled[0] - 3, (first, later)


def damages(content):
    yield "empty", b"", "it is not a graph's"
    yield "short", content[:-8], "it is damaged"
    yield "cut in the head", content[:40], "it is not a graph's"
    yield "long", content + b"\0" * 8, "it is damaged"
    yield "text", b"#!/bin/sh\n" * 100, "it is not a graph's"
    yield "zeros", bytes(len(content)), "it is not a graph's"
    for at in range(8, len(content), 97):
        flipped = bytearray(content)
        flipped[at] ^= 0x10
        yield f"byte {at}", bytes(flipped), None


def test_damaged_files_are_replaced(program, tmp_path):
    run(program, tmp_path)
    path = file_of(tmp_path, "called")
    content = path.read_bytes()
    for what, changed, reason in damages(content):
        path.write_bytes(changed)
        (line,) = told(program, tmp_path)
        assert f"{path} is not used: {reason or ''}" in line, what
        assert path.read_bytes() == content, what
        path.write_bytes(changed)
        assert run(program, tmp_path) == {**LATER, "called": FIRST["called"]}, what


def test_priorities_that_count_now(program, tmp_path):
    run(program, tmp_path)
    (line,) = told(program, tmp_path, OMP_MAX_TASK_PRIORITY=9)
    assert "OMP_MAX_TASK_PRIORITY" in line
    assert run(program, tmp_path, OMP_MAX_TASK_PRIORITY=9) == LATER


def test_many_processes_at_once(program, tmp_path):
    folder = tmp_path / "cache"

    def one(_):
        return run(program, folder, threads=2)

    with concurrent.futures.ThreadPoolExecutor(max_workers=8) as pool:
        for seen in pool.map(one, range(8)):
            assert seen.keys() == FIRST.keys()
        assert len(files_of(folder)) == FILES
        assert list(pool.map(one, range(8))) == [LATER] * 8
        files_of(folder)[0].write_bytes(b"damaged")
        assert len(list(pool.map(one, range(8)))) == 8
    assert run(program, folder) == LATER
    assert len(files_of(folder)) == FILES


def test_rights(program, tmp_path):
    folder = tmp_path / "cache"
    before = os.umask(0)
    try:
        run(program, folder)
    finally:
        os.umask(before)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(path.stat().st_mode) for path in files_of(folder)} == {0o600}


def open_to_others(path):
    path.chmod(0o620)


def link_to_itself(path):
    path.rename(path.with_name("real"))
    path.symlink_to("real")


def give_away(path):
    if os.geteuid() != 0:
        pytest.skip("only root can give files away")
    os.chown(path, 12345, 12345)


def make_fifo(path):
    path.unlink()
    os.mkfifo(path, 0o600)


def make_folder(path):
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("change, reason", [
    (open_to_others, "it is another user's, or others may change it"),
    (give_away, "it is another user's, or others may change it"),
    (link_to_itself, "Too many levels of symbolic links"), (make_fifo, "it cannot be read"),
    (make_folder, "it cannot be read")])
def test_files_that_others_may_have_made_are_not_used(program, tmp_path, change, reason):
    run(program, tmp_path)
    path = file_of(tmp_path, "called")
    change(path)
    lines = told(program, tmp_path)
    assert f"{path} is not used: {reason}." in lines[0], lines
    assert len(lines) == 1 + (change is make_folder)  # which cannot be replaced


def test_directory_that_cannot_be_written(program, tmp_path):
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", tmp_path / "no" / "such"):
        assert run(program, folder) == FIRST
        lines = told(program, folder)
        assert sum(f'cannot write to "{folder}"' in line for line in lines) == 1, lines


def test_limit_of_files(program, tmp_path):
    limited = tmp_path / "limited.sh"
    # 2048 bytes: enough for what the library shares with others of the process.
    limited.write_text(f"#!/bin/sh\nulimit -f 4\nexec {program.binary} \"$@\"\n")
    limited.chmod(0o755)
    lines = told(Program(limited), tmp_path / "cache", 60)
    assert [line for line in lines if "cannot write to" in line] == lines and len(lines) == 1
    assert 0 < len(files_of(tmp_path / "cache")) < FILES


def test_directory_that_may_only_be_read(program, tmp_path):
    """Its graphs are used, what else there is to keep is not kept."""
    command = [program.binary]
    if os.geteuid() == 0:  # root may write anywhere, but for this right
        command = ["setpriv", "--bounding-set=-dac_override", *command]
        if subprocess.run([*command[:2], "true"], check=False, capture_output=True).returncode:
            pytest.skip("the right to write anywhere cannot be given up")
    run(program, tmp_path)
    file_of(tmp_path, "joins").unlink()
    tmp_path.chmod(0o500)
    try:
        done = subprocess.run(
            command, check=False, capture_output=True, text=True, timeout=60,
            env=clean_environment(OMPX_TASKGRAPH_CACHE=tmp_path, OMPX_TASKGRAPH_VERBOSE=1))
    finally:
        tmp_path.chmod(0o700)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr.count("cannot write to") == 1, done.stderr
    assert "called: 0 recorded 0 replayed 5 refilled" in done.stdout
    assert "joins: 1 recorded 0 replayed 4 refilled" in done.stdout
    assert len(files_of(tmp_path)) == FILES - 1


def test_program_without_a_build_id(program_store, tmp_path):
    program = program_store(*SOURCES, flags=(*FLAGS, "-Wl,--build-id=none"))
    assert run(program, tmp_path / "cache") == FIRST
    lines = told(program, tmp_path / "cache")
    assert len(lines) == FILES + 1  # saved values are not what is told of here
    assert all("its program has no build id" in line for line in lines)
    assert not (tmp_path / "cache").exists()


def with_library(program_store, toolchain, folder, *flags):
    """The program with its library built into `folder`, which the program finds it in."""
    library = folder / "libkept.so"
    built = program_store.compile(SOURCES[1:], *FLAGS, "-shared", "-fPIC", *flags, output=library)
    assert built.status == 0, str(built)
    binary = folder / "program"
    if not binary.exists():
        built = program_store.compile(SOURCES[:1], *FLAGS, library, f"-Wl,-rpath,{folder}",
                                      f"-Wl,-rpath,{toolchain.lib_dir}", output=binary)
        assert built.status == 0, str(built)
    return Program(binary)


def test_library_that_was_built_anew(program_store, toolchain, tmp_path):
    folder = tmp_path / "cache"
    program = with_library(program_store, toolchain, tmp_path)
    assert run(program, folder) == FIRST
    assert run(program, folder) == LATER
    with_library(program_store, toolchain, tmp_path, "-DOTHER_BUILD")
    lines = told(program, folder)
    assert len(lines) == 3  # of by_id
    assert all("tasks of another build, or of a library that is not loaded" in line
               for line in lines)
    assert run(program, folder) == LATER


def test_library_without_a_build_id(program_store, toolchain, tmp_path):
    program = with_library(program_store, toolchain, tmp_path, "-Wl,--build-id=none")
    lines = told(program, tmp_path / "cache")
    assert lines and all("it has tasks of a file without a build id" in line for line in lines)
