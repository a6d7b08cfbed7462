# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which findings of the Taskgraph paper's evaluation hold here.

Where one does not, the profiles of the places that speak against it say why: the
reason is what both sides' samples differ in.
"""

from .evaluation_places import (against_for, apps_of, gain, grains_of,
                                recorded_gains, team_of)
from .findings import UNKNOWN, Finding, geometric_mean, ratio_text, verdict
from .profiling import SHARES

PAPER = "Taskgraph paper"
COARSE = 1.08  # the most that the paper saw taskgraph lose


def app_gains(results, team, position):
    """{application: tasks / taskgraph} at its coarsest (0) or finest (-1) grain."""
    return {program: gain(results, {
        "kind": "app", "program": program, "threads": team,
        "grain": grains_of(results, program)[position]}, "tasks")
        for program in apps_of(results)}


def listing(values, digits=2):
    return ", ".join(f"{key if isinstance(key, str) else ' '.join(key)} "
                     f"{value:.{digits}f}" for key, value in values.items() if value)


def known(values):
    return {key: value for key, value in values.items() if value}


def reason(profiles, wanted):
    """What differs in the profiles of the places that `wanted(place, base)` takes."""
    more, places = dict.fromkeys(SHARES, 0.0), 0
    for entry in profiles:
        base = next(name for name in entry["sides"] if name != "taskgraph")
        if not wanted(entry["place"], base):
            continue
        slow, fast = entry["sides"]["taskgraph"], entry["sides"][base]
        if slow["time"] <= fast["time"]:
            continue  # the profiled runs do not show it
        places += 1
        for share in SHARES:
            more[share] += (slow["shares"][share] - fast["shares"][share]) / fast["time"]
    total = sum(more.values())
    if total <= 0:
        return ""
    parts = ", ".join(f"{share} {100 * value / total:.0f} %"
                      for share, value in more.items())
    return f". By profile of {places} such places, what taskgraph takes longer is {parts}"


def overheads(results, team):
    """Of the most tasks of table 1: times beyond those of taskgraph."""
    tasks = results.seen("tasks", kind="table")
    if not tasks:
        return {}
    place = {"kind": "table", "program": "task-overhead", "threads": team,
             "tasks": tasks[-1]}
    work = [results.time(**{**place, "tasks": tasks[0]}, variant=variant, library=library)
            for variant, library in (("tasks", "libomp"), ("replay", "reprise"))]
    if None in work:
        return {}
    share = min(work) * tasks[0] / tasks[-1] / team  # of the work, for each task
    times = {name: results.time(**place, variant=variant, library=library)
             for name, variant, library in (
                 ("libgomp", "tasks", "libgomp"), ("libomp", "tasks", "libomp"),
                 ("taskgraph", "replay", "reprise"))}
    beyond = {name: value and value - share for name, value in times.items()}
    if not beyond["taskgraph"] or beyond["taskgraph"] <= 0:
        return {}
    return {name: value / beyond["taskgraph"] for name, value in beyond.items()
            if value and name != "taskgraph"}


def overhead_finding(results, team, _profiles):
    times = overheads(results, team)
    tasks = results.seen("tasks", kind="table")
    most = f"{tasks[-1]:,}" if tasks else "the most"
    paper = {"libgomp": 10, "libomp": 3.5}
    return Finding(
        f"{PAPER}, table 1", "with 100,000 tasks, 10 times less overhead than libgomp, "
        "3.5 times less than libomp",
        verdict([times[name] >= paper[name] for name in times]),
        f"with {most} tasks: " + ", ".join(
            f"{value:.1f} times less than {name}" for name, value in times.items())
        if times else "")


def coarse_finding(results, team, profiles):
    gains = known(app_gains(results, team, 0))
    losses = {name: 1 / value for name, value in gains.items() if value < 1 / COARSE}
    return Finding(
        f"{PAPER}, figure 6", "where tasking overhead does not matter, taskgraph loses 8 "
        "% at most against tasks",
        verdict([1 / value <= COARSE for value in gains.values()]),
        f"at the coarsest grain the gain is {ratio_text(geometric_mean(gains.values()))}"
        " (geometric mean); " + ("more is lost by " + listing(losses) + reason(
            profiles, lambda place, base: base == "tasks" and
            place["program"] in losses and
            place["grain"] == grains_of(results, place["program"])[0])
            if losses else "nowhere more is lost") if gains else "")


def fine_finding(results, team, profiles):
    gains = known(app_gains(results, team, -1))
    losses = {name: value for name, value in gains.items() if value <= 1}
    return Finding(
        f"{PAPER}, figure 6", "with small tasks taskgraph is significantly faster than "
        "tasks", verdict([value > 1 for value in gains.values()]),
        "at the finest grain " + listing(gains) + reason(
            profiles, lambda place, base: base == "tasks" and
            place["program"] in losses and
            place["grain"] == grains_of(results, place["program"])[-1])
        if gains else "")


def taskloop_finding(results, _team, profiles):
    place = {"kind": "nas", "program": "cg", "class": "W"}
    team = max(results.request["threads"])
    gains = known({f"{tasks} tasks": gain(
        results, {**place, "threads": team, "grain": tasks}, "taskloop")
        for tasks in results.seen("grain", **place)})
    return Finding(
        f"{PAPER}, figure 7", "on all 48 cores CG in class W is 1.6 to 6 times faster "
        "than with taskloop", verdict([value >= 1.6 for value in gains.values()]),
        f"on {team} threads " + listing(gains) + reason(
            profiles, lambda place, base: base == "taskloop" and
            place["program"] == "cg" and place["class"] == "W") if gains else "")


def recording_finding(results, team, _profiles):
    few, many = results.request["recorded"][0], results.request["recorded"][-1]
    early, late = (known(recorded_gains(results, team, number))
                   for number in (few, many))
    best = app_gains(results, team, -1)
    near = {name: value / best[name] for name, value in late.items() if best.get(name)}
    slower = {name: value for name, value in early.items() if value < 1}
    return Finding(
        f"{PAPER}, figure 8", f"recording makes some applications slower than tasks with "
        f"{few} iterations; with {many} they are close to the optimum (within 10 %)",
        verdict([bool(slower) if early else None,
                 *(value >= 0.9 for value in near.values())]),
        (f"slower with {few}: {listing(slower) or 'none'}; with {many}, part of the "
         "optimum: " + listing(near)) if early else "")


def amortised_finding(results, team, _profiles):
    recorded = known(against_for(results, team, "taskgraph with recording"))
    optimal = known(against_for(results, team, "taskgraph, recorded before"))
    cost = {key: recorded[key] - optimal[key] for key in recorded if key in optimal}
    small = [value for (_, size), value in cost.items() if size == "W"]
    large = [value for (_, size), value in cost.items() if size == "A"]
    kernels = {key: value for key, value in cost.items() if key[0] in ("cg", "ft")}
    return Finding(
        f"{PAPER}, figure 9", "recording costs CG and FT in class W notably; in larger "
        "classes the difference vanishes (here: below 3 %)",
        verdict([abs(value) < 0.03 for value in large] + [
            max(kernels[key] for key in kernels if key[1] == "W") > 0.03
            if any(key[1] == "W" for key in kernels) else None]),
        "part of the time of `for` that recording adds: " + listing(kernels)
        + "; median of all kernels " + ", ".join(
            f"{name} {sorted(values)[len(values) // 2]:.3f}"
            for name, values in (("W", small), ("A", large)) if values)
        if kernels else "")


def closer_finding(results, team, profiles):
    loops = known(against_for(results, team, "taskloop"))
    graphs = known(against_for(results, team, "taskgraph, recorded before"))
    both = [key for key in loops if key in graphs]
    closer = {key: graphs[key] <= loops[key] * 1.01 for key in both}
    apart = {key: graphs[key] / loops[key] for key in both if not closer[key]}
    cg = {key: (loops[key], graphs[key]) for key in both if key[0] == "cg"}
    return Finding(
        f"{PAPER}, figure 9", "taskgraph is closer to `for` than taskloop is (CG: "
        "taskloop 55 % slower than `for`, taskgraph 3 % faster)",
        verdict(list(closer.values())),
        "CG, taskloop and taskgraph against `for`: " + ", ".join(
            f"{key[1]} {loop:.2f} and {graph:.2f}" for key, (loop, graph) in cg.items())
        + f"; not closer in {len(apart)} of {len(both)} places"
        + (": taskgraph / taskloop " + listing(apart) if apart else "")
        + reason(profiles, lambda place, base: base == "for" and place["kind"] == "nas")
        if both else "")


def gcc_finding(results, team, _profiles):
    gains = {}
    for program in results.seen("program", library="gcc-libgomp"):
        for grain in results.seen("grain", program=program, library="gcc-libgomp"):
            place = {"kind": "app", "program": program, "threads": team, "grain": grain,
                     "variant": "tasks"}
            old, new = (results.time(**place, library=library)
                        for library in ("gcc-libgomp", "gcc-reprise"))
            if old and new:
                gains[f"{program} {grain}"] = old / new
    return Finding(
        f"{PAPER}, figure 10", "what GCC compiles is as fast as with libgomp where tasks "
        "are coarse, and faster where they are fine (there: recorded; here: plain tasks "
        "on our library)", verdict([value >= 0.97 for value in gains.values()]),
        "libgomp / ours: " + listing(gains) if gains else "")


def left_out_finding(results, _team, _profiles):
    runs = {program: [run["state"] == "verified" for run in results.runs
                      if run["labels"]["program"] == program and
                      run["labels"]["variant"] == "taskgraph"] for program in ("is", "mg")}
    ran = {program: states for program, states in runs.items() if states}
    return Finding(
        f"{PAPER}, section 5.1", "IS and MG cannot be task graphs",
        verdict([not all(states) for states in ran.values()]) if ran else UNKNOWN,
        ", ".join(f"{program}: {sum(states)} of {len(states)} runs of taskgraph verified"
                  for program, states in ran.items())
        + "; nas-benchmarks/README.md says what made it possible" if ran else "")


def all_findings(results, profiles):
    team = team_of(results.request)
    return [made(results, team, profiles) for made in (
        overhead_finding, coarse_finding, fine_finding, taskloop_finding,
        recording_finding, amortised_finding, closer_finding, gcc_finding,
        left_out_finding)]
