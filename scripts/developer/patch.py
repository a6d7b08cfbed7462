#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Applies, edits, refreshes and checks the patches of both series.

The patched tree lies in the build folder and is a build product: edit there,
then let `refresh` bring the change back into the patch file (or into
clang-patches/src). docs/patches.md is the recipe.
"""

import argparse
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from fetch import check_content  # noqa: E402
from overlay import (CHECKOUT, Failure, git, read_upstream, run_main, say,  # noqa: E402
                     source_tree, write_atomically)
from series import (SELF, SERIES, Index, Patch, all_patches, export, find_patch,  # noqa: E402
                    overlay_files, read_series, stack)

NAME = "patch.py"
SWITCHING = ".git/reprise-switching"
FIELDS = ["Why", "Hooks", "Not-a-new-file-because", "Upstream", "Drop-when", "Tests"]
LONG = "Over-40-because"
MAX_ADDED = 40


def is_ours(tree):
    return (tree / ".git").exists() and not git(
        tree, "rev-parse", "-q", "--verify", "pristine", check=False).returncode


def ready(tree):
    """Refuses other trees; puts right what a killed run left: a lock, a half done switch."""
    if not is_ours(tree):
        raise Failure(f"{tree} is not an unpacked source of this project",
                      next_step="scripts/developer/fetch.py, or for a full llvm-project "
                                f"checkout: {SELF} apply --tree DIR")
    (tree / ".git/index.lock").unlink(missing_ok=True)
    mark = tree / SWITCHING
    if mark.exists():
        say(NAME, "finishing a run that was interrupted")
        switch(tree, mark.read_text().strip() or "HEAD")


def edited_in(tree):
    """The patch that lies on top, if one is being edited."""
    subject = git(tree, "log", "-1", "--format=%s").stdout.decode().strip()
    return subject if subject.endswith(".patch") else None


def changes(tree, base="HEAD"):
    """Files of the tree that differ from the last applied state."""
    git(tree, "add", "--all", "--intent-to-add", ".", check=False)
    return git(tree, "diff", "--name-only", base).stdout.decode().splitlines()


def some(names):
    return ", ".join(names[:5]) + (" ..." if len(names) > 5 else "")


def switch(tree, commit):
    """Moves the working tree to `commit`; equal files are not touched.

    The mark tells a later run that changes in the tree are half of this.
    """
    mark = tree / SWITCHING
    mark.write_text(f"{commit}\n")
    git(tree, "reset", "-q", "--hard", commit)
    git(tree, "clean", "-q", "-d", "--force")
    mark.unlink()


def apply(tree, discard=False):
    ready(tree)
    edited, changed = edited_in(tree), changes(tree)
    top = stack(tree)
    if edited and not discard:
        raise Failure(f"{edited} is being edited in {tree}",
                      next_step=f"{SELF} refresh {edited}, or drop the "
                                f"edit with: {SELF} apply --discard")
    if changed and not discard:
        raise Failure(
            f"{tree} has changes that no patch holds: {some(changed)}",
            next_step=f"keep them: {SELF} refresh NNNN; or drop them: {SELF} apply --discard")
    if not changed and git(tree, "rev-parse", "HEAD").stdout.decode().strip() == top:
        return f"{len(all_patches())} patches are applied already"
    switch(tree, top)
    return (f"{len(all_patches())} patches and {len(overlay_files())} own files "
            f"applied to {tree}")


def apply_elsewhere(target):
    """Applies everything to a full llvm-project, all or nothing."""
    check_content(target, read_upstream()["version"], target)
    own = {target / name: path.read_bytes() for name, path in overlay_files().items()}
    diff = b"".join(patch.split()[1] for patch in all_patches())

    def run(*options):
        """git apply, outside a repository, too; what it complains of."""
        done = git(target, "apply", "--whitespace=nowarn", *options, "-", data=diff, check=False,
                   env={"GIT_CEILING_DIRECTORIES": str(target.parent)})
        return done.stderr.decode().splitlines() if done.returncode else []

    problem = run()
    if problem and run("--check", "--reverse"):
        raise Failure(f"{target} is not the pristine source, nor patched "
                      "by this version: nothing was changed", problem,
                      "restore the files named above, then run again")
    if problem and all(path.exists() and path.read_bytes() == data for path, data in own.items()):
        return f"{target} is already patched; nothing to do"
    for path, data in own.items():
        write_atomically(path, data)
    return (f"{len(all_patches())} patches and {len(own)} own files applied to "
            f"{target}; give the runtime's build -DREPRISE_SOURCE_DIR={CHECKOUT}")


def stack_below(tree, patch):
    patches = all_patches()
    return stack(tree, patches[:[p.title for p in patches].index(patch.title)])


def edit(tree, word):
    ready(tree)
    patch = find_patch(word)
    if edited_in(tree) or changes(tree):
        raise Failure(f"{tree} has an unfinished edit",
                      next_step=f"{SELF} refresh NNNN keeps it, {SELF} apply --discard drops it")
    with Index(tree, stack_below(tree, patch)) as index:
        try:
            index.apply(patch, exact=False)
            problem = None
        except Failure as failure:
            problem = failure.cause
            index.commit(patch.title)  # whose subject says what is being edited
        switch(tree, index.head)
    if not problem:
        return f"{patch.title} is on top: edit in {tree}, then refresh it"
    rejected = git(tree, "apply", "--reject", "--whitespace=nowarn", "-",
                   data=patch.split()[1], check=False)
    return (f"{problem}; what fits was applied in {tree}, the rest is in *.rej files. "
            "Put it in by hand, delete the *.rej files, then refresh.\n"
            + rejected.stderr.decode().strip())


def folded(tree, patch, base, present):
    """The diff of a patch, those `present` and the tree's changes; takes own files back."""
    with Index(tree, "HEAD") as index:
        index.run("add", "--all", ".")
        work = index.commit("work in progress")
    for name, path in overlay_files().items():
        shown = git(tree, "show", f"{work}:{name}", check=False)
        if shown.returncode == 0 and shown.stdout != path.read_bytes():
            write_atomically(path, shown.stdout)
            say(NAME, f"{path.relative_to(CHECKOUT)} taken over")
    if edited_in(tree):
        return export(tree, base, work)
    change = export(tree, "HEAD", work, [".", *(f":(exclude){n}" for n in overlay_files())])
    with Index(tree, base) as index:
        for existing in present:
            index.apply(existing, exact=False)
        problem = index.put(change) if change else []
        if problem:
            raise Failure(f"the changes do not fit into {patch.title}, because "
                          "a later patch touches the same lines", problem,
                          f"{SELF} apply --discard; then edit "
                          f"{patch.series}/{patch.number} and make them there")
        return export(tree, base, index.commit("folded"))


