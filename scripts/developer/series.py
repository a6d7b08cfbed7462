# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The two patch series and the stack of git commits they become.

The patched tree is a git repository: one commit with the pristine source, one
per patch, and a last one with our own new files (clang-patches/src laid over
clang/). The stack is computed in git's index alone, so the working tree is
touched once, and only in files that really change: an edit of one patch
recompiles what it must and nothing more.
"""

import email
import os
import re
import tempfile

from overlay import CHECKOUT, Failure, git

SERIES = ("openmp", "clang-patches")
SELF = "scripts/developer/patch.py"
# Pinned, so that an export gives the same bytes everywhere. No `index` lines:
# they would change whenever another patch touches the same file.
DIFF_OPTIONS = ["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames",
                "--unified=3", "--inter-hunk-context=0", "--src-prefix=a/",
                "--dst-prefix=b/", "--diff-algorithm=myers", "--indent-heuristic"]


class Patch:
    """One patch file: a header of fields, an empty line, and the diff."""

    def __init__(self, series, name):
        self.series, self.name = series, name
        self.path = CHECKOUT / series / "patches" / name
        self.title, self.number = f"{series}/{name}", name.split("-")[0]

    def split(self):
        """(header text, diff bytes)."""
        if not self.path.exists():
            raise Failure(f"{self.path} is in the series but does not exist",
                          next_step="restore the file or take its line out of series")
        header, *diff = re.split(rb"^(?=diff --git )", self.path.read_bytes(), 1, re.M)
        if not diff:
            raise Failure(f"{self.title} has no diff",
                          next_step="see docs/patches.md for the form of a patch")
        return header.decode(), diff[0]

    def fields(self):
        """Header fields; a line that starts with a blank continues the last."""
        return {name: " ".join(value.split()) for name, value in
                email.message_from_string(self.split()[0]).items()}

    def added_lines(self):
        return len(re.findall(rb"^\+(?!\+\+ )", self.split()[1], re.M))

    def files(self):
        return re.findall(r"^diff --git a/(\S+) b/", self.split()[1].decode(errors="replace"), re.M)


def read_series(series):
    path = CHECKOUT / series / "patches" / "series"
    lines = path.read_text().splitlines() if path.exists() else []
    return [Patch(series, line.strip()) for line in lines if line.strip()]


def all_patches():
    return [patch for series in SERIES for patch in read_series(series)]


def find_patch(word):
    """The patch meant by `0010`, `openmp/0010`, or a name."""
    series, _, name = word.rpartition("/")
    series = {"clang": "clang-patches"}.get(series, series)
    found = [p for p in all_patches() if (not series or p.series == series)
             and name in (p.number, p.name, p.name.removesuffix(".patch"))]
    if not found:
        raise Failure(f"no patch `{word}` in the series",
                      next_step="the names are in openmp/patches/series and "
                                "clang-patches/patches/series")
    if len(found) > 1:
        raise Failure(f"`{word}` means {' and '.join(p.title for p in found)}",
                      next_step="name it as openmp/NNNN or clang/NNNN")
    return found[0]


def overlay_files():
    """Our own compiler sources: path in the tree -> file in the checkout."""
    folders = {"clang": "clang-patches/src", "clang/lib/Taskgraph/shared": "openmp/src/shared"}
    return {f"{place}/{path.relative_to(CHECKOUT / folder).as_posix()}": path
            for place, folder in folders.items()
            for path in sorted((CHECKOUT / folder).rglob("*"))
            if path.is_file() and not path.name.startswith(".")
            and not path.name.endswith(("~", ".orig", ".rej"))}


class Index:
    """A private git index in which commits are made without a working tree."""

    def __init__(self, tree, start):
        self.tree, self.folder = tree, tempfile.TemporaryDirectory()
        self.env = {"GIT_INDEX_FILE": os.path.join(self.folder.name, "index")}
        self.head = self.output("rev-parse", start)
        self.run("read-tree", self.head)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.folder.cleanup()

    def run(self, *args, **options):
        return git(self.tree, *args, env=self.env, **options)

    def output(self, *args, **options):
        return self.run(*args, **options).stdout.decode().strip()

    def commit(self, message):
        self.head = self.output("commit-tree", self.output("write-tree"), "-p", self.head,
                                data=message.encode())
        return self.head

    def put(self, diff):
        """Applies a diff; what git complains of, or nothing."""
        done = self.run("apply", "--cached", "--whitespace=nowarn", "-", data=diff, check=False)
        return done.stderr.decode(errors="replace").splitlines() if done.returncode else []

    def apply(self, patch, exact=True):
        """Applies and commits one patch; its diff in the one form.

        Failure says which hunk does not fit and what to do.
        """
        header, diff = patch.split()
        problem = self.put(diff)
        if problem and self.run("apply", "--cached", "--check", "--reverse", "-", data=diff,
                                check=False).returncode == 0:
            raise Failure(f"{patch.title}: the source already has this patch", problem,
                          "use a pristine source: scripts/developer/fetch.py")
        if problem:
            raise Failure(f"{patch.title} does not apply", problem,
                          f"{SELF} edit {patch.series}/{patch.number}")
        before = self.head
        exported = export(self.tree, before, self.commit(f"{patch.title}\n\n{header}"))
        # Other people's exports have `index` lines; the check wants the one form,
        # applying need not.
        given = without_index_lines(diff)
        if exact and exported != given:
            pairs = zip(given.decode(errors="replace").splitlines(),
                        exported.decode(errors="replace").splitlines())
            raise Failure(
                f"{patch.title} applies, but not exactly: its lines or offsets "
                "differ from what an export gives",
                [f"in the file `{a}`, exported `{b}`" for a, b in pairs if a != b][:1],
                f"{SELF} refresh --all")
        return exported

    def add_overlay(self):
        """Lays our own files over the tree; none may exist upstream."""
        files = overlay_files()
        listed = self.output("ls-files", "--", *files) if files else ""
        if listed:
            raise Failure(f"clang-patches/src has {listed.split()[0]}, which exists upstream",
                          next_step="hook into the upstream file with a patch "
                                    "and give the new file another name")
        blobs = self.output("hash-object", "-w", "--no-filters", "--stdin-paths",
                            data="\n".join(map(str, files.values())).encode()).split()
        self.run("update-index", "--add", "--index-info", data="".join(
            f"100644 {blob}\t{name}\n" for name, blob in zip(files, blobs)).encode())
        return self.commit("own files: clang-patches/src")


def without_index_lines(diff):
    return re.sub(rb"^index [0-9a-f.]+( \d+)?\n", b"", diff, flags=re.M)


def export(tree, parent, commit, paths=()):
    """The diff of a commit in the one form that patch files have."""
    return without_index_lines(
        git(tree, "diff", *DIFF_OPTIONS, parent, commit, "--", *paths).stdout)


def stack(tree, patches=None):
    """The commit with these patches in order, or with all of them and our own files."""
    with Index(tree, "pristine") as index:
        for patch in all_patches() if patches is None else patches:
            index.apply(patch)
        return index.add_overlay() if patches is None else index.head
