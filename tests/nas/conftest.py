# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fixtures for the NAS tests: the kernels, built once per session and compiler."""

import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from analysis import programs  # noqa: E402
from overlay import build_dir, clean_environment  # noqa: E402


class Kernels:
    """Built kernels and a way to run them."""

    def __init__(self, folder, paths):
        self.folder, self.paths = folder, paths

    def run(self, kernel, variant, *options, size="S", threads=2, timeout=300, **settings):
        return subprocess.run(
            [str(self.paths[kernel]), "--variant", variant, "--class", size,
             *map(str, options)], capture_output=True, text=True, check=False,
            timeout=timeout, env=clean_environment({"OMP_NUM_THREADS": threads,
                                                    **settings}))

    def verified(self, *arguments, **settings):
        done = self.run(*arguments, **settings)
        assert done.returncode == 0, f"{settings}\n{done.stdout}{done.stderr}"
        assert "\n  verified\n" in done.stdout
        return done


@pytest.fixture(scope="session")
def kernels(toolchain, tmp_path_factory):
    """All kernels, compiled by the toolchain under test."""
    if toolchain.prefix == (build_dir() / "install").resolve():
        folder = build_dir() / "benchmarks" / "nas"
    else:
        folder = tmp_path_factory.mktemp("nas")
    return Kernels(folder, programs.build_kernels(toolchain.clangxx, folder))


@pytest.fixture(scope="session", params=["g++", "clang++-22"])
def kernels_by_others(request, tmp_path_factory):
    """The kernels without their taskgraph variant, by a compiler without it."""
    if not request.config.getoption("--long"):
        pytest.skip("runs with --long")
    folder = tmp_path_factory.mktemp("nas-" + request.param)
    return Kernels(folder, programs.build_kernels(
        programs.require(request.param, request.param), folder))
