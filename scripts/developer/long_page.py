# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page of results that scripts/developer/long_tests.py writes, made from its document alone."""

import platform
import re
from pathlib import Path

SHOWN = 10  # failures of a part


def processor():
    found = re.search(r"^model name\s*: (.*)", Path("/proc/cpuinfo").read_text(),
                      re.MULTILINE)
    return found[1] if found else platform.machine()


def numbers(result):
    return ", ".join(f"{number} {name}" for name, number in result["counts"].items())


def page(document, parts):
    """The results as Markdown."""
    done = document["parts"]
    known = [part for part in parts if part.name in done]
    bad = [part.name for part in known if done[part.name]["verdict"] != "passed"]
    missing = [part.name for part in parts if part.name not in done]
    lines = ["# Long tests", "",
             f"{len(known) - len(bad)} of {len(parts)} parts passed."
             + (f" Not passed: {', '.join(bad)}." if bad else "")
             + (f" Not run yet: {', '.join(missing)}." if missing else ""), ""]
    lines += [f"- {name}: {value}" for name, value in [
        ("date", document["date"]), *document["made_with"].items(),
        ("first seed", document["seed"]), ("processor", document["cpu"]),
        ("cores", document["cores"]),
        *([("load before", done[known[0].name]["load_before"]),
           ("load after", done[known[-1].name]["load_after"])] if known else [])]]
    lines += ["", "| part | verdict | counts | minutes | load before | load after |",
              "|---|---|---|---|---|---|"]
    for part in known:
        result = done[part.name]
        lines.append(f"| {part.name} | {result['verdict']} | {numbers(result)} | "
                     f"{result['minutes']} | {result['load_before']} | "
                     f"{result['load_after']} |")
    for part in known:
        result = done[part.name]
        lines += ["", f"## {part.name}: {part.what}", "", "```sh", result["command"],
                  "```", "", f"Log: `{result['log']}`."]
        if result["left_running"]:
            lines += ["", "Still ran at its end, and was killed:", "",
                      *[f"- `{words}`" for words in result["left_running"]]]
        if result["failures"]:
            lines += ["", f"First of {len(result['failures'])} failures:", "",
                      *[f"- {name}" for name in result["failures"][:SHOWN]]]
        if result["last_lines"]:
            lines += ["", f"Exit status {result['status']}; the log ends with:", "",
                      "```", *result["last_lines"], "```"]
    return "\n".join(lines) + "\n"
