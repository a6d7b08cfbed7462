#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gets the pinned LLVM source, verifies it, and unpacks the parts we build.

In this order: LLVM_SOURCE (a tarball or an unpacked llvm-project), LLVM_URL (the
address of a tarball), the download cache, and the Debian source package in the pool of the
mirrors that this machine's apt knows. The tree appears in one step (a rename) or not
at all.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from overlay import (Failure, Progress, cache_dir, git, read_upstream, run_main,  # noqa: E402
                     say, sha256, source_tree, write_atomically)

NAME = "fetch.py"

# What stand-alone builds of openmp/ and clang/ need, and Clang's OpenMP tests.
# Folders of a full llvm-project. tar cannot exclude a folder but keep a part of it, so
# clang's children are named; leaving out its many tests on the way is quicker than
# removing them after.
WANTED = [
    "LICENSE.TXT", "cmake", "openmp", "runtimes", "llvm/cmake", "llvm/utils/lit",
    "llvm/include/llvm/Frontend", "llvm/include/llvm/TableGen", "llvm/lib/Frontend/OpenMP",
    *(f"clang/{name}" for name in (
        "*.txt", "*.TXT", "*.in", "*.py", "cmake", "include", "lib", "tools", "utils",
        "runtime", "examples", "test/OpenMP", "test/Modules/Inputs", "test/CMakeLists.txt",
        "test/lit.cfg.py", "test/lit.site.cfg.py.in"))]
NEEDED = ["cmake/Modules/LLVMVersion.cmake", "openmp/CMakeLists.txt", "clang/CMakeLists.txt",
          "llvm/include/llvm/Frontend/OpenMP/OMP.td"]
STAMP = ".reprise-source.json"
SUBSET = "3"  # count up when the lists above change: trees are then unpacked anew
# Suites by which a mirror of Debian's own archive is known among apt's sources.
DEBIAN = r"(?:old)*stable|testing|unstable|sid|bullseye|bookworm|trixie|forky|duke"


def follow(what, size, done, command, **how):
    """Runs a command with its progress, and returns its status: `done()` says how many bytes of
    `size` it has."""
    progress = Progress(size >> 20, f"{NAME}: {what}: ", "MB")
    with subprocess.Popen(command, **how) as process:
        try:
            while process.poll() is None:
                progress.at(done() >> 20)
                time.sleep(0.1)
        finally:
            process.kill()
            progress.hide()
    return process.returncode


def problem_of(path, name, upstream):
    """None if `path` is the pinned tarball, or another file that the user has named."""
    size = os.path.getsize(path)
    if name != upstream["file"] and size != upstream["size"]:
        say(NAME, f"warning: {name} is another file than the pinned {upstream['file']}; it is "
                  f"used if it holds LLVM {upstream['version']}")
    elif size != upstream["size"]:
        what = "is cut off" if size < upstream["size"] else "is another file"
        return f"{path} {what}: {size:,} bytes of {upstream['size']:,}"
    elif (found := sha256(path)) != upstream["sha256"]:
        return f"{path} has the wrong checksum: sha256 {found}, not {upstream['sha256']}"
    return None


def mirrors():
    """Mirrors of Debian's archive that apt has among its sources, in their order."""
    shown = subprocess.run(["apt-get", "--print-uris", "update"], text=True,
                           capture_output=True).stdout
    return list(dict.fromkeys(re.findall(rf"^'(\S+)/dists/(?:{DEBIAN})/", shown, re.M)))


def addresses(upstream):
    """[(address, command up to address and file)]: what LLVM_URL says, or the pools of the
    mirrors."""
    if url := os.environ.get("LLVM_URL"):
        if not shutil.which("curl"):
            raise Failure("curl is not installed", next_step="on Debian: apt-get install curl")
        return [(url, ["curl", "--silent", "--show-error", "--fail", "--location", "--retry", "3",
                       "--continue-at", "-", "--url", url, "--output"])]
    # Apt's own program for one file: with its proxies, and without root.
    helper = shutil.which("apt-helper", path=f"{os.environ['PATH']}:/usr/lib/apt")
    package = upstream["source-package"]
    pool = f"pool/{upstream['component']}/{package[0]}/{package}/{upstream['file']}"
    return [(mirror, [helper, "-q", "-o", "APT::Sandbox::User=root", "-o", "Acquire::Retries=3",
                      "download-file", f"{mirror}/{pool}"])
            for mirror in (mirrors() if helper else ())]


def download(target, upstream):
    """The verified tarball in the cache, from the first address that has it."""
    partial, tried = target.with_name(target.name + ".partial"), []
    partial.parent.mkdir(parents=True, exist_ok=True)
    for address, command in addresses(upstream):
        say(NAME, f"asking {address} for {target.name}")
        with tempfile.TemporaryFile("w+", errors="replace") as log:
            status = follow("download", upstream["size"],
                            lambda: partial.stat().st_size if partial.exists() else 0,
                            [*command, partial], stdout=log, stderr=log)
            log.seek(0)
            errors = re.findall(r"^(?:E|curl): .*", log.read(), re.M) or ["no message"]
        problem = f"no tarball arrived: {errors[0]}" if status or not partial.exists() else \
            problem_of(partial, target.name, upstream)
        if not problem:
            return partial.rename(target)
        if not status and "cut off" not in problem:  # what is cut off is resumed
            partial.unlink(missing_ok=True)
        say(NAME, f"not from there: {problem}")
        tried.append(f"{address}: {problem}")
    raise Failure("the source could not be fetched", tried or [
        "apt-get --print-uris update: it names no Debian mirror"],
        f"run again (it resumes); or set LLVM_SOURCE to a tarball or tree of llvm-project "
        f"{upstream['version']}, or LLVM_URL to the address of a tarball")


