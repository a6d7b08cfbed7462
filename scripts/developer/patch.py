#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Applies, edits and refreshes the patches of both series.

The patched tree lies in the build folder and is a build product: edit there,
then let `refresh` bring the change back into the patch file (or into
clang-patches/src). docs/patches.md is the recipe.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import check_patches  # noqa: E402
from overlay import (CHECKOUT, Failure, git, run_main, say, source_tree,  # noqa: E402
                     write_atomically)
from series import (FIELDS, SERIES, Index, Patch, all_patches, export, find_patch,  # noqa: E402
                    overlay_files, read_series, stack)

NAME = "patch.py"
STATE = ".git/reprise-edit.json"
SWITCHING = ".git/reprise-switching"


def require_tree(tree):
    if not (tree / ".git").exists() or git(
            tree, "rev-parse", "-q", "--verify", "pristine", check=False).returncode:
        raise Failure(f"{tree} is not an unpacked source of this project",
                      next_step="scripts/developer/fetch.py, or for a full llvm-project "
                                "checkout: scripts/developer/patch.py apply --tree DIR")
    finish_interrupted(tree)


def edit_state(tree):
    path = tree / STATE
    return json.loads(path.read_text())["patch"] if path.exists() else None


def clear_edit(tree):
    (tree / STATE).unlink(missing_ok=True)


def changes(tree):
    """Files of the tree that differ from the last applied state."""
    git(tree, "add", "--all", "--intent-to-add", ".", check=False)
    listed = git(tree, "diff", "--name-only", "HEAD").stdout.decode().split("\n")
    return [name for name in listed if name]


def switch(tree, commit):
    """Moves a clean working tree to `commit`; equal files are not touched.

    The mark tells a later run that changes in the tree are half of this.
    """
    mark = tree / SWITCHING
    mark.write_text(f"{commit}\n")
    git(tree, "reset", "-q", "--hard", commit)
    git(tree, "clean", "-q", "-d", "--force")
    mark.unlink()


def finish_interrupted(tree):
    """Puts right what a killed run left: a stale lock, a half done switch."""
    (tree / ".git/index.lock").unlink(missing_ok=True)
    mark = tree / SWITCHING
    if mark.exists():
        say(NAME, "finishing a run that was interrupted")
        switch(tree, mark.read_text().strip() or "HEAD")


def apply(tree, discard=False):
    require_tree(tree)
    edited = edit_state(tree)
    if edited and not discard:
        raise Failure(f"{edited} is being edited in {tree}",
                      next_step=f"scripts/developer/patch.py refresh {edited}, or drop the "
                                "edit with: scripts/developer/patch.py apply --discard")
    changed = changes(tree)
    head = git(tree, "rev-parse", "HEAD").stdout.decode().strip()
    top = stack(tree, all_patches(), overlay_files())["top"]
    if changed and not discard:
        raise Failure(
            f"{tree} has changes that no patch holds: "
            + ", ".join(changed[:5]) + (" ..." if len(changed) > 5 else ""),
            next_step="keep them: scripts/developer/patch.py refresh NNNN; or drop them: "
                      "scripts/developer/patch.py apply --discard")
    clear_edit(tree)
    if head == top and not changed:
        return f"{len(all_patches())} patches are applied already"
    switch(tree, top)
    return (f"{len(all_patches())} patches and {len(overlay_files())} own files "
            f"applied to {tree}")


def apply_elsewhere(target):
    """Applies everything to a full llvm-project, all or nothing."""
    from fetch import check_content
    from overlay import read_upstream
    check_content(target, read_upstream()["version"], target)
    patches, overlay = all_patches(), overlay_files()
    touched = sorted({name for patch in patches for name in patch.files()})
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in touched:
            if (target / name).exists():
                (copy / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(target / name, copy / name)
        problem = apply_plain(copy, patches)
        if problem:
            # Is it the finished state? Then all can be taken off again.
            back = apply_plain(copy, patches[::-1], reverse=True)
            same = all((target / name).exists()
                       and (target / name).read_bytes() == path.read_bytes()
                       for name, path in overlay.items())
            if not back and same:
                return f"{target} is already patched; nothing to do"
            if not back:
                touched = []  # patched; only our own files are older
            else:
                raise Failure(f"{target} is not the pristine source, nor patched "
                              "by this version: nothing was changed", [problem],
                              "restore the files named above, then run again")
        for name, path in overlay.items():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy / name)
        for name in [*touched, *overlay]:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            write_atomically(target / name, (copy / name).read_bytes())
    return (f"{len(patches)} patches and {len(overlay)} own files applied to "
            f"{target}; give the runtime's build -DREPRISE_SOURCE_DIR={CHECKOUT}")


def apply_plain(folder, patches, reverse=False):
    """git apply outside a repository; None or the first problem."""
    for patch in patches:
        command = ["git", "apply", "--whitespace=nowarn", "-"]
        if reverse:
            command.insert(2, "--reverse")
        result = subprocess.run(
            command, cwd=folder, input=patch.split()[1], capture_output=True,
            env={**os.environ, "GIT_CEILING_DIRECTORIES": str(Path(folder).parent)})
        if result.returncode != 0:
            return f"{patch.title}: {result.stderr.decode().strip()}"
    return None


