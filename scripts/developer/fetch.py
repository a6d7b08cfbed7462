#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gets the pinned LLVM source, verifies it, and unpacks the parts we build.

In this order: LLVM_SOURCE (a tarball or an unpacked llvm-project), LLVM_URL (the
address of a tarball), the download cache, and the Debian source package from
the mirror in this machine's own apt sources (scripts/developer/apt_source.py). The tree
appears in one step (a rename) or not at all.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import apt_source  # noqa: E402
from overlay import (Failure, cache_dir, git, read_upstream, run_main, say,  # noqa: E402
                     sha256, source_tree, write_atomically)
from status_line import StatusLine  # noqa: E402

NAME = "fetch.py"

# What stand-alone builds of openmp/ and clang/ need, and Clang's OpenMP tests.
# Folders of a full llvm-project; what is excluded lies below them.
WANTED = [
    "LICENSE.TXT", "cmake", "openmp", "runtimes", "clang",
    "llvm/cmake", "llvm/utils/lit", "llvm/include/llvm/Frontend",
    "llvm/include/llvm/TableGen", "llvm/lib/Frontend/OpenMP",
]
EXCLUDED = ["clang/docs", "clang/www", "clang/unittests", "clang/bindings",
            "clang/utils/analyzer"]
# Of clang/test only what the OpenMP tests need (lit's own files, OpenMP).
WANTED_TESTS = ["clang/test/OpenMP", "clang/test/Modules/Inputs",
                "clang/test/CMakeLists.txt", "clang/test/lit.cfg.py",
                "clang/test/lit.site.cfg.py.in"]
STAMP = ".reprise-source.json"
SUBSET = "3"  # count up when the lists above change: trees are then unpacked anew


class Progress(StatusLine):
    """How far a transfer of so many bytes is, and how long still."""

    def __init__(self, what, total):
        super().__init__()
        self.what, self.total, self.done, self.start = what, total, 0, self.last

    def add(self, amount):
        self.at(self.done + amount)

    def at(self, done):
        self.done = done
        if self.total and self.due():
            part = max(done / self.total, 1e-9)
            left = (self.now() - self.start) * (1 - part) / part
            self.show(f"{NAME}: {self.what}: {100 * part:3.0f} % ({done >> 20} of "
                      f"{self.total >> 20} MB), about {left:.0f} s left")
        if done >= self.total:
            self.clear()


def llvm_version(text):
    """The version written in cmake/Modules/LLVMVersion.cmake."""
    parts = [re.search(rf"set\(LLVM_VERSION_{part} (\d+)\)", text)
             for part in ("MAJOR", "MINOR", "PATCH")]
    return ".".join(m.group(1) for m in parts) if all(parts) else None


def verify(path, upstream):
    """None if `path` is the pinned tarball, otherwise what differs."""
    size = os.path.getsize(path)
    if size < upstream["size"]:
        return (f"{path} is cut off: {size:,} bytes of {upstream['size']:,}")
    if size > upstream["size"]:
        return (f"{path} is another file: {size:,} bytes, not "
                f"{upstream['size']:,}")
    found = sha256(path)
    if found != upstream["sha256"]:
        return (f"{path} has the wrong checksum: sha256 {found}, not "
                f"{upstream['sha256']}")
    return None


def cached_tarball(upstream, verified=True):
    """The tarball in the cache, if it is there and right; a bad one is removed."""
    path = cache_dir() / upstream["file"]
    if not path.exists():
        return None
    problem = verify(path, upstream) if verified else None
    if problem:
        path.unlink()
        say(NAME, f"{problem}; removed from the cache")
        return None
    return path


def download(url, upstream):
    """LLVM_URL: into the cache under its own name, resumable, verified if pinned."""
    target = cache_dir() / url.rstrip("/").rsplit("/", 1)[-1]
    if target.exists():
        say(NAME, f"using {target}, downloaded before")
        return target
    cache_dir().mkdir(parents=True, exist_ok=True)
    partial = target.with_name(target.name + ".partial")
    have = partial.stat().st_size if partial.exists() else 0
    request = urllib.request.Request(url)
    if have:
        request.add_header("Range", f"bytes={have}-")
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            if have and getattr(reply, "status", None) != 206:
                have = 0
            length = int(reply.headers.get("Content-Length") or 0)
            progress = Progress("download", have + length)
            progress.done = have
            with open(partial, "ab" if have else "wb") as out:
                while block := reply.read(1 << 18):
                    out.write(block)
                    progress.add(len(block))
        if length and partial.stat().st_size != have + length:
            raise OSError(f"cut off after {partial.stat().st_size:,} of "
                          f"{have + length:,} bytes")
    except (OSError, ValueError, urllib.error.URLError) as error:
        raise Failure(f"LLVM_URL: {error}", [url],
                      "run the same command again (it resumes), or set "
                      "LLVM_SOURCE to a tarball or tree you have")
    os.replace(partial, target)
    return target