def write(tree, patch, header, diff):
    """Writes the patch file, gives later ones their exact lines, and applies all."""
    if not diff:
        raise Failure(f"{patch.title} would become empty",
                      next_step="take it out: delete the file and its line in series")
    write_atomically(patch.path, header.encode() + diff)
    try:
        refresh_all(tree)
    except Failure as failure:
        failure.cause = f"{patch.title} is refreshed, but then {failure.cause}"
        with Index(tree, "HEAD") as index:  # the file has the tree's changes now
            switch(tree, index.commit("not applied"))
        raise
    switch(tree, stack(tree))


def refresh(tree, word):
    ready(tree)
    patch, edited = find_patch(word), edited_in(tree)
    if rejects := list(tree.rglob("*.rej")):
        raise Failure(f"{rejects[0]} is left from a patch that did not apply",
                      next_step="put its lines in by hand, delete it, refresh again")
    if edited and edited != patch.title:
        raise Failure(f"{edited} is being edited, not {patch.title}",
                      next_step=f"{SELF} refresh {edited}")
    header, old = patch.split()
    diff = folded(tree, patch, stack_below(tree, patch), [patch])
    write(tree, patch, header, diff)
    if diff == old:
        return f"{patch.title} is unchanged"
    return f"{patch.title} refreshed; {patch.added_lines()} added lines"


