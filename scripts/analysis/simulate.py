# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Predicts times on more threads than there are: measures, fits, checks, simulates.

What operations cost is fitted to the times of some graphs on one and two threads. The same
costs must then give the times of other graphs, which took no part in it; only that says
whether to believe what they give for more threads.
"""

import itertools
import math
import statistics
import tempfile
from pathlib import Path

import numpy
from scipy import optimize

from overlay import Failure, shown_path

from . import output, simulator
from .nas import bound
from .programs import ALWAYS_REFILLED
from .results import VALUES, Claim, Ratio
from .runner import Contender, run_once

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
KEPT_FIGURES = slice(0, 2)  # of the figures, on a page that is kept
DEFAULTS = {"threads": [1, 2], "rounds": 7, "iterations": 7, "steps": 4096, "grains": 11,
            "width": 16, "rows": 64, "team": [8, 16, 32, 48], "most": 1024,
            "nodes": [100, 1000, 10_000, 100_000],
            "bodies": [100, 300, 1000, 3000, 10_000, 30_000, 100_000]}
QUICK = {"rounds": 1, "iterations": 3, "grains": 8, "rows": 16, "team": [8], "most": 64,
         "nodes": [100, 1000], "bodies": [300, 10_000]}
SHAPES = ["heat", "cholesky", "stencil"]
TOLERANCE = 0.15
PREDICTED = "**Predicted**, not measured: "
INTRO = """\
# Times on more threads than there are here

This machine has two processors; the Taskgraph paper's had 48 ([Taskgraph 2022], figure 6). So
its pictures are *predicted* here: a simulation (`overhead-benchmarks/simulator/`) runs a graph
with the library's rules of scheduling. Each thread has a deque, of which it takes the youngest
task and thieves the oldest; a successor that got ready goes on at once on the same thread; a
replay's roots are dealt in blocks; a thief whose steals do not pay pauses; who makes tasks runs
some itself when there are too many. Operations on one deque by thieves, on one node's counter
and on the count of completed nodes wait for the cache line.

