#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measures a suite of benchmarks; prints tables, writes figures, a page and raw samples.

Contenders alternate in random order. Everything is written into a folder of results, and
the JSON anew after each round: when it was stopped, the same command goes on there.
`page FILE` makes tables, figures and page again from the JSON alone.
"""

import argparse
import dataclasses
import functools
import importlib
import itertools
import json
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from developer import pages  # noqa: E402
from overlay import (CHECKOUT, build_dir, run_main, say, shown_command,  # noqa: E402
                     write_atomically)

try:
    from analysis import output, programs, results, runner
except ImportError as error:
    sys.exit(f"measure.py: error: {error}\nmeasure.py: next: call it by scripts/reprise.sh, "
             "which installs and takes Debian's Python packages")

NAME = "measure.py"
SUITES = ["demo", "nas", "overhead", "applications", "recursive", "lowerings", "ways",
          "metg", "simulate"]


def suite_of(name):
    return importlib.import_module(f"analysis.{name}")


def number(text, least=1):
    if not text.isdigit() or int(text) < least:
        raise argparse.ArgumentTypeError(f'"{text}" is not a whole number from {least} upwards')
    return int(text)


def list_of(choices, least=1):
    """A comma-separated list of words, or, without choices, of numbers."""
    def parse(text):
        words = text.split(",")
        for word in words if choices else ():
            if word not in choices:
                raise argparse.ArgumentTypeError(
                    f'"{word}" is unknown; choose from {", ".join(choices)}')
        return words if choices else [number(word, least) for word in words]
    return parse


def setting(text):
    """VARIABLE=value,...; the variable is one of the library's."""
    known = pages.choices()
    variable, _, values = text.partition("=")
    if variable not in known or not values:
        raise argparse.ArgumentTypeError(
            f'"{text}": VARIABLE=value,... is wanted; variables are {", ".join(known)}')
    return variable, list_of(known[variable])(values)


def arguments(command_line):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="WHAT")
    subs = {"page": kinds.add_parser("page", help="tables, figures and page from samples")}
    subs["page"].add_argument("file", metavar="FILE")
    for name in SUITES:
        suite = suite_of(name)
        sub = subs[name] = kinds.add_parser(name, help=suite.HELP, description=suite.HELP)
        sub.add_argument("--install", metavar="DIR", help="install tree whose compiler and "
                         "libomp are measured", default=str(build_dir() / "install"))
        sub.add_argument("--build", metavar="DIR", default=str(build_dir() / "benchmarks"),
                         help="where programs and other libraries are built")
        sub.add_argument("--quick", action="store_true",
                         help="very little of it, to see that all is in place")
        sub.add_argument("--threads", type=list_of(None), metavar="N,...", help="team sizes",
                         default=sorted({1, os.cpu_count() or 1}))
        sub.add_argument("--rounds", type=number, metavar="N", help="processes of each "
                         f"contender; fewer than {results.FEWEST} decide nothing")
        sub.add_argument("--seed", type=int, default=1, help="of the random order")
        sub.add_argument("--set", type=setting, action="append", default=[],
                         metavar="OMPX_...=VALUE,...", help="a variable of our library and "
                         "values to compare, the first with the others; may be repeated")
        sub.add_argument("--busy", type=functools.partial(number, least=0), metavar="N", default=0,
                         help="processes that compute without end beside each run, pinned to "
                         "one core each, the first core first")
        sub.add_argument("--no-upstream", action="store_true", help="without LLVM's own libomp")
        for option, (kind, default, text) in suite.OPTIONS.items():
            # A flag, some of a list of words, numbers (an empty list), or a value of a type.
            how = {"action": "store_true"} if kind is bool else {
                "type": list_of(kind, 0), "metavar": "NAME,..." if kind else "N,..."} if isinstance(
                kind, list) else {"type": kind, "metavar": kind.__name__.upper()}
            sub.add_argument(f"--{option}", help=text, default=default, **how)
        sub.set_defaults(**suite.DEFAULTS)
    for name, sub in subs.items():
        sub.add_argument("--results", metavar="DIR", help="folder for samples, figures and page "
                         "(default: in the build folder)")
        sub.add_argument("--page", metavar="FILE", help="write the page there, with figures and "
                         "compressed samples in folders beside it")
    args = parser.parse_args(command_line)
    if getattr(args, "quick", False):
        subs[args.kind].set_defaults(**suite_of(args.kind).QUICK)
        args = parser.parse_args(command_line)
    return args


def with_settings(contenders, axes):
    """Each contender of our library with each combination of values."""
    made = []
    for contender in contenders:
        ours = contender.labels.get("library", "ours") in results.OURS
        own = {name: values for name, values in axes.items()
               if ours and name not in contender.labels}
        for values in itertools.product(*own.values()):
            chosen = dict(zip(own, values))
            made.append(dataclasses.replace(
                contender, labels={**contender.labels, **chosen},
                environment={**chosen, **contender.environment}))
    return made


