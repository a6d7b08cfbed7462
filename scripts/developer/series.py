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

import os
import re
import tempfile
from pathlib import Path

from overlay import CHECKOUT, Failure, git

FIELDS = ["Why", "Hooks", "Not-a-new-file-because", "Upstream", "Drop-when", "Tests"]
OPTIONAL_FIELDS = ["Over-40-because"]
MAX_ADDED = 40
SERIES = ("openmp", "clang-patches")
OVERLAY_SUBJECT = "own files: clang-patches/src"
# Pinned, so that an export gives the same bytes everywhere. No `index` lines:
# they would change whenever another patch touches the same file.
DIFF_OPTIONS = ["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames",
                "--unified=3", "--inter-hunk-context=0", "--src-prefix=a/",
                "--dst-prefix=b/", "--diff-algorithm=myers", "--indent-heuristic"]


class Patch:
    """One patch file: a header of fields, an empty line, and the diff."""

    def __init__(self, series, name, root=CHECKOUT):
        self.series, self.name = series, name
        self.path = Path(root) / series / "patches" / name

    @property
    def title(self):
        return f"{self.series}/{self.name}"

    @property
    def number(self):
        return self.name.split("-")[0]

    def read(self):
        if not self.path.exists():
            raise Failure(f"{self.path} is in the series but does not exist",
                          next_step="restore the file or take its line out of series")
        return self.path.read_bytes()

    def split(self):
        """(header text, diff bytes)."""
        data = self.read()
        start = 0 if data.startswith(b"diff --git ") else data.find(b"\ndiff --git ") + 1
        if not start and not data.startswith(b"diff --git "):
            raise Failure(f"{self.title} has no diff",
                          next_step="see docs/patches.md for the form of a patch")
        return data[:start].decode(), data[start:]

    def fields(self):
        """Header fields; a line that starts with a blank continues the last."""
        found, last = {}, None
        for line in self.split()[0].splitlines():
            match = re.match(r"([A-Z][A-Za-z0-9-]*):(.*)$", line)
            if match:
                last = match.group(1)
                found[last] = match.group(2).strip()
            elif line[:1] in (" ", "\t") and last:
                found[last] = (found[last] + " " + line.strip()).strip()
        return found

    def added_lines(self):
        return sum(1 for line in self.split()[1].splitlines()
                   if line.startswith(b"+") and not line.startswith(b"+++ "))

    def files(self):
        return re.findall(r"^diff --git a/(\S+) b/",
                          self.split()[1].decode(errors="replace"), re.M)


def read_series(series, root=CHECKOUT):
    path = Path(root) / series / "patches" / "series"
    if not path.exists():
        return []
    return [Patch(series, line.strip(), root)
            for line in path.read_text().splitlines() if line.strip()]


def all_patches(root=CHECKOUT):
    return [patch for series in SERIES for patch in read_series(series, root)]


def find_patch(word, root=CHECKOUT):
    """The patch meant by `0010`, `openmp/0010`, or a name."""
    series, _, name = word.rpartition("/")
    series = {"clang": "clang-patches"}.get(series, series)
    found = [p for p in all_patches(root)
             if (not series or p.series == series)
             and (p.number == name or p.name in (name, name + ".patch"))]
    if not found:
        raise Failure(f"no patch `{word}` in the series",
                      next_step="the names are in openmp/patches/series and "
                                "clang-patches/patches/series")
    if len(found) > 1:
        raise Failure(f"`{word}` means {' and '.join(p.title for p in found)}",
                      next_step="name it as openmp/NNNN or clang/NNNN")
    return found[0]


def overlay_files(root=CHECKOUT):
    """Our own compiler sources: path in the tree -> file in the checkout."""
    folders = {"clang": "clang-patches/src",
               "clang/lib/Taskgraph/shared": "openmp/src/shared"}
    return {f"{place}/{path.relative_to(Path(root) / folder).as_posix()}": path
            for place, folder in folders.items()
            for path in sorted((Path(root) / folder).rglob("*"))
            if path.is_file() and not path.name.startswith(".")
            and not path.name.endswith(("~", ".orig", ".rej"))}


