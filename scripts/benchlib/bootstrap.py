# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The ratio of two medians, how sure it is, and what that allows to say.

The interval is a percentile bootstrap: the values of both sides are drawn again and
again, with replacement, and the middle 95 % of the ratios are kept. Nothing is assumed
about how times are distributed, which is never like a bell. Nothing is drawn that was
not measured, so that few values give an interval that is too narrow: fewer than five
miss the true median on one side too often, and decide nothing here.
"""

import random
import statistics
from dataclasses import dataclass

DRAWS = 2000
LEVEL = 0.95
FEWEST = 5  # all of n values are on one side of the true median in 2 of 2^n cases
MARGIN = 0.05  # a smaller difference than that is called none

FASTER, SLOWER, SAME, UNDECIDED = "faster", "slower", "within 5 %", "undecided"
VERDICTS = [FASTER, SAME, SLOWER, UNDECIDED]


@dataclass
class Ratio:
    """Median of one side to that of the other, with its interval."""

    value: float
    low: float
    high: float

    def verdict(self):
        """For times: of the first side against the second. An interval on both sides
        of a threshold decides nothing."""
        if self.high < 1 - MARGIN:
            return FASTER
        if self.low > 1 + MARGIN:
            return SLOWER
        if self.low >= 1 - MARGIN and self.high <= 1 + MARGIN:
            return SAME
        return UNDECIDED


def ratio_of_medians(values, others, seed=1):
    """The Ratio of values above 0, the same for the same seed; None where a side has
    none, and an interval without bounds where one has fewer than FEWEST."""
    if not values or not others:
        return None
    value = statistics.median(values) / statistics.median(others)
    if min(len(values), len(others)) < FEWEST:
        return Ratio(value, 0.0, float("inf"))
    draw = random.Random(seed)

    def drawn(side):
        return statistics.median(draw.choices(side, k=len(side)))

    ratios = sorted(drawn(values) / drawn(others) for _ in range(DRAWS))
    outside = round(DRAWS * (1 - LEVEL) / 2)
    return Ratio(value, ratios[outside], ratios[-1 - outside])
