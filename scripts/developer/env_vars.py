#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/env-vars.md from openmp/src/support/settings.def.

With --check it only compares and exits with 1 if the file is out of date.
"""
import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIST = ROOT / "openmp/src/support/settings.def"
PAGE = ROOT / "docs/env-vars.md"
LITERALS = r'((?:"[^"]*"\s*)+)'
ROW = re.compile(
    r"^OMPX_SETTING\((\w+), \w+, \w+,\s*(\w+),\s*((?:OMPX_CHOICE\([^)]*\)\s*)+),\s*"
    rf"{LITERALS}\)|^OMPX_PATH_SETTING\((\w+), \w+,\s*{LITERALS}\)", re.M)
CHOICE = re.compile(r'OMPX_CHOICE\((\w+), "([^"]*)"\)')
HEAD = """# Environment variables

Generated from `openmp/src/support/settings.def` by `scripts/developer/env_vars.py`; do not
edit. Read once, when the library starts. Case and surrounding blanks do not
matter, but in names of directories. A value that is not valid is ignored with a
warning that names the valid ones; `OMP_DISPLAY_ENV=verbose` shows what is in force.
All other variables of LLVM's libomp (`OMP_*`, `KMP_*`) work as they do there.
"""


def joined(literals):
    return " ".join("".join(re.findall(r'"([^"]*)"', literals)).split())


def page():
    parts = [HEAD]
    source = LIST.read_text()
    rows = ROW.findall(source)
    if len(rows) != len(re.findall(r"^OMPX_(?:PATH_)?SETTING\(", source, re.M)):
        sys.exit(f"env_vars.py: error: a setting in {LIST.relative_to(ROOT)} is not "
                 "understood; its form is told at the top of that file")
    for name, default, choices, text, path_name, path_text in rows:
        if path_name:
            parts.append(f"\n## `{path_name}`\n\n{joined(path_text)}\n\n"
                         "The name of a directory, which is made if its parent is there. "
                         "Ignored in a program that has more rights than its user. "
                         "Default: none.\n")
            continue
        texts = dict(CHOICE.findall(choices))
        parts.append(f"\n## `{name}`\n\n{joined(text)}\n\n"
                     f"Valid values: {', '.join(f'`{c}`' for c in texts.values())}. "
                     f"Default: `{texts[default]}`.\n")
    return "".join(parts)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true",
                        help="exit with 1 if docs/env-vars.md is out of date")
    if parser.parse_args().check:
        if PAGE.read_text() != page():
            print(f"env_vars.py: error: {PAGE.relative_to(ROOT)} is out of date; "
                  "run scripts/developer/env_vars.py", file=sys.stderr)
            return 1
        return 0
    PAGE.write_text(page())
    return 0


if __name__ == "__main__":
    sys.exit(main())