class Index:
    """A private git index in which commits are made without a working tree."""

    def __init__(self, tree, start):
        self.tree = tree
        self.folder = tempfile.TemporaryDirectory()
        self.env = {"GIT_INDEX_FILE": os.path.join(self.folder.name, "index")}
        self.head = git(tree, "rev-parse", start).stdout.decode().strip()
        self.run("read-tree", self.head)

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.folder.cleanup()

    def run(self, *args, **options):
        return git(self.tree, *args, env=self.env, **options)

    def commit(self, message):
        written = self.run("write-tree").stdout.decode().strip()
        self.head = self.run("commit-tree", written, "-p", self.head,
                             data=message.encode()).stdout.decode().strip()
        return self.head

    def apply(self, patch):
        """Applies one patch exactly; Failure says which hunk and what to do."""
        diff = patch.split()[1]
        result = self.run("apply", "--cached", "--whitespace=nowarn", "-",
                          data=diff, check=False)
        if result.returncode != 0:
            why = result.stderr.decode(errors="replace").strip()
            if self.run("apply", "--cached", "--check", "--reverse", "-",
                        data=diff, check=False).returncode == 0:
                raise Failure(f"{patch.title}: the source already has this patch",
                              [why], "use a pristine source: scripts/developer/fetch.py")
            raise Failure(f"{patch.title} does not apply", why.splitlines(),
                          f"scripts/developer/patch.py edit {patch.series}/{patch.number}")
        parent = self.head
        self.commit(f"{patch.title}\n\n{patch.split()[0]}")
        exported = export(self.tree, parent, self.head)
        # Other people's exports have `index` lines; check_patches.py wants the
        # one form, applying need not.
        if exported != without_index_lines(diff):
            raise Failure(
                f"{patch.title} applies, but not exactly: its lines or offsets "
                "differ from what an export gives",
                [first_difference(without_index_lines(diff), exported)],
                f"scripts/developer/patch.py refresh {patch.series}/{patch.number}")
        return self.head

    def add_overlay(self, files):
        """Lays our own files over the tree; none may exist upstream."""
        if not files:
            return self.head
        listed = self.run("ls-files", "-s", "--", *files).stdout.decode()
        if listed.strip():
            name = listed.splitlines()[0].split("\t")[1]
            raise Failure(f"clang-patches/src has {name}, which exists upstream",
                          next_step="hook into the upstream file with a patch "
                                    "and give the new file another name")
        lines = []
        blobs = self.run("hash-object", "-w", "--no-filters", "--stdin-paths",
                         data="\n".join(str(p.resolve()) for p in files.values())
                         .encode()).stdout.decode().split()
        for name, blob in zip(files, blobs):
            lines.append(f"100644 {blob}\t{name}\n")
        self.run("update-index", "--add", "--index-info", data="".join(lines).encode())
        return self.commit(OVERLAY_SUBJECT)


def first_difference(left, right):
    for a, b in zip(left.splitlines(), right.splitlines()):
        if a != b:
            return (f"in the file `{a.decode(errors='replace')}`, exported "
                    f"`{b.decode(errors='replace')}`")
    return "one is longer than the other"


def export(tree, parent, commit, paths=()):
    """The diff of a commit in the one form that patch files have."""
    text = git(tree, "diff", *DIFF_OPTIONS, parent, commit, "--", *paths).stdout
    return without_index_lines(text)


def without_index_lines(diff):
    return re.sub(rb"^index [0-9a-f.]+( \d+)?\n", b"", diff, flags=re.M)


def stack(tree, patches, overlay, start="pristine"):
    """Commits for all patches in order; {title: commit} plus 'top'."""
    commits = {}
    with Index(tree, start) as index:
        for patch in patches:
            commits[patch.title] = index.apply(patch)
        index.add_overlay(overlay)
        commits["top"] = index.head
    return commits
