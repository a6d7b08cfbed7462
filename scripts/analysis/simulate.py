# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Predicts times on more threads than there are: measures, fits, checks, simulates.

What operations cost is fitted to the times of some graphs on one and two threads. The same
costs must then give the times of other graphs, which took no part in it; only that says
whether to believe what they give for more threads.
"""

import itertools
import json
import math
import statistics
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy
from scipy import optimize, stats

from overlay import Failure, Progress, say, shown_path

from . import output
from .programs import ALWAYS_REFILLED
from .results import VALUES, Claim, Ratio
from .runner import Contender, run_once, team

HELP = "predicts times on up to 1024 threads from times on one and two"
WAYS = {"plain": 0, "refill": 2, "replay": 1}  # the program's --rerun
SERIAL = 3
# Patterns of dependences/grid.h: what costs are fitted to, and what they are checked with.
FITTED, CHECKED = ["trivial", "chains", "stencil", "all"], ["fft", "tree", "random"]
# Recorded applications: variants of the ways, size and block.
APPLICATIONS = {
    "heat": ("gauss-seidel", {"plain": "tasks", "replay": "taskgraph"}, 512, 32),
    "cholesky": ("cholesky", {"plain": "tasks", "replay": "taskgraph",
                              "refill": "taskgraph-calls"}, 400, 40)}
PARTS = [1, 0.7, 0.5, 0.3, 0.2]  # of the size
# The measured grids are like those of metg.py. Heat maps: threads of each, tasks (columns, about)
# and own times of a task in nanoseconds (rows); curves: the most threads.
DEFAULTS = {"threads": [1, 2], "rounds": 10, "width": 16, "rows": 64, "iterations": 7,
            "steps": 4096, "grains": 11, "team": [8, 16, 32, 48],
            "nodes": [100, 1000, 10_000, 100_000],
            "bodies": [100, 300, 1000, 3000, 10_000, 30_000, 100_000], "most": 1024}
OPTIONS = {
    "graph": (str, None, "also predict curves of this graph, a JSON file of OMPX_TASKGRAPH_DUMP"),
    "graph-bodies": (str, "1000", "own time of its tasks, or of each type: NS,...")}
QUICK = {"rounds": 1, "iterations": 3, "grains": 8, "rows": 16, "team": [8], "most": 64,
         "nodes": [100, 1000], "bodies": [300, 10_000]}
SHAPES = ["heat", "cholesky", "stencil"]
TOLERANCE = 0.15
# Where the fit begins, in nanoseconds: about what docs/results/overhead.md has.
BEGIN = {"plain_alone": 10, "plain_alone_item": 10, "refill_alone": 10, "refill_alone_item": 10,
         "replay_alone": 10, "plain_make": 30, "plain_item": 10, "refill_make": 12,
         "refill_item": 3, "plain_node": 15, "refill_node": 8, "replay_node": 4, "item": 1,
         "count": 5, "push": 4, "steal": 20, "line": 60, "plain_start": 200, "refill_start": 500,
         "replay_start": 500}
LOOK = 2  # to see that an unchanged queue is empty: it is in the thief's cache
SEED = 1


@dataclass(frozen=True)
class Job:
    """A graph (the command's words, or the text of a file), own times of the types."""

    graph: str
    bodies: list
    way: str
    threads: int


def recorded(path, routines=None):
    """A graph that OMPX_TASKGRAPH_DUMP has written, as the text of simulator/task_graph.h.
    Graphs with the same list of routines, which grows, number the types of tasks alike."""
    routines = [] if routines is None else routines
    try:
        document = json.loads(Path(path).read_text(encoding="utf-8"))
        nodes, edges = document["nodes"], document["edges"]
        into, types = [[] for _ in nodes], []
        for number, one in enumerate(document["types"]):
            routine = (one.get("object"), one.get("offset", number))
            if routine not in routines:
                routines.append(routine)
            types.append(routines.index(routine))
        for source, target in edges:
            into[target].append(source)
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise Failure(f"{path} is no recorded graph: {error}", next_step="name a JSON file "
                      "that OMPX_TASKGRAPH_DUMP=<folder> wrote") from error
    lines = [f"{len(nodes)}"]
    for node, sources in zip(nodes, into):
        words = [types[node["type"]] if "type" in node else -1,
                 len(node.get("dependences", [])), len(sources), *sources]
        lines.append(" ".join(map(str, words)))
    return "\n".join(lines) + "\n"


def types_of(text):
    """The type of each node."""
    return [int(line.split()[0]) for line in text.splitlines()[1:]]


def run(program, costs, jobs):
    """What the simulator says of each job."""
    lines, graph, files = [f"cost {name} {value!r}" for name, value in costs.items()], None, {}
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        for job in jobs:
            if job.graph != graph:
                graph = words = job.graph
                if "\n" in graph:
                    words = files.setdefault(graph, Path(folder) / f"{len(files)}")
                    words.write_text(graph)
                    words = f"file {words}"
                lines.append(f"graph {words}")
            lines += ["body " + " ".join(map(str, job.bodies)),
                      f"run {job.way} {job.threads} {SEED}"]
        done = subprocess.run([str(program)], input="\n".join(lines) + "\n", text=True,
                              capture_output=True, check=False, timeout=3600)
    if done.returncode != 0:
        raise Failure("the simulation failed", done.stderr.splitlines()[-3:])
    return [json.loads(line) for line in done.stdout.splitlines()]


def fit(program, jobs, times):
    """Costs for which the simulated times are nearest to those measured: errors are
    logarithms, so that all places count the same, and one that is far off counts little
    more than one that is off."""
    jobs, times = zip(*sorted(zip(jobs, times), key=lambda pair: pair[0].graph))
    progress = Progress((len(BEGIN) + 1) * 20)

    def costs_of(logarithms):
        return {**dict(zip(BEGIN, map(float, numpy.exp(logarithms)))), "look": LOOK}

    def errors(logarithms):
        progress.step("fitting costs")
        predicted = [outcome["time"] for outcome in run(program, costs_of(logarithms), jobs)]
        return numpy.log(numpy.array(predicted) / times)

    found = optimize.least_squares(
        errors, numpy.log([*BEGIN.values()]), bounds=(numpy.log(0.05), numpy.log(20_000)),
        loss="soft_l1", f_scale=0.1, diff_step=0.03, max_nfev=20)
    progress.hide()
    return costs_of(found.x)


def contenders(args, built):
    if not {1, 2} <= set(args.threads):
        raise Failure("costs are fitted to times on one and on two threads",
                      next_step="leave out --threads, or name 1,2")
    def both(ways):
        return [("serial", 1), *itertools.product(ways, (1, 2))]

    grids = [Contender(
        [built.programs["dependences-openmp"], "--variant", f"grid-{pattern}", "--tasks",
         args.rows, "--width", args.width, "--steps", args.steps, "--grains", args.grains,
         "--iterations", args.iterations, "--rerun", WAYS.get(way, SERIAL)],
        team(threads, ALWAYS_REFILLED), {"graph": pattern, "way": way, "threads": threads},
        value="all") for pattern in FITTED + CHECKED for way, threads in both(WAYS)]
    # Several sizes tell how long each type of task takes.
    return grids + [Contender(
        [built.programs[program], "--variant", variants.get(way, way), "--size",
         round(size * part) // block * block, "--block", block, "--iterations", 30],
        team(threads, ALWAYS_REFILLED), {"graph": name, "way": way, "threads": threads,
                                         **({"part": part} if way == "serial" else {})})
        for name, (program, variants, size, block) in APPLICATIONS.items()
        for way, threads in both(variants) for part in (PARTS if way == "serial" else PARTS[:1])]


def extra(args, built, made):
    """The graphs of the applications, and those that the user has named."""
    graphs, routines = {}, {name: [] for name in APPLICATIONS}
    for contender in made:
        labels = contender.labels
        name = labels["graph"]
        if name in APPLICATIONS and labels["way"] == "serial":
            command = [*contender.command]
            command[command.index("serial")] = APPLICATIONS[name][1]["replay"]
            with tempfile.TemporaryDirectory(prefix="bench-") as folder:
                told = run_once(Contender(command, {"OMP_NUM_THREADS": 2,
                                                    "OMPX_TASKGRAPH_DUMP": folder}))
                files = list(Path(folder).glob("*.json"))
                if told["state"] != "verified" or len(files) != 1:
                    raise Failure(f"{name} was not recorded: {told['state']}, "
                                  f"{len(files)} graphs", told["message"].splitlines())
                graphs[f"{name} {labels['part']}"] = recorded(files[0], routines[name])
    given = {shown_path(args.graph): recorded(args.graph)} if args.graph else {}
    return {"graphs": graphs, "given": given, "given_bodies": args.graph_bodies,
            "steps": [args.steps >> grain for grain in range(args.grains)],
            "width": args.width, "rows": args.rows}


class Places(list):
    """The measured places of a document: {labels, job of the simulation, measured times}."""

    def __init__(self, program, results):
        super().__init__()
        self.program, self.results = program, results
        self.extra = results.document["extra"]
        for pattern in FITTED + CHECKED:
            self.add_grid(pattern)
        for name in APPLICATIONS:
            self.add_application(name)

    def nanoseconds(self, grain=0, count=1, nodes=1, **labels):
        """A value of each process: of an encounter."""
        group = self.results.find(labels, **self.results.first)
        if group.unit == "s":
            return [VALUES["later"](samples) * 1e9 for samples in group.samples]
        return [statistics.median(samples[grain::count]) * nodes for samples in group.samples]

    def add_grid(self, pattern):
        width, rows, every = (self.extra[name] for name in ("width", "rows", "steps"))
        graph = f"{pattern} {width} {rows}"
        nodes = run(self.program, {}, [Job(graph, [1], "replay", 1)])[0]["nodes"]
        # The coarsest tasks without tasks: of shorter ones the processor would do several
        # at once, which it does less where each is called by the library.
        place = {"count": len(every), "nodes": nodes, "graph": pattern}
        work = self.nanoseconds(**place, way="serial", threads=1)
        for grain, steps in enumerate(every if work else ()):
            body = statistics.median(work) / nodes * steps / every[0]
            for way, threads in itertools.product(WAYS, (1, 2)):
                self.add(pattern, f"{steps} steps", graph, [body], way, threads,
                         {**place, "grain": grain})

    def add_application(self, name):
        sides, counts = [], []
        types = [types_of(self.extra["graphs"][f"{name} {part}"]) for part in PARTS]
        for part, of_nodes in zip(PARTS, types):
            work = self.nanoseconds(graph=name, way="serial", threads=1, part=part)
            if work:
                counts.append([of_nodes.count(one) for one in range(max(types[0]) + 1)])
                sides.append(statistics.median(work))
        if not sides:
            return
        # Each size counts the same, however long it takes.
        bodies, _ = optimize.nnls(numpy.array(counts) / numpy.array(sides)[:, None],
                                  numpy.ones(len(sides)))
        bodies = (bodies * (sides[0] / numpy.dot(counts[0], bodies))).tolist()
        _, ways, _, block = APPLICATIONS[name]
        for way, threads in itertools.product(ways, (1, 2)):
            self.add(name, f"block {block}", self.extra["graphs"][f"{name} 1"], bodies, way,
                     threads, {"graph": name})

    def add(self, name, grain, graph, bodies, way, threads, place):
        measured = self.nanoseconds(**place, way=way, threads=threads)
        if measured:
            self.append(({"graph": name, "grain": grain, "way": way, "threads": threads,
                          "measured": measured, "fitted": name in FITTED},
                         Job(graph, bodies, way, threads)))


def conclude(args, built, document, results):
    """Costs for which the simulation is nearest to the places that are fitted to, and all that
    it says with them."""
    program = built.programs["simulator"]
    places = Places(program, results)
    use = [(job, statistics.median(labels["measured"])) for labels, job in places
           if labels["fitted"]]
    if not use:
        raise Failure("nothing that costs could be fitted to was measured",
                      next_step="see the failures in runs.txt beside the raw samples")
    costs = fit(program, *zip(*use))
    say("measure.py", "predicting; the largest teams take a minute or two")
    made = run(program, costs, [job for _, job in places])
    document["predicted"] = {
        "costs": costs,
        "places": [{**labels, "predicted": outcome["time"]}
                   for (labels, _), outcome in zip(places, made)],
        "maps": maps(args, program, costs), "curves": curves(args, program, costs, document)}


def graph_of_shape(shape, nodes):
    """A graph of about so many nodes."""
    side = max(2, round(math.sqrt(nodes)))
    if shape == "cholesky":
        return f"cholesky {max(2, round((6 * nodes) ** (1 / 3)))}"
    return f"{shape} {side} {side}"


def maps(args, program, costs):
    places = [{"shape": shape, "team": team, "about": nodes, "body": body}
              for shape in SHAPES for team in args.team for nodes in args.nodes
              for body in args.bodies]
    plain, replay = (run(program, costs, [
        Job(graph_of_shape(place["shape"], place["about"]), [place["body"]], way,
                      place["team"]) for place in places]) for way in ("plain", "replay"))
    return [{**place, "nodes": one["nodes"], "speedup": one["time"] / other["time"]}
            for place, one, other in zip(places, plain, replay)]


def curves(args, program, costs, document):
    teams = [1 << power for power in range(args.most.bit_length()) if 1 << power <= args.most]
    graphs = [(shape, graph_of_shape(shape, args.nodes[-1]), [body]) for shape in SHAPES
              for body in (args.bodies[len(args.bodies) // 3], args.bodies[-1])]
    bodies = [float(word) for word in document["extra"]["given_bodies"].split(",")]
    graphs += [(name, text, bodies) for name, text in document["extra"]["given"].items()]
    places = [(name, Job(graph, body, way, team)) for name, graph, body in graphs
              for way in WAYS for team in teams]
    made = run(program, costs, [job for _, job in places])
    return [{"graph": name, "nodes": one["nodes"], "body": one["work"] / one["nodes"],
             "way": job.way, "team": job.threads, "speedup": one["work"] / one["time"],
             "bound": one["work"] / max(one["work"] / job.threads, one["span"])}
            for (name, job), one in zip(places, made)]


def error(place):
    return place["predicted"] / statistics.median(place["measured"])


def check_table(places):
    groups = {}
    for place in places:
        key = ("fitted to" if place["fitted"] else "checked", place["way"], place["threads"])
        groups.setdefault(key, []).append(error(place))
    return output.Table("Predicted to measured", [
        "graphs", "way", "threads", f"within {TOLERANCE:.0%}", "geometric mean", "worst"], [
        [*key, f"{sum(map(is_near, errors))}/{len(errors)}",
         output.number(stats.gmean(errors)),
         output.number(max(errors, key=lambda one: abs(math.log(one))))]
        for key, errors in sorted(groups.items())])


def is_near(one):
    return abs(one - 1) <= TOLERANCE


def claims(places):
    made = []
    for threads in (1, 2):
        near = [is_near(error(place)) for place in places
                if not place["fitted"] and place["threads"] == threads]
        part = sum(near) / len(near) if near else None
        made.append(Claim(
            f"the simulation is within {TOLERANCE:.0%} of what is measured on "
            f"{output.threads_text(threads)}", f"part of {len(near)} places that took no part "
            "in the fit", Ratio(part, part, part) if near else None, 0.8, True))
    return output.claims_table(made)


def map_cells(document):
    """{(shape, team): {own time: {number of tasks: how much faster the replay is}}}"""
    cells = {}
    for cell in document["predicted"]["maps"]:
        own = cells.setdefault((cell["shape"], cell["team"]), {})
        own.setdefault(cell["body"], {})[cell["nodes"]] = cell["speedup"]
    return cells


def map_tables(document):
    return [output.Table(
        f"Predicted: {shape}, {team} threads",
        ["own time", *next(iter(own.values()))],
        [[output.time_text(body, "ns"), *map(output.number, speedups.values())]
         for body, speedups in own.items()])
        for (shape, team), own in map_cells(document).items()]


def curves_table(document):
    """A row for each graph and way, and what no schedule exceeds."""
    rows, made = {}, document["predicted"]["curves"]
    for one in made:
        title = f"{one['graph']}, {one['nodes']} nodes of {output.time_text(one['body'], 'ns')}"
        rows.setdefault((title, one["way"]), []).append(one["speedup"])
        if one["way"] == "replay":
            rows.setdefault((title, "bound"), []).append(one["bound"])
    return output.Table(
        "Predicted: more and more threads",
        ["graph", "way", *dict.fromkeys(one["team"] for one in made)],
        [[*key, *map(output.number, values)] for key, values in sorted(rows.items())])


def tables(results):
    document = results.document
    if "predicted" not in document:
        return []
    places = document["predicted"]["places"]
    return [claims(places), check_table(places), curves_table(document), *map_tables(document),
            output.Table("Fitted costs", ["cost", "ns"], [
                [name, output.number(value)]
                for name, value in document["predicted"]["costs"].items()])]


def figures(results, folder):
    """A heat map for each shape and team, short tasks on top as in the paper: blue where
    the replay is faster, red where not."""
    if "predicted" not in results.document:
        return []
    plot, cells = output.pyplot(), map_cells(results.document)
    from matplotlib.colors import LogNorm
    most = max(2.0, *(max(value, 1 / value) for own in cells.values()
                      for speedups in own.values() for value in speedups.values()))
    teams = len(cells) // len(SHAPES)
    figure, places = plot.subplots(len(SHAPES), teams, squeeze=False, layout="constrained",
                                   figsize=(3 + 3.2 * teams, 3.2 * len(SHAPES)))
    for axes, ((shape, threads), own) in zip(places.ravel(), cells.items()):
        grid = [list(speedups.values()) for speedups in own.values()]
        shown = axes.imshow(grid, cmap="RdBu", aspect="auto", norm=LogNorm(1 / most, most))
        for (y, x), value in numpy.ndenumerate(grid):
            axes.text(x, y, output.number(value), ha="center", va="center", fontsize=7)
        axes.set_xticks(range(len(grid[0])), next(iter(own.values())), fontsize=7)
        axes.set_yticks(range(len(grid)), [output.time_text(body, "ns") for body in own],
                        fontsize=7)
        axes.set_title(f"{shape}, {threads} threads: predicted", fontsize=9)
        axes.set_xlabel("tasks", fontsize=8)
        axes.set_ylabel("own time of a task", fontsize=8)
    figure.colorbar(shown, ax=places.ravel().tolist(), label="above 1 the replay is faster")
    figure.suptitle("Predicted, from costs measured on 1 and 2 threads: time of ordinary "
                    "tasks / of the replay")
    return [output.save_figure(figure, folder / "simulation-maps", results, tight=False)]
