# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of the dependence suite, from its JSON document alone.

`Results` finds the median of what was measured by its labels; everything else
(tables, findings, plots) asks it and knows nothing of runs.
"""

import statistics

from . import summary
from .trackers import ACCESS, RUNTIMES, TRACKERS

KEYS = ("experiment", "runtime", "shape", "access", "tasks", "arguments", "cycles",
        "threads")


class Results:
    """The medians of a document, found by labels."""

    def __init__(self, document):
        self.document = document
        self.groups = summary.group(document["runs"])
        self.times, self.counts = {}, {}
        for entry in self.groups.values():
            if entry["values"]:
                self.times[self.key(entry["labels"])] = \
                    summary.summarise(entry["values"])
        for row in document["rows"]:
            self.counts[self.key(row)] = row["instructions_per_task"]

    @staticmethod
    def key(labels):
        return tuple(labels.get(name) for name in KEYS)

    def _matching(self, table, experiment, wanted):
        at = {name: KEYS.index(name) for name in wanted}
        return {key: value for key, value in table.items()
                if key[0] == experiment
                and all(key[at[name]] == value for name, value in wanted.items())}

    def summary(self, experiment, **wanted):
        """The summary of the one place with these labels, or None."""
        found = list(self._matching(self.times, experiment, wanted).values())
        return found[0] if len(found) == 1 else None

    def time(self, experiment, **wanted):
        """Nanoseconds per task, or None."""
        found = self.summary(experiment, **wanted)
        return found and found["median"]

    def count(self, experiment, **wanted):
        """Instructions per task, or None."""
        found = list(self._matching(self.counts, experiment, wanted).values())
        return found[0] if len(found) == 1 else None

    def axis(self, experiment, name, counted=False, **wanted):
        """The values of one label that occur, in order."""
        table = self.counts if counted else self.times
        at = KEYS.index(name)
        return sorted({key[at] for key in self._matching(table, experiment, wanted)})

    def runtimes(self, experiment=None, counted=False):
        """The libraries with a result, in the order of the list."""
        present = {key[1] for key in (self.counts if counted else self.times)
                   if experiment in (None, key[0])}
        return [name for name in RUNTIMES if name in present]

    def trackers(self, experiment=None):
        return [name for name in self.runtimes(experiment) if name in TRACKERS]

    def spread(self, experiment):
        """Half the distance between the quartiles in percent: (usual, largest)."""
        found = [50 * (value["high"] - value["low"]) / value["median"]
                 for key, value in self.times.items() if key[0] == experiment]
        return (statistics.median(found), max(found)) if found else (0, 0)

    def cycles_per_ns(self, runtime=None):
        """Of the clock that busy tasks are measured by; one machine, one clock."""
        contexts = self.document["contexts"]
        context = contexts.get(runtime) or next(iter(contexts.values()))
        return context["cycles_per_ns"]

    def cycles(self, experiment, **wanted):
        found = self.time(experiment, **wanted)
        return found and found * self.cycles_per_ns()

    def overhead(self, experiment, **wanted):
        """Cycles per task beyond the ideal (work / threads), or None."""
        found = [(key, value) for key, value in self._matching(
            self.times, experiment, wanted).items()]
        if len(found) != 1:
            return None
        key, value = found[0]
        work, threads = key[KEYS.index("cycles")], key[KEYS.index("threads")]
        return value["median"] * self.cycles_per_ns() - work / threads

    def efficiency(self, experiment, **wanted):
        """The ideal time (work / threads) in parts of the measured one."""
        over = self.overhead(experiment, **wanted)
        if over is None:
            return None
        taken = self.cycles(experiment, **wanted)
        return (taken - over) / taken

    def team(self):
        """Threads of the experiments that share work; the largest team measured."""
        teams = [key[KEYS.index("threads")] for key in self.times if key[0] == "shapes"]
        return max(teams, default=2)


def number(value, digits=3):
    """Short, without exponents: 0.123, 12.3, 1,230."""
    if value is None:
        return "-"
    if abs(value) >= 10 ** digits or isinstance(value, int):
        return f"{value:,.0f}"
    places = max(0, digits - 1 - (len(str(int(abs(value)))) - 1))
    return f"{value:.{places}f}"


def grid(results, experiment, axis, read, head, **wanted):
    """A row per library, a column per value of `axis`."""
    values = results.axis(experiment, axis, **wanted)
    if axis == "access":
        values = [name for name in ACCESS if name in values]
    rows = []
    for runtime in results.runtimes(experiment):
        cells = [read(runtime=runtime, **{axis: value}, **wanted) for value in values]
        if any(cell != "-" for cell in cells):
            rows.append([runtime, *cells])
    return summary.markdown_table([head, *(f"{value:,}" if isinstance(value, int)
                                           else value for value in values)], rows)


def reader(results, experiment, what):
    def read(**wanted):
        return number(getattr(results, what)(experiment, **wanted))
    return read


def fast_table(results):
    def read(**wanted):
        found = results.summary("fast", **wanted)
        if not found:
            return "-"
        spread = summary.spread_text(found)
        return f"{number(results.cycles('fast', **wanted))} {spread}".strip()
    return grid(results, "fast", "access", read, "cycles")


def shape_values(results, runtime, threads):
    """{place: ns} of indep, series and stencil."""
    return {place: results.time("shapes", runtime=runtime, shape=shape,
                                threads=threads)
            for place, shape in (("indep", "flat"), ("series", "series"),
                                 ("stencil", "stencil"))}


def shapes_table(results, threads):
    stock = shape_values(results, "libomp", threads)
    gomp = shape_values(results, "libgomp", threads)
    rows = []
    for runtime in results.runtimes("shapes"):
        own = shape_values(results, runtime, threads)
        row = [runtime]
        for place in own:
            shape = "flat" if place == "indep" else place
            found = results.summary("shapes", runtime=runtime, shape=shape,
                                    threads=threads)
            row.append(f"{number(own[place])} {summary.spread_text(found)}".strip()
                       if found else "-")
        for other in (stock, gomp):
            row += [f"{own[place] / other[place]:.2f}"
                    if own[place] and other[place] else "-" for place in own]
        rows.append(row)
    places = ("indep", "series", "stencil")
    return summary.markdown_table(
        ["ns", *places, *(f"{place} / libomp" for place in places),
         *(f"{place} / libgomp" for place in places)], rows)


def instructions_table(results):
    """A row per library, a column per place that was counted."""
    places = list(dict.fromkeys(key[:1] + key[2:6] for key in results.counts))
    def title(place):
        experiment, shape, access, tasks, arguments = place
        if experiment == "shapes":
            return {"flat": "indep"}.get(shape, shape)
        if experiment == "fast":
            return f"fast {access}"
        if experiment == "arguments":
            return f"{arguments} arguments"
        return f"3 generations {access} N={tasks:,}"
    rows = []
    for runtime in results.runtimes(counted=True):
        rows.append([runtime, *(number(results.count(
            place[0], runtime=runtime, shape=place[1], access=place[2],
            tasks=place[3], arguments=place[4])) for place in places)])
    # Transposed: there are more places than libraries.
    header = ["instructions", *(row[0] for row in rows)]
    return summary.markdown_table(header, [
        [title(place), *(row[index + 1] for row in rows)]
        for index, place in enumerate(places)])


def sections(results):
    """(title, what the columns are, tables, experiment) in the papers' order."""
    threads = results.team()
    made = []
    def add(experiment, title, text, *tables):
        present = [table for table in tables if table.count("\n") >= 2]
        if present:
            made.append((experiment, title, text, present))

    def by_access(experiment, axis, what, head, accesses):
        return [f"`{access}`:\n\n" + grid(results, experiment, axis,
                                         reader(results, experiment, what), head,
                                         access=access)
                for access in accesses
                if results.axis(experiment, axis, access=access)]

    add("shapes", "Side by side: three shapes",
        f"Nanoseconds per empty task on {threads} threads, and ratios to LLVM's own "
        "libomp and to libgomp; `onetbb` makes its graph anew each time, with edges "
        "known for nothing, `onetbb-rerun` runs a graph made before.",
        shapes_table(results, threads))
    add("fast", "Fast path",
        "Cycles to make a task with one ready argument, run it and wait for it, by "
        "access type; one thread. `none` is the task without a dependence. "
        "(Figure 6 of the tickets paper.)", fast_table(results))
    add("slow", "Slow path",
        "Nanoseconds per task: one blocking task and N tasks behind it on one "
        "object; one thread; columns are N. (Figure 7.)",
        *by_access("slow", "tasks", "time", "ns", ACCESS))
    add("generations", "Three generations",
        "Nanoseconds per task: one `inout`, N `in`, N of the access type; one "
        "thread; columns are N. (Figure 9.)",
        *by_access("generations", "tasks", "time", "ns", ACCESS))
    add("arguments", "Number of arguments",
        "Nanoseconds per task of the slow path, N = 500; one thread; columns are "
        "the number of arguments, each another object. (Figure 11.)",
        *by_access("arguments", "arguments", "time", "ns", ACCESS))
    overhead = ("Cycles per task beyond the ideal (work / threads), on "
                f"{threads} threads; columns are the cycles that a task is busy. ")
    for experiment, title, figure in (
            ("task-size", "Task size, with stealing",
             "All tasks read one object. (Figure 10.)"),
            ("matmul-ijk", "Matrix product, ijk", "(Figure 13, left.)"),
            ("matmul-kij", "Matrix product, kij", "(Figure 13, right.)"),
            ("cholesky", "Cholesky factorization",
             "(Figure 14; SuperGlue, figure 7.2.)")):
        add(experiment, title, overhead + figure, grid(
            results, experiment, "cycles", reader(results, experiment, "overhead"),
            "cycles", threads=threads))
    def percent(**wanted):
        found = results.efficiency("independent", **wanted)
        return "-" if found is None else f"{100 * found:.0f} %"
    add("independent", "Independent tasks",
        f"Efficiency, the ideal time in parts of the measured one, on {threads} "
        "threads; columns are the cycles that a task is busy. (SuperGlue, figure "
        "7.1.)", grid(results, "independent", "cycles", percent, "efficiency",
                      threads=threads))
    add("dependences", "Tasks against number of dependences",
        f"Cycles per task beyond the ideal, on {threads} threads; each task reads "
        "as many objects as the column says. (SuperGlue, figure 5.3.)",
        grid(results, "dependences", "arguments",
             reader(results, "dependences", "overhead"), "cycles", threads=threads))
    add("scaling", "Scaling with the number of tasks",
        f"Cycles per task beyond the ideal, on {threads} threads, shape series; "
        "columns are the number of tasks. (SuperGlue, figure 7.3.)",
        grid(results, "scaling", "tasks", reader(results, "scaling", "overhead"),
             "cycles", threads=threads))
    return made


