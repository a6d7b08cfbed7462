# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which findings of the papers about dependences hold here."""

import math
import statistics

from .findings import (UNKNOWN, Finding, geometric_mean, percent, ratio, ratio_text,
                       verdict)
from .tracker_tables import number, shape_values

EDGE_CENTRIC = ["graph", "graph-embedded", "hypergraph", "hypergraph-embedded", "list"]
FLAT = ["hypergraph", "hypergraph-embedded", "list", "tickets", "versions"]
OURS = ["graph", "graph-embedded", "hypergraph", "hypergraph-embedded", "list",
        "tickets", "versions"]
PAPER = "Tickets paper"


def ranked(values):
    """[(name, value)] from small to large, without those not measured."""
    return sorted(((name, value) for name, value in values.items() if value),
                  key=lambda pair: pair[1])


def ranking_text(values, digits=3):
    return ", ".join(f"{name} {number(value, digits)}" for name, value in ranked(values))


def growth(results, experiment, runtime, access, counted=False):
    """How much a task costs more at the largest N than at N = 100 (or the least
    N above that): (ratio, from, to), or None."""
    read = results.count if counted else results.time
    axis = [n for n in results.axis(experiment, "tasks", counted, runtime=runtime,
                                    access=access) if counted or n >= 100]
    if len(axis) < 2:
        return None
    wanted = {"runtime": runtime, "access": access}
    return (ratio(read(experiment, tasks=axis[-1], **wanted),
                  read(experiment, tasks=axis[0], **wanted)), axis[0], axis[-1])


def growth_texts(results, experiment, runtimes, access, counted=False):
    """({runtime: ratio}, text)."""
    found = {name: growth(results, experiment, name, access, counted)
             for name in runtimes}
    found = {name: value for name, value in found.items() if value and value[0]}
    text = ", ".join(f"{name} x{number(value[0])}" +
                     (f" (to N={value[2]:,})" if value[2] != max(
                         other[2] for other in found.values()) else "")
                     for name, value in found.items())
    return {name: value[0] for name, value in found.items()}, text


SUPERLINEAR = 2.0  # times: a task costs twice as much when N is 10 or 100 times larger
FLAT_COUNT = 1.1  # instructions: what the growth test allows


def fast_path(results):
    made = []
    kinds = [name for name in ("in", "inout", "mutexinoutset", "inoutset")
             if results.axis("fast", "access", access=name)]
    table = {kind: {name: results.cycles("fast", runtime=name, access=kind)
                    for name in OURS} for kind in kinds}
    best = {kind: ranked(values)[0][0] for kind, values in table.items()
            if ranked(values)}
    made.append(Finding(
        PAPER + " 5.1", "the tickets scheme has the cheapest fast path",
        verdict([best[kind] == "tickets" for kind in best
                 if table[kind].get("tickets")]),
        "cycles, " + "; ".join(f"`{kind}`: {ranking_text(values)}"
                               for kind, values in table.items() if ranked(values))
        if best else ""))
    counts = {name: results.count("fast", runtime=name, access="inout")
              for name in OURS}
    if ranked(counts):
        made.append(Finding(
            PAPER + " 5.1", "the same, by instructions per task (`inout`)",
            verdict([ranked(counts)[0][0] == "tickets" if counts["tickets"] else None]),
            ranking_text(counts)))
    inout = table.get("inout", {})
    worst = ranked(inout)[-1][0] if ranked(inout) else None
    made.append(Finding(
        PAPER + " 5.1", "generic overhead is the largest in the graph schemes",
        verdict([worst in ("graph", "graph-embedded") if worst else None]),
        f"dearest with `inout`: {worst}" if worst else ""))
    saved = {plain: ratio(inout.get(f"{plain}-embedded"), inout.get(plain))
             for plain in ("graph", "hypergraph")}
    made.append(Finding(
        PAPER + " 5.1", "embedding hardly affects the fast path (within 10 %)",
        verdict([abs(value - 1) <= 0.1 for value in saved.values() if value]),
        ", ".join(f"{plain}-embedded / {plain} {ratio_text(value)}"
                  for plain, value in saved.items() if value)))
    dearer = {name: ratio(results.time("fast", runtime=name, access="mutexinoutset"),
                          results.time("fast", runtime=name, access="inout"))
              for name in OURS}
    made.append(Finding(
        PAPER + " 5.1", "commutative costs somewhat more than in/out",
        verdict([value > 1 for value in dearer.values() if value]),
        "mutexinoutset / inout: " + ", ".join(
            f"{name} {ratio_text(value)}" for name, value in dearer.items() if value)))
    cheaper = {name: ratio(results.time("fast", runtime=name, access="out"),
                           results.time("fast", runtime=name, access="in"))
               for name in OURS}
    made.append(Finding(
        PAPER + " 5.1", "output costs least of all access types (there it is renamed; "
        "in OpenMP it waits like in/out)",
        verdict([value < 1 for value in cheaper.values() if value]),
        "out / in: " + ", ".join(f"{name} {ratio_text(value)}"
                                 for name, value in cheaper.items() if value)
        if any(cheaper.values()) else ""))
    base = results.cycles("fast", runtime="tickets", access="none")
    own = results.cycles("fast", runtime="tickets", access="inout")
    made.append(Finding(
        PAPER + " 5.1", "a task with one argument can cost as little as 400 cycles "
        "with tickets", verdict([own <= 400 if own else None]),
        f"{number(own)} cycles, of which {number(base)} without a dependence"
        if own else ""))
    return made


