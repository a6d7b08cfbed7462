# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The dependency trackers, as the library lists them, and fixtures of their tests.

A test that takes `tracker` runs under each of them; the first is libomp's own.
"""

import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = ROOT / "openmp" / "src" / "depend" / "trackers.def"


def listed():
    """The values of OMPX_DEPEND_TRACKER, with libomp's own in front."""
    if not LIST.exists():
        return ["hash"]
    named = re.findall(r'^OMPX_TRACKER\(\s*\w+,\s*"([^"]+)"', LIST.read_text(), re.MULTILINE)
    return ["hash", *[name for name in named if name != "hash"]]


TRACKERS = listed()
OWN = TRACKERS[1:]
