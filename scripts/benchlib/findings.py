# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Findings of papers, and whether they hold here: computed from results.

Each says what the paper says, what was measured, and a verdict. Nothing is written by
hand, so a new measurement may well turn a verdict round.
"""

import math
import statistics
from dataclasses import dataclass

HOLDS, FAILS, PARTLY, UNKNOWN = "holds", "does not hold", "in part", "not measured"


@dataclass
class Finding:
    source: str
    claim: str
    verdict: str
    evidence: str


def verdict(parts):
    """From one truth value per place where the claim can be looked at."""
    known = [part for part in parts if part is not None]
    if not known:
        return UNKNOWN
    if all(known):
        return HOLDS
    return PARTLY if any(known) else FAILS


def percent(value):
    return f"{100 * value:+.0f} %"


def ratio_text(value, digits=2):
    return "-" if value is None else f"{value:.{digits}f}"


def ratio(numerator, denominator):
    return numerator / denominator if numerator and denominator else None


def geometric_mean(values):
    values = [value for value in values if value]
    return math.exp(statistics.fmean(map(math.log, values))) if values else None


def table(found):
    # Not padded: the cells are sentences.
    lines = ["| source | finding | here | measured |", "|---|---|---|---|"]
    return "\n".join(lines + [
        f"| {entry.source} | {entry.claim} | **{entry.verdict}** | "
        f"{entry.evidence or '-'} |" for entry in found])
