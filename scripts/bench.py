#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the benchmarks and writes raw samples; tables and plots come from these.

  bench.py programs      the demonstration programs in all variants
  bench.py overhead      time per empty task: plain, recorded, replayed, and the
                         same with LLVM's own experiment (LIBOMP_OMPX_TASKGRAPH)
  bench.py instructions  instructions per task, LLVM's libomp beside ours
  bench.py trackers      the dependence suite: every tracker beside LLVM's libomp,
                         libgomp, oneTBB and StarPU
  bench.py recursive     the recursive suite: tied and untied tasks that make tasks,
                         our libomp beside LLVM's and libgomp
  bench.py lowerings     four ways to lower a taskgraph: plain tasks, recorded, structure
                         known to the compiler, data known, too; size and time of that
  bench.py ways          how the taskgraphs of all programs are run: how often each is
                         replayed, and why one is not; counts, no times

Contenders alternate in random order; every sample, failure and circumstance
goes to a JSON file, from which scripts/plot.py makes tables and plots.
"""

import argparse
import datetime
import json
import os
import shlex
import sys
import tempfile
import time
from pathlib import Path

import plot
from benchlib import (counting, evaluation_build, lowerings, programs, recursive, tables,
                      trackers, upstream, ways)
from benchlib.command import shown_command
from benchlib.runner import Contender, Progress, run_interleaved, run_once
from overlay import Failure, run_main, say, write_atomically

NAME = "bench.py"
SHAPES = ["indep", "series", "stencil"]


def positive(text):
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f'"{text}" is not a whole number above 0')
    return number


def list_of(choices):
    """A comma-separated list of words; `choices` may be empty for numbers."""
    def parse(text):
        words = text.split(",")
        for word in words:
            if choices and word not in choices:
                raise argparse.ArgumentTypeError(
                    f'"{word}" is unknown; choose from {", ".join(choices)}')
        return words if choices else [positive(word) for word in words]
    return parse


def arguments(command_line):
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(dest="kind", required=True, metavar="WHAT")
    cores = os.cpu_count() or 1
    for kind, text in (("programs", "the demonstration programs"),
                       ("overhead", "time per empty task"),
                       ("instructions", "instructions per task"),
                       ("trackers", "the dependence suite"),
                       ("recursive", "the recursive suite"),
                       ("lowerings", "four ways to lower a taskgraph"),
                       ("ways", "how the taskgraphs of all programs are run")):
        sub = kinds.add_parser(kind, help=text, description=text,
                               formatter_class=argparse.ArgumentDefaultsHelpFormatter)
        sub.add_argument("--install", metavar="DIR",
                         default=str(programs.default_install()),
                         help="install tree whose compiler and libomp are measured")
        sub.add_argument("--build", metavar="DIR",
                         default=str(programs.default_build()),
                         help="where programs and peers are built")
        sub.add_argument("--output", metavar="FILE",
                         help="JSON file (default: <build>/results/<what>.json)")
        sub.add_argument("--jobs", type=positive, default=min(2, cores),
                         help="compile jobs")
        teams = {"trackers": [2], "recursive": None, "lowerings": [1, 2]}
        if kind == "ways":
            ways_arguments(sub)
            continue
        sub.add_argument("--threads", type=list_of([]), metavar="N,...",
                         default=teams.get(kind, sorted({1, 2, cores} - (
                             {2} if cores < 2 else set()))), help="team sizes")
        if kind != "instructions":
            sub.add_argument("--repetitions", type=positive,
                             default=None if kind in teams else 9,
                             help="processes per contender; medians of fewer than "
                             "9 are marked")
            sub.add_argument("--seed", type=int, default=1,
                             help="seed of the random order")
        if kind in ("programs", "overhead"):
            sub.add_argument("--iterations", type=positive,
                             help="samples per process (default: the program's)")
        if kind == "trackers":
            tracker_arguments(sub)
        elif kind == "recursive":
            recursive_arguments(sub)
        elif kind == "lowerings":
            lowerings_arguments(sub)
        elif kind == "programs":
            sub.add_argument("--programs", type=list_of(programs.PROGRAMS),
                             default=programs.PROGRAMS, metavar="NAME,...",
                             help="which programs")
            sub.add_argument("--variants", type=list_of([
                *programs.VARIANTS, *programs.MORE_VARIANTS]),
                             default=programs.VARIANTS, metavar="NAME,...",
                             help="which variants; serial is always run, and "
                             f"{', '.join(programs.MORE_VARIANTS)} of those programs "
                             "that have them")
            sub.add_argument("--size", type=positive,
                             help="size of every problem (default: the program's)")
            sub.add_argument("--blocks", type=list_of([]), default=[None],
                             metavar="N,...", help="block sizes, the grain of a "
                             "task (default: the program's)")
        else:
            sub.add_argument("--shapes", type=list_of(SHAPES), default=SHAPES,
                             metavar="NAME,...", help="which graphs")
            sub.add_argument("--tasks", type=positive,
                             default=20000 if kind == "overhead" else 1000,
                             help="tasks of a graph")
            source_argument(sub)
            sub.add_argument("--no-upstream", action="store_true",
                             help="measure only our library")
    return parser.parse_args(command_line)


def source_argument(parser):
    parser.add_argument("--upstream-source", metavar="DIR",
                        help="unpatched llvm-project of the same version "
                        "(default: the one the build unpacked)")


def tracker_arguments(parser):
    parser.add_argument("--quick", action="store_true",
                        help="fewer points, and 2 repetitions instead of 5")
    parser.add_argument("--experiments", type=list_of(trackers.EXPERIMENTS),
                        default=trackers.EXPERIMENTS, metavar="NAME,...",
                        help="which experiments")
    parser.add_argument("--runtimes", type=list_of(trackers.RUNTIMES),
                        default=trackers.RUNTIMES, metavar="NAME,...",
                        help="which trackers and other libraries")
    parser.add_argument("--report", metavar="FILE",
                        help="also write the page with findings and tables, after "
                        "each repetition anew (plot.py report makes the same)")
    source_argument(parser)


def recursive_arguments(parser):
    quick = recursive.QUICK
    parser.add_argument("--quick", action="store_true",
                        help=f"{quick['repetitions']} repetitions instead of "
                        f"{recursive.REPETITIONS}, threads "
                        f"{','.join(map(str, quick['threads']))} instead of "
                        f"{','.join(map(str, recursive.THREADS))}, variants "
                        f"{', '.join(quick['variants'])} alone")
    parser.add_argument("--programs", type=list_of(programs.RECURSIVE),
                        default=programs.RECURSIVE, metavar="NAME,...",
                        help="which programs")
    parser.add_argument("--variants", type=list_of(recursive.VARIANTS),
                        metavar="NAME,...", help="which variants")
    parser.add_argument("--runtimes", type=list_of(recursive.RUNTIMES),
                        default=recursive.RUNTIMES, metavar="NAME,...",
                        help="which libraries")
    parser.add_argument("--timeout", type=positive, default=20, metavar="SECONDS",
                        help="when a run is given up and counted as without end")
    parser.add_argument("--report", metavar="FILE",
                        help="also write the page (plot.py report makes the same)")
    source_argument(parser)


def lowerings_arguments(parser):
    parser.add_argument("--quick", action="store_true",
                        help=f"{lowerings.QUICK_REPETITIONS} repetitions instead of "
                        f"{lowerings.REPETITIONS}, fewer executions, smaller graphs to "
                        "compile")
    parser.add_argument("--report", metavar="FILE",
                        help="also write the page (plot.py report makes the same)")


def ways_arguments(parser):
    names = [*evaluation_build.names_of_kernels(), *programs.PROGRAMS, "task-overhead"]
    parser.add_argument("--programs", type=list_of(names), default=names,
                        metavar="NAME,...", help="which programs")
    parser.add_argument("--report", metavar="FILE",
                        help="also write the page (plot.py report makes the same)")


def options_of(args, *names):
    """Options for a program, for the arguments the user gave."""
    given = []
    for name in names:
        if getattr(args, name, None) is not None:
            given += [f"--{name}", getattr(args, name)]
    return given


def program_contenders(args, built):
    """Every program, variant, block and team; serial once per block."""
    contenders = []
    variants = ["serial"] + [name for name in args.variants if name != "serial"]
    for program in args.programs:
        for block in args.blocks:
            for variant in variants:
                if program not in programs.MORE_VARIANTS.get(variant, [program]):
                    continue
                for threads in [1] if variant == "serial" else args.threads:
                    grain = ["--block", block] if block else []
                    name = f"{program} {variant} {threads}t" + \
                        (f" b{block}" if block else "")
                    contenders.append(Contender(
                        name, [built[program], "--variant", variant, *grain,
                               *options_of(args, "size", "iterations")],
                        {"OMP_NUM_THREADS": threads},
                        labels={"program": program, "variant": variant,
                                "threads": threads, "block": block}))
    return contenders


def overhead_contenders(args, program, peers):
    """Our library in four ways, LLVM's in three."""
    ways = [("ours", variant, None, {})
            for variant in ("tasks", "record", "record-again", "replay")]
    if peers:
        ways += [("upstream", "tasks", peers["stock"], {}),
                 ("upstream", "record", peers["recording"], {"KMP_MAX_TDGS": 1000}),
                 ("upstream", "replay", peers["recording"], {})]
    contenders = []
    for shape in args.shapes:
        for threads in args.threads:
            for library, variant, path, extra in ways:
                option = variant if library == "ours" or variant == "tasks" \
                    else f"upstream-{variant}"
                environment = {"OMP_NUM_THREADS": threads, **extra}
                if option == "upstream-record" and shape == "stencil":
                    # Tasks run between making others lose edges; upstream's
                    # recording of the stencil then hardly ever ends.
                    environment["KMP_ENABLE_TASK_THROTTLING"] = 0
                if path:
                    environment["LD_LIBRARY_PATH"] = path
                contenders.append(Contender(
                    f"{shape} {library} {variant} {threads}t",
                    [program, "--variant", option, "--shape", SHAPES.index(shape),
                     "--tasks", args.tasks, *options_of(args, "iterations")],
                    environment, timeout=10,
                    labels={"shape": shape, "library": library,
                            "variant": variant, "threads": threads}))
    return contenders