def edit(tree, word):
    require_tree(tree)
    patch = find_patch(word)
    if edit_state(tree) or changes(tree):
        raise Failure(f"{tree} has an unfinished edit",
                      next_step="scripts/developer/patch.py refresh NNNN keeps it, "
                                "scripts/developer/patch.py apply --discard drops it")
    patches = all_patches()
    before = patches[:[p.title for p in patches].index(patch.title)]
    base = stack(tree, before, {})["top"]
    try:
        with Index(tree, base) as index:
            switch(tree, index.apply(patch))
        result = f"{patch.title} is on top: edit in {tree}, then refresh it"
    except Failure as failure:
        switch(tree, base)
        rejected = git(tree, "apply", "--reject", "--whitespace=nowarn", "-",
                       data=patch.split()[1], check=False)
        git(tree, "reset", "-q", "--mixed", base)
        result = (f"{failure.cause}; what fits was applied in {tree}, the rest is "
                  f"in *.rej files. Put it in by hand, delete the *.rej files, "
                  f"then refresh.\n{rejected.stderr.decode().strip()}")
    write_atomically(tree / STATE, json.dumps({"patch": patch.title}))
    return result


def worktree_commit(tree):
    """The working tree as a commit on HEAD, without touching the index."""
    with Index(tree, "HEAD") as index:
        index.run("add", "--all", ".")
        return index.commit("work in progress")


def write_overlay_changes(tree, commit):
    """Takes edits of our own files in the tree back into clang-patches/src."""
    names = []
    for name, path in overlay_files().items():
        shown = git(tree, "show", f"{commit}:{name}", check=False)
        if shown.returncode == 0 and shown.stdout != path.read_bytes():
            write_atomically(path, shown.stdout)
            names.append(str(path.relative_to(CHECKOUT)))
    return names


def refresh(tree, word):
    require_tree(tree)
    patch = find_patch(word)
    rejects = list(tree.rglob("*.rej"))
    if rejects:
        raise Failure(f"{rejects[0]} is left from a patch that did not apply",
                      next_step="put its lines in by hand, delete it, refresh again")
    edited = edit_state(tree)
    if edited and edited != patch.title:
        raise Failure(f"{edited} is being edited, not {patch.title}",
                      next_step=f"scripts/developer/patch.py refresh {edited}")
    patches = all_patches()
    position = [p.title for p in patches].index(patch.title)
    base = stack(tree, patches[:position], {})["top"]
    work = worktree_commit(tree)
    if edited:
        diff = export(tree, base, work)
    else:
        overlay = list(overlay_files())
        diff = fold(tree, patches[position:position + 1], base, work, overlay, patch)
        written = write_overlay_changes(tree, work)
        for name in written:
            say(NAME, f"{name} taken over")
    return finish(tree, patch, diff)


def refresh_all(tree):
    """Exports every patch anew, in the one form; offsets are made right."""
    require_tree(tree)
    count = 0
    with Index(tree, "pristine") as index:
        for patch in all_patches():
            header, diff = patch.split()
            result = index.run("apply", "--cached", "--whitespace=nowarn", "-",
                               data=diff, check=False)
            if result.returncode != 0:
                raise Failure(f"{patch.title} does not apply",
                              result.stderr.decode().splitlines(),
                              f"scripts/developer/patch.py edit {patch.series}/{patch.number}")
            parent = index.head
            exact = export(tree, parent, index.commit(patch.title))
            if exact != diff or not header.endswith("\n\n"):
                write_atomically(patch.path, header.rstrip("\n").encode()
                                 + b"\n\n" + exact)
                count += 1
    return f"{count} patches brought into the exact form; now run apply"


def fold(tree, present, base, work, own, patch):
    """The patch as it becomes when the tree's changes are put into it."""
    outside = [f":(exclude){name}" for name in own]
    change = export(tree, "HEAD", work, [".", *outside])
    with Index(tree, base) as index:
        for existing in present:
            index.apply(existing)
        if change:
            result = index.run("apply", "--cached", "--whitespace=nowarn", "-",
                               data=change, check=False)
            if result.returncode != 0:
                raise Failure(f"the changes do not fit into {patch.title}, because "
                              "a later patch touches the same lines",
                              [result.stderr.decode().strip()],
                              "scripts/developer/patch.py apply --discard; then edit "
                              f"{patch.series}/{patch.number} and make them there")
        return export(tree, base, index.commit("folded"))


def finish(tree, patch, diff):
    """Writes the patch file and brings the tree to the state of all patches."""
    header = patch.split()[0]
    if not diff:
        raise Failure(f"{patch.title} would become empty",
                      next_step="take it out: delete the file and its line in series")
    before = patch.read()
    write_atomically(patch.path, header.encode() + diff)
    clear_edit(tree)
    try:
        top = stack(tree, all_patches(), overlay_files())["top"]
    except Failure as failure:
        failure.cause = f"{patch.title} is refreshed, but then {failure.cause}"
        switch(tree, "HEAD")
        raise failure
    switch(tree, top)
    if patch.read() == before:
        return f"{patch.title} is unchanged"
    return f"{patch.title} refreshed; {patch.added_lines()} added lines"