def choose_origin(upstream):
    """Finds the source: a tarball or a tree."""
    given, url = os.environ.get("LLVM_SOURCE"), os.environ.get("LLVM_URL")
    if given:
        path = Path(given).expanduser().resolve()
        if not path.exists():
            raise Failure(f"LLVM_SOURCE: {path} does not exist", next_step="correct LLVM_SOURCE, "
                          "or unset it to fetch the pinned source")
        if not path.is_dir() and (problem := problem_of(path, path.name, upstream)):
            raise Failure(f"LLVM_SOURCE: {problem}",
                          next_step=f"get {path.name} again, or unset LLVM_SOURCE")
        return path
    target = cache_dir() / (url.rstrip("/").rsplit("/", 1)[-1] if url else upstream["file"])
    if target.exists():
        if not (problem := problem_of(target, target.name, upstream)):
            return target
        target.unlink()
        say(NAME, f"{problem}; removed from the cache")
    return download(target, upstream)


def unpack(source, into):
    """Unpacks the wanted parts of a tarball, or copies those of a tree, into `into`."""
    if source.is_dir():
        found = [path.relative_to(source) for name in WANTED for path in source.glob(name)]
        subprocess.run(["cp", "-r", "--parents", *found, into], cwd=source, check=True)
        return
    with open(source, "rb") as stream, tempfile.TemporaryFile("w+", errors="replace") as errors:
        # tar reads the open file, so its place in it is ours.
        follow("unpack", source.stat().st_size, lambda: os.lseek(stream.fileno(), 0, os.SEEK_CUR),
               ["tar", "-x", "-J", "-C", into, "--no-same-owner", "--strip-components=1",
                "--anchored", "--wildcards", "--no-wildcards-match-slash",
                *(f"*/{path}" for path in WANTED)], stdin=stream, stderr=errors)
        errors.seek(0)
        # Not every tarball has every optional file.
        lines = [line.strip() for line in errors
                 if not re.search("Not found in archive|Exiting with", line)]
    if lines:
        raise Failure(f"{source} is not a tar archive, or is damaged, or the disk is full",
                      lines[:3], "free space or fetch the file again")


def check_content(tree, version, origin):
    wanted = f"give LLVM_SOURCE a tarball or tree of llvm-project {version}"
    missing = [path for path in NEEDED if not (tree / path).exists()]
    if missing:
        raise Failure(f"{origin} is not an llvm-project source: it lacks "
                      + ", ".join(missing), next_step=wanted)
    found = ".".join(re.findall(r"set\(LLVM_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)\)",
                                (tree / NEEDED[0]).read_text()))
    if found != version:
        raise Failure(f"{origin} holds LLVM {found}, not {version}", next_step=wanted)


def commit_pristine(tree):
    """Makes the tree a git repository whose only commit is the pristine source."""
    git(tree, "init", "-q")
    write_atomically(tree / ".git/info/attributes", "* -text\n")
    write_atomically(tree / ".git/info/exclude", STAMP + "\n")
    git(tree, "add", "--all", "--force", ".", f":(exclude){STAMP}")
    git(tree, "commit", "-q", "--no-gpg-sign", "-m", "pristine")
    git(tree, "tag", "pristine")


def current(tree, upstream):
    """Whether `tree` is complete and from the source now asked for."""
    try:
        stamp = json.loads((tree / STAMP).read_text())
    except (OSError, ValueError):
        return False
    given = os.environ.get("LLVM_SOURCE") or stamp.get("origin", "")
    return (stamp.get("version"), stamp.get("subset"), stamp.get("origin")) == (
        upstream["version"], SUBSET, str(Path(given).expanduser().resolve()))


def fetch(tree):
    """Makes `tree` the pristine source unless it is there; returns what was done."""
    upstream = read_upstream()
    if current(tree, upstream):
        return f"the source is there: {tree}"
    origin = choose_origin(upstream)
    say(NAME, f"source: {origin}")
    if origin.is_dir():
        check_content(origin, upstream["version"], origin)
    tree.parent.mkdir(parents=True, exist_ok=True)
    for left in tree.parent.glob(tree.name + ".partial-*"):
        shutil.rmtree(left, ignore_errors=True)  # of an interrupted run
    with tempfile.TemporaryDirectory(dir=tree.parent, prefix=tree.name + ".partial-") as folder:
        temporary = Path(folder, "src")
        temporary.mkdir()
        unpack(origin, temporary)
        check_content(temporary, upstream["version"], origin)
        say(NAME, "recording the pristine state")
        write_atomically(temporary / STAMP, json.dumps(
            {"version": upstream["version"], "subset": SUBSET, "origin": str(origin)}) + "\n")
        commit_pristine(temporary)
        if (tree / STAMP).exists():
            say(NAME, f"replacing {tree}, which came from another source")
        shutil.rmtree(tree, ignore_errors=True)  # perhaps only empty folders, of CMake
        os.rename(temporary, tree)
    return f"unpacked into {tree}"


def main():
    parser = argparse.ArgumentParser(
        description="Fetch, verify and unpack the LLVM source named in UPSTREAM.",
        epilog="LLVM_SOURCE=<tarball or tree> and LLVM_URL=<address> take the "
               "source from elsewhere. Exit code: 0 done, 1 failed.")
    parser.add_argument("--tree", type=Path, default=source_tree(),
                        help="where to unpack (default: %(default)s)")
    parser.add_argument("--tarball-only", action="store_true",
                        help="only fetch and verify; print the tarball's path")
    arguments = parser.parse_args()
    if arguments.tarball_only:
        print(choose_origin(read_upstream()))
    else:
        say(NAME, fetch(arguments.tree))


if __name__ == "__main__":
    run_main(NAME, main)