def loaded_library(program, environment=None, more=(), small=("--tasks", 10)):
    """Path and name of the libomp that a program really gets."""
    run = run_once(Contender("probe", [program, *small, "--iterations", 1, *more],
                             {"OMP_NUM_THREADS": 1, **(environment or {})}))
    if not run["document"]:
        raise Failure(f"{program} does not run: {run['state']}",
                      run["message"].splitlines())
    programs.refuse_debug(run["document"])
    return run["document"]["context"]


def build_peers(args, program, keys=("stock", "recording")):
    """Directories of LLVM's libomp, as released and with record and replay."""
    if getattr(args, "no_upstream", False):
        return None
    build = Path(args.build).resolve()
    source = upstream.pristine_source(args.upstream_source, build / "upstream-source")
    wanted = needed_name(program)
    ours = loaded_library(program)
    peers = {}
    for key in keys:
        library = upstream.build_library(
            source, build / f"upstream-{key}", lambda text: say(NAME, text),
            key == "recording", jobs=args.jobs)
        peers[key] = str(upstream.answer_to(library, wanted))
        got = loaded_library(program, {"LD_LIBRARY_PATH": peers[key]})
        if got["openmp_library_sha256"] == ours["openmp_library_sha256"]:
            raise Failure(f"{program} loads {got['openmp_library']} even with "
                          f"LD_LIBRARY_PATH={peers[key]}",
                          next_step="link it with a runpath, not an rpath")
    return peers


