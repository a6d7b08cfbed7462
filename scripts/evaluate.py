#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The evaluation of the Taskgraph paper (section 5), re-made on this machine.

  evaluate.py run                       build everything, measure, write the page
  evaluate.py profile                   sample where taskgraph was slower, and why
  evaluate.py report --output FILE      the page, from results that are there
  evaluate.py plots --into DIR          the figures, as PNG and SVG

A run takes an hour or two (--quick: minutes). It can be stopped at any time: the same
command goes on where it was. Every raw sample is a line of the results file.
"""

import argparse
import datetime
import json
import os
import random
import sys
from pathlib import Path

from benchlib import (evaluation, evaluation_build, evaluation_places,
                      evaluation_plots, evaluation_report, profiling, programs, upstream)
from benchlib.busy import busy_processes
from benchlib.command import shown_command
from benchlib.evaluation_results import Journal, Results, read
from benchlib.runner import Contender, Progress, run_once
from overlay import Failure, run_main, say, write_atomically
from plot import LICENCE

NAME = "evaluate.py"
PROFILES = 3  # processes of either side, in turn


def words_of(choices):
    def parse(text):
        for word in text.split(","):
            if word not in choices:
                raise argparse.ArgumentTypeError(
                    f'"{word}" is unknown; choose from {", ".join(choices)}')
        return text.split(",")
    return parse


def numbers(text):
    try:
        found = tuple(int(word) for word in text.split(","))
    except ValueError:
        found = (0,)
    if min(found) < 1:
        raise argparse.ArgumentTypeError(f'"{text}": whole numbers above 0 are wanted')
    return found


def arguments(command_line):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="what", required=True, metavar="WHAT")
    results = str(programs.default_build() / "results" / "evaluation.jsonl")
    subs = {name: kinds.add_parser(
        name, help=text, description=text,
        formatter_class=argparse.ArgumentDefaultsHelpFormatter)
        for name, text in (("run", "measure"),
                           ("profile", "sample both sides where taskgraph was slower"),
                           ("report", "write the page"),
                           ("plots", "draw the figures"))}
    for sub in subs.values():
        sub.add_argument("--results", metavar="FILE", default=results,
                         help="the results, a line of JSON for each run")
    for sub in (subs["run"], subs["profile"]):
        sub.add_argument("--install", metavar="DIR",
                         default=str(programs.default_install()),
                         help="install tree whose compiler and libomp are measured")
        sub.add_argument("--build", metavar="DIR", default=str(programs.default_build()),
                         help="where programs and peers are built")
        sub.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1),
                         help="compile jobs")
    subs["report"].add_argument("--output", metavar="FILE",
                                help="file for the page (default: standard output)")
    subs["plots"].add_argument("--into", metavar="DIR", default="plots",
                               help="folder for the plots")
    subs["profile"].add_argument(
        "--above", metavar="RATIO", type=float, default=1.05,
        help="where taskgraph takes more than so many times as long")
    run = subs["run"]
    run.add_argument("--quick", action="store_true",
                     help="few places, one process for each: about five minutes")
    run.add_argument("--figures", type=words_of(evaluation.FIGURES), metavar="NAME,...",
                     default=list(evaluation.FIGURES), help="which figures")
    run.add_argument("--threads", type=numbers, metavar="N,...", help="team sizes")
    run.add_argument("--classes", type=words_of("SWABC"), metavar="LETTER,...",
                     help="classes of the NAS kernels")
    run.add_argument("--repetitions", type=int, metavar="N",
                     help="processes for each place")
    run.add_argument("--busy", type=int, default=0, metavar="N",
                     help="other processes that never sleep, beside each run")
    run.add_argument("--seed", type=int, default=1, help="seed of the random order")
    run.add_argument("--anew", action="store_true",
                     help="forget the results that are there")
    run.add_argument("--report", metavar="FILE", help="also write the page there")
    run.add_argument("--upstream-source", metavar="DIR",
                     help="unpatched llvm-project of the same version (default: the "
                     "one the build unpacked)")
    return parser.parse_args(command_line)


def priority():
    """How processes are scheduled that this one starts."""
    real_time = os.sched_getscheduler(0) in (os.SCHED_RR, os.SCHED_FIFO)
    return "real-time" if real_time else "ordinary"


def sizes_of(args):
    sizes = evaluation.QUICK if args.quick else evaluation.Sizes()
    changed = {name: tuple(getattr(args, name)) for name in ("threads", "classes")
               if getattr(args, name)}
    if args.repetitions:
        changed["repetitions"] = args.repetitions
    return evaluation.replace(sizes, **changed)


def build(args, figures):
    """Everything that the figures need: (Programs, applications, kernels)."""
    def tell(text):
        say(NAME, text)

    folder = Path(args.build).resolve()
    compiler = programs.compiler_of(args.install)
    ours = programs.build_programs(compiler, folder / "programs", tell, args.jobs)
    nas = evaluation_build.build_kernels(compiler, folder / "nas", tell, args.jobs)
    gcc, stock = {}, None
    if {"table-1", "figure-10"} & set(figures):
        gcc = evaluation_build.build_with_gcc(
            folder / "gcc", tell, ["task-overhead", "gauss-seidel", "cholesky"],
            args.jobs)
    if "table-1" in figures:
        source = upstream.pristine_source(args.upstream_source,
                                          folder / "upstream-source")
        library = upstream.build_library(source, folder / "upstream-stock", tell, False,
                                         jobs=args.jobs)
        stock = str(upstream.answer_to(library, "libomp.so"))
    install = Path(args.install).expanduser().resolve()
    built = evaluation.Programs(ours, nas, gcc, stock, str(install / "lib"))
    return built, programs.PROGRAMS, [name for name in evaluation.NAS if name in nas]


def context_of(program, *options):
    run = run_once(Contender("probe", [program, "--iterations", 1, *options],
                             {"OMP_NUM_THREADS": 1}))
    if not run["document"]:
        raise Failure(f"{program} does not run: {run['state']}",
                      run["message"].splitlines())
    programs.refuse_debug(run["document"])
    return run["document"]["context"]


def measure(args):
    sizes = sizes_of(args)
    built, apps, kernels = build(args, args.figures)
    context = context_of(built.ours["axpy"])
    contenders = evaluation.contenders(args.figures, sizes, built, apps, kernels)
    journal = Journal(args.results, {
        "date": datetime.datetime.now(datetime.timezone.utc)
        .strftime("%Y-%m-%dT%H:%M:%SZ"),
        "command": shown_command("scripts/evaluate.py", sys.argv[1:]),
        "programs": ["task-overhead", *apps, *kernels],
        "quick": args.quick, "figures": args.figures, "threads": list(sizes.threads),
        "classes": list(sizes.classes), "recorded": list(sizes.recorded),
        "repetitions": sizes.repetitions, "seed": args.seed, "priority": priority(),
        "busy": args.busy,
        "cpu": context["cpu"], "cores": context["cores"],
        "revision": context["git_revision"], "flags": context["compiler_flags"],
        "nas_flags": context_of(built.nas["ep"])["compiler_flags"],
        "library": context["openmp_library_sha256"]}, args.anew)
    todo = []
    for repetition in range(sizes.repetitions):
        order = random.Random(f"{args.seed} {repetition}")
        todo += [(repetition, contender)
                 for contender in evaluation.in_order(contenders, order)
                 if (contender.name, repetition) not in journal.done]
    if journal.done:
        say(NAME, f"{len(journal.done)} runs are there already")
    else:
        profiles_file(args.results).unlink(missing_ok=True)  # of other results
    progress = Progress(len(todo))
    with busy_processes(args.busy):
        for repetition, contender in todo:
            progress.step(contender.name)
            journal.add(contender, repetition, run_once(contender))
    progress.finish()
    results = Results(*read(args.results))
    if args.report:
        write_page(results, profiles_of(args.results), args.report)
    say(NAME, f"raw samples: {args.results}")
    for (contender, state), count in sorted(results.failures.items()):
        say(NAME, f"{contender}: {state}, {count} times")
    return 1 if results.failures else 0


def profiles_file(results_file):
    return Path(results_file).with_suffix(".profiles.json")


def profiles_of(results_file):
    """What `evaluate.py profile` made of these results, if anything."""
    path = profiles_file(results_file)
    if path.exists():
        return json.loads(path.read_text(encoding="utf-8"))
    return evaluation_report.NO_PROFILES


def profile(args, results):
    """Samples both sides of each loss on threads that have a processor each."""
    built, _, _ = build(args, [])
    found = [entry for entry in
             evaluation_places.losses(results, evaluation_places.team_of(results.request))
             if entry[0] > args.above
             and entry[1]["threads"] <= results.request["cores"]]
    command = shown_command("scripts/evaluate.py", sys.argv[1:])
    progress, places = Progress(len(found)), []
    for ratio, place, base in found:
        progress.step(evaluation_places.where(place))
        made = {base: [], "taskgraph": []}
        for _ in range(PROFILES):
            for variant, profiles_of_it in made.items():
                one = {**place, "variant": variant}
                profiles_of_it.append(profiling.profile(evaluation.at(built, one),
                                                        results.time(**one)))
        # The one whose time is the median.
        sides = {variant: sorted(them, key=lambda side: side["time"])[PROFILES // 2]
                 for variant, them in made.items()}
        places.append({"place": place, "ratio": ratio, "sides": sides})
        write_atomically(profiles_file(args.results), json.dumps(
            {"command": command, "places": places}, indent=1) + "\n")
    progress.finish()
    say(NAME, f"profiles of {len(places)} places: {profiles_file(args.results)}")


def write_page(results, profiles, path):
    write_atomically(path, LICENCE.replace("plot.py report", "evaluate.py report") + "\n"
                     + evaluation_report.page(results, profiles))
    say(NAME, f"wrote {path}")


def plot(results, folder):
    try:
        import matplotlib
    except ImportError as error:
        raise Failure("matplotlib is not installed", next_step="on Debian: apt-get "
                      "install python3-matplotlib") from error
    matplotlib.use("Agg")
    from matplotlib import pyplot
    for path in evaluation_plots.draw(results, Path(folder), pyplot):
        say(NAME, f"wrote {path}")


def main(command_line=None):
    args = arguments(command_line)
    if args.what == "run":
        return measure(args)
    results = Results(*read(args.results))
    if args.what == "plots":
        plot(results, args.into)
    elif args.what == "profile":
        profile(args, results)
    elif args.output:
        write_page(results, profiles_of(args.results), args.output)
    else:
        print(evaluation_report.page(results, profiles_of(args.results)), end="")
    return 0


if __name__ == "__main__":
    run_main(NAME, main)
