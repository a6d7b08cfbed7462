#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks both patch series, and the patched tree against them.

For each series: `series` and the folder hold the same names, once each; the
header fields are filled; no patch adds more than 40 lines (a Clang patch may
say `Over-40-because`); no added line ends in blanks; every patch applies to
the pristine source with no offset, and exporting it gives the same bytes; the
tree in the build folder has no change that no patch holds.
"""

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from overlay import CHECKOUT, Failure, git, run_main, say, source_tree  # noqa: E402
from series import (FIELDS, MAX_ADDED, OPTIONAL_FIELDS, SERIES, Patch, all_patches,  # noqa: E402
                    overlay_files, stack)

NAME = "check_patches.py"
UPSTREAM_VALUE = re.compile(r"^(never|candidate|https?://\S+)\b")


def check_listing(series, root):
    """`series` against the folder."""
    folder = Path(root) / series / "patches"
    path = folder / "series"
    if not path.exists():
        return [f"{series}/patches/series does not exist"] if folder.exists() else []
    problems = []
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines, 1):
        where = f"{series}/patches/series:{number}"
        if line.startswith("#") or not line.strip():
            problems.append(f"{where}: only patch names belong here, not `{line}`")
        elif not re.match(r"^\d{4}-[a-z0-9-]+\.patch$", line):
            problems.append(f"{where}: `{line}` is not NNNN-what-it-does.patch")
        elif lines.count(line) > 1 and lines.index(line) == number - 1:
            problems.append(f"{where}: `{line}` is listed more than once")
        elif not (folder / line).exists():
            problems.append(f"{where}: `{line}` does not exist in the folder")
    for path in sorted(folder.iterdir()):
        if path.name != "series" and path.name not in lines:
            problems.append(f"{series}/patches/{path.name} is not in the series")
    return problems


def check_header(patch):
    """Fields and size of one patch."""
    problems = []
    try:
        fields = patch.fields()
        diff = patch.split()[1]
    except Failure as failure:
        return [failure.cause]
    for field in FIELDS:
        if not fields.get(field):
            problems.append(f"{patch.title}: header field `{field}` is missing or empty")
    for field in fields:
        if field not in FIELDS + OPTIONAL_FIELDS:
            problems.append(f"{patch.title}: unknown header field `{field}`")
    if fields.get("Upstream") and not UPSTREAM_VALUE.match(fields["Upstream"]):
        problems.append(f"{patch.title}: `Upstream` must begin with never, candidate "
                        "or an address")
    added = patch.added_lines()
    if added > MAX_ADDED:
        if patch.series != "clang-patches":
            problems.append(f"{patch.title} adds {added} lines, more than {MAX_ADDED}: "
                            "move the code to a new file")
        elif not fields.get("Over-40-because"):
            problems.append(f"{patch.title} adds {added} lines, more than {MAX_ADDED}: "
                            "move the code to a new file, or say `Over-40-because`")
    elif fields.get("Over-40-because"):
        problems.append(f"{patch.title} says `Over-40-because` but adds {added} lines")
    if re.search(rb"^index [0-9a-f]", diff, re.M):
        problems.append(f"{patch.title} has `index` lines: scripts/developer/patch.py refresh "
                        "--all")
    if not patch.split()[0].endswith("\n\n"):
        problems.append(f"{patch.title}: no empty line between header and diff")
    for number, line in enumerate(diff.splitlines(), 1):
        if re.match(rb"^\+.*[ \t]$", line):
            problems.append(f"{patch.title}: diff line {number}: an added line ends "
                            "in blanks")
    return problems


def check_static(root=CHECKOUT):
    """Everything that needs no source tree."""
    problems = []
    for series in SERIES:
        problems += check_listing(series, root)
    for patch in all_patches(root):
        if patch.path.exists():
            problems += check_header(patch)
    return problems


def check_tree(tree, root=CHECKOUT):
    """Exactness of every patch, and nothing in the tree that no patch holds."""
    try:
        top = stack(tree, all_patches(root), overlay_files(root))["top"]
    except Failure as failure:
        return [failure.cause + "".join(f"\n  {line}" for line in failure.tried)]
    if (tree / ".git/reprise-edit.json").exists():
        return [f"a patch is being edited in {tree}: refresh it"]
    git(tree, "add", "--all", "--intent-to-add", ".", check=False)
    changed = git(tree, "diff", "--name-only", top).stdout.decode().split()
    if changed:
        return [f"{tree} differs from the patches in {', '.join(changed[:5])}: "
                "scripts/developer/patch.py apply, or refresh NNNN to keep the difference"]
    return []


def check(tree, root=CHECKOUT):
    problems = check_static(root)
    if not problems:
        if not (tree / ".git").exists():
            raise Failure(f"no source in {tree} to check the patches against",
                          next_step="scripts/developer/fetch.py")
        problems = check_tree(tree, root)
    for problem in problems:
        print(f"{NAME}: error: {problem}", file=sys.stderr)
    if not problems:
        say(NAME, f"{len(all_patches(root))} patches are exact")
    return 1 if problems else 0


def main():
    parser = argparse.ArgumentParser(description="Check both patch series.",
                                     epilog="Exit code: 0 right, 1 problems found.")
    parser.add_argument("--tree", type=Path, default=source_tree(),
                        help="the fetched source (default: %(default)s)")
    return check(parser.parse_args().tree)


if __name__ == "__main__":
    run_main(NAME, main)
