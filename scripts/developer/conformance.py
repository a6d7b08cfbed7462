#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/conformance.md from tests/conformance.toml.

Every test that the list names must be there. With --check the page is only compared.
Exit code: 0 done, 1 a test is not there, or (--check) the page is out of date.
"""
import argparse
import re
import sys
import tomllib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from overlay import CHECKOUT, Failure, run_main, write_atomically  # noqa: E402

NAME = "conformance.py"
LIST = CHECKOUT / "tests/conformance.toml"
PAGE = CHECKOUT / "docs/conformance.md"
STATUS = {"held": "held", "plain": "held: as ordinary tasks", "partly": "partly", "open": "open"}
HEAD = """# Conformance

What a taskgraph region is tested for: the clauses and rules of OpenMP 6.0, and what programs
do with them. Generated from `tests/conformance.toml` by `scripts/developer/conformance.py`; do not edit.

- *held*: also where the region is replayed or refilled;
- *held: as ordinary tasks*: such a region runs plainly, and `OMPX_TASKGRAPH_VERBOSE=1` says why;
- *partly*, *open*: some of it, or all, is not tested; the remark says what.

Tests of `tests/` unless another place is named; `lit` ones are in `clang-patches/test`,
`unit` ones in `openmp/unittests`.
"""


def missing(test):
    """Why the test is not there, or None."""
    kind, _, name = test.partition(" ")
    if kind == "lit":
        return None if (CHECKOUT / "clang-patches/test" / name).is_file() else "no such file"
    if kind == "unit":
        suite = re.compile(rf"^TEST(?:_F|_P)?\({name},", re.M)
        found = any(suite.search(file.read_text())
                    for file in (CHECKOUT / "openmp/unittests").rglob("*.cpp"))
        return None if found else "no such suite"
    if kind == "command":
        return None if (CHECKOUT / name.split()[0]).is_file() else "no such command"
    path, _, function = test.partition("::")
    file = CHECKOUT / "tests" / path
    if not file.is_file():
        return "no such file"
    if function and not re.search(rf"^def {function}\(", file.read_text(), re.M):
        return "no such function"
    return None


def row(rule):
    tests = "<br>".join(f"`{test}`" for test in rule["tests"]) or "-"
    status = STATUS[rule["status"]]
    if "note" in rule:
        status += f" ({rule['note']})"
    return f"| {rule['subject']} | {rule['text']} | {status} | {tests} |\n"


def page(rules):
    counts = {status: sum(rule["status"] == status for rule in rules) for status in STATUS}
    summary = ", ".join(f"{counts[status]} {name}" for status, name in STATUS.items())
    return (f"{HEAD}\n{len(rules)} rules: {summary}.\n\n"
            "| subject | rule | status | tests |\n|---|---|---|---|\n"
            + "".join(row(rule) for rule in rules))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true",
                        help="exit with 1 if docs/conformance.md is out of date")
    check = parser.parse_args().check
    rules = tomllib.loads(LIST.read_text())["rule"]
    faults = [f"{test}: {why}" for rule in rules for test in rule["tests"]
              if (why := missing(test))]
    faults += [f"{rule['text']}: status `{rule['status']}` without a test" for rule in rules
               if rule["status"] in ("held", "plain") and not rule["tests"]]
    faults += [f"{rule['text']}: status `{rule['status']}` without a note" for rule in rules
               if rule["status"] in ("partly", "open") and "note" not in rule]
    if faults:
        raise Failure(f"{LIST.relative_to(CHECKOUT)} does not hold", faults,
                      "correct the list, or the tests that it names")
    if not check:
        write_atomically(PAGE, page(rules))
    elif PAGE.read_text() != page(rules):
        raise Failure(f"{PAGE.relative_to(CHECKOUT)} is out of date",
                      next_step="scripts/developer/conformance.py")


if __name__ == "__main__":
    run_main(NAME, main)