def growth_claim(results, source, claim, experiment, access, rising, flat):
    """Rising schemes must be superlinear and flat ones must not."""
    names = [name for name in OURS if name in rising + flat]
    ratios, text = growth_texts(results, experiment, names, access)
    parts = [ratios[name] > SUPERLINEAR for name in rising if name in ratios]
    parts += [ratios[name] <= SUPERLINEAR for name in flat if name in ratios]
    complete = all(name in ratios for name in rising)
    return Finding(source, claim, verdict(parts) if complete else UNKNOWN,
                   f"time per task at the largest N against N = 100: {text}"
                   if text else "")


def many_behind_one(results):
    made = [
        growth_claim(results, PAPER + " 5.2", "slow path, `in`: the graph scheme is "
                     "superlinear, embedded graph, hypergraphs, list and tickets are "
                     "not", "slow", "in", ["graph"],
                     ["graph-embedded", "hypergraph", "hypergraph-embedded", "list",
                      "tickets"]),
        growth_claim(results, PAPER + " 5.2", "slow path, `inout`: every scheme is "
                     "scalable, as a generation has one task", "slow", "inout", [],
                     EDGE_CENTRIC + ["tickets"]),
        growth_claim(results, PAPER + " 5.2", "three generations, `inout`: only the "
                     "graph scheme is superlinear (N to 10,000)", "generations",
                     "inout", ["graph"], ["graph-embedded", *FLAT[:4]]),
        growth_claim(results, PAPER + " 5.2", "three generations, commutative: graph "
                     "and embedded graph are superlinear, the others not",
                     "generations", "mutexinoutset", ["graph", "graph-embedded"],
                     FLAT[:4]),
    ]
    parts, texts, graph = [], [], []
    for access in ("inout", "mutexinoutset"):
        counted, text = growth_texts(results, "generations", ["graph", *FLAT], access,
                                     counted=True)
        axis = results.axis("generations", "tasks", counted=True, access=access)
        parts += [counted[name] <= FLAT_COUNT for name in FLAT if name in counted]
        graph += [counted["graph"] > FLAT_COUNT] if "graph" in counted else []
        texts += [f"`{access}`, from N={axis[0]:,} to N={axis[-1]:,}: {text}"] \
            if text else []
    made.append(Finding(
        "Project", "three generations: instructions per task grow with N for graph (with "
        "some access type), and stay within 10 % for hypergraph, hypergraph-embedded, "
        "list, tickets and versions",
        verdict([*parts, any(graph)] if graph else parts), "; ".join(texts)))
    over = {}
    for name in EDGE_CENTRIC:
        over[name] = geometric_mean(
            [ratio(results.time("generations", runtime=name, access="inout", tasks=n),
                   results.time("generations", runtime="tickets", access="inout",
                                tasks=n))
             for n in results.axis("generations", "tasks") if n <= 1000])
    limits = {"hypergraph": 1.30, "hypergraph-embedded": 1.15, "list": 1.05}
    made.append(Finding(
        PAPER + " 5.2", "three generations, N to 1,000: tickets has the least overhead; "
        "hypergraph costs up to 30 %, hypergraph-embedded 15 %, list 5 % more",
        verdict([1 <= over[name] <= limit * 1.05 for name, limit in limits.items()
                 if over[name]]),
        "time against tickets with `inout`, geometric mean over N: " + ", ".join(
            f"{name} {percent(value - 1)}" for name, value in over.items() if value)
        if any(over.values()) else ""))
    return made