def needed_name(program):
    """The name under which a program asks for its OpenMP library."""
    for line in os.popen(f"readelf -d {shlex.quote(str(program))}"):
        if "NEEDED" in line and "omp" in line:
            return line.split("[")[1].split("]")[0]
    return "libomp.so"


def count_instructions(args, program, peers):
    """Plain tasks with both libraries; record and replay with ours."""
    ways = [("ours", variant, None)
            for variant in ("tasks", "record", "record-again", "replay")]
    if peers:
        ways += [("upstream", "tasks", peers["stock"]),
                 ("upstream", "upstream-record", peers["recording"]),
                 ("upstream", "upstream-replay", peers["recording"])]
    jobs = [(shape, threads, way) for shape in args.shapes
            for threads in args.threads for way in ways]
    progress, rows = Progress(len(jobs)), []
    for shape, threads, (library, variant, path) in jobs:
        progress.step(f"{shape} {library} {variant} {threads}t")
        row = counting.per_task(program, variant, SHAPES.index(shape), threads,
                                args.tasks, path)
        rows.append({**row, "shape": shape, "library": library,
                     "variant": variant.removeprefix("upstream-")})
    progress.finish()
    return rows


def measure_trackers(args, program, save):
    """Measures the dependence suite; `save(parts)` after each repetition, since
    it takes long: what is there when it is stopped can be used."""
    build = Path(args.build).resolve()
    sizes = trackers.QUICK if args.quick else trackers.Sizes()
    for tracker in trackers.TRACKERS:
        if tracker in args.runtimes:
            trackers.verify_tracker(program, tracker)
    stock = None
    if "libomp" in args.runtimes:
        stock = build_peers(args, program, ["stock"])["stock"]
    wanted = {name.removesuffix("-rerun") for name in args.runtimes} \
        & {"libgomp", "onetbb", "starpu"}
    built = {"openmp": program, **programs.build_peers(
        build / "peers", lambda text: say(NAME, text), sorted(wanted),
        jobs=args.jobs)}
    contexts = {}
    for runtime in args.runtimes:
        path, settings, more = trackers.launch(runtime, built, stock)
        contexts[runtime] = loaded_library(path, settings, more)
    document = {"quick": args.quick, "threads": args.threads, "contexts": contexts,
                "runs": [], "rows": [], "omitted": []}
    contenders = []
    for threads in args.threads:
        made, omitted = trackers.contenders(args.experiments, args.runtimes, sizes,
                                            threads, built, stock)
        contenders += [entry for entry in made if entry not in contenders]
        document["omitted"] += [entry for entry in omitted
                                if entry not in document["omitted"]]
    if "instructions" in args.experiments:
        document["rows"], omitted = trackers.count(
            args.runtimes, sizes, built, stock, Progress, args.jobs)
        document["omitted"] += omitted

    def after(runs, repetitions):
        marked = trackers.mark_other_libraries(runs, contexts)
        save({**document, "runs": trackers.without_context(marked),
              "repetitions": repetitions})

    run_interleaved(contenders, args.repetitions, args.seed, after=after)


