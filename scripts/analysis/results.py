# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What was measured: one document for each suite, written anew after each round.

A process gives many samples, of which the first is often another thing (it starts the
threads and records a graph). One process counts as one value, since samples of one process
share its luck. Ratios are of medians, with a percentile bootstrap of 95 %: nothing is
assumed about how times are distributed, which is never like a bell. Fewer than FEWEST
values a side decide nothing: all of n are on one side of the true median in 2 of 2^n cases.
"""

import json
import lzma
import math
import statistics
from dataclasses import dataclass, field
from pathlib import Path

import numpy
from scipy import stats

from overlay import Failure, write_atomically

SCHEMA = 2
DRAWS, LEVEL, FEWEST = 2000, 0.95, 5
MARGIN = 0.05  # a smaller difference than that is called none
DISTURBED = 0.2  # processors that other programs take
# Our library: as it is, with OMPX_TASKGRAPH=off, under a program that GCC compiled.
OURS = ("ours", "off", "gcc-ours")
FASTER, SLOWER, SAME, UNDECIDED = "faster", "slower", "within 5 %", "undecided"

VALUES = {  # of the samples of a process
    "later": lambda samples: statistics.median(samples[1:] or samples),
    "last": lambda samples: statistics.median(samples[-LAST:]),
    "first": lambda samples: samples[0],
    "all": statistics.median,
    "sum": sum,
}
LAST = 32  # samples of a process that has chosen how it replays
DIGITS = 4  # of a sample in the repository: processes differ by more


def kept(run, grains):
    """A run as a repository has it: of the samples that count their least, quartiles and
    greatest; of a series with so many grains the least, median and greatest of each. So all
    that VALUES and the suites take of them stays the same."""
    samples = run["samples"]
    apart = {"later": 1, "last": 0}.get(run["value"])
    if run["value"] == "last":
        samples = samples[-LAST:]
    if apart is not None and len(samples) > 6:
        samples = samples[:apart] + numpy.percentile(
            samples[apart:], [0, 25, 50, 75, 100]).tolist()
    elif run["value"] == "all" and grains and len(samples) > 3 * grains:
        samples = [of(samples[grain::grains]) for of in (min, statistics.median, max)
                   for grain in range(grains)]
    return {**run, "others": [round(seconds, 2) for seconds in run["others"]],
            **{name: [float(f"{value:.{DIGITS}g}") for value in values]
               for name, values in (("samples", samples), ("rates", run["rates"]))}}


@dataclass
class Ratio:
    """Median of one side to that of the other, with its interval."""

    value: float
    low: float = 0.0
    high: float = math.inf
    draws: object = field(default=None, repr=False, compare=False)

    def verdict(self):
        """For times: of the first side against the second."""
        if self.high < 1 - MARGIN:
            return FASTER
        if self.low > 1 + MARGIN:
            return SLOWER
        if self.low >= 1 - MARGIN and self.high <= 1 + MARGIN:
            return SAME
        return UNDECIDED


def ratio_of_medians(values, others, seed=1):
    """The Ratio of values above 0, the same for the same seed; None where a side has none,
    without bounds where one has fewer than FEWEST."""
    if not values or not others:
        return None
    value = statistics.median(values) / statistics.median(others)
    if min(len(values), len(others)) < FEWEST:
        return Ratio(value)
    drawn = stats.bootstrap(
        (values, others),
        lambda a, b, axis: numpy.median(a, axis=axis) / numpy.median(b, axis=axis),
        n_resamples=DRAWS, confidence_level=LEVEL, method="percentile", vectorized=True,
        random_state=seed)
    return Ratio(value, *drawn.confidence_interval, drawn.bootstrap_distribution)


def mean_of_ratios(ratios):
    """The geometric mean of several Ratios, as one; None if there is none."""
    ratios = [ratio for ratio in ratios if ratio]
    if not ratios:
        return None
    value = math.exp(statistics.fmean(math.log(ratio.value) for ratio in ratios))
    if any(ratio.draws is None for ratio in ratios):
        return Ratio(value)
    draws = numpy.exp(numpy.mean([numpy.log(ratio.draws) for ratio in ratios], axis=0))
    outside = 50 * (1 - LEVEL)
    return Ratio(value, *numpy.percentile(draws, [outside, 100 - outside]), draws)


@dataclass
class Claim:
    """What is promised of a quantity: at most, or at least, a threshold."""

    text: str
    quantity: str
    ratio: Ratio  # None: not measured
    threshold: float
    at_least: bool = False

    def verdict(self):
        if not self.ratio:
            return "not measured"
        low, high = ((self.ratio.low, self.ratio.high) if self.at_least else
                     (-self.ratio.high, -self.ratio.low))
        threshold = self.threshold if self.at_least else -self.threshold
        if low >= threshold:
            return "holds"
        return "does not hold" if high < threshold else UNDECIDED


@dataclass
class Group:
    """All runs of one contender."""

    labels: dict
    unit: str = None
    samples: list = field(default_factory=list)  # of each process that was right
    rates: list = field(default_factory=list)
    values: list = field(default_factory=list)
    failures: list = field(default_factory=list)
    mark: str = ""  # in front of its time
    others: list = field(default_factory=list)

    @property
    def runs(self):
        return len(self.values) + len(self.failures)


def taken_by_others(pairs):
    """Processors, of seconds that others took and seconds that have passed."""
    seconds = sum(passed for _, passed in pairs)
    return sum(taken for taken, _ in pairs) / seconds if seconds else 0.0


def spread_of(values):
    """Half the distance between the quartiles, as a part of the median."""
    middle = statistics.median(values) if len(values) > 1 else 0
    return stats.iqr(values) / 2 / middle if middle else None


def key_of(labels):
    return frozenset((name, value) for name, value in labels.items() if value is not None)


class Results:
    """The runs of a document by their labels."""

    def __init__(self, document):
        self.document, self.groups = document, {}
        self.axes = document["axes"]  # {variable: its values}
        self.first = {name: values[0] for name, values in self.axes.items()}
        for run in document["runs"]:
            group = self.groups.setdefault(key_of(run["labels"]), Group(run["labels"]))
            group.others.append(run["others"])
            if run["state"] != "verified" or not run["samples"]:
                group.failures.append(run["state"])
                continue
            group.unit = run["unit"]
            group.samples.append(run["samples"])
            group.rates += [statistics.median(run["rates"])] if run["rates"] else []
            group.values.append(VALUES[run["value"]](run["samples"]))

    def find(self, labels, **changes):
        """The Group with these labels, of which None takes one away; may be empty."""
        labels = {**labels, **changes}
        if labels.get("library", OURS[0]) not in OURS:
            labels = {name: value for name, value in labels.items()
                      if name not in self.axes}  # other libraries do not know them
        return self.groups.get(key_of(labels), Group(labels))

    def ratio(self, labels, other):
        """Of the first to the second."""
        return ratio_of_medians(self.find(labels).values, self.find(other).values,
                                self.document["seed"])

    def claim(self, text, rows, first, other, threshold):
        """Of the geometric mean of the ratios at these places: at most the threshold."""
        ratios = [self.ratio({**row, **first}, {**row, **other}) for row in rows]
        ratios = [ratio for ratio in ratios if ratio]
        return Claim(text, f"geometric mean of {len(ratios)} places", mean_of_ratios(ratios),
                     threshold)

    def rows(self, names, **wanted):
        """Labels of the contenders that have the wanted ones, with only those named, in
        order of appearance in the request."""
        found = {}
        for labels in map(dict, (group.labels for group in self.groups.values())):
            if all(labels.get(name) == value for name, value in wanted.items()):
                row = {name: labels[name] for name in names if name in labels}
                found.setdefault(key_of(row), row)
        order = self.document["order"]

        def place(row):
            return [(order[name].index(row[name]) if name in row else -1)
                    for name in names if name in order]
        return sorted(found.values(), key=place)

    def with_axes(self, names, sides=()):
        """The names, and the variables that are axes but have a value in each of the sides."""
        return [*names, *(name for name in self.axes
                          if not any(name in changes for changes in dict(sides).values()))]

    def to_first(self, labels):
        """Ratios to the first value of each variable that is an axis."""
        return {f"to {values[0]}": (labels, {**labels, variable: values[0]})
                for variable, values in self.axes.items() if len(values) > 1}

    def seen(self, name, **wanted):
        """The values of one label, in the order of the request."""
        return [row[name] for row in self.rows([name], **wanted) if name in row]

    def failures(self):
        """A line for each contender that did not always come to a right end."""
        lines = []
        for group in self.groups.values():
            name = " ".join(f"{key}={value}" for key, value in group.labels.items())
            lines += [f"{name}: {state} in {group.failures.count(state)} of {group.runs} "
                      "runs" for state in sorted(set(group.failures))]
        return lines


def order_of(contenders):
    """{label: its values in the order in which contenders have them, numbers upwards but
    for grains, which go from coarse to fine}."""
    order = {}
    for contender in contenders:
        for name, value in contender.labels.items():
            if value not in order.setdefault(name, []):
                order[name].append(value)
    return {name: sorted(values) if name != "grain" and
            all(isinstance(value, int) for value in values) else values
            for name, values in order.items()}


def save(path, document):
    """As JSON; compressed if the path says so, and then with a list for each field of the runs,
    which takes less."""
    if Path(path).suffix == ".xz":
        runs = sorted(document["runs"], key=lambda run: (repr(run["labels"]), run["round"]))
        fields = {name: [run[name] for run in runs] for name in (runs or [{}])[0]}
        text = json.dumps({**document, "runs": fields}, separators=(",", ":"))
        Path(path).write_bytes(lzma.compress(text.encode(), filters=[
            {"id": lzma.FILTER_LZMA2, "preset": 9, "lc": 4, "lp": 0, "pb": 0}]))
    else:
        write_atomically(path, json.dumps(document, indent=1) + "\n")


def load(path):
    """A document; anything else is refused with a reason."""
    try:
        content = Path(path).read_bytes()
        document = json.loads(lzma.decompress(content) if Path(path).suffix == ".xz" else content)
        if document["schema_version"] == SCHEMA and "runs" in document:
            if isinstance(fields := document["runs"], dict):
                document["runs"] = [dict(zip(fields, run)) for run in zip(*fields.values())]
            return document
        problem = "another version wrote it"
    except (OSError, ValueError, lzma.LZMAError, LookupError, TypeError) as error:
        problem = repr(error)
    raise Failure(f"{path} is no result of measure.py: {problem}",
                  next_step="make it anew with scripts/reprise.sh")


def unfinished(path, request, rounds):
    """The document at `path` if it has the same request and not all rounds yet."""
    try:
        document = load(path)
    except Failure:
        return None
    same = all(document.get(name) == value for name, value in request.items())
    return document if same and document["rounds"] < rounds else None