def arguments(results):
    most = max(results.axis("arguments", "arguments"), default=None)
    made = []
    for access in ("in", "inout"):
        own = {name: results.time("arguments", runtime=name, access=access,
                                  arguments=most) for name in OURS}
        tickets = own["tickets"]
        rivals = ranked({name: own[name] for name in EDGE_CENTRIC})
        best = rivals[0] if rivals and tickets else None
        made.append(Finding(
            PAPER + " 5.4", f"at 20 arguments (`{access}`) the best edge-centric "
            "scheme is over 30 % slower than tickets",
            verdict([best[1] / tickets > 1.3 if best else None]),
            f"{best[0]} {percent(best[1] / tickets - 1)} at {most} arguments; ns: "
            f"{ranking_text(own)}" if best else ""))
        slow = ratio(own["graph"], tickets)
        made.append(Finding(
            PAPER + " 5.4", f"the graph scheme slows down unacceptably with arguments "
            f"(`{access}`)", verdict([slow > 2 if slow else None]),
            f"graph takes {ratio_text(slow)} times the time of tickets at {most} "
            "arguments" if slow else ""))
    return made


def busy_tasks(results):
    threads = results.team()
    wanted = {"threads": threads}
    axis = results.axis("task-size", "cycles", **wanted)
    made = []

    def efficiency(experiment, name, cycles):
        return results.efficiency(experiment, runtime=name, cycles=cycles, **wanted)

    grains = {name: next((cycles for cycles in axis if cycles and
                          (efficiency("task-size", name, cycles) or 0) >= 0.9), None)
              for name in OURS if results.axis("task-size", "cycles", runtime=name)}
    made.append(Finding(
        PAPER + " 5.3", "linear scaling needs tasks of about 400,000 cycles (48 "
        "threads), whatever the scheme",
        verdict([len(set(grains.values())) == 1
                 if grains and None not in grains.values() else None]),
        f"smallest measured task with 90 % efficiency on {threads} threads: " +
        ", ".join(f"{name} {number(value) if value else 'none'}"
                  for name, value in grains.items())
        if grains else ""))
    small = [cycles for cycles in axis if cycles <= 10000]
    for rival, low, high in (("graph", 1.0, 1.20), ("list", 1.0, 1.08)):
        against = geometric_mean(
            [ratio(results.time("task-size", runtime=rival, cycles=c, **wanted),
                   results.time("task-size", runtime="tickets", cycles=c, **wanted))
             for c in small])
        made.append(Finding(
            PAPER + " 5.3", f"below that, tickets is up to {high - 1:.0%} faster than "
            f"{rival}", verdict([low < against <= high * 1.05 if against else None]),
            f"{rival} / tickets {ratio_text(against)} for tasks of up to "
            f"{number(small[-1])} cycles" if against else ""))

    def against_tickets(experiment, name, choose):
        return geometric_mean(
            [ratio(results.time(experiment, runtime=name, cycles=c, **wanted),
                   results.time(experiment, runtime="tickets", cycles=c, **wanted))
             for c in results.axis(experiment, "cycles", **wanted) if choose(c)])

    for experiment, claim, wins in (
            ("matmul-ijk", "matrix product ijk: tickets is worse than the others, as "
             "its pool holds nearly the whole graph", False),
            ("matmul-kij", "matrix product kij: tickets outperforms the others", True)):
        found = {name: against_tickets(experiment, name, lambda c: c <= 100000)
                 for name in EDGE_CENTRIC}
        made.append(Finding(
            PAPER + " 5.5.1", claim,
            verdict([(value > 1) == wins for value in found.values() if value]),
            "time against tickets, tasks of up to 100,000 cycles: " + ", ".join(
                f"{name} {ratio_text(value)}" for name, value in found.items() if value)
            if any(found.values()) else ""))
    orders = {name: [results.cycles(order, runtime=name, cycles=0, **wanted)
                     for order in ("matmul-kij", "matmul-ijk")] for name in OURS}
    orders = {name: kij - ijk for name, (kij, ijk) in orders.items() if kij and ijk}
    made.append(Finding(
        PAPER + " 5.5.1", "a task costs more in kij order than in ijk order (4,600 "
        "cycles there), as more is stolen",
        verdict([value > 0 for value in orders.values()]),
        "kij - ijk, cycles per empty task: " + ", ".join(
            f"{name} {value:+,.0f}" for name, value in orders.items())
        if orders else ""))
    lists = {c: ratio(results.time("cholesky", runtime="list", cycles=c, **wanted),
                      results.time("cholesky", runtime="tickets", cycles=c, **wanted))
             for c in results.axis("cholesky", "cycles", **wanted)}
    lists = {c: value for c, value in lists.items() if value}
    made.append(Finding(
        PAPER + " 5.5.2", "Cholesky: tickets is 10 to 15 % faster than list up to "
        "250,000 cycles and 3 % slower at 500,000",
        verdict([value > 1.05 for c, value in lists.items() if c <= 250000] +
                [value < 1 for c, value in lists.items() if c > 250000]),
        "list / tickets: " + ", ".join(
            f"{number(c)} cycles {ratio_text(value)}" for c, value in lists.items())
        if lists else ""))
    versions = {experiment: against_tickets(experiment, "versions",
                                            lambda c: c <= 100000)
                for experiment in ("matmul-ijk", "cholesky")}
    made.append(Finding(
        PAPER + " 7, open question", "successors can be found without edges and "
        "without a pool: versions is not slower than tickets where the pool is "
        "searched most", verdict([value <= 1.03 for value in versions.values()
                                  if value]),
        "versions / tickets: " + ", ".join(
            f"{name} {ratio_text(value)}" for name, value in versions.items() if value)
        if any(versions.values()) else ""))
    return made