def archive_top(tarball):
    """The single folder at the top of the archive."""
    with subprocess.Popen(["tar", "-tf", str(tarball)], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as listing:
        first = listing.stdout.readline().strip()
        listing.kill()
    top = first.split("/")[0]
    if not top:
        raise Failure(f"{tarball} is not a tar archive, or is damaged",
                      next_step="fetch it again")
    return top


def unpack(tarball, into):
    """Unpacks the wanted parts of `tarball` into the new folder `into`."""
    top = archive_top(tarball)
    # Leaving out the many tests on the way is quicker than removing them after.
    command = ["tar", "-x", "-J", "-f", "-", "-C", str(into),
               "--strip-components=1", "--no-same-owner", "--wildcards"]
    command += [f"--exclude={top}/{path}" for path in EXCLUDED]
    command += [f"{top}/{path}" for path in WANTED if path != "clang"]
    # tar cannot exclude a folder but keep a part of it: name clang's children.
    command += [f"{top}/clang/{path}" for path in
                ("*.txt", "*.TXT", "*.in", "*.py", "cmake", "include", "lib",
                 "tools", "utils", "runtime", "examples")]
    command += [f"{top}/{path}" for path in WANTED_TESTS]
    progress = Progress("unpack", os.path.getsize(tarball))
    with open(tarball, "rb") as source, \
         tempfile.TemporaryFile() as errors, \
         subprocess.Popen(command, stdin=subprocess.PIPE, stderr=errors) as tar:
        try:
            while block := source.read(1 << 18):
                tar.stdin.write(block)
                progress.add(len(block))
            tar.stdin.close()
        except BrokenPipeError:
            pass  # tar says below why it stopped
        except BaseException:
            tar.kill()
            raise
        status = tar.wait()
        errors.seek(0)
        # Not every tarball has every optional file.
        lines = [line for line in errors.read().decode(errors="replace").splitlines()
                 if "Not found in archive" not in line
                 and "Exiting with failure status" not in line]
    if lines or (status != 0 and not (into / "clang/CMakeLists.txt").exists()):
        raise Failure(f"{tarball} cannot be unpacked: "
                      + "; ".join(lines[:3] or [f"tar ended with {status}"]),
                      next_step="free space or fetch the file again")


def copy_tree(origin, into):
    """Copies the wanted parts of an unpacked llvm-project; the original stays."""
    for path in [p for p in WANTED if (origin / p).exists()]:
        source, target = origin / path, into / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_file():
            shutil.copy2(source, target)
            continue

        def left_out(folder, names):
            relative = Path(folder).relative_to(origin)
            out = []
            for name in names:
                item = str(relative / name)
                if item in EXCLUDED or name == ".git":
                    out.append(name)
                elif item.startswith("clang/test/") and not any(
                        item == t or item.startswith(t + "/")
                        or t.startswith(item + "/") for t in WANTED_TESTS):
                    out.append(name)
            return out
        shutil.copytree(source, target, symlinks=True, ignore=left_out)


def check_content(tree, version, origin):
    found_file = tree / "cmake/Modules/LLVMVersion.cmake"
    needed = ["openmp/CMakeLists.txt", "clang/CMakeLists.txt",
              "llvm/include/llvm/Frontend/OpenMP/OMP.td"]
    missing = [path for path in needed if not (tree / path).exists()]
    if missing or not found_file.exists():
        raise Failure(f"{origin} is not an llvm-project source: it lacks "
                      + ", ".join(missing or [str(found_file.name)]),
                      next_step="give LLVM_SOURCE a tarball or tree of "
                                f"llvm-project {version}")
    found = llvm_version(found_file.read_text())
    if found != version:
        raise Failure(f"{origin} holds LLVM {found}, not {version}",
                      next_step=f"give LLVM_SOURCE a tarball or tree of {version}")


def commit_pristine(tree):
    """Makes the tree a git repository whose only commit is the pristine source."""
    git(tree, "init", "-q")
    write_atomically(tree / ".git/info/attributes", "* -text\n")
    write_atomically(tree / ".git/info/exclude", STAMP + "\n")
    git(tree, "add", "--all", "--force", ".")
    git(tree, "rm", "-q", "--cached", "--ignore-unmatch", STAMP)
    git(tree, "commit", "-q", "--no-gpg-sign", "-m", "pristine")
    git(tree, "tag", "pristine")


def choose_origin(upstream, offline=False):
    """Finds the source: (path of tarball or tree, description, sha256 or None)."""
    given = os.environ.get("LLVM_SOURCE")
    if given:
        path = Path(given).expanduser()
        if not path.exists():
            raise Failure(f"LLVM_SOURCE: {path} does not exist",
                          next_step="correct LLVM_SOURCE, or unset it to fetch "
                                    "the pinned source")
        if path.is_dir():
            return path.resolve(), f"the tree {path}", None
        return check_pin(path.resolve(), upstream, "LLVM_SOURCE")
    url = os.environ.get("LLVM_URL")
    if url:
        arrived = download(url, upstream)
        try:
            return check_pin(arrived, upstream, "LLVM_URL")
        except Failure:
            arrived.unlink()  # or every later run would stumble over it
            raise
    path = cached_tarball(upstream)
    if not path:
        if offline:
            raise Failure("the source is not in the cache",
                          next_step="run scripts/developer/fetch.py with a network")
        path = apt_source.fetch(upstream, cache_dir(), Progress,
                                lambda candidate: verify(candidate, upstream))
    return path, f"{path.name}, checksum verified", upstream["sha256"]


def check_pin(path, upstream, variable):
    """A tarball the user named: the pinned one, or said to be another."""
    if path.name == upstream["file"] or path.stat().st_size == upstream["size"]:
        problem = verify(path, upstream)
        if problem:
            raise Failure(f"{variable}: {problem}",
                          next_step=f"get {path.name} again, or unset {variable}")
        return path, f"{path.name}, checksum verified", upstream["sha256"]
    found = sha256(path)
    if found == upstream["sha256"]:
        return path, f"{path.name}, checksum verified", found
    say(NAME, f"warning: {variable}: {path.name} is another file than the pinned "
              f"{upstream['file']} (sha256 {found}); it is used if it holds LLVM "
              f"{upstream['version']}")
    return path, f"{path.name}, not the pinned file", found


def current(tree, upstream):
    """Whether `tree` is complete and from the source now asked for."""
    try:
        stamp = json.loads((tree / STAMP).read_text())
    except (OSError, ValueError):
        return False
    if stamp.get("version") != upstream["version"] or stamp.get("subset") != SUBSET:
        return False
    given = os.environ.get("LLVM_SOURCE")
    if given:
        return stamp.get("origin") == str(Path(given).expanduser().resolve())
    return True  # however it came, it was verified then


def fetch(tree):
    """Makes `tree` the pristine source unless it is there; returns what was done."""
    upstream = read_upstream()
    if current(tree, upstream):
        return f"the source is there: {tree}"
    path, description, digest = choose_origin(upstream)
    say(NAME, f"source: {description}")
    tree.parent.mkdir(parents=True, exist_ok=True)
    for left in tree.parent.glob(tree.name + ".partial-*"):
        shutil.rmtree(left, ignore_errors=True)  # of an interrupted run
    temporary = Path(tempfile.mkdtemp(dir=tree.parent, prefix=tree.name + ".partial-"))
    try:
        if path.is_dir():
            copy_tree(path, temporary)
        else:
            unpack(path, temporary)
        check_content(temporary, upstream["version"], path)
        say(NAME, "recording the pristine state")
        write_atomically(temporary / STAMP, json.dumps(
            {"version": upstream["version"], "subset": SUBSET,
             "origin": str(path), "sha256": digest}, indent=1) + "\n")
        commit_pristine(temporary)
        os.chmod(temporary, 0o755)
        if tree.exists():  # perhaps only the empty folders that CMake makes
            if (tree / STAMP).exists():
                say(NAME, f"replacing {tree}, which came from another source")
            shutil.rmtree(tree)
        os.rename(temporary, tree)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise
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
        print(choose_origin(read_upstream())[0])
        return 0
    say(NAME, fetch(arguments.tree))
    return 0


if __name__ == "__main__":
    run_main(NAME, main)
