# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The page about how the project's own programs are run, made from its document alone."""

from . import summary

INTRO = """\
# How the project's own programs are run

What became of the encounters of each `taskgraph` construct in `nas-benchmarks/` and
`overhead-benchmarks/`. `docs/architecture.md` says what the words mean; a *diverged*
encounter is a refill that found other tasks than those recorded. Only counts, no times:
"""
WHY = """\
Constructs of which less than half of the encounters were replayed, with what the
compiler says of the block (`-Rpass=taskgraph -Rpass-missed=taskgraph`) and, where it ran
as ordinary tasks, what the library says (`OMPX_TASKGRAPH_VERBOSE=1`). A block that is
proved is recorded again when its `graph_id` or a value that it reads is new, or when
`graph_reset` says so.
"""
# In the order of what is wished for.
SHOWN = ("replayed", "refilled", "recorded", "diverged", "plain")


def encounters(row):
    return sum(row[name] for name in SHOWN)


def table(rows):
    return summary.markdown_table(
        ["construct", "variant", "encounters", *SHOWN],
        [[f"`{row['file']}:{row['line']}`", row["variant"] or "not met",
          encounters(row), *(row[name] for name in SHOWN)] for row in rows])


def why(rows):
    lines = []
    for row in rows:
        if 2 * row["replayed"] >= encounters(row) > 0:
            continue
        lines.append(f"- `{row['file']}:{row['line']}`"
                     + (f", `{row['variant']}`" if row["variant"] else ", which no run met"))
        lines += [f"  - compiler: {text}"
                  for text in row["remarks"] or ["nothing about this block"]]
        if row["reason"]:
            lines.append(f"  - library: {row['reason']}")
    return "\n".join(lines) or "All are replayed in half of their encounters or more."


def failures(runs):
    lines = [f"- {run['contender']}: {run['state']}" for run in runs
             if run["state"] != "verified"]
    if not lines:
        return "Every run came to a right end."
    return "Not every run came to a right end:\n\n" + "\n".join(lines)


def render(document):
    """All tables, without the text around them."""
    rows = document["constructs"]
    return "\n\n".join([table(rows), "## Not replayed, and why", WHY.rstrip(), why(rows),
                        failures(document["runs"])])


def page(document):
    """The whole page, without the licence header."""
    context = document["context"]
    return (f"{INTRO}\n    {document['command']}\n\n"
            f"Small sizes (NAS kernels: class {document['size_class']}, two runs), "
            f"{document['threads']} threads; {context['compiler']}, "
            f"`{context['compiler_flags']}` (NAS kernels: more), revision "
            f"{context['git_revision']}.\n\n{render(document)}\n")