def measure_recursive(args, built, save):
    """Measures the recursive suite; saves after each repetition, without the page, whose
    intervals take seconds."""
    stock = None
    built = {"clang": built}
    if "libomp" in args.runtimes:
        stock = build_peers(args, built["clang"]["task-overhead"], ["stock"])["stock"]
    if "libgomp" in args.runtimes:
        built["gcc"] = evaluation_build.build_with_gcc(
            Path(args.build).resolve() / "gcc", lambda text: say(NAME, text),
            args.programs, args.jobs)
    contexts = {}
    for runtime in args.runtimes:
        path, settings = recursive.launch(runtime, args.programs[0], built, stock)
        contexts[runtime] = loaded_library(path, settings, small=())
    contenders = recursive.contenders(args.programs, args.variants, args.threads,
                                      args.runtimes, built, stock, args.timeout)
    load_before = os.getloadavg()[0]

    def after(runs, repetitions):
        marked = trackers.mark_other_libraries(runs, contexts)
        save({"quick": args.quick, "threads": args.threads, "contexts": contexts,
              "runs": trackers.without_context(marked), "repetitions": repetitions,
              "load_before": load_before, "load_after": os.getloadavg()[0]}, page=False)

    run_interleaved(contenders, args.repetitions, args.seed, after=after)


