# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Markdown pages as the tests see them: blocks of code, links, anchors.

    ```c++                  a program; its first line names its file: // heat.cpp: ...
    ```c++ fragment         a part of one; <!-- given: ... --> above declares what it uses
    ```sh                   commands: a compiler's runs once, all others with each number of
                            threads; behind it, a ```text block is what they print
    ```sh warns             the compiler warns, so -Werror is not given
    ```sh elsewhere         commands of the checkout: not run here

In expected output `...` stands for anything in a line, and alone for any lines.
"""

import dataclasses
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMENTS = {"c": "//", "c++": "//", "fortran": "!"}
FENCE = re.compile(
    r"(?:^<!-- given: (?P<given>.*?) -->\n)?"
    r"^(?P<indent> *)```(?P<info>[^\n`]*)\n(?P<text>.*?)^(?P=indent)```$", re.M | re.S)
LINK = re.compile(r"\[[^\]\n]*(?:\n[^\]\n]*)?\]\(([^)\s]+)\)")
# What a page names as a path of the checkout, in backticks.
PATH = re.compile(
    r"`((?:docs|scripts|openmp|clang-patches|tests|cmake|nas-benchmarks|"
    r"overhead-benchmarks)/[\w./+-]*)`")


@dataclasses.dataclass
class Block:
    """A fenced block of a page."""

    page: pathlib.Path
    line: int
    language: str
    marks: list
    text: str
    given: str

    def __str__(self):
        return f"{self.page.relative_to(ROOT)}:{self.line}"

    def is_code(self):
        return self.language in COMMENTS

    def is_fragment(self):
        return "fragment" in self.marks

    def file_name(self):
        """What the first line calls the program, or None."""
        mark = re.escape(COMMENTS[self.language])
        found = re.match(rf"{mark} ([\w-]+\.\w+)(?::|$)", self.text.split("\n")[0])
        return found.group(1) if found else None

    def commands(self):
        """The lines of a shell block, those that go on joined."""
        lines = re.sub(r"\\\n\s*", "", self.text).splitlines()
        return [line for line in lines if line.strip() and not line.startswith("#")]


def pages():
    """All Markdown files of the project."""
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others",
         "--exclude-standard", "*.md"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:  # unpacked from an archive
        return sorted(path for path in ROOT.rglob("*.md")
                      if "build" not in path.relative_to(ROOT).parts)
    return sorted(ROOT / name for name in set(listed.stdout.split("\0"))
                  if name and (ROOT / name).is_file())


def blocks(page):
    text = page.read_text()
    for found in FENCE.finditer(text):
        words = found["info"].split() or [""]
        yield Block(page, text[:found.start("info")].count("\n") + 1, words[0], words[1:],
                    found["text"], found["given"] or "")


def prose(page):
    """The page without its blocks of code."""
    return FENCE.sub("", page.read_text())


def links(page):
    """The targets of its links, and its images, that are not addresses."""
    without_code = re.sub(r"`[^`\n]*`", "code", prose(page))
    return [target for target in LINK.findall(without_code)
            if not re.match(r"[a-z]+:", target)]


def anchors(page):
    """What a link to a heading of the page may say behind #."""
    found = set()
    for title in re.findall(r"^#{1,6} (.*?)\s*#*$", prose(page), re.M):
        words = re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")
        number = 0
        while words + (f"-{number}" if number else "") in found:
            number += 1
        found.add(words + (f"-{number}" if number else ""))
    return found


def output_pattern(expected):
    """A regular expression for what a ```text block expects."""
    parts = []
    for line in expected.splitlines():
        if line.strip() == "...":
            parts.append(r"(?:[^\n]*\n)*?")
        else:
            parts.append(".*".join(re.escape(part) for part in line.split("...")) + "\n")
    return re.compile("".join(parts))


def fits(expected, printed):
    """Whether a program printed what is expected."""
    if printed and not printed.endswith("\n"):
        printed += "\n"
    return output_pattern(expected).fullmatch(printed) is not None