def new(tree, name, series=None):
    require_tree(tree)
    if edit_state(tree):
        raise Failure(f"{edit_state(tree)} is being edited",
                      next_step="refresh it first")
    changed = [c for c in changes(tree) if c not in overlay_files()]
    if not changed:
        raise Failure("the tree has no changes to make a patch of",
                      next_step=f"edit files in {tree}, then run this again")
    if not series:
        in_openmp = {c.startswith("openmp/") for c in changed}
        if len(in_openmp) > 1:
            raise Failure("the changes are in openmp/ and elsewhere: "
                          + ", ".join(changed[:5]),
                          next_step="a patch has one purpose and one series: make "
                                    "the changes one after the other")
        series = "openmp" if in_openmp.pop() else "clang-patches"
    present = read_series(series)
    match = re.match(r"(\d{4})-([a-z0-9-]+)$", name)
    if not match:
        if not re.match(r"[a-z][a-z0-9-]+$", name):
            raise Failure(f"`{name}` is not a patch name", next_step="use words that "
                          "say the purpose, such as depend-call-tracker-on-release")
        last = max([int(p.number) for p in present], default=0)
        name = f"{last // 10 * 10 + 10:04d}-{name}"
    patch = Patch(series, name + ".patch")
    if patch.path.exists():
        raise Failure(f"{patch.title} exists", next_step="refresh it, or choose "
                      "another name")
    patches = all_patches()
    cut = len(read_series(SERIES[0])) if series == SERIES[0] else len(patches)
    base = stack(tree, patches[:cut], {})["top"]
    work = worktree_commit(tree)
    diff = fold(tree, [], base, work, list(overlay_files()), patch)
    header = "".join(f"{field}: \n" for field in FIELDS) + "\n"
    write_atomically(patch.path, header.encode() + diff)
    listing = patch.path.parent / "series"
    write_atomically(listing, "".join(p.name + "\n" for p in [*present, patch]))
    write_overlay_changes(tree, work)
    top = stack(tree, all_patches(), overlay_files())["top"]
    switch(tree, top)
    return (f"{patch.title} made of {len(patch.files())} files; fill in its header: "
            f"{patch.path}")


def main():
    parser = argparse.ArgumentParser(
        description="Work with the patches in openmp/patches and "
                    "clang-patches/patches.",
        epilog="NNNN is a number (0010), with openmp/ or clang/ in front where both "
               "series have it, or a name. Exit code: 0 done, 1 failed.")
    parser.add_argument("--tree", type=Path, default=None,
                        help="the tree to work on (default: the one in the build "
                             "folder); with `apply`, a full llvm-project checkout")
    # Also accepted behind the word: `apply --tree DIR`.
    behind = argparse.ArgumentParser(add_help=False)
    behind.add_argument("--tree", type=Path, default=argparse.SUPPRESS)
    commands = parser.add_subparsers(dest="command", required=True)
    apply_parser = commands.add_parser(
        "apply", help="bring the tree to the state of all patches", parents=[behind])
    apply_parser.add_argument("--discard", action="store_true",
                              help="drop changes that no patch holds")
    commands.add_parser("edit", help="put one patch on top, to change it",
                        parents=[behind]).add_argument("patch")
    refresh_parser = commands.add_parser(
        "refresh", help="take the tree's changes into a patch", parents=[behind])
    refresh_parser.add_argument("patch", nargs="?")
    refresh_parser.add_argument("--all", action="store_true",
                                help="export every patch anew in the exact form")
    new_parser = commands.add_parser(
        "new", help="make a patch of the tree's changes", parents=[behind])
    new_parser.add_argument("name")
    new_parser.add_argument("--series", choices=SERIES)
    commands.add_parser("check", help="verify series, headers and exactness",
                        parents=[behind])
    arguments = parser.parse_args()

    tree = (arguments.tree or source_tree()).resolve()
    if arguments.command == "check":
        return check_patches.check(tree)
    if arguments.command == "apply":
        ours = git(tree, "rev-parse", "-q", "--verify", "pristine",
                   check=False).returncode == 0 if tree.is_dir() else False
        if arguments.tree and not ours:
            say(NAME, apply_elsewhere(tree))
        else:
            say(NAME, apply(tree, arguments.discard))
    elif arguments.command == "edit":
        say(NAME, edit(tree, arguments.patch))
    elif arguments.command == "refresh":
        if bool(arguments.patch) == arguments.all:
            parser.error("refresh takes NNNN or --all")
        say(NAME, refresh_all(tree) if arguments.all
            else refresh(tree, arguments.patch))
    else:
        say(NAME, new(tree, arguments.name, arguments.series))
    return 0


if __name__ == "__main__":
    run_main(NAME, main)
