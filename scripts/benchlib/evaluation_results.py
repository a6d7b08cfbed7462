# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The evaluation's results: one line of JSON per run, and medians of them.

The first line says what was asked for; the same request goes on where it was
stopped, another one does not mix with it. Reads and writes files, runs nothing.
"""

import json
import statistics
from pathlib import Path

from overlay import Failure

VERSION = 2


def samples_of(document, rates=False):
    """What is kept of a run in order of time: seconds (or ns per task), or the rates,
    in Mop/s, that some have beside them."""
    return [sample["value"] for sample in document["samples"]
            if (sample["unit"] == "Mop/s") == rates]


class Journal:
    """The file that runs are appended to."""

    def __init__(self, path, request, anew):
        self.path = Path(path)
        self.done = set()
        if anew or not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps({"schema_version": VERSION,
                                             "kind": "evaluation", **request}) + "\n",
                                 encoding="utf-8")
            return
        header, runs = read(self.path)
        for key, value in request.items():
            if key not in ("date", "command") and header.get(key) != value:
                raise Failure(f"{self.path} is of another request ({key} differs)",
                              next_step="begin anew with --anew, or name another "
                                        "file with --results")
        self.done = {(run["contender"], run["repetition"]) for run in runs}

    def add(self, contender, repetition, run):
        document = run["document"]
        entry = {"contender": contender.name, "labels": contender.labels,
                 "repetition": repetition, "state": run["state"],
                 "message": run["message"],
                 "samples": samples_of(document) if document else [],
                 "rates": samples_of(document, rates=True) if document else [],
                 "load": document["context"]["load_before"] if document else None}
        with open(self.path, "a", encoding="utf-8") as stream:
            stream.write(json.dumps(entry) + "\n")


def read(path):
    """(request, runs). A last line that was cut off is left out."""
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}",
                      next_step="make it with scripts/evaluate.py run") from error
    entries = []
    for number, line in enumerate(lines):
        try:
            entries.append(json.loads(line))
        except ValueError as error:
            if number != len(lines) - 1 or not entries:
                raise Failure(f"{path}:{number + 1} is not JSON",
                              next_step="make it anew with --anew") from error
    if not entries or entries[0].get("kind") != "evaluation" \
            or entries[0].get("schema_version") != VERSION:
        raise Failure(f"{path} is not a result of evaluate.py",
                      next_step="make it with scripts/evaluate.py run")
    return entries[0], entries[1:]


class Results:
    """Medians by labels. Who is compared ran one after the other, so a ratio is that
    of a repetition's two processes, and the median of these."""

    def __init__(self, request, runs):
        self.request, self.runs = request, runs
        self.values = {}
        self.failures = {}
        for run in runs:
            key = self.key(run["labels"])
            if run["state"] != "verified":
                self.failures.setdefault((run["contender"], run["state"]), 0)
                self.failures[run["contender"], run["state"]] += 1
            elif run["samples"]:
                self.values.setdefault(key, {})[run["repetition"]] = self.value(run)

    @staticmethod
    def key(labels):
        return frozenset((name, value) for name, value in labels.items()
                         if value is not None and value is not False)

    @staticmethod
    def value(run):
        """Of a process: all of its iterations together if their number was given,
        since then the first, which records, counts; else the median of those after
        the first, or of all where the first is like the others."""
        samples, labels = run["samples"], run["labels"]
        if labels.get("iterations"):
            return sum(samples)
        if labels["kind"] == "nas" or len(samples) == 1:
            return statistics.median(samples)
        return statistics.median(samples[1:])

    def times(self, labels):
        """{repetition: seconds}."""
        return self.values.get(self.key({"library": "reprise", **labels}), {})

    def time(self, **labels):
        """Median of the processes, or None."""
        times = self.times(labels)
        return statistics.median(times.values()) if times else None

    def rate(self, **labels):
        """Median of the processes' rates, in Mop/s, or None."""
        key = self.key({"library": "reprise", **labels})
        rates = [statistics.median(run["rates"]) for run in self.runs
                 if run["rates"] and self.key(run["labels"]) == key]
        return statistics.median(rates) if rates else None

    def ratio(self, slow, fast):
        """Median of slow / fast over the repetitions that have both, or None."""
        above, below = self.times(slow), self.times(fast)
        ratios = [time / below[repetition] for repetition, time in above.items()
                  if repetition in below]
        return statistics.median(ratios) if ratios else None

    def seen(self, label, **labels):
        """Values of one label where the others are as given: names in the order of
        the request, sizes upwards, blocks (the grain of an application) downwards."""
        found = {run["labels"].get(label) for run in self.runs
                 if all(run["labels"].get(name) == value
                        for name, value in labels.items())} - {None}
        if label == "grain":
            return sorted(found, reverse=labels.get("kind") != "nas")
        order = [*self.request["programs"], *"SWABC"]
        return sorted(found, key=lambda value: (order.index(value) if value in order
                                                else value))
