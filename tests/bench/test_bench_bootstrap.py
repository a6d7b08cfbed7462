# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ratios of medians, their intervals, and the words for them."""

import math
import random

import pytest

from benchlib.bootstrap import (FASTER, SAME, SLOWER, UNDECIDED, VERDICTS, Ratio,
                                ratio_of_medians)


@pytest.mark.parametrize("low, high, verdict", [
    (0.50, 0.90, FASTER),
    (0.50, 0.9499, FASTER),
    (0.50, 0.95, UNDECIDED),
    (0.50, 1.50, UNDECIDED),
    (0.94, 1.00, UNDECIDED),
    (0.95, 1.05, SAME),
    (0.99, 1.01, SAME),
    (1.00, 1.06, UNDECIDED),
    (1.05, 1.50, UNDECIDED),
    (1.0501, 1.50, SLOWER),
    (0.0, math.inf, UNDECIDED),
])
def test_the_whole_interval_decides(low, high, verdict):
    assert Ratio(1.0, low, high).verdict() == verdict


def test_every_verdict_is_listed():
    assert sorted(VERDICTS) == sorted([FASTER, SAME, SLOWER, UNDECIDED])


def test_equal_values_leave_no_doubt():
    found = ratio_of_medians([3.0] * 5, [2.0] * 7)
    assert (found.value, found.low, found.high) == (1.5, 1.5, 1.5)


def test_the_ratio_is_that_of_the_medians():
    found = ratio_of_medians([1.0, 100.0, 4.0, 0.5, 5.0], [2.0, 2.0, 0.1, 2.0, 8.0])
    assert found.value == 2.0
    assert found.low < 1 and found.high > 10


def test_the_same_seed_gives_the_same_interval():
    draw = random.Random(5)
    values = [draw.uniform(1, 2) for _ in range(40)]
    others = [draw.uniform(1, 2) for _ in range(40)]
    first, again, other = (ratio_of_medians(values, others, seed) for seed in (1, 1, 2))
    assert first == again != other
    assert first.low < first.value < first.high


def test_more_values_make_the_interval_narrower():
    draw = random.Random(7)
    widths = []
    for count in (20, 200, 1000):
        found = ratio_of_medians([draw.gauss(10, 1) for _ in range(count)],
                                 [draw.gauss(10, 1) for _ in range(count)])
        widths.append(found.high - found.low)
    assert widths[0] > 2 * widths[1] and widths[1] > 1.5 * widths[2]


def test_the_interval_covers_the_truth_about_as_often_as_it_says():
    """Known medians: 11 against 10. A percentile bootstrap of a median may miss a bit
    more often than one time in twenty; a wrong one misses far more often or never."""
    draw, covered, rounds = random.Random(11), 0, 200
    for attempt in range(rounds):
        found = ratio_of_medians([draw.gauss(11, 1) for _ in range(25)],
                                 [draw.gauss(10, 1) for _ in range(25)], attempt)
        covered += found.low <= 1.1 <= found.high
    assert 0.88 * rounds <= covered < rounds


@pytest.mark.parametrize("values, others", [([], [1.0]), ([1.0], []), ([], [])])
def test_nothing_to_compare(values, others):
    assert ratio_of_medians(values, others) is None


def test_few_values_decide_nothing():
    for values, others in (([1.0] * 4, [10.0] * 9), ([1.0] * 9, [10.0] * 4)):
        found = ratio_of_medians(values, others)
        assert (found.value, found.verdict()) == (0.1, UNDECIDED)
    assert ratio_of_medians([1.0] * 5, [10.0] * 5).verdict() == FASTER