def embedding(results):
    found = {}
    for plain in ("graph", "hypergraph"):
        places = [key for key in results.times if key[1] == plain and
                  (key[0], f"{plain}-embedded", *key[2:]) in results.times]
        found[plain] = geometric_mean(
            [ratio(results.times[(key[0], f"{plain}-embedded", *key[2:])]["median"],
                   results.times[key]["median"]) for key in places if not key[6]])
    counts = {}
    for plain in ("graph", "hypergraph"):
        pairs = [(key, (key[0], f"{plain}-embedded", *key[2:]))
                 for key in results.counts if key[1] == plain]
        counts[plain] = geometric_mean([ratio(results.counts[other], results.counts[key])
                                        for key, other in pairs
                                        if other in results.counts])
    return [Finding(
        PAPER + " 5.6", "embedding is crucial: it saves memory operations",
        verdict([value < 0.97 for value in found.values() if value]),
        "embedded / plain, geometric mean over all experiments with empty tasks: " +
        ", ".join(f"{name} {ratio_text(value)}" + (
            f" ({ratio_text(counts[name])} in instructions)" if counts[name] else "")
            for name, value in found.items() if value)
        if any(found.values()) else "")]


def superglue(results):
    threads = results.team()
    made = []
    axis = results.axis("dependences", "arguments", threads=threads)
    slopes = {}
    for name in results.trackers("dependences"):
        ends = [results.overhead("dependences", runtime=name, arguments=a,
                                 threads=threads) for a in (axis[0], axis[-1])]
        if None not in ends and len(axis) > 1:
            slopes[name] = (ends[1] - ends[0]) / (axis[-1] - axis[0])
    made.append(Finding(
        "SuperGlue 5.3", "a further dependence costs a constant 200 to 300 cycles",
        verdict([0 < slopes["versions"] <= 300 if "versions" in slopes else None]),
        "cycles per dependence: " + ", ".join(
            f"{name} {value:,.0f}" for name, value in slopes.items())
        if slopes else ""))
    ratios = {}
    for name in results.trackers("scaling"):
        tasks = results.axis("scaling", "tasks", runtime=name, threads=threads)
        if len(tasks) > 1:
            ends = [results.time("scaling", runtime=name, tasks=n, threads=threads)
                    for n in (tasks[0], tasks[-1])]
            ratios[name] = ends[1] / ends[0]
    made.append(Finding(
        "SuperGlue 7.3", "the time per task does not depend on the number of tasks "
        "(within 10 %)", verdict([abs(value - 1) <= 0.1 for value in ratios.values()]),
        "largest / smallest number: " + ", ".join(
            f"{name} {ratio_text(value)}" for name, value in ratios.items())
        if ratios else ""))
    for experiment, section, what in (("independent", "7.1", "independent tasks"),
                                      ("cholesky", "7.2", "Cholesky")):
        grains = {}
        for name in results.runtimes(experiment):
            if name == "onetbb-rerun":
                continue
            grains[name] = next(
                (cycles for cycles in results.axis(experiment, "cycles",
                                                   runtime=name, threads=threads)
                 if cycles and (results.efficiency(
                     experiment, runtime=name, cycles=cycles, threads=threads) or 0)
                 >= 0.8), math.inf)
        ours = [grains[name] for name in OURS if name in grains]
        others = [grains[name] for name in ("libomp", "libgomp", "starpu")
                  if name in grains]
        made.append(Finding(
            f"SuperGlue {section}", f"{what}: a runtime made of versions is efficient "
            "at smaller tasks than the others",
            verdict([grains["versions"] <= min(others)
                     if grains.get("versions", math.inf) < math.inf and others
                     else None]),
            "smallest measured task with 80 % efficiency, cycles: " + ", ".join(
                f"{name} {number(value) if value < math.inf else 'none'}"
                for name, value in grains.items()) if ours else ""))
    return made