def measure_lowerings(args, program, build, folder, save):
    """Measures the ways to lower a taskgraph; saves when all is there."""
    iterations = lowerings.QUICK_ITERATIONS if args.quick else lowerings.ITERATIONS
    nodes = lowerings.QUICK_NODES if args.quick else lowerings.NODES
    contenders = lowerings.contenders(program, args.threads, iterations)
    lowerings.check_ways(contenders)
    constants = lowerings.constants(build, folder)
    runs = run_interleaved(contenders, args.repetitions, args.seed)
    compiled = lowerings.compile_times(build, folder, nodes, args.repetitions,
                                       args.seed, Progress)
    save({"quick": args.quick, "threads": args.threads, "iterations": iterations,
          "repetitions": args.repetitions, "runs": trackers.without_context(runs),
          "constants": constants, "compile": compiled})


def main(command_line=None):
    args = arguments(command_line)
    if args.kind == "recursive":
        full = {"threads": recursive.THREADS, "variants": recursive.VARIANTS,
                "repetitions": recursive.REPETITIONS}
        for name, value in (recursive.QUICK if args.quick else full).items():
            setattr(args, name, getattr(args, name) or value)
    if args.kind == "trackers":
        args.repetitions = args.repetitions or (2 if args.quick else 5)
    if args.kind == "lowerings":
        args.repetitions = args.repetitions or (
            lowerings.QUICK_REPETITIONS if args.quick else lowerings.REPETITIONS)
    compiler = programs.compiler_of(args.install)
    build = Path(args.build).resolve()
    started = time.monotonic()
    built = programs.build_programs(compiler, build / "programs",
                                    lambda text: say(NAME, text), args.jobs)
    context = loaded_library(built["task-overhead"])
    document = {
        "schema_version": 1, "kind": args.kind,
        "command": shown_command("scripts/bench.py", command_line or sys.argv[1:]),
        "date": datetime.datetime.now(datetime.timezone.utc)
        .strftime("%Y-%m-%dT%H:%M:%SZ"),
        "context": context,
    }
    output = Path(args.output or build / "results" / f"{args.kind}.json")

    def save(parts, page=True):
        document.update(parts)
        document["seconds"] = round(time.monotonic() - started, 1)
        write_atomically(output, json.dumps(document, indent=1) + "\n")
        if page and getattr(args, "report", None) and "runs" in document:
            write_atomically(args.report, plot.report([document]))

    document["seed"] = getattr(args, "seed", None)
    if args.kind == "trackers":
        measure_trackers(args, built["dependences-openmp"], save)
    elif args.kind == "recursive":
        measure_recursive(args, built, save)
    elif args.kind == "lowerings":
        with tempfile.TemporaryDirectory(prefix="bench-") as folder:
            measure_lowerings(args, built["lowerings"], build / "programs",
                              Path(folder), save)
    elif args.kind == "ways":
        kernels = evaluation_build.build_kernels(
            compiler, build / "nas", lambda text: say(NAME, text), args.jobs)
        document.update(ways.measure(args.programs, {**built, **kernels},
                                     [build / "programs", build / "nas"], Progress))
    elif args.kind == "instructions":
        document["rows"] = count_instructions(
            args, built["task-overhead"], build_peers(args, built["task-overhead"]))
    else:
        if args.kind == "programs":
            contenders = program_contenders(args, built)
        else:
            contenders = overhead_contenders(
                args, built["task-overhead"],
                build_peers(args, built["task-overhead"]))
        document["repetitions"] = args.repetitions
        document["runs"] = run_interleaved(contenders, args.repetitions, args.seed,
                                           retries=2 * (args.kind == "overhead"))
    save({})
    print(tables.render(document))
    say(NAME, f"raw samples: {output}")
    return tables.exit_status(document)


if __name__ == "__main__":
    run_main(NAME, main)
