# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page about the evaluation: each figure as a table, and where taskgraph loses.

Made from the results alone, without a line by hand.
"""

from . import evaluation_findings, findings, summary
from .evaluation import FIGURES
from .evaluation_places import (AGAINST_FOR, TARGET, against_for, apps_of, classes_of,
                                grains_of, heat, losses, recorded_gains, team_of, where)
from .findings import ratio_text
from .profiling import SHARES
from .trackers import TRACKERS

INTRO = """\
# The Taskgraph paper's evaluation, re-made

Section 5 of the paper [[Taskgraph 2022](bibliography.md)] on the machine named below:
the applications of `overhead-benchmarks/` and the kernels of `nas-benchmarks/`, each
run verified. Times are medians of processes. Who is compared ran one after the other,
in random order, in each of several rounds; ratios are medians of the rounds' ratios.
Speed-ups above 1 are in favour of `taskgraph`. `scripts/evaluate.py plots` draws the
figures from the same results.
"""
NO_PROFILES = {"command": None, "places": []}
PROFILE = """\
Microseconds of an iteration, averaged over the threads. `work`: in the program and its
libraries; more of it for the same work means that data come from farther away.
`runtime`: libomp makes, orders, starts and ends tasks. `waiting`: libomp waits or looks
for a task. `system`: the kernel. From samples of the running threads (1,000 a second,
within the timed iterations only).

