#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Applies the patches of both series, exports what was changed, and checks them.

The patched tree lies in the build folder and is a git repository: the pristine source, a
commit with our own compiler sources, and a commit for each patch, whose subject is the
patch's name. Change it with ordinary git, then `export`. docs/patches.md is the recipe.
"""

import argparse
import email
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from fetch import check_content  # noqa: E402
from overlay import (CHECKOUT, Failure, git, read_upstream, run_main, say,  # noqa: E402
                     source_tree, write_atomically)

NAME, SELF = "patch.py", "scripts/developer/patch.py"
SERIES = ("openmp", "clang-patches")
TITLE = rf"({'|'.join(SERIES)})/\d{{4}}-[a-z0-9-]+\.patch"
# Our own compiler sources: folder in the tree, and in the checkout.
OWN = {"clang": "clang-patches/src", "clang/lib/Taskgraph/shared": "openmp/src/shared"}
OWN_TITLE = "own files"
APPLIED = "refs/tags/applied"  # what `apply` made last
SWITCHING = ".git/reprise-switching"
FIELDS = ["Why", "Hooks", "Not-a-new-file-because", "Upstream", "Drop-when", "Tests"]
LONG, MAX_ADDED = "Over-40-because", 40
# Pinned, so that an export gives the same bytes everywhere.
DIFF_OPTIONS = ["--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--unified=3",
                "--inter-hunk-context=0", "--src-prefix=a/", "--dst-prefix=b/",
                "--diff-algorithm=myers", "--indent-heuristic"]


def path_of(title):
    series, name = title.split("/")
    return CHECKOUT / series / "patches" / name


def split(title):
    """A patch file: the text of its header, the bytes of its diff."""
    if not path_of(title).exists():
        raise Failure(f"{path_of(title)} is in the series but does not exist",
                      next_step="restore the file or take its line out of series")
    header, *diff = re.split(rb"^(?=diff --git )", path_of(title).read_bytes(), 1, re.M)
    if not diff:
        raise Failure(f"{title} has no diff",
                      next_step="see docs/patches.md for the form of a patch")
    return header.decode(), diff[0]


def listed(series):
    path = CHECKOUT / series / "patches/series"
    lines = path.read_text().splitlines() if path.exists() else ()
    return [line.strip() for line in lines if line.strip()]


def all_patches():
    """Their titles, such as openmp/0010-sources.patch."""
    return [f"{series}/{line}" for series in SERIES for line in listed(series)]


def own_files():
    """Our own compiler sources: path in the tree -> file in the checkout."""
    return {f"{place}/{path.relative_to(CHECKOUT / folder).as_posix()}": path
            for place, folder in OWN.items() for path in sorted((CHECKOUT / folder).rglob("*"))
            if path.is_file() and not re.search(r"^\.|~$|\.orig$|\.rej$", path.name)}


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
    if (tree / SWITCHING).exists():
        say(NAME, "finishing a run that was interrupted")
        switch(tree, (tree / SWITCHING).read_text().strip() or "HEAD")


def switch(tree, commit):
    """Moves the working tree to `commit`; files that are equal are not touched. The mark tells
    a later run that changes in the tree are half of this."""
    mark = tree / SWITCHING
    mark.write_text(f"{commit}\n")
    git(tree, "add", "--all", ".")
    git(tree, "reset", "-q", "--hard", commit)
    git(tree, "update-ref", APPLIED, commit)
    mark.unlink()


def commit_of(tree, name):
    return git(tree, "rev-parse", "-q", "--verify", name, check=False).stdout.decode().strip()


def changed_files(tree):
    """Files that differ from the last commit, and new ones."""
    shown = git(tree, "status", "--porcelain", "--untracked-files=all", "--no-renames")
    return [line[3:] for line in shown.stdout.decode().splitlines()]


def some(names):
    return ", ".join(names[:5]) + (" ..." if len(names) > 5 else "")


def diff_of(tree, one, other, without=()):
    """What differs between two commits, in the one form that patch files have: no `index`
    lines, which would change whenever another patch touches the same file."""
    diff = git(tree, "diff", *DIFF_OPTIONS, one, other, "--", ".",
               *(f":(exclude){name}" for name in without)).stdout
    return re.sub(rb"^index [0-9a-f.]+( \d+)?\n", b"", diff, flags=re.M)


def commits(tree, head):
    """(subject, commit) of all behind the pristine source."""
    shown = git(tree, "log", "--reverse", "--format=%s%x09%H", f"pristine..{head}")
    return [line.split("\t") for line in shown.stdout.decode().splitlines()]


def stack(tree):
    """The commit of all patches, and no problem; or the last commit before a patch that does
    not apply, and why. Made in a git index of its own: the tree is touched once, by a switch,
    so that an edit of one patch recompiles what it must and nothing more."""
    with tempfile.TemporaryDirectory() as folder:
        def run(*args, **how):
            return git(tree, *args, env={"GIT_INDEX_FILE": f"{folder}/index"}, **how)

        def commit(title, parent):
            made = run("write-tree").stdout.decode().strip()
            return run("commit-tree", made, "-p", parent,
                       data=title.encode()).stdout.decode().strip()

        files = own_files()
        run("read-tree", "pristine")
        if taken := run("ls-files", "--", *files).stdout.decode().split() if files else ():
            raise Failure(f"clang-patches/src has {taken[0]}, which exists upstream",
                          next_step="hook into the upstream file with a patch and give the "
                                    "new file another name")
        blobs = run("hash-object", "-w", "--no-filters", "--stdin-paths",
                    data="\n".join(map(str, files.values())).encode()).stdout.decode().split()
        run("update-index", "--add", "--index-info", data="".join(
            f"100644 {blob}\t{name}\n" for name, blob in zip(files, blobs)).encode())
        head = commit(OWN_TITLE, "pristine")
        for title in all_patches():
            words, diff = ("apply", "--cached", "--whitespace=nowarn"), split(title)[1]
            done = run(*words, "-", data=diff, check=False)
            if done.returncode:
                problem = done.stderr.decode().splitlines()
                if not run(*words, "--check", "-R", "-", data=diff, check=False).returncode:
                    raise Failure(f"{title}: the source already has this patch", problem,
                                  "use a pristine source: scripts/developer/fetch.py")
                return head, Failure(
                    f"{title} does not apply", problem,
                    f"{tree} has those before it. There: git apply --reject {path_of(title)}; put "
                    f"in the rest by hand; git commit -a -m {title}; then {SELF} export")
            head = commit(title, head)
    return head, None


def apply(tree, discard=False):
    """Brings the tree to the state of all patches."""
    ready(tree)
    head, applied = commit_of(tree, "HEAD"), commit_of(tree, APPLIED)
    changed = changed_files(tree)
    if applied and head != applied:
        changed += [f"commit `{title}`" for title, commit in commits(tree, "HEAD")[-1:]]
    if changed and not discard:
        raise Failure(f"{tree} has changes that no patch holds: {some(changed)}",
                      next_step=f"keep them: commit, then {SELF} export; or drop them: "
                                f"{SELF} apply --discard")
    top, problem = stack(tree)
    if changed or head != top:
        git(tree, "clean", "-q", "-d", "--force")
        switch(tree, top)
    elif not problem:
        return f"{len(all_patches())} patches are applied already"
    if problem:
        raise problem
    return f"{len(all_patches())} patches and {len(own_files())} own files applied to {tree}"


def apply_elsewhere(target):
    """Applies everything to a full llvm-project, all or nothing."""
    check_content(target, read_upstream()["version"], target)
    own = {target / name: path.read_bytes() for name, path in own_files().items()}
    diff = b"".join(split(title)[1] for title in all_patches())

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
    for path, data in own.items():
        write_atomically(path, data)
    if problem:
        return f"{target} was patched already"
    return (f"{len(all_patches())} patches and {len(own)} own files applied to "
            f"{target}; give the runtime's build -DREPRISE_SOURCE_DIR={CHECKOUT}")


def export(tree):
    """Writes the commits of the tree into their patch files, and takes own files back."""
    ready(tree)
    own = own_files()
    if any((tree / ".git" / name).exists() for name in ("rebase-merge", "rebase-apply")):
        raise Failure(f"a rebase is going on in {tree}",
                      next_step="git rebase --continue there, then again")
    if diff_of(tree, stack(tree)[0], APPLIED, own):
        raise Failure("the patch files are others than those that were applied", next_step="put "
                      f"them back, or drop the tree's changes: {SELF} apply --discard")
    if changed := [name for name in changed_files(tree) if name not in own]:
        raise Failure(f"not committed: {some(changed)}", next_step=f"in {tree}: git commit -a "
                      "--fixup :/openmp/NNNN, or -m openmp/NNNN-what-it-does.patch")
    edited = git(tree, "diff", "--name-only", APPLIED, "--", *own).stdout.decode().splitlines()
    changes = {own[name]: (tree / name).read_bytes() for name in edited}
    for title, commit in commits(tree, "HEAD"):
        diff = diff_of(tree, f"{commit}^", commit, own)
        if not re.fullmatch(TITLE, title):
            if diff:
                raise Failure(f"`{title}` is not the name of a patch", next_step="give the commit "
                              "a subject such as openmp/0030-what-it-does.patch")
            continue  # own files alone
        if not diff:
            raise Failure(f"{title} would become empty", next_step="take it out: delete the file "
                          f"and its line in series, then {SELF} apply --discard")
        path, header = path_of(title), "".join(f"{field}: \n" for field in FIELDS)
        if title not in all_patches():
            with open(path.parent / "series", "a", encoding="utf-8") as series:
                series.write(f"{path.name}\n")
        elif path.exists():
            header = split(title)[0].rstrip("\n") + "\n"
        changes[path] = header.encode() + b"\n" + diff
    for path, content in changes.items():
        if not path.exists() or path.read_bytes() != content:
            write_atomically(path, content)
            say(NAME, f"{path.relative_to(CHECKOUT)} written")
    return apply(tree, discard=True)


def check_listing(series):
    """`series` against the folder."""
    folder, at, lines = CHECKOUT / series / "patches", f"{series}/patches", listed(series)
    for number, line in enumerate(lines, 1):
        if not re.fullmatch(TITLE, f"{series}/{line}"):
            yield f"{at}/series:{number}: `{line}` is not NNNN-what-it-does.patch"
        elif line in lines[number:]:
            yield f"{at}/series:{number}: `{line}` is listed more than once"
        elif not (folder / line).exists():
            yield f"{at}/series:{number}: `{line}` does not exist in the folder"
    yield from (f"{at}/{path.name} is not in the series" for path in sorted(folder.iterdir())
                if path.name not in ("series", *lines))


def check_header(title):
    """Fields and size of one patch; an added line that ends in blanks."""
    header, diff = split(title)
    fields = {name: value.strip() for name, value in email.message_from_string(header).items()}
    added = len(re.findall(rb"^\+(?!\+\+ )", diff, re.M))
    in_openmp = title.startswith("openmp/")
    found = [f"header field `{field}` is missing or empty"
             for field in FIELDS if not fields.get(field)]
    found += [f"unknown header field `{field}`" for field in fields if field not in (*FIELDS, LONG)]
    if not re.match(r"(never|candidate|https?://\S+)\b", fields.get("Upstream") or "never"):
        found.append("`Upstream` must begin with never, candidate or an address")
    if added > MAX_ADDED and (in_openmp or not fields.get(LONG)):
        found.append(f"adds {added} lines, more than {MAX_ADDED}: move the code to a new file"
                     + ("" if in_openmp else f", or say `{LONG}`"))
    if added <= MAX_ADDED and fields.get(LONG):
        found.append(f"says `{LONG}` but adds {added} lines")
    found += [f"diff line {number}: an added line ends in blanks"
              for number, line in enumerate(diff.splitlines(), 1)
              if re.match(rb"\+.*[ \t]$", line)]
    return [f"{title}: {problem}" for problem in found]


def check_exact(tree, top):
    """Whether each file is what an export would write, to the byte."""
    for title, commit in commits(tree, top)[1:]:
        header, diff = split(title)
        exported = diff_of(tree, f"{commit}^", commit)
        pairs = zip(diff.splitlines(), exported.splitlines())
        if diff != exported:
            file, export = next((pair for pair in pairs if pair[0] != pair[1]), (b"more", b"less"))
            yield (f"{title} applies, but not exactly: in the file "
                   f"`{file.decode(errors='replace')}`, exported "
                   f"`{export.decode(errors='replace')}`: {SELF} export")
        if not header.endswith("\n\n"):
            yield f"{title}: no empty line between header and diff: {SELF} export"


def check(tree):
    """Everything that is asked of the series, and of the tree; the exit code."""
    problems = [problem for series in SERIES for problem in check_listing(series)]
    problems = problems or [problem for title in all_patches() for problem in check_header(title)]
    if not problems:
        if not is_ours(tree):
            raise Failure(f"no source in {tree} to check the patches against",
                          next_step="scripts/developer/fetch.py")
        top, failure = stack(tree)
        if failure:
            raise failure
        problems = list(check_exact(tree, top))
        if changed_files(tree) or commit_of(tree, "HEAD") != top:
            problems.append(f"{tree} is not what the patches give {some(changed_files(tree))}: "
                            f"{SELF} apply, or export to keep its changes")
    for problem in problems:
        print(f"{NAME}: error: {problem}", file=sys.stderr)
    if not problems:
        say(NAME, f"{len(all_patches())} patches are exact")
    return 1 if problems else 0


def main():
    parser = argparse.ArgumentParser(
        description="Work with the patches in openmp/patches and clang-patches/patches.",
        epilog="Exit code: 0 done, 1 failed.")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in {
            "apply": "bring the tree to the state of all patches",
            "export": "write the tree's commits into their patch files, fixups folded",
            "check": "verify names, headers, sizes and exactness of all patches, and that the "
                     "tree has no change that no patch holds"}.items():
        made = commands.add_parser(name, help=text, description=text)
        made.add_argument("--tree", type=Path, help="the tree to work on (default: the one in "
                          "the build folder); with `apply`, a full llvm-project checkout")
        if name == "apply":
            made.add_argument("--discard", action="store_true",
                              help="drop changes that no patch holds")
    given = parser.parse_args()
    tree = (given.tree or source_tree()).resolve()
    if given.command == "check":
        return check(tree)
    if given.command == "export":
        say(NAME, export(tree))
    elif given.tree and not is_ours(tree):
        say(NAME, apply_elsewhere(tree))
    else:
        say(NAME, apply(tree, given.discard))
    return 0


if __name__ == "__main__":
    run_main(NAME, main)
