# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A small project like this one, to test the scripts on.

It has copies of our scripts, an `upstream` of a handful of files in a tarball,
and one patch in each series, so that every failure can be made on purpose in
a second and without a network.
"""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
FIELDS = """\
Why: {why}
Hooks: a.cpp
Not-a-new-file-because: it is one line
Upstream: never
Drop-when: never
Tests: tests/patches

"""
VERSION_FILE = """\
if(NOT DEFINED LLVM_VERSION_MAJOR)
  set(LLVM_VERSION_MAJOR {0})
  set(LLVM_VERSION_MINOR {1})
  set(LLVM_VERSION_PATCH {2})
endif()
"""


class Result:
    """What a script printed, and its exit code."""

    def __init__(self, done):
        self.code, self.out, self.err = done.returncode, done.stdout, done.stderr
        self.text = self.out + self.err


def upstream_files(version="22.1.8"):
    numbered = "".join(f"line {number}\n" for number in range(1, 41))
    return {
        "LICENSE.TXT": "licence\n",
        "cmake/Modules/LLVMVersion.cmake": VERSION_FILE.format(*version.split(".")),
        "openmp/CMakeLists.txt": "project(openmp)\n",
        "openmp/a.cpp": numbered,
        "clang/CMakeLists.txt": "project(clang)\n",
        "clang/lib/b.cpp": numbered,
        "clang/docs/page.rst": "not wanted\n",
        "clang/test/OpenMP/task.c": "// a test\n",
        "clang/test/Sema/other.c": "// not wanted\n",
        "llvm/include/llvm/Frontend/OpenMP/OMP.td": "// table\n",
    }


def make_tarball(path, files, top="llvm-project"):
    folder = path.parent / (path.name + ".content") / top
    shutil.rmtree(folder, ignore_errors=True)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    with tarfile.open(path, "w:xz") as archive:
        archive.add(folder, top)
    return folder


class Project:
    """A small checkout in `folder`, with its own cache and build folder."""

    def __init__(self, folder):
        self.root = folder / "checkout"
        self.cache = folder / "cache" / "reprise"
        self.tarball = folder / "llvm-small.tar.xz"
        self.unpacked = make_tarball(self.tarball, upstream_files())
        shutil.copytree(ROOT / "scripts", self.root / "scripts",
                        ignore=shutil.ignore_patterns("__pycache__"))
        self.write_upstream()
        for series in ("openmp", "clang-patches"):
            (self.root / series / "patches").mkdir(parents=True)
        self.tree = self.root / "build/llvm-22.1.8/src"
        self.write_patch("openmp", "0010-first.patch", "openmp/a.cpp", 10)
        self.write_patch("openmp", "0020-second.patch", "openmp/a.cpp", 30, shift=1)
        self.write_patch("clang-patches", "0010-third.patch", "clang/lib/b.cpp", 20)
        own = self.root / "clang-patches/src/lib/own.cpp"
        own.parent.mkdir(parents=True)
        own.write_text("// ours\n")

    def write_upstream(self, **changes):
        data = self.tarball.read_bytes()
        fields = {"version": "22.1.8", "file": self.tarball.name, "size": len(data),
                  "sha256": hashlib.sha256(data).hexdigest(),
                  "source-package": "llvm-toolchain-22", "component": "main", **changes}
        (self.root / "UPSTREAM").write_text(
            "# comment\n" + "".join(f"{k}: {v}\n" for k, v in fields.items()))

    def write_patch(self, series, name, file, at, shift=0, listed=True, text=None):
        """A patch that puts one line behind line `at` of a numbered file."""
        diff = (f"diff --git a/{file} b/{file}\n--- a/{file}\n+++ b/{file}\n"
                f"@@ -{at - 2 + shift},6 +{at - 2 + shift},7 @@"
                # git shows the last line of text before the hunk that starts a
                # function; numbered lines are one for it.
                f" line {at - 3}\n"
                f" line {at - 2}\n line {at - 1}\n line {at}\n+added by {name}\n"
                f" line {at + 1}\n line {at + 2}\n line {at + 3}\n")
        folder = self.root / series / "patches"
        (folder / name).write_text(text or FIELDS.format(why="to test") + diff)
        if listed:
            with open(folder / "series", "a") as out:
                out.write(name + "\n")
        return folder / name

    def run(self, script, *arguments, path=None, **environment):
        kept = {name: value for name, value in os.environ.items()
                if not name.startswith(("LLVM_", "REPRISE_", "GIT_"))}
        kept.update({"XDG_CACHE_HOME": str(self.cache.parent), "LC_ALL": "C",
                     **environment})
        if path:
            kept["PATH"] = f"{path}:{kept['PATH']}"
        return Result(subprocess.run(
            [sys.executable, str(self.root / "scripts/developer" / script), *map(str, arguments)],
            env=kept, capture_output=True, text=True, timeout=120))

    def git(self, *arguments):
        """git in the patched tree, as a developer runs it."""
        who = ("-c", "user.name=somebody", "-c", "user.email=somebody@localhost")
        return Result(subprocess.run(["git", *who, *arguments], cwd=self.tree, timeout=60,
                                     capture_output=True, text=True))

    def fetched(self):
        """Fetches from the small tarball and applies the patches."""
        assert self.run("fetch.py", LLVM_SOURCE=str(self.tarball)).code == 0
        done = self.run("patch.py", "apply")
        assert done.code == 0, done.text
        return self

    def leftovers(self):
        """What an aborted fetch left in the build folder."""
        folder = self.tree.parent
        return sorted(p.name for p in folder.iterdir()) if folder.exists() else []
