#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/env-vars.md and docs/conformance.md from their lists.

The lists are openmp/src/support/settings.def and tests/conformance.toml.
"""
import argparse
import re
import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from overlay import CHECKOUT, Failure, run_main, write_atomically  # noqa: E402

NAME = "pages.py"
SETTINGS = CHECKOUT / "openmp/src/support/settings.def"
LITERALS = r'((?:"[^"]*"\s*)+)'
ROW = re.compile(
    r"^OMPX_SETTING\((\w+), \w+, \w+,\s*(\w+),\s*((?:OMPX_CHOICE\([^)]*\)\s*)+),\s*"
    rf"{LITERALS}\)|^OMPX_PATH_SETTING\((\w+), \w+,\s*{LITERALS}\)", re.M)
CHOICE = re.compile(r'OMPX_CHOICE\((\w+), "([^"]*)"\)')
VARIABLES_HEAD = """# Environment variables

Generated from `openmp/src/support/settings.def` by `scripts/developer/pages.py`; do not
edit. Read once, when the library starts. Case and surrounding blanks do not
matter, but in names of directories. A value that is not valid is ignored with a
warning that names the valid ones; `OMP_DISPLAY_ENV=verbose` shows what is in force.
All other variables of LLVM's libomp (`OMP_*`, `KMP_*`) work as they do there.
"""
RULES = CHECKOUT / "tests/conformance.toml"
STATUS = {"held": "held", "plain": "held: as ordinary tasks", "partly": "partly", "open": "open"}
RULES_HEAD = """# Conformance

What a taskgraph region is tested for: the clauses and rules of OpenMP 6.0, and what programs
do with them. Generated from `tests/conformance.toml` by `scripts/developer/pages.py`; do not edit.

- *held*: also where the region is replayed or refilled;
- *held: as ordinary tasks*: such a region runs plainly, and `OMPX_TASKGRAPH_VERBOSE=1` says why;
- *partly*, *open*: some of it, or all, is not tested; the remark says what.

Tests of `tests/` unless another place is named; `lit` ones are in `clang-patches/test`,
`unit` ones in `openmp/unittests`.
"""


def joined(literals):
    return " ".join("".join(re.findall(r'"([^"]*)"', literals)).split())


def settings():
    """The rows of the list of variables; ROW's groups."""
    source = SETTINGS.read_text()
    rows = ROW.findall(source)
    if len(rows) != len(re.findall(r"^OMPX_(?:PATH_)?SETTING\(", source, re.M)):
        raise Failure(f"a setting in {SETTINGS.relative_to(CHECKOUT)} is not understood",
                      next_step="its form is told at the top of that file")
    return rows


def choices():
    """{variable: its values}, without those that are paths."""
    return {row[0]: [text for _, text in CHOICE.findall(row[2])] for row in settings() if row[0]}


def variables_page():
    text = VARIABLES_HEAD
    for name, default, values, about, path_name, path_about in settings():
        if path_name:
            text += (f"\n## `{path_name}`\n\n{joined(path_about)}\n\n"
                     "The name of a directory, which is made if its parent is there. "
                     "Ignored in a program that has more rights than its user. "
                     "Default: none.\n")
            continue
        values = dict(CHOICE.findall(values))
        text += (f"\n## `{name}`\n\n{joined(about)}\n\n"
                 f"Valid values: {', '.join(f'`{value}`' for value in values.values())}. "
                 f"Default: `{values[default]}`.\n")
    return text


def rules_page():
    rules = tomllib.loads(RULES.read_text())["rule"]
    summary = ", ".join(f"{sum(rule['status'] == status for rule in rules)} {name}"
                        for status, name in STATUS.items())
    text = (f"{RULES_HEAD}\n{len(rules)} rules: {summary}.\n\n"
            "| subject | rule | status | tests |\n|---|---|---|---|\n")
    for rule in rules:
        tests = "<br>".join(f"`{test}`" for test in rule["tests"]) or "-"
        note = f" ({rule['note']})" if "note" in rule else ""
        status = STATUS[rule["status"]] + note
        text += f"| {rule['subject']} | {rule['text']} | {status} | {tests} |\n"
    return text


PAGES = {"env-vars.md": variables_page, "conformance.md": rules_page}


def main():
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    for name, page in PAGES.items():
        write_atomically(CHECKOUT / "docs" / name, page())


if __name__ == "__main__":
    run_main(NAME, main)