TARGETS = (("series", "libomp", 1 / 3, "at most 1/3 of LLVM's libomp"),
           ("stencil", "libomp", 1 / 3, "at most 1/3 of LLVM's libomp"),
           ("indep", "libomp", 3 / 4, "at most 3/4 of LLVM's libomp"),
           ("series", "libgomp", 1, "less than libgomp"),
           ("stencil", "libgomp", 1, "less than libgomp"))


def targets(results):
    """The project's own, for the tracker that is best at each shape."""
    made = []
    threads = results.team()
    for place, peer, limit, text in TARGETS:
        theirs = shape_values(results, peer, threads)[place]
        values = {name: shape_values(results, name, threads)[place]
                  for name in results.trackers("shapes")}
        best = ranked(values)[0] if ranked(values) else None
        value = ratio(best[1], theirs) if best else None
        met = None if value is None else \
            value <= limit if peer == "libomp" else value < limit
        made.append(Finding(
            "Target", f"{place} on {threads} threads: a task takes {text}",
            verdict([met]),
            f"best: {best[0]}, {number(best[1])} ns against {number(theirs)} ns, "
            f"ratio {ratio_text(value)}; all: " + ", ".join(
                f"{name} {ratio_text(ratio(own, theirs))}"
                for name, own in ranked(values)) if value else ""))
    return made


NO_SLOWER = 1.05  # what is within the noise of a quiet machine


def without_dependences(results):
    """Nobody should pay for a tracker that is not used."""
    threads = results.team()
    places = (("fast", "fast path", {}), ("shapes", "indep", {"threads": threads}))
    parts, texts = [], []
    for experiment, title, wanted in places:
        wanted = {"access": "none", **wanted}
        theirs = results.time(experiment, runtime="libomp", **wanted)
        found = {name: ratio(results.time(experiment, runtime=name, **wanted), theirs)
                 for name in results.trackers(experiment)}
        parts += [value <= NO_SLOWER for _, value in ranked(found)]
        if ranked(found):
            texts.append(f"{title}: " + ", ".join(
                f"{name} {ratio_text(value)}" for name, value in ranked(found)))
    return [Finding(
        "Target", "a task without dependences costs no more than with LLVM's libomp "
        "(within 5 %), whatever the tracker", verdict(parts), "; ".join(texts))]


def overall(results):
    """Which tracker is best over the suite: mean distance from the best one."""
    distance = {}
    places = {key[:1] + key[2:] for key in results.times if key[1] in OURS}
    for place in places:
        row = {name: results.times.get((place[0], name, *place[1:]))
               for name in (*OURS, "hash")}
        if not all(row[name] for name in OURS):
            continue
        best = min(row[name]["median"] for name in OURS)
        for name, value in row.items():
            if value:
                distance.setdefault(name, []).append(value["median"] / best)
    return {name: geometric_mean(values) for name, values in distance.items()}


def all_findings(results):
    return [*targets(results), *without_dependences(results), *fast_path(results), *many_behind_one(results),
            *arguments(results), *busy_tasks(results), *embedding(results),
            *superglue(results)]
