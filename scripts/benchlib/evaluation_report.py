# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page about the evaluation: each figure as a table, and where taskgraph loses.

Made from the results alone, without a line by hand.
"""

from . import summary
from .evaluation import FIGURES
from .profiling import SHARES
from .trackers import TRACKERS

INTRO = """\
# The Taskgraph paper's evaluation, re-made

Section 5 of the paper [[Taskgraph 2022](bibliography.md)] on the machine named below:
the applications of `overhead-benchmarks/` and the kernels of `nas-benchmarks/`, each
run verified. Times are medians of processes that ran in alternation, at random.
Speed-ups above 1 are in favour of `taskgraph`. `scripts/evaluate.py plots` draws the
figures from the same results.
"""
PROFILE = """\
Microseconds of an iteration, averaged over the threads. `work`: in the program and its
libraries; more of it for the same work means that data come from farther away.
`runtime`: libomp makes, orders, starts and ends tasks. `waiting`: libomp waits or looks
for a task. `system`: the kernel. From samples of the running threads (1,000 a second,
within the timed iterations only).

"""
TARGET = 1.05  # times of `for` that a NAS kernel may take


def text(value, digits=2):
    return "-" if value is None else f"{value:.{digits}f}"


def team_of(request):
    threads = request["threads"]
    return threads[-1] if len(threads) == 1 else 2


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


def heat(results, kind, program, base, grains, threads, **labels):
    """Rows of speed-ups base/taskgraph: a row per grain, a column per team."""
    rows = []
    for grain in grains:
        row = []
        for team in threads:
            place = {"kind": kind, "program": program, "threads": team,
                     "grain": grain, **labels}
            row.append(results.ratio({**place, "variant": base},
                                     {**place, "variant": "taskgraph"}))
        rows.append(row)
    return rows


def apps_of(results):
    return results.seen("program", kind="app")


def kernels_of(results):
    return results.seen("program", kind="nas")


def plain(label):
    """Labels of runs that figure 6 made: no fixed iterations, no tracker."""
    return {"iterations": None, "tracker": None, "library": "reprise", **label}


def figure_6(results, _team):
    threads = results.request["threads"]
    rows = []
    for program in apps_of(results):
        grains = results.seen("grain", kind="app", **plain({"program": program})) or [None]
        for grain, values in zip(grains, heat(results, "app", program, "tasks", grains,
                                              threads)):
            rows.append([program, grain or "default", *(text(value) for value in values)])
    return ("Time of `tasks` / time of `taskgraph`; grain: the block, coarse to fine."
            "\n\n" + summary.markdown_table(
                ["application", "grain", *(f"{team} thr" for team in threads)], rows))


def figure_7(results, _team):
    threads = results.request["threads"]
    rows = []
    for program in kernels_of(results):
        for size in results.seen("class", kind="nas", program=program):
            grains = results.seen("grain", kind="nas", program=program, **{"class": size})
            for grain, values in zip(grains, heat(
                    results, "nas", program, "taskloop", grains, threads,
                    **{"class": size})):
                rows.append([f"{program} {size}", grain,
                             *(text(value) for value in values)])
    return ("Time of `taskloop` / time of `taskgraph`, by num_tasks.\n\n"
            + summary.markdown_table(
                ["kernel", "tasks", *(f"{team} thr" for team in threads)], rows))


def figure_8(results, team):
    rows = []
    for program in apps_of(results):
        row = [program]
        for iterations in results.request["recorded"]:
            place = {"kind": "app", "program": program, "threads": team,
                     "iterations": iterations}
            grain = results.seen("grain", **place, variant="tasks")
            place["grain"] = grain[-1] if grain else None
            row.append(text(results.ratio({**place, "variant": "tasks"},
                                          {**place, "variant": "taskgraph"})))
        rows.append(row)
    return ("Time of `tasks` / time of `taskgraph`, all iterations together, of which "
            "the first records; finest grain.\n\n" + summary.markdown_table(
                ["application", *(f"{number} iterations" for number in
                                  results.request["recorded"])], rows))


def figure_9(results, team):
    rows = []
    for program in kernels_of(results):
        for size in results.seen("class", kind="nas", program=program):
            place = {"kind": "nas", "program": program, "threads": team, "class": size}
            base = {**place, "variant": "for"}
            rows.append([f"{program} {size}", *(
                text(ratio and ratio - 1, 3) for ratio in (
                    results.ratio({**place, "variant": "taskloop"}, base),
                    results.ratio({**place, "variant": "taskgraph", "recording": True},
                                  base),
                    results.ratio({**place, "variant": "taskgraph"}, base)))])
    return ("(time - time of `for`) / time of `for`; lower is better.\n\n"
            + summary.markdown_table(["kernel", "taskloop", "taskgraph with recording",
                                      "taskgraph, recorded before"], rows))


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


def where(place):
    """A place, for a reader."""
    named = f"{place['program']} {place['class']}" if "class" in place else \
        place["program"]
    grain = place.get("grain")
    if grain:
        named += f", {grain} tasks" if "class" in place else f", grain {grain}"
    return f"{named}, {place['threads']} threads"


def losses(results, team):
    """(how much, place, against which variant) wherever taskgraph misses its target,
    the worst first."""
    found = []

    def look(limit, base, place):
        ratio = results.ratio({**place, "variant": "taskgraph"},
                              {**place, "variant": base})
        if ratio and ratio > limit:
            found.append((ratio, place, base))

    for program in kernels_of(results):
        for size in results.seen("class", kind="nas", program=program):
            place = {"kind": "nas", "program": program, "class": size}
            look(TARGET, "for", {**place, "threads": team})
            for grain in results.seen("grain", **place):
                for threads in results.request["threads"]:
                    look(1, "taskloop", {**place, "grain": grain, "threads": threads})
    for program in apps_of(results):
        for grain in results.seen("grain", kind="app",
                                  **plain({"program": program})) or [None]:
            for threads in results.request["threads"]:
                place = {"kind": "app", "program": program, "grain": grain,
                         "threads": threads}
                for base in ("for", "tasks"):
                    look(1, base, place)
    return sorted(found, key=lambda entry: -entry[0])


def losses_table(results, team):
    found = losses(results, team)
    if not found:
        return "Nowhere in these results."
    shown = [[where(place), base, text(ratio)] for ratio, place, base in found if
             ratio > 1.02]
    rest = len(found) - len(shown)
    more = f"\n\nAnd {rest} places within 2 %." if rest else ""
    return summary.markdown_table(["where", "slower than", "time / its time"],
                                  shown) + more


def profile_table(profiles):
    """Both sides of places where taskgraph is slower, as profiling.profile() has them."""
    rows = []
    for entry in profiles:
        for variant, side in entry["sides"].items():
            shares = (f"{side['shares'][share]:,.1f}" for share in SHARES)
            rows.append([where(entry["place"]), variant, f"{side['time']:,.1f}", *shares])
    return (PROFILE + summary.markdown_table(
        ["where", "variant", "time", *SHARES], rows)
        + "\n\nCommand: `scripts/evaluate.py profile`")


def failures_text(results):
    lines = [f"- {contender}: {state}, {count} times"
             for (contender, state), count in sorted(results.failures.items())]
    return "\n".join(lines) if lines else "Every run came to a right end."


MAKE = {"table-1": table_1, "figure-6": figure_6, "figure-7": figure_7,
        "figure-8": figure_8, "figure-9": figure_9, "figure-10": figure_10,
        "trackers": trackers}
TITLES = {"table-1": "Table 1", "trackers": "Dependency trackers"}


def page(results, profiles=()):
    request = results.request
    team = team_of(request)
    quick = " A quick run: few places, one process each, rough figures." \
        if request["quick"] else ""
    parts = [INTRO.rstrip(),
             f"Measured on {request['date'][:10]} on {request['cores']} cores "
             f"({request['cpu']}), revision {request['revision']}, flags "
             f"`{request['flags']}` (applications) and `{request['nas_flags']}` (NAS), "
             f"{request['repetitions']} processes for each place, with "
             f"{request['priority']} priority.{quick}"]
    for figure in request["figures"]:
        made = MAKE[figure](results, team)
        title = TITLES.get(figure, figure.replace("-", " ").capitalize())
        parts += [f"## {title}: {FIGURES[figure]}", made or "Nothing was measured.",
                  commands(request, figure)]
    parts += ["## Where taskgraph is slower",
              f"Than {TARGET} times `for` in a NAS kernel, than `taskloop` or `tasks` "
              "at the same grain, or than `for` in an application.",
              losses_table(results, team)]
    if profiles:
        parts += ["### Where the time goes there", profile_table(profiles)]
    parts += ["## Failed runs", failures_text(results)]
    return "\n\n".join(parts) + "\n"
