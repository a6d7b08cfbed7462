# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The rules that a reader of this project relies on.

Every source file: licence header, then what it is for, within its first ten
lines; at most 600 lines; no open tasks, no paths or mirrors of one machine.
openmp/src: each memory order has its reason (`mo:`), each named partner exists,
no atomic operation without an order, no volatile, no KMP_MB. Compiler tests: no
CHECK line that no FileCheck reads. Patches have their own: patch.py check.
"""

import re
import subprocess
from pathlib import Path

MAX_LINES = 600
HEADER_WITHIN = 10
SOURCES = {".c", ".cpp", ".h", ".hpp", ".f90", ".F90", ".def", ".pml", ".py", ".sh", ".cmake"}
SPDX = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
COMMENT = re.compile(r"^\s*(//|!|/\*|\*|#|\"\"\")")
# What no line of any file has. Split, so that this file does not break its own rules.
NOWHERE = {
    "an open task belongs in the issue tracker": r"\b(TO" r"DO|FIX" r"ME|XX" r"X)\b",
    "a path of one machine":
        r"(?<![\w.])/(?:ro" r"ot|ho" r"me/\w+|Use" r"rs/\w+|wo" r"rk)/",
    "the name of a mirror or registry":
        r"\b(?:deb|ftp|security|snapshot)\.deb" r"ian\.org|\bpy" r"pi\.org",
}
NOT_IN_CODE = {
    "volatile is not for threads: use std::atomic": r"\bvolatile\b",
    "KMP_MB is no fence on all machines": r"\bKMP_MB\b",
}
ATOMIC_CALL = re.compile(
    r"(?:\.|->)(load|store|exchange|fetch_(?:add|sub|and|or|xor)|"
    r"compare_exchange_(?:weak|strong))\s*\(")


def own_files(root):
    """Files of the project: known to git, or new and not ignored."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others",
         "--exclude-standard"], cwd=root, capture_output=True, check=False)
    names = set(listed.stdout.decode().split("\0")) - {""} if listed.returncode == 0 else {
        # Unpacked from an archive: everything but the build.
        path.relative_to(root) for path in Path(root).rglob("*")
        if "build" not in path.relative_to(root).parts}
    return [path for path in sorted(map(Path, names)) if (Path(root) / path).is_file()]


def matches(lines, patterns):
    return [(number, message, found[0]) for number, line in enumerate(lines, 1)
            for message, pattern in patterns.items() if (found := re.search(pattern, line))]


def check_source(lines):
    if len(lines) > MAX_LINES:
        yield len(lines), f"{len(lines)} lines, more than {MAX_LINES}"
    head = lines[:HEADER_WITHIN]
    spdx = [number for number, line in enumerate(head, 1) if SPDX in line]
    if not spdx or not any("Part of the Reprise project" in line for line in head):
        yield 1, "no licence header in the first ten lines"
        return
    after = [line for line in head[spdx[0]:] if re.search(r"[A-Za-z]{3}", line)]
    if not after or not COMMENT.match(after[0]):
        yield spdx[0], "the header is not followed by what the file is for"


def code_of(line):
    """The line without a // comment and without the inside of strings."""
    return re.sub(r'"(?:[^"\\]|\\.)*"', '""', line).split("//")[0]


def has_reason(lines, at):
    """Whether `mo:` is on line `at`, inside its statement, or directly above it."""
    for number in range(at, max(at - 12, -1), -1):
        code = code_of(lines[number]).rstrip()
        if number != at and code.endswith((";", "{", "}", ":")) or not lines[number].strip():
            return False
        if "mo:" in lines[number].partition("//")[2]:
            return True
    return False


def check_atomics(lines, names):
    code = [code_of(line) for line in lines]
    text = "\n".join(lines)
    for number, message, _ in matches(code, NOT_IN_CODE):
        yield number, message
    for number, line in enumerate(code):
        if "memory_order_" in line and not has_reason(lines, number):
            yield number + 1, "memory order without a `mo:` comment"
        for match in ATOMIC_CALL.finditer(line):
            call = line[match.end():]
            for following in code[number + 1:number + 6]:
                if call.count("(") - call.count(")") < 0:
                    break
                call += following
            if "memory_order" not in call and re.search(r"std::atomic|<atomic>", text):
                yield number + 1, f"`{match.group(1)}` without an explicit memory order"
    for block in re.finditer(r"(?:^[ \t]*//.*\n?)+|//.*$", text, re.M):
        comment = " ".join(re.sub(r"^[ \t]*/+", "", block.group(0), flags=re.M).split())
        number = text[:block.start()].count("\n") + 1
        for pair in re.findall(r"pairs with ([^.;]*)", comment):
            partners = re.findall(r"([A-Za-z_][\w:~]*)\(\)", pair)
            if not partners:
                yield number, "`pairs with` names no function"
            for partner in partners:
                if partner.split("::")[-1] not in names:
                    yield number, f"partner {partner}() does not exist"


def function_names(root, tree):
    """Names followed by a parenthesis in the runtime, ours and upstream's."""
    return {name for folder in (Path(root) / "openmp/src", Path(tree) / "openmp/runtime/src")
            for path in folder.rglob("*") if path.suffix in {".h", ".cpp"}
            for line in path.read_text(errors="replace").splitlines()
            for name in re.findall(r"\b([A-Za-z_]\w*)\s*\(", code_of(line))}


def check_lit(lines):
    runs = "\n".join(line for line in lines if "RUN:" in line)
    for pattern, wanted, message in (
            (r"^\s*(?://|/\*|#|;)\s*CHECK(?:-[A-Z]+)*:", "FileCheck",
             "CHECK lines, but no RUN line calls FileCheck"),
            (r"//\s*expected-(?:error|warning|note)", "-verify",
             "expected- lines, but no RUN line has -verify")):
        found = matches(lines, {message: pattern})
        if found and wanted not in runs:
            yield found[0][:2]
    if not runs:
        yield 1, "no RUN line"


def broken(root, tree):
    """All places where a project breaks a rule, as lines `path:line: what`; tree: LLVM's source."""
    problems, names = [], None
    for path in own_files(root):
        found, text = [], str(path)
        try:
            lines = (Path(root) / path).read_text().splitlines()
        except UnicodeDecodeError:
            continue
        source = path.suffix in SOURCES or path.name == "CMakeLists.txt"
        if source:
            found += check_source(lines)
        if (source or path.suffix in {".md", ".txt", ".json", ""}) and path.name != "LICENSE":
            found += [(number, f"{message}: {what}")
                      for number, message, what in matches(lines, NOWHERE)]
        if text.startswith("openmp/src/") and path.suffix in {".h", ".cpp"}:
            names = names or function_names(root, tree)
            found += check_atomics(lines, names)
        if text.startswith(("clang-patches/test/", "openmp/test/")) and \
                path.suffix in {".c", ".cpp"} and "Inputs" not in path.parts:
            found += check_lit(lines)
        problems += [f"{path}:{number}: {what}" for number, what in found]
    return problems
