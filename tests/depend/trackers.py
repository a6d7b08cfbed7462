# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The dependency trackers, as the library lists them, and fixtures of their tests.

A test that takes `tracker` runs under each of them; the first is libomp's own.
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from analysis.programs import TRACKERS  # noqa: E402, F401

OWN = TRACKERS[1:]