def refresh_all(tree):
    """Writes every patch in the one form, with its exact lines; which were not so."""
    rewritten = []
    with Index(tree, "pristine") as index:
        for patch in all_patches():
            header, diff = patch.split()
            exact = index.apply(patch, exact=False)
            if exact != diff or not header.endswith("\n\n"):
                write_atomically(patch.path, header.rstrip("\n").encode() + b"\n\n" + exact)
                say(NAME, f"{patch.title} brought into the exact form")
                rewritten.append(patch.title)
    return rewritten


def new(tree, name):
    ready(tree)
    if edited_in(tree):
        raise Failure(f"{edited_in(tree)} is being edited", next_step="refresh it first")
    changed = [c for c in changes(tree) if c not in overlay_files()]
    if not changed:
        raise Failure("the tree has no changes to make a patch of",
                      next_step=f"edit files in {tree}, then run this again")
    in_openmp = {c.startswith("openmp/") for c in changed}
    if len(in_openmp) > 1:
        raise Failure(f"the changes are in openmp/ and elsewhere: {some(changed)}",
                      next_step="a patch has one purpose and one series: make "
                                "the changes one after the other")
    if not re.fullmatch(r"[a-z][a-z0-9-]+", name):
        raise Failure(f"`{name}` is not a patch name", next_step="use words that "
                      "say the purpose, such as depend-call-tracker-on-release")
    series = SERIES[not in_openmp.pop()]
    present = read_series(series)
    last = max([int(p.number) for p in present], default=0)
    patch = Patch(series, f"{last // 10 * 10 + 10:04d}-{name}.patch")
    base = stack(tree, present if series == SERIES[0] else all_patches())
    diff = folded(tree, patch, base, [])
    write_atomically(patch.path.parent / "series",
                     "".join(p.name + "\n" for p in [*present, patch]))
    write(tree, patch, "".join(f"{field}: \n" for field in FIELDS) + "\n", diff)
    return (f"{patch.title} made of {len(patch.files())} files; fill in its header: "
            f"{patch.path}")


def check_listing(series):
    """`series` against the folder."""
    folder, at = CHECKOUT / series / "patches", f"{series}/patches"
    if not (folder / "series").exists():
        return [f"{at}/series does not exist"] if folder.exists() else []
    lines, problems = (folder / "series").read_text().splitlines(), []
    for number, line in enumerate(lines, 1):
        if line.startswith("#") or not line.strip():
            problem = f"only patch names belong here, not `{line}`"
        elif not re.fullmatch(r"\d{4}-[a-z0-9-]+\.patch", line):
            problem = f"`{line}` is not NNNN-what-it-does.patch"
        elif line in lines[number:]:
            problem = f"`{line}` is listed more than once"
        elif not (folder / line).exists():
            problem = f"`{line}` does not exist in the folder"
        else:
            continue
        problems.append(f"{at}/series:{number}: {problem}")
    return problems + [f"{at}/{path.name} is not in the series" for path in
                       sorted(folder.iterdir()) if path.name not in ("series", *lines)]


