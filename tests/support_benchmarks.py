# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The benchmark programs, built once per session; conftest.py imports the fixture.

The default install tree shares its build folder with scripts/user/measure.py, so that
after the main job nothing is compiled again.
"""

import json
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from analysis import programs  # noqa: E402
from overlay import build_dir, clean_environment  # noqa: E402


class Built:
    """The built programs and a way to run them."""

    def __init__(self, folder, paths):
        self.folder = folder
        self.paths = paths

    def run(self, program, *options, threads=2, json_path=None, timeout=120, **settings):
        """Runs a program; the result carries its document as `.document`."""
        command = [str(self.paths.get(program, program)), *map(str, options)]
        if json_path:
            command += ["--json", str(json_path)]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=timeout,
            env=clean_environment({"OMP_NUM_THREADS": threads, **settings}))
        done.document = (json.loads(json_path.read_text())
                         if json_path and json_path.exists()
                         and json_path.stat().st_size else None)
        return done


@pytest.fixture(scope="session")
def benchmarks(toolchain, tmp_path_factory):
    """All benchmark programs, compiled by the toolchain under test."""
    if toolchain.prefix == (build_dir() / "install").resolve():
        folder = build_dir() / "benchmarks" / "programs"
    else:
        folder = tmp_path_factory.mktemp("benchmarks") / "programs"
    paths = programs.build_programs(toolchain.clangxx, folder)
    return Built(folder, paths)
