#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the rules that a reader of this project relies on.

Every source file: licence header, then what it is for, within its first ten
lines; at most 600 lines; no open tasks, no paths or mirrors of one machine.
openmp/src: each memory order has its reason (`mo:`), each named partner exists,
no atomic operation without an order, no volatile, no KMP_MB. Compiler tests: no
CHECK line that no FileCheck reads. Patches have their own: patch.py check.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from overlay import CHECKOUT, run_main, say, source_tree  # noqa: E402

NAME = "lint.py"
MAX_LINES = 600
HEADER_WITHIN = 10
SOURCE_SUFFIXES = {".c", ".cpp", ".h", ".hpp", ".f90", ".F90", ".def", ".pml", ".py", ".sh",
                   ".cmake"}
SOURCE_NAMES = {"CMakeLists.txt"}
SPDX = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
# Split, so that this file does not break its own rules.
OPEN_TASK = re.compile(r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b")
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:ro" r"ot|ho" r"me/\w+|Use" r"rs/\w+|wo" r"rk)/")
MIRROR = re.compile(r"\b(?:deb|ftp|security|snapshot)\.deb" r"ian\.org|\bpy" r"pi\.org")
COMMENT = re.compile(r"^\s*(//|!|/\*|\*|#|\"\"\")")
ATOMIC_CALL = re.compile(
    r"(?:\.|->)(load|store|exchange|fetch_(?:add|sub|and|or|xor)|"
    r"compare_exchange_(?:weak|strong))\s*\(")


def own_files(root):
    """Files of the project: known to git, or new and not ignored."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others",
         "--exclude-standard"], cwd=root, capture_output=True, check=False)
    if listed.returncode != 0:  # unpacked from an archive: everything but the build
        return sorted(path.relative_to(root) for path in Path(root).rglob("*")
                      if path.is_file() and "build" not in path.relative_to(root).parts)
    return [Path(name) for name in sorted(set(listed.stdout.decode().split("\0")))
            if name and (Path(root) / name).is_file()]


def is_source(path):
    return path.suffix in SOURCE_SUFFIXES or path.name in SOURCE_NAMES


def check_header(path, lines):
    head = lines[:HEADER_WITHIN]
    spdx = [n for n, line in enumerate(head) if SPDX in line]
    if not spdx or not any("Part of the Reprise project" in line for line in head):
        return [(1, "no licence header in the first ten lines")]
    after = [line for line in head[spdx[0] + 1:] if re.search(r"[A-Za-z]{3}", line)]
    if not after or not COMMENT.match(after[0]):
        return [(spdx[0] + 1, "the header is not followed by what the file is for")]
    return []


def check_text(path, lines, limit=True):
    problems = []
    if limit and len(lines) > MAX_LINES:
        problems.append((len(lines), f"{len(lines)} lines, more than {MAX_LINES}"))
    for number, line in enumerate(lines, 1):
        for pattern, message in (
                (OPEN_TASK, "an open task belongs in the issue tracker"),
                (MACHINE_PATH, "a path of one machine"),
                (MIRROR, "the name of a mirror or registry")):
            found = pattern.search(line)
            if found:
                problems.append((number, f"{message}: {found.group(0)}"))
    return problems


def code_of(line):
    """The line without a // comment and without the inside of strings."""
    line = re.sub(r'"(?:[^"\\]|\\.)*"', '""', line)
    return line.split("//")[0]


def statement_comments(lines, at):
    """Comments on line `at`, inside its statement, and directly above it."""
    found = []
    if "//" in lines[at]:
        found.append(lines[at].split("//", 1)[1])
    number = at - 1
    while number >= 0 and at - number < 12:
        line = lines[number]
        if line.strip().startswith("//"):
            found.append(line.strip()[2:])
        elif not line.strip():
            break
        else:
            code = code_of(line).rstrip()
            if any("mo:" in text for text in found):
                break
            if code.endswith((";", "{", "}", ":")):
                break
            if "//" in line:
                found.append(line.split("//", 1)[1])
        number -= 1
    return found