"""



def commands(request, figure):
    quick = " --quick" if request["quick"] else ""
    return f"Command: `scripts/evaluate.py run{quick} --figures {figure}`"


def table_1(results, team):
    def time(tasks, variant, library):
        each = results.time(kind="table", program="task-overhead", variant=variant,
                            threads=team, tasks=tasks, library=library)
        return each and each * tasks * 1e-6

    ways = [("libgomp", "tasks", "libgomp"), ("libomp", "tasks", "libomp"),
            ("reprise, tasks", "tasks", "reprise"),
            ("reprise, taskgraph", "replay", "reprise")]
    one = [time(1, variant, library) for _, variant, library in ways]
    one = [value for value in one if value]
    if not one:
        return None
    work = min(one)  # all of it, on one thread
    rows = []
    for tasks in results.seen("tasks", kind="table"):
        used = min(tasks, team)
        row = [f"{tasks:,}"]
        for _, variant, library in ways:
            value = time(tasks, variant, library)
            row.append("-" if value is None else
                       f"{max(value - work / used, 0):.3g}")
        rows.append(row)
    return ("Milliseconds beyond the work itself, which takes one thread "
            f"{work:.1f} ms and is shared by all tasks.\n\n"
            + summary.markdown_table(["tasks", *(name for name, _, _ in ways)], rows))


def figure_6(results, _team):
    threads = results.request["threads"]
    rows = []
    for program in apps_of(results):
        grains = grains_of(results, program)
        places = [{"kind": "app", "program": program, "grain": grain} for grain in grains]
        for grain, values in zip(grains, heat(results, "tasks", places, threads)):
            rows.append([program, grain or "default", *map(ratio_text, values)])
    return ("Time of `tasks` / time of `taskgraph`; grain: the block, coarse to fine."
            "\n\n" + summary.markdown_table(
                ["application", "grain", *(f"{team} thr" for team in threads)], rows))


def figure_7(results, _team):
    threads = results.request["threads"]
    rows = []
    for program, size in classes_of(results):
        place = {"kind": "nas", "program": program, "class": size}
        grains = results.seen("grain", **place)
        places = [{**place, "grain": grain} for grain in grains]
        for grain, values in zip(grains, heat(results, "taskloop", places, threads)):
            rows.append([f"{program} {size}", grain, *map(ratio_text, values)])
    return ("Time of `taskloop` / time of `taskgraph`, by num_tasks.\n\n"
            + summary.markdown_table(
                ["kernel", "tasks", *(f"{team} thr" for team in threads)], rows))


def figure_8(results, team):
    recorded = results.request["recorded"]
    gains = [recorded_gains(results, team, number) for number in recorded]
    return ("Time of `tasks` / time of `taskgraph`, all iterations together, of which "
            "the first records; finest grain.\n\n" + summary.markdown_table(
                ["application", *(f"{number} iterations" for number in recorded)],
                [[program, *(ratio_text(values[program]) for values in gains)]
                 for program in apps_of(results)]))


def figure_9(results, team):
    series = [against_for(results, team, way) for way in AGAINST_FOR]
    rows = []
    for program, size in classes_of(results):
        rate = results.rate(kind="nas", program=program, threads=team, variant="for",
                            **{"class": size})
        rows.append([f"{program} {size}", f"{rate:,.0f}" if rate else "-",
                     *(ratio_text(values[program, size] and values[program, size] - 1, 3)
                       for values in series)])
    return ("(time - time of `for`) / time of `for`; lower is better. And the speed of "
            "`for`, with the operations as NPB counts them.\n\n"
            + summary.markdown_table(["kernel", "for, Mop/s", *AGAINST_FOR], rows))


def figure_10(results, team):
    rows = []
    for program in results.seen("program", library="gcc-libgomp"):
        for grain in results.seen("grain", program=program, library="gcc-libgomp"):
            place = {"kind": "app", "program": program, "threads": team,
                     "grain": grain, "variant": "tasks"}
            times = [results.time(**place, library=library)
                     for library in ("gcc-libgomp", "gcc-reprise", "reprise")]
            graph = results.time(**{**place, "variant": "taskgraph"})
            rows.append([program, grain, *("-" if value is None else
                                           summary.time_text(value)
                                           for value in [*times, graph])])
    return summary.markdown_table(
        ["application", "grain", "GCC, libgomp", "GCC, reprise", "Clang, reprise",
         "Clang, taskgraph"], rows)


def trackers(results, team):
    rows = []
    for program in apps_of(results):
        place = {"kind": "app", "program": program, "threads": team, "variant": "tasks"}
        grain = results.seen("grain", program=program, tracker=TRACKERS[0])
        times = [results.time(**place, grain=grain[-1] if grain else None,
                              tracker=tracker) for tracker in TRACKERS]
        rows.append([program, *("-" if value is None else summary.time_text(value)
                                for value in times)])
    return ("Time of an iteration of `tasks` at the finest grain.\n\n"
            + summary.markdown_table(["application", *TRACKERS], rows))


def losses_table(results, team):
    found = losses(results, team)
    if not found:
        return "Nowhere in these results."
    shown = [[where(place), base, ratio_text(ratio)] for ratio, place, base in found if
             ratio > 1.02]
    rest = len(found) - len(shown)
    more = f"\n\nAnd {rest} places within 2 %." if rest else ""
    return summary.markdown_table(["where", "slower than", "time / its time"],
                                  shown) + more


def profile_table(profiles):
    """Both sides of places where taskgraph is slower, as profiling.profile() has them."""
    rows = []
    for entry in profiles["places"]:
        for variant, side in entry["sides"].items():
            shares = (f"{side['shares'][share]:,.1f}" for share in SHARES)
            rows.append([where(entry["place"]), variant, f"{side['time']:,.1f}", *shares])
    return (PROFILE + summary.markdown_table(
        ["where", "variant", "time", *SHARES], rows)
        + f"\n\nCommand: `{profiles['command']}`")


def failures_text(results):
    lines = [f"- {contender}: {state}, {count} times"
             for (contender, state), count in sorted(results.failures.items())]
    return "\n".join(lines) if lines else "Every run came to a right end."


MAKE = {"table-1": table_1, "figure-6": figure_6, "figure-7": figure_7,
        "figure-8": figure_8, "figure-9": figure_9, "figure-10": figure_10,
        "trackers": trackers}
TITLES = {"table-1": "Table 1", "trackers": "Dependency trackers"}


def page(results, profiles=NO_PROFILES):
    request = results.request
    team = team_of(request)
    quick = " A quick run: few places, one process each, rough figures." \
        if request["quick"] else ""
    busy = f", beside {request['busy']} processes that never sleep" \
        if request["busy"] else ""
    parts = [INTRO.rstrip(),
             f"Measured on {request['date'][:10]} on {request['cores']} cores "
             f"({request['cpu']}), revision {request['revision']}, flags "
             f"`{request['flags']}` (applications) and `{request['nas_flags']}` (NAS), "
             f"{request['repetitions']} processes for each place, with "
             f"{request['priority']} priority{busy}.{quick}"]
    parts += ["## The paper's findings", "Computed from the results below. \"In part\": at "
              "some of the places where it can be looked at.",
              findings.table(evaluation_findings.all_findings(
                  results, profiles["places"]))]
    for figure in request["figures"]:
        made = MAKE[figure](results, team)
        title = TITLES.get(figure, figure.replace("-", " ").capitalize())
        parts += [f"## {title}: {FIGURES[figure]}", made or "Nothing was measured.",
                  commands(request, figure)]
    parts += ["## Where taskgraph is slower",
              f"Than {TARGET} times `for` in a NAS kernel, than `taskloop` or `tasks` "
              "at the same grain, or than `for` in an application.",
              losses_table(results, team)]
    if profiles["places"]:
        parts += ["### Where the time goes there", profile_table(profiles)]
    parts += ["## Failed runs", failures_text(results)]
    return "\n\n".join(parts) + "\n"
