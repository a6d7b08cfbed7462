#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/env-vars.md and docs/conformance.md from their lists.

The lists are openmp/src/support/settings.def and tests/conformance.toml; every test that
the latter names must be there. With --check the pages are only compared.
Exit code: 0 done, 1 a list does not hold, or (--check) a page is out of date.
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


def missing(test):
    """Why the test is not there, or None."""
    kind, _, name = test.partition(" ")
    if kind == "unit":
        suite = re.compile(rf"^TEST(?:_F|_P)?\({name},", re.M)
        found = any(suite.search(file.read_text())
                    for file in (CHECKOUT / "openmp/unittests").rglob("*.cpp"))
        return None if found else "no such suite"
    path, _, function = test.partition("::")
    file = CHECKOUT / ("clang-patches/test/" + name if kind == "lit" else "tests/" + path)
    if not file.is_file():
        return "no such file"
    if function and not re.search(rf"^def {function}\(", file.read_text(), re.M):
        return "no such function"
    return None


def rules_page():
    rules = tomllib.loads(RULES.read_text())["rule"]
    faults = [f"{test}: {why}" for rule in rules for test in rule["tests"]
              if (why := missing(test))]
    for rule in rules:
        lacks = "tests" if rule["status"] in ("held", "plain") else "note"
        if not rule.get(lacks):
            faults.append(f"{rule['text']}: status `{rule['status']}` without {lacks}")
    if faults:
        raise Failure(f"{RULES.relative_to(CHECKOUT)} does not hold", faults,
                      "correct the list, or the tests that it names")
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="exit with 1 if a page is out of date")
    check = parser.parse_args().check
    for name, page in ("env-vars.md", variables_page()), ("conformance.md", rules_page()):
        path = CHECKOUT / "docs" / name
        if not check:
            write_atomically(path, page)
        elif path.read_text() != page:
            raise Failure(f"docs/{name} is out of date", next_step="scripts/developer/pages.py")


if __name__ == "__main__":
    run_main(NAME, main)