def check_header(patch):
    """Fields and size of one patch; an added line that ends in blanks."""
    header, diff = patch.split()
    fields, added = patch.fields(), patch.added_lines()
    found = [f"header field `{field}` is missing or empty"
             for field in FIELDS if not fields.get(field)]
    found += [f"unknown header field `{field}`" for field in fields if field not in (*FIELDS, LONG)]
    if not re.match(r"(never|candidate|https?://\S+)\b", fields.get("Upstream") or "never"):
        found.append("`Upstream` must begin with never, candidate or an address")
    if added > MAX_ADDED and not (fields.get(LONG) and patch.series == SERIES[1]):
        found.append(f"adds {added} lines, more than {MAX_ADDED}: move the code to a new file"
                     + (f", or say `{LONG}`" if patch.series == SERIES[1] else ""))
    if added <= MAX_ADDED and fields.get(LONG):
        found.append(f"says `{LONG}` but adds {added} lines")
    if re.search(rb"^index [0-9a-f]", diff, re.M):
        found.append(f"has `index` lines: {SELF} refresh --all")
    if not header.endswith("\n\n"):
        found.append("no empty line between header and diff")
    found += [f"diff line {number}: an added line ends in blanks"
              for number, line in enumerate(diff.splitlines(), 1)
              if re.match(rb"\+.*[ \t]$", line)]
    return [f"{patch.title}: {problem}" for problem in found]


def check(tree):
    """Everything that is asked of the series, and of the tree; the exit code."""
    problems = [problem for series in SERIES for problem in check_listing(series)]
    problems += [problem for patch in all_patches() if patch.path.exists()
                 for problem in check_header(patch)]
    if not problems:
        if not is_ours(tree):
            raise Failure(f"no source in {tree} to check the patches against",
                          next_step="scripts/developer/fetch.py")
        top = stack(tree)
        if edited_in(tree):
            problems = [f"{edited_in(tree)} is being edited in {tree}: refresh it"]
        elif changed := changes(tree, top):
            problems = [f"{tree} differs from the patches in {some(changed)}: "
                        f"{SELF} apply, or refresh NNNN to keep the difference"]
    for problem in problems:
        print(f"{NAME}: error: {problem}", file=sys.stderr)
    if not problems:
        say(NAME, f"{len(all_patches())} patches are exact")
    return 1 if problems else 0


def main():
    parser = argparse.ArgumentParser(
        description="Work with the patches in openmp/patches and clang-patches/patches.",
        epilog="NNNN is a number (0010), with openmp/ or clang/ in front where both "
               "series have it, or a name. Exit code: 0 done, 1 failed.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in {
            "apply": "bring the tree to the state of all patches",
            "edit": "put one patch on top, to change it",
            "refresh": "take the tree's changes into a patch",
            "new": "make a patch of the tree's changes",
            "check": "verify names, headers, sizes and exactness of all patches, and that the "
                     "tree has no change that no patch holds"}.items():
        made = commands.add_parser(name, help=text, description=text)
        made.add_argument("--tree", type=Path, help="the tree to work on (default: the one in "
                          "the build folder); with `apply`, a full llvm-project checkout")
        if name == "apply":
            made.add_argument("--discard", action="store_true",
                              help="drop changes that no patch holds")
        elif name == "new":
            made.add_argument("name")
        elif name != "check":
            made.add_argument("patch", nargs="?" if name == "refresh" else None, metavar="NNNN")
        if name == "refresh":
            made.add_argument("--all", action="store_true",
                              help="only export every patch anew in the exact form")
    given = parser.parse_args()
    tree = (given.tree or source_tree()).resolve()
    if given.command == "check":
        return check(tree)
    if given.command == "apply":
        done = apply_elsewhere(tree) if given.tree and not is_ours(tree) \
            else apply(tree, given.discard)
    elif given.command == "edit":
        done = edit(tree, given.patch)
    elif given.command == "new":
        done = new(tree, given.name)
    elif bool(given.patch) == given.all:
        parser.error("refresh takes NNNN or --all")
    elif given.all:
        ready(tree)
        done = f"{len(refresh_all(tree))} patches were not in the exact form; now run apply"
    else:
        done = refresh(tree, given.patch)
    say(NAME, done)
    return 0


if __name__ == "__main__":
    run_main(NAME, main)
