# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What library and compiler can say to a user, read from their sources.

A text is what stands between the parts that only a run knows: "cannot write to" and so on.
docs/troubleshooting.md must have each of them.
"""

import re

from document import ROOT

LIBRARY = ROOT / "openmp/src"
CATALOGUE = ROOT / "openmp/patches/0070-messages-for-taskgraph.patch"
PASS = ROOT / "clang-patches/src/lib/Taskgraph"
PATCHES = ROOT / "clang-patches/patches"
# Texts of LLVM's own catalogue that our sources use.
UPSTREAM = {
    "StgInvalidValue": '%1$s: "%2$s" is an invalid value; ignored.',
    "MemoryAllocFailed": "Memory allocation failed.",
}
STRING = r'"(?:[^"\\\n]|\\.)*"'
# Not for users: help texts of options, file formats, conditions that hold always.
NO_MESSAGES = {"settings.def", "dump.cpp", "GraphDump.cpp", "trackers.def"}


def literals(path):
    """The string literals of a source file, neighbours joined."""
    code = re.sub(rf"({STRING})|//[^\n]*|/\*.*?\*/", lambda m: m[1] or " ", path.read_text(),
                  flags=re.S)
    code = re.sub(r"^\s*#.*$", "", code, flags=re.M)
    code = re.sub(rf'(?:static_)?assert\((?:[^";]|{STRING})*\);|llvm_unreachable\({STRING}\)', "",
                  code)
    code = re.sub(r'cl::(?:desc|init|values)\((?:[^"()]|' + STRING + r"|\([^()]*\))*\)|clEnumValN"
                  r'\((?:[^"()]|' + STRING + r")*\)", "", code)
    for found in re.finditer(rf'(?:extern\s+)?{STRING}(?:\s*{STRING})*', code):
        if not found[0].startswith("extern"):
            yield "".join(text[1:-1] for text in re.findall(STRING, found[0])).replace('\\"', '"')


def sentences(folder, fewest_words):
    """Literals that are text for people: words, and nothing of a format or of code."""
    found = set()
    for path in sorted(folder.rglob("*")):
        if path.suffix not in {".cpp", ".h", ".def"} or path.name in NO_MESSAGES:
            continue
        for text in literals(path):
            words = re.findall(r"(?<![\w%])[a-z][\w']*", text)
            if (len(words) >= 2 and len(text.split()) >= fewest_words
                    and not re.search(r"[{}<>\\]|digraph|shape=", text)):
                found.add(text)
    return found


def pieces(text):
    """The parts of a message between what is put in."""
    parts = re.split(r'%\d\$s|%\d\$d|%[a-z]\w*\{[^}]*\}\d|%\d|%(?:s|d|\.\*s)|"\s*PRIu64\s*"', text)
    return [part.strip(" .:,'\"-") for part in parts if len(re.findall(r"[A-Za-z]{2}", part)) >= 2]


def catalogue():
    """The texts of our messages and hints, and of upstream's that our sources use."""
    lines = re.findall(r'^\+(\w+) +"(.*)"$', CATALOGUE.read_text(), re.M)
    used = set()
    for path in LIBRARY.rglob("*.cpp"):
        used.update(re.findall(r"KMP_(?:MSG|HNT|INFORM|WARNING|FATAL)\(\s*(\w+)",
                               path.read_text()))
    unknown = used - {name for name, _ in lines} - set(UPSTREAM)
    assert not unknown, f"add the text of {unknown} to UPSTREAM"
    return [text.replace('\\"', '"') for _, text in lines] + [UPSTREAM[name] for name in UPSTREAM]


def diagnostics():
    """The texts of the front end's own diagnostics."""
    for patch in sorted(PATCHES.glob("*.patch")):
        for file in re.split(r"^diff --git ", patch.read_text(), flags=re.M)[1:]:
            if not re.match(r"\S+Diagnostic\w*Kinds\.td ", file):
                continue
            added = "\n".join(re.findall(r"^\+(?!\+)(.*)$", file, re.M))
            for found in re.finditer(rf"def \w+ ?: ?\w+<\s*((?:{STRING}\s*)+)", added):
                yield "".join(text[1:-1] for text in re.findall(STRING, found[1]))


def library_texts():
    """Every text that libomp can print because of us."""
    found = {piece for text in catalogue() for piece in pieces(text)}
    return found | {piece for text in sentences(LIBRARY, 3) for piece in pieces(text)}


def compiler_texts():
    """Every remark, warning and error of ours."""
    found = {piece for text in diagnostics() for piece in pieces(text)}
    return found | {text.strip(" .:,'\"-;()") for text in sentences(PASS, 3)}