def command_for(document, experiment):
    """The command that measures one section again."""
    if "--experiments" in document["command"]:
        return document["command"]
    return f"{document['command']} --experiments {experiment}"


def omissions(document):
    """What was not run, gathered: {reason: {(runtime, experiment)}}."""
    found = {}
    for entry in document["omitted"]:
        why = "has too many edges" if "edges in" in entry["why"] else entry["why"]
        found.setdefault((entry["runtime"], why), set()).add(entry["experiment"])
    return [f"{runtime}: {why} ({', '.join(sorted(experiments))})"
            for (runtime, why), experiments in sorted(found.items())]


def render(document):
    """All tables, as Markdown, for the terminal and for plot.py table."""
    results = Results(document)
    parts = []
    for experiment, title, text, tables in sections(results):
        usual, largest = results.spread(experiment)
        parts.append(
            f"### {title}\n\n{text}\n\n" + "\n\n".join(tables) +
            f"\n\nMedian of {document['repetitions']} runs, interleaved at random "
            f"(seed {document['seed']}); half the distance between the quartiles is "
            f"usually {usual:.0f} %, at most {largest:.0f} % of it. "
            f"Command: `{command_for(document, experiment)}`")
    if results.counts:
        parts.append(
            "### Instructions\n\nPer task, under callgrind, on the one thread that "
            "makes and runs all tasks.\n\n" + instructions_table(results) +
            f"\n\nCommand: `{command_for(document, 'instructions')}`")
    left_out = omissions(document)
    if left_out:
        parts.append("### Not run\n\n" + "\n".join(f"- {line}" for line in left_out))
    failures = summary.failures_text(results.groups)
    if failures:
        parts.append("### Not every run came to a right end\n\n"
                     + "\n".join(f"- {line}" for line in failures))
    return "\n\n".join(parts)