def refuse_other_libraries(entries, ours):
    """Marks runs that loaded another library than they should: ours, or just not ours."""
    for entry in entries:
        wanted = entry["labels"].get("library", "ours") in results.OURS
        if entry["state"] == "verified" and (entry["library"] == ours) != wanted:
            entry.update(state="another library was loaded", message="do not build or "
                         "install while measuring")


def measure(args, suite, folder):
    """Runs what is missing; the document."""
    built = programs.Built(args)
    context, axes = built.context(), dict(args.set)
    contenders = with_settings(suite.contenders(args, built), axes)
    request = {"schema_version": results.SCHEMA, "kind": args.kind, "context": context,
               "seed": args.seed, "quick": args.quick, "busy": args.busy, "axes": axes,
               "order": {**results.order_of(contenders), **axes}}
    file = folder / f"{args.kind}.json"
    document = results.unfinished(file, request, args.rounds)
    if document:
        say(NAME, f"going on after {document['rounds']} of {args.rounds} rounds: {file}")
    else:
        date = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        document = {**request, "date": date, "rounds": 0, "seconds": 0,
                    "others": runner.others_now(), "runs": [], "launched": [
                        {"labels": list(contender.labels.items()),
                         "environment": contender.environment,
                         "command": list(map(str, contender.command))}
                        for contender in contenders]}
        (folder / "runs.txt").unlink(missing_ok=True)
    document["command"] = shown_command(f"scripts/reprise.sh {args.kind}", args.words)
    if document["others"] > results.DISTURBED:
        say(NAME, f"other programs take {document['others']:.2f} processors now: these "
                  "times will mean little")
    if hasattr(suite, "extra") and "extra" not in document:
        document["extra"] = suite.extra(args, built, contenders)
    started, before = time.monotonic(), document["seconds"]
    counted, taken = runner.taken_from_us(), document.get("taken", {})

    def after(entries, rounds):
        refuse_other_libraries(entries, context["openmp_library_sha256"][:12])
        document["runs"] += entries
        document.update(rounds=rounds, seconds=before + time.monotonic() - started, taken={
            name: taken.get(name, 0) + now - counted[name]
            for name, now in runner.taken_from_us().items()})
        results.save(file, document)

    def each(contender, round_number, run):
        with open(folder / "runs.txt", "a", encoding="utf-8") as stream:
            stream.write(f"{contender.name}\n{run['printed']}{run['message']}\n")
        if round_number == 0 and getattr(suite, "SHOWS_RUNS", False):
            print(f"{contender.name}:\n{suite.shown(run['printed'])}")

    folder.mkdir(parents=True, exist_ok=True)
    runner.run_rounds(contenders, args.rounds, args.seed, document["rounds"], after, each,
                      args.busy)
    if hasattr(suite, "conclude"):
        suite.conclude(args, built, document, results.Results(document))
        results.save(file, document)
    return document


def to_keep(document):
    """As a repository has it: no folders of this machine, and no more than pages are made from."""
    extra = document.get("extra")
    grains = len(extra.get("steps", [])) if isinstance(extra, dict) else 0
    document = {**document, "runs": [results.kept(run, grains) for run in document["runs"]]}
    text = json.dumps(document).replace(f"{CHECKOUT}/", "").replace(str(Path.home()), "~")
    return json.loads(text, parse_float=lambda digits: float(f"{float(digits):.6g}"))


def show(document, page):
    """Tables on the terminal and on the page; beside it figures, and the samples from which all
    of it can be made again."""
    document, suite = to_keep(document), suite_of(document["kind"])
    # A page with another name than its suite's has samples and figures of its own, too.
    samples = (page.parent / "samples" / f"{page.stem}.json.xz").resolve()
    figures = page.parent / "figures" / (page.stem if page.stem != document["kind"] else "")
    samples.parent.mkdir(parents=True, exist_ok=True)
    results.save(samples, document)
    made = results.Results(document)
    tables = [table for table in suite.tables(made) if table]
    for table in tables:
        table.title += output.beside(document)
    drawn = suite.figures(made, figures) if hasattr(suite, "figures") else []
    drawn += [table.figure(figures, document["kind"]) for table in tables if table.figure]
    if page.resolve().parent == output.RESULTS:
        drawn = [path for path in drawn if path.stem in output.KEPT]
    write_atomically(page, output.page(
        document, tables, [path.relative_to(page.parent) for path in drawn], samples,
        getattr(suite, "TIMES", True), page.stem))
    print()
    for table in tables:
        table.show()
        print()
    print(output.circumstances(document).splitlines()[-1].replace("*", ""))
    print(output.failures(made))
    say(NAME, f"page: {page}; figures and samples: beside it")
    return int(any(run["state"] != "verified" and run["labels"].get("library", "ours")
                   in results.OURS for run in document["runs"]))


def main(command_line=None):
    args = arguments(command_line)
    args.words = (command_line or sys.argv[1:])[1:]
    document = results.load(args.file) if args.kind == "page" else None
    kind = document["kind"] if document else args.kind
    folder = Path(args.results or build_dir() / "benchmarks/results" / kind)
    document = document or measure(args, suite_of(kind), folder)
    return show(document, Path(args.page or folder / f"{kind}.md"))


if __name__ == "__main__":
    run_main(NAME, main)