What these operations cost is fitted to times **measured** here on one and on two threads. The
first tables say how well the same costs give measured times of graphs that took no part in
the fit; tasks' own times are those of a run without tasks. Everything about more than two
threads is **predicted**. What the prediction leaves out: memory bandwidth, shared caches,
several sockets and whatever else makes a task's own time grow with the threads; a cache line
costs the same between any two cores; threads that look for work in vain do not disturb others.
It says how far the scheduling alone lets a program scale.
"""
PLACES_TEXT = """\
Time of an encounter on one and on two threads: measured (median of processes, half the
distance between the quartiles) and as the simulation gives it.
"""
COSTS_TEXT = """\
Nanoseconds. *alone* is for a team of one thread. `line` is a cache line that comes from another
core; an *item* one of a depend clause. The simulation's only knowledge of this machine.
"""
TEAM_TEXT = PREDICTED + """how many times as fast a replay is as ordinary tasks, by the own time
of a task (rows) and the number of tasks (columns).
"""
CURVES_TEXT = PREDICTED + """how many times as fast as without tasks on one thread; `bound` is
what no schedule exceeds, the work by threads or the longest path.
"""


def options(parser, choices):
    parser.add_argument("--team", type=choices(None), metavar="N,...",
                        help="threads of the heat maps")
    parser.add_argument("--most", type=int, metavar="N", help="threads of the curves, at most")
    parser.add_argument("--nodes", type=choices(None), metavar="N,...",
                        help="columns of the heat maps: tasks, about")
    parser.add_argument("--bodies", type=choices(None), metavar="NS,...",
                        help="rows of the heat maps: own time of a task")
    parser.add_argument("--line", type=float, metavar="NS",
                        help="predict with this cost of a cache line from another core, "
                        "say of a machine with more of them, instead of the fitted one")
    parser.add_argument("--graph", action="append", default=[], metavar="FILE",
                        help="also predict curves of this graph, a JSON file of "
                        "OMPX_TASKGRAPH_DUMP; may be repeated")
    parser.add_argument("--graph-bodies", metavar="NS,...", default="1000",
                        help="own time of its tasks, or of each type")
    for name, text in (("iterations", "samples of each grain in a process"),
                       ("steps", "work of the coarsest measured tasks"),
                       ("grains", "measured grains, each half the one before"),
                       ("width", "tasks in a row of the measured grids"),
                       ("rows", "rows of the measured grids")):
        parser.add_argument(f"--{name}", type=int, metavar="N", help=text)


def contenders(args, built):
    if not {1, 2} <= set(args.threads):
        raise Failure("costs are fitted to times on one and on two threads",
                      next_step="leave out --threads, or name 1,2")
    made = []
    for pattern in FITTED + CHECKED:
        for way, threads in [("serial", 1), *((way, threads) for way in WAYS
                                              for threads in (1, 2))]:
            made.append(Contender(
                [built.programs["dependences-openmp"], "--variant", f"grid-{pattern}",
                 "--tasks", args.rows, "--width", args.width, "--steps", args.steps,
                 "--grains", args.grains, "--iterations", args.iterations, "--rerun",
                 WAYS.get(way, SERIAL)],
                {"OMP_NUM_THREADS": threads, **bound(threads), **ALWAYS_REFILLED},
                {"graph": pattern, "way": way, "threads": threads}, value="all"))
    for name, (program, variants, size, block) in APPLICATIONS.items():
        for way, threads in [("serial", 1), *((way, threads) for way in variants
                                              for threads in (1, 2))]:
            # Several sizes tell how long each type of task takes.
            for part in PARTS if way == "serial" else PARTS[:1]:
                words = ["--size", round(size * part) // block * block, "--block", block]
                made.append(Contender(
                    [built.programs[program], "--variant", variants.get(way, way), *words,
                     "--iterations", 30],
                    {"OMP_NUM_THREADS": threads, **bound(threads), **ALWAYS_REFILLED},
                    {"graph": name, "way": way, "threads": threads,
                     **({"part": part} if way == "serial" else {})}))
    return made


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
                graphs[f"{name} {labels['part']}"] = simulator.recorded(
                    files[0], routines[name])
    given = {shown_path(path): simulator.recorded(path) for path in args.graph}
    return {"graphs": graphs, "given": given, "given_bodies": args.graph_bodies,
            "steps": [args.steps >> grain for grain in range(args.grains)],
            "width": args.width, "rows": args.rows}


class Places:
    """The measured places of a document, and what the simulation needs for each."""

    def __init__(self, results):
        self.results, self.extra = results, results.document["extra"]
        self.jobs, self.measured, self.labels = [], [], []
        for pattern in FITTED + CHECKED:
            self.add_grid(pattern)
        for name in APPLICATIONS:
            self.add_application(name)

    def nanoseconds(self, grain=0, count=1, nodes=1, **labels):
        """A value of each process: of an encounter."""
        group = self.results.find(labels, **self.results.first)
        if group.unit == "s":
            return [VALUES["later"](samples) * 1e9 for samples in group.samples]
        return [statistics.median(samples[grain::count]) * nodes
                for samples in group.samples]

    def add_grid(self, pattern):
        graph = f"{pattern} {self.extra['width']} {self.extra['rows']}"
        nodes = simulator.nodes_of_grid(pattern, self.extra["width"], self.extra["rows"])
        every = self.extra["steps"]
        # The coarsest tasks without tasks: of shorter ones the processor would do several
        # at once, which it does less where each is called by the library.
        place = {"count": len(every), "nodes": nodes, "graph": pattern}
        work = self.nanoseconds(**place, way="serial", threads=1)
        for grain, steps in enumerate(every if work else ()):
            body = statistics.median(work) / nodes * steps / every[0]
            for way, threads in itertools.product(WAYS, (1, 2)):
                self.add({"graph": pattern, "grain": f"{steps} steps"}, graph, [body], way,
                         threads, self.nanoseconds(**place, grain=grain, way=way,
                                                   threads=threads))

    def add_application(self, name):
        sides, counts = [], []
        types = [simulator.types_of(self.extra["graphs"][f"{name} {part}"])
                 for part in PARTS]
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
        scale = sides[0] / float(numpy.dot(counts[0], bodies))
        block = APPLICATIONS[name][3]
        for way in APPLICATIONS[name][1]:
            for threads in (1, 2):
                self.add({"graph": name, "grain": f"block {block}"},
                         self.extra["graphs"][f"{name} 1"], [body * scale for body in bodies],
                         way, threads,
                         self.nanoseconds(graph=name, way=way, threads=threads))

    def add(self, labels, graph, bodies, way, threads, values):
        if values:
            self.labels.append({**labels, "way": way, "threads": threads})
            self.jobs.append(simulator.Job(graph, bodies, way, threads))
            self.measured.append(values)


def fitted(program, places):
    """Costs for which the simulation is nearest to the places that are fitted to."""
    use = [index for index, labels in enumerate(places.labels) if labels["graph"] in FITTED]
    if not use:
        raise Failure("nothing that costs could be fitted to was measured",
                      next_step="see the failures in runs.txt beside the raw samples")
    jobs = [places.jobs[index] for index in use]
    times = numpy.array([statistics.median(places.measured[index]) for index in use])
    return simulator.fit(program, jobs, times)


def conclude(args, built, document, results):
    """Costs, and all that the simulation says with them."""
    program, places = built.programs["simulator"], Places(results)
    costs = fitted(program, places)
    made = simulator.run(program, costs, places.jobs)
    more = {**costs, "line": args.line} if args.line else costs
    document["predicted"] = {
        "costs": costs, "line": args.line,
        "places": [{**labels, "measured": measured, "predicted": outcome["time"],
                    "fitted": labels["graph"] in FITTED}
                   for labels, measured, outcome in zip(places.labels, places.measured, made)],
        "maps": maps(args, program, more), "curves": curves(args, program, more, document)}


def graph_of_shape(shape, nodes):
    """A graph of about so many nodes."""
    side = max(2, round(math.sqrt(nodes)))
    if shape == "cholesky":
        return f"cholesky {max(2, round((6 * nodes) ** (1 / 3)))}"
    return f"{shape} {side} {side}"


def maps(args, program, costs):
    places = [(shape, team, nodes, body) for shape in SHAPES for team in args.team
              for nodes in args.nodes for body in args.bodies]
    jobs = [simulator.Job(graph_of_shape(shape, nodes), [body], way, team)
            for shape, team, nodes, body in places for way in ("plain", "replay")]
    made = simulator.run(program, costs, jobs)
    return [{"shape": shape, "team": team, "nodes": plain["nodes"], "about": nodes,
             "body": body, "speedup": plain["time"] / replay["time"]}
            for (shape, team, nodes, body), plain, replay in zip(places, made[::2],
                                                                 made[1::2])]


def curves(args, program, costs, document):
    teams = [1 << power for power in range(args.most.bit_length()) if 1 << power <= args.most]
    graphs = [(shape, graph_of_shape(shape, args.nodes[-1]), [body]) for shape in SHAPES
              for body in (args.bodies[len(args.bodies) // 3], args.bodies[-1])]
    bodies = [float(word) for word in document["extra"]["given_bodies"].split(",")]
    graphs += [(name, text, bodies) for name, text in document["extra"]["given"].items()]
    places = [(name, graph, body, way, team) for name, graph, body in graphs
              for way in WAYS for team in teams]
    made = simulator.run(program, costs, [
        simulator.Job(graph, body, way, team) for _, graph, body, way, team in places])
    return [{"graph": name, "nodes": outcome["nodes"], "body": outcome["work"]
             / outcome["nodes"], "way": way, "team": team, "speedup": outcome["work"]
             / outcome["time"], "bound": outcome["work"] / max(
                 outcome["work"] / team, outcome["span"])}
            for (name, _, _, way, team), outcome in zip(places, made)]


def assumed(document):
    """What the predictions do not have from measurements."""
    line = document.get("predicted", {}).get("line")
    return f"a cache line of {line:g} ns assumed" if line else ""


def places_of(document):
    return document.get("predicted", {}).get("places", [])


def error(place):
    return place["predicted"] / statistics.median(place["measured"])


def check_table(places):
    rows = []
    for fitted_to in (False, True):
        for way in WAYS:
            for threads in (1, 2):
                errors = [error(place) for place in places if place["way"] == way and
                          place["threads"] == threads and place["fitted"] == fitted_to]
                if errors:
                    inside = sum(abs(one - 1) <= TOLERANCE for one in errors)
                    mean = math.exp(statistics.fmean(map(math.log, errors)))
                    worst = max(errors, key=lambda one: abs(math.log(one)))
                    rows.append(["fitted to" if fitted_to else "checked", way, threads,
                                 f"{inside}/{len(errors)}", output.number(mean),
                                 output.number(worst)])
    return output.Table("Predicted to measured", [
        "graphs", "way", "threads", f"within {TOLERANCE * 100:.0f} %", "geometric mean",
        "worst"], rows)


def claims(places):
    made = []
    for threads in (1, 2):
        errors = [error(place) for place in places
                  if not place["fitted"] and place["threads"] == threads]
        if errors:
            inside = sum(abs(one - 1) <= TOLERANCE for one in errors) / len(errors)
            made.append(Claim(
                f"the simulation is within {TOLERANCE * 100:.0f} % of what is measured on "
                f"{output.threads_text(threads)}", f"part of {len(errors)} places that took "
                "no part in the fit", Ratio(inside, inside, inside), 0.8, True))
    return output.claims_table(made)


def map_tables(document):
    made, cells = [], document.get("predicted", {}).get("maps", [])
    for shape in SHAPES:
        for team in sorted({cell["team"] for cell in cells}):
            own = {(cell["body"], cell["about"]): cell for cell in cells
                   if cell["shape"] == shape and cell["team"] == team}
            nodes = sorted({about for _, about in own})
            made.append(output.Table(
                f"Predicted: {shape}, {team} threads", ["own time", *(
                    next(cell["nodes"] for cell in own.values() if cell["about"] == about)
                    for about in nodes)],
                [[output.time_text(body, "ns"), *(
                    output.number(own[body, about]["speedup"]) for about in nodes)]
                 for body in sorted({body for body, _ in own})],
                "\n".join([TEAM_TEXT, assumed(document)]) if not made else ""))
    return made


def curve_names(curves_made):
    return list(dict.fromkeys((one["graph"], one["body"], one["nodes"])
                              for one in curves_made))


def curve_title(name, body, nodes):
    return f"{name}, {nodes} nodes of {output.time_text(body, 'ns')}"


def curves_table(document):
    made = document.get("predicted", {}).get("curves", [])
    teams, rows = sorted({one["team"] for one in made}), []
    for name in curve_names(made):
        own = {(one["way"], one["team"]): one for one in made
               if (one["graph"], one["body"], one["nodes"]) == name}
        for way in [*WAYS, "bound"]:
            cells = [own["replay", team]["bound"] if way == "bound" else
                     own[way, team]["speedup"] for team in teams]
            rows.append([curve_title(*name), way, *map(output.number, cells)])
    return output.Table("Predicted: more and more threads", ["graph", "way", *teams], rows,
                        "\n".join([CURVES_TEXT, assumed(document)]))


def tables(results):
    document, places = results.document, places_of(results.document)
    rows = [[place["graph"], place["grain"], place["way"], place["threads"],
             "fitted to" if place["fitted"] else "checked",
             output.time_text(statistics.median(place["measured"]), "ns")
             + output.spread_text(place["measured"]),
             output.time_text(place["predicted"], "ns"), output.number(error(place)),
             "yes" if abs(error(place) - 1) <= TOLERANCE else "no"] for place in places]
    return [claims(places), check_table(places), curves_table(document),
            *map_tables(document),
            output.Table("Fitted costs", ["cost", "ns"], [
                [name, output.number(value)]
                for name, value in document.get("predicted", {}).get("costs", {}).items()], COSTS_TEXT),
            output.Table("Measured and predicted, on one and two threads", [
                "graph", "grain", "way", "threads", "used", "measured", "predicted",
                "predicted / measured", "within 15 %"], rows, PLACES_TEXT)]


def figures(results, folder):
    document = results.document
    if "predicted" not in document:
        return []
    return [*draw_maps(results, folder), *draw_curves(results, folder),
            *draw_check(results, folder)]


def draw_maps(results, folder):
    """A heat map for each shape and team, short tasks on top as in the paper: blue where
    the replay is faster, red where not."""
    plot, cells = output.pyplot(), results.document["predicted"]["maps"]
    teams = sorted({cell["team"] for cell in cells})
    most = max(2.0, *(max(cell["speedup"], 1 / cell["speedup"]) for cell in cells))
    from matplotlib.colors import LogNorm
    from matplotlib.ticker import FuncFormatter
    figure, places = plot.subplots(len(SHAPES), len(teams), squeeze=False, figsize=(
        3 + 3.2 * len(teams), 3.2 * len(SHAPES)), layout="constrained")
    for line, shape in zip(places, SHAPES):
        for axes, team in zip(line, teams):
            own = {(cell["body"], cell["about"]): cell for cell in cells
                   if cell["shape"] == shape and cell["team"] == team}
            bodies, nodes = (sorted({key[index] for key in own}) for index in (0, 1))
            grid = [[own[body, about]["speedup"] for about in nodes] for body in bodies]
            shown = axes.imshow(grid, cmap="RdBu", aspect="auto",
                                norm=LogNorm(1 / most, most))
            for y, values in enumerate(grid):
                for x, value in enumerate(values):
                    strong = abs(math.log(value)) > 0.6 * math.log(most)
                    axes.text(x, y, output.number(value), ha="center", va="center",
                              fontsize=7, color="white" if strong else "black")
            axes.set_xticks(range(len(nodes)), [own[bodies[0], about]["nodes"]
                                                for about in nodes], fontsize=7)
            axes.set_yticks(range(len(bodies)), [output.time_text(body, "ns")
                                                 for body in bodies], fontsize=7)
            axes.set_title(f"{shape}, {team} threads: predicted", fontsize=9)
            axes.set_xlabel("tasks", fontsize=8)
        line[0].set_ylabel("own time of a task", fontsize=8)
    figure.colorbar(shown, ax=places.ravel().tolist(), label="blue: the replay is faster",
                    format=FuncFormatter(lambda value, _: f"{value:g}"))
    figure.suptitle("Predicted, from costs measured on 1 and 2 threads: time of ordinary "
                    f"tasks / of the replay {assumed(results.document)}")
    return output.save_figure(figure, folder / "simulation-maps", results, tight=False)


def draw_curves(results, folder):
    plot, made = output.pyplot(), results.document["predicted"]["curves"]
    names = curve_names(made)
    columns = min(2, len(names))
    figure, places = plot.subplots(-(-len(names) // columns), columns, squeeze=False, figsize=(
        6 * columns, 3.6 * -(-len(names) // columns)))
    for axes, name in zip(places.ravel(), names):
        own = [one for one in made if (one["graph"], one["body"], one["nodes"]) == name]
        for style, way in zip(output.STYLES, WAYS):
            points = [(one["team"], one["speedup"]) for one in own if one["way"] == way]
            axes.plot(*zip(*points), label=way, **style)
        bound_of = sorted({(one["team"], one["bound"]) for one in own})
        axes.plot(*zip(*bound_of), color="black", linestyle=":", label="bound")
        axes.axvspan(0.8, 2.2, color="black", alpha=0.08)
        axes.set_xscale("log", base=2)
        axes.set_yscale("log", base=2)
        axes.set_title(f"{curve_title(*name)}: predicted", fontsize=9)
        axes.set_xlabel("threads (measured only where grey)", fontsize=8)
        axes.set_ylabel("speedup over no tasks", fontsize=8)
        axes.grid(alpha=0.3)
    for axes in places.ravel()[len(names):]:
        axes.set_visible(False)
    places[0][0].legend(fontsize=8)
    return output.save_figure(figure, folder / "simulation-curves", results,
                              "predicted from costs measured on 1 and 2 threads "
                              f"{assumed(results.document)}; ")


def draw_check(results, folder):
    plot = output.pyplot()
    figure, axes = plot.subplots(figsize=(6, 5))
    for (way, threads), style in zip([(way, threads) for way in WAYS for threads in (1, 2)],
                                     output.STYLES):
        points = [(statistics.median(place["measured"]), place["predicted"])
                  for place in places_of(results.document)
                  if place["way"] == way and place["threads"] == threads]
        if points:
            axes.plot(*zip(*points), linestyle="", markersize=4, **style,
                      label=f"{way}, {output.threads_text(threads)}")
    ends = axes.get_xlim()
    axes.plot(ends, ends, color="black", linewidth=0.8)
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("measured, ns")
    axes.set_ylabel("predicted, ns")
    axes.legend(fontsize=8)
    axes.grid(alpha=0.3)
    return output.save_figure(figure, folder / "simulation-check", results)
