# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Numbers of the evaluation's figures, as tables, plots and findings show them.

A place is the labels of a run without its variant.
"""

TARGET = 1.05  # times of `for` that a NAS kernel may take
# Who is compared with `for` in figure 9.
AGAINST_FOR = {
    "taskloop": {"variant": "taskloop"},
    "taskgraph with recording": {"variant": "taskgraph", "recording": True},
    "taskgraph, recorded before": {"variant": "taskgraph"},
}


def team_of(request):
    threads = request["threads"]
    return threads[-1] if len(threads) == 1 else 2


def apps_of(results):
    return results.seen("program", kind="app")


def kernels_of(results):
    return results.seen("program", kind="nas")


def classes_of(results):
    """(kernel, class) in the order of the figures."""
    return [(program, size) for program in kernels_of(results)
            for size in results.seen("class", kind="nas", program=program)]


def grains_of(results, program):
    """Of an application, coarse to fine: of the runs of figure 6, which have no fixed
    iterations, no tracker."""
    return results.seen("grain", kind="app", program=program, iterations=None,
                        tracker=None, library="reprise") or [None]


def where(place):
    """A place, for a reader."""
    named = f"{place['program']} {place['class']}" if "class" in place else \
        place["program"]
    grain = place.get("grain")
    if grain:
        named += f", {grain} tasks" if "class" in place else f", grain {grain}"
    return f"{named}, {place['threads']} threads"


def gain(results, place, base):
    """Time of another variant / time of taskgraph."""
    return results.ratio({**place, "variant": base}, {**place, "variant": "taskgraph"})


def heat(results, base, places, threads):
    """Gains, a row for each place (without threads), a column for each team."""
    return [[gain(results, {**place, "threads": team}, base) for team in threads]
            for place in places]


def recorded_gains(results, team, iterations):
    """{application: tasks / taskgraph} at the finest grain with the recording in it."""
    found = {}
    for program in apps_of(results):
        place = {"kind": "app", "program": program, "threads": team,
                 "iterations": iterations}
        grains = results.seen("grain", **place, variant="tasks")
        found[program] = gain(results, {**place, "grain": grains[-1] if grains else None},
                              "tasks")
    return found


def against_for(results, team, way):
    """{(kernel, class): time of one of AGAINST_FOR / time of `for`}, or None."""
    found = {}
    for program, size in classes_of(results):
        place = {"kind": "nas", "program": program, "threads": team, "class": size}
        found[program, size] = results.ratio({**place, **AGAINST_FOR[way]},
                                             {**place, "variant": "for"})
    return found


def losses(results, team):
    """(how much, place, against which variant) wherever taskgraph misses its target,
    the worst first."""
    found = []

    def look(limit, base, place):
        faster = gain(results, place, base)
        if faster and 1 / faster > limit:
            found.append((1 / faster, place, base))

    for program, size in classes_of(results):
        place = {"kind": "nas", "program": program, "class": size}
        look(TARGET, "for", {**place, "threads": team})
        for grain in results.seen("grain", **place):
            for threads in results.request["threads"]:
                look(1, "taskloop", {**place, "grain": grain, "threads": threads})
    for program in apps_of(results):
        for grain in grains_of(results, program):
            for threads in results.request["threads"]:
                place = {"kind": "app", "program": program, "grain": grain,
                         "threads": threads}
                for base in ("for", "tasks"):
                    look(1, base, place)
    return sorted(found, key=lambda entry: -entry[0])