def check_atomics(lines, names):
    problems = []
    for number, line in enumerate(lines):
        code = code_of(line)
        if "memory_order_" in code and not any(
                "mo:" in text for text in statement_comments(lines, number)):
            problems.append((number + 1, "memory order without a `mo:` comment"))
        for match in ATOMIC_CALL.finditer(code):
            call = code[match.end():]
            for following in lines[number + 1:number + 6]:
                if call.count("(") - call.count(")") < 0:
                    break
                call += code_of(following)
            if "memory_order" not in call and re.search(
                    r"std::atomic|<atomic>", "\n".join(lines)):
                problems.append((number + 1, f"`{match.group(1)}` without an explicit "
                                 "memory order"))
        if re.search(r"\bvolatile\b", code):
            problems.append((number + 1, "volatile is not for threads: use std::atomic"))
        if re.search(r"\bKMP_MB\b", code):
            problems.append((number + 1, "KMP_MB is no fence on all machines"))
    text = "\n".join(lines)
    for block in re.finditer(r"(?:^[ \t]*//.*\n?)+|//.*$", text, re.M):
        comment = " ".join(part.strip().lstrip("/").strip()
                           for part in block.group(0).splitlines())
        for pair in re.finditer(r"pairs with ([^.;]*)", comment):
            number = text[:block.start()].count("\n") + 1
            partners = re.findall(r"([A-Za-z_][\w:~]*)\(\)", pair.group(1))
            if not partners:
                problems.append((number, "`pairs with` names no function"))
            for partner in partners:
                if partner.split("::")[-1] not in names:
                    problems.append((number, f"partner {partner}() does not exist"))
    return problems


def function_names(root, tree):
    """Names followed by a parenthesis in the runtime, ours and upstream's."""
    names = set()
    folders = [Path(root) / "openmp/src", Path(tree) / "openmp/runtime/src"]
    for folder in folders:
        for path in [*folder.rglob("*.h"), *folder.rglob("*.cpp")]:
            code = "\n".join(code_of(line) for line in
                             path.read_text(errors="replace").splitlines())
            names.update(re.findall(r"\b([A-Za-z_]\w*)\s*\(", code))
    return names


def check_lit(lines):
    text = "\n".join(lines)
    runs = "\n".join(line for line in lines if "RUN:" in line)
    problems = []
    check = re.search(r"^\s*(?://|/\*|#|;)\s*CHECK(?:-[A-Z]+)*:", text, re.M)
    if check and "FileCheck" not in runs:
        problems.append((text[:check.start()].count("\n") + 1,
                         "CHECK lines, but no RUN line calls FileCheck"))
    expected = re.search(r"//\s*expected-(?:error|warning|note)", text)
    if expected and "-verify" not in runs:
        problems.append((text[:expected.start()].count("\n") + 1,
                         "expected- lines, but no RUN line has -verify"))
    if not runs:
        problems.append((1, "no RUN line"))
    return problems


def lint(root=CHECKOUT, tree=None):
    """All problems as lines `path:line: what`."""
    problems = []
    names = None
    for path in own_files(root):
        try:
            lines = (Path(root) / path).read_text().splitlines()
        except UnicodeDecodeError:
            continue
        found = []
        if path.suffix == ".patch" or path.name == "LICENSE":
            continue
        text = str(path)
        if is_source(path):
            found += check_header(path, lines)
        if is_source(path) or path.suffix in {".md", ".txt", ".json", ""}:
            found += check_text(path, lines, limit=is_source(path))
        if text.startswith("openmp/src/") and path.suffix in {".h", ".cpp"}:
            if names is None:
                names = function_names(root, tree or source_tree())
            found += check_atomics(lines, names)
        if text.startswith(("clang-patches/test/", "openmp/test/")) and \
                path.suffix in {".c", ".cpp"} and "Inputs" not in path.parts:
            found += check_lit(lines)
        problems += [f"{path}:{number}: {what}" for number, what in found]
    return problems


def main():
    parser = argparse.ArgumentParser(
        description="Check the rules of docs/architecture.md and the other pages.",
        epilog="Exit code: 0 nothing found, 1 problems found.")
    parser.add_argument("--root", type=Path, default=CHECKOUT,
                        help="the checkout (default: %(default)s)")
    problems = lint(parser.parse_args().root)
    for problem in problems:
        print(problem, file=sys.stderr)
    if not problems:
        say(NAME, f"{len(own_files(CHECKOUT))} files follow the rules")
    return 1 if problems else 0


if __name__ == "__main__":
    run_main(NAME, main)
