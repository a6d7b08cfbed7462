# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page about the dependence suite: circumstances, findings, tables.

Written from one JSON document, without a line by hand, so that text and numbers
cannot drift apart.
"""

from . import findings, summary, tracker_findings, tracker_tables

INTRO = """\
# The dependence suite

What dependences between tasks cost, for each value of `OMPX_DEPEND_TRACKER` and
beside other task libraries: LLVM's own libomp of the same version (`libomp`),
`libgomp` (GCC), oneTBB's flow graph, and StarPU. `hash` is libomp's own tracker
in our library. The experiments are those of two papers: the tickets paper
[[Vandierendonck 2013](bibliography.md)], section 5, and SuperGlue
[[Tillenius 2015](bibliography.md)], sections 5 and 7.

All libraries run the same graphs (`overhead-benchmarks/dependences/`). Each
program runs its graph with tasks that check their order before and after the
timed rounds, in release builds; a wrong run is no result.
"""

HOW = """\
Experiments with one thread have a team of two whose other thread is blocked
outside the library: in a team of one, libomp runs each task at once and tracks
nothing. Three differences remain. libgomp runs a task at once when more than 64
per thread wait, so a blocking task does not block there for long. oneTBB gets
its edges from the program, which knows them for nothing. StarPU's workers are
threads of their own, beside the one that makes tasks. OpenMP renames nothing:
`out` waits like `inout`, unlike output in the tickets paper.
"""


def circumstances(document):
    ours = document["context"]
    rows = []
    for runtime, context in document["contexts"].items():
        library = context["openmp_library"].rsplit("/", 1)[-1]
        rows.append([runtime, context["compiler"], library,
                     f"`{context['openmp_library_sha256'][:12]}`"])
    # The trackers share one library: one line for all of them.
    joined = {}
    for runtime, *rest in rows:
        joined.setdefault(tuple(rest), []).append(runtime)
    table = summary.markdown_table(
        ["library of", "compiler", "file", "SHA-256"],
        [[", ".join(names), *rest] for rest, names in joined.items()])
    quick = " This was a quick run: few points and repetitions, rough figures." \
        if document["quick"] else ""
    return (f"Measured on {document['date'][:10]} on {ours['cores']} cores ({ours['cpu']}"
            f", clock of {next(iter(document['contexts'].values()))['cycles_per_ns']:.2f} "
            f"cycles per nanosecond), revision {ours['git_revision']}, flags "
            f"`{ours['compiler_flags']}`, in {document['seconds'] / 60:.0f} minutes, by\n\n"
            f"    {document['command']}\n\nLoad before and after: "
            f"{load(document)}.{quick}\n\n{table}")


def load(document):
    """The one-minute load averages that runs began with."""
    values = sorted(run["document"]["context"]["load_before"]
                    for run in document["runs"] if run["document"])
    if not values:
        return "unknown"
    return f"{values[0]:.1f} to {values[-1]:.1f}, median " \
        f"{values[len(values) // 2]:.1f} at the beginning of a run"


def best_tracker(results):
    distance = tracker_findings.overall(results)
    if not distance:
        return "Not all trackers were measured."
    order = tracker_findings.ranked(distance)
    text = ", ".join(f"{name} {value:.2f}" for name, value in order)
    return (f"Time against the best of our trackers at the same place, geometric mean "
            f"over all experiments: {text}. The least is **{order[0][0]}**.")


def profiles(document, results):
    """Where the instructions go: our best tracker at each shape, and libomp."""
    parts = []
    for place, shape in (("indep", "flat"), ("series", "series"),
                         ("stencil", "stencil")):
        values = {name: results.time("shapes", runtime=name, shape=shape,
                                     threads=results.team())
                  for name in results.trackers("shapes")}
        order = tracker_findings.ranked(values)
        for runtime in [order[0][0] if order else None, "libomp"]:
            row = next((row for row in document["rows"] if row.get("profile") and
                        row["runtime"] == runtime and row["shape"] == shape), None)
            if row:
                shares = ", ".join(f"`{name}` {100 * share:.0f} %"
                                   for name, share in row["profile"] if share >= 0.03)
                parts.append(f"- {place}, {runtime}, "
                             f"{row['instructions_per_task']:,.0f} instructions per "
                             f"task: {shares}")
    return "\n".join(parts)


def page(document):
    """The whole page, without the licence header."""
    results = tracker_tables.Results(document)
    profile = profiles(document, results)
    return "\n\n".join([
        INTRO.rstrip(), circumstances(document), "## How to read it", HOW.rstrip(),
        "## Findings",
        "Computed from the tables below. \"In part\": at some of the places where it "
        "can be looked at. Superlinear: a task costs more than twice as much at the "
        "largest N as at N = 100.",
        findings.table(tracker_findings.all_findings(results)), "## Best over the suite", best_tracker(results),
        *(["## Where the instructions go", "Of one thread that makes and runs all "
           "tasks, under callgrind; each function without those it calls; "
           f"Command: `{tracker_tables.command_for(document, 'instructions')}`",
           profile] if profile else []),
        "## Tables", tracker_tables.render(document)]) + "\n"
