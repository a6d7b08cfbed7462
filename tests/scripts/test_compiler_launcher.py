# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""cmake/compiler-launcher.sh: a result cached in one checkout serves another.

Also for users of a precompiled header, whose bytes hold absolute paths, and not
when the header's text has changed.
"""

import os
import shutil
import subprocess

import pytest
from support_project import ROOT

LAUNCHER = ROOT / "cmake/compiler-launcher.sh"
pytestmark = pytest.mark.skipif(not shutil.which("ccache"), reason="no ccache here")


class Checkout:
    """Source and build folder under one base, as CMake lays them out."""

    def __init__(self, folder, cache, number=1):
        self.base = folder / "llvm-1.2.3"
        self.build = self.base / "out"
        self.build.mkdir(parents=True)
        (self.base / "src").mkdir()
        (self.base / "src/big.h").write_text(
            f"#pragma once\ninline int number() {{ return {number}; }}\n")
        (self.base / "src/user.cpp").write_text("int user() { return number(); }\n")
        (self.build / "cmake_pch.hxx").write_text("#include <big.h>\n")
        (self.build / "cmake_pch.hxx.cxx").write_text("")
        self.env = {**os.environ, "CCACHE_DIR": str(cache), "CCACHE_CONFIGPATH": "/dev/null"}

    def run(self, *arguments):
        done = subprocess.run(
            [LAUNCHER, self.base, "clang++-22", f"-I{self.base}/src",
             "-Xclang", "-fno-pch-timestamp", *arguments],
            cwd=self.build, env=self.env, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    def compile(self):
        pch = self.build / "cmake_pch.hxx"
        self.run("-Winvalid-pch", "-Xclang", "-emit-pch", "-Xclang", "-include",
                 "-Xclang", f"{pch}", "-x", "c++-header", "-MD", "-MT", f"{pch}.pch",
                 "-MF", f"{pch}.pch.d", "-o", f"{pch}.pch", "-c", f"{pch}.cxx")
        self.run("-Winvalid-pch", "-Xclang", "-include-pch", "-Xclang", f"{pch}.pch",
                 "-Xclang", "-include", "-Xclang", f"{pch}", "-MD", "-MT", "user.o",
                 "-MF", "user.o.d", "-o", "user.o", "-c", f"{self.base}/src/user.cpp")
        return (self.build / "user.o").read_bytes()

    def hits(self):
        stats = subprocess.run(["ccache", "--print-stats"], env=self.env, text=True,
                               capture_output=True, check=True).stdout
        counts = dict(line.split("\t") for line in stats.splitlines())
        return (int(counts["direct_cache_hit"]) + int(counts["preprocessed_cache_hit"]),
                int(counts["cache_miss"]))


def test_a_second_checkout_hits(tmp_path):
    cache = tmp_path / "cache"
    first = Checkout(tmp_path / "one", cache)
    compiled = first.compile()
    assert first.hits() == (0, 1)
    shutil.rmtree(tmp_path / "one")  # nothing may lead back there
    second = Checkout(tmp_path / "two/deeper", cache)
    assert second.compile() == compiled
    assert second.hits() == (1, 1)
    dependencies = (second.build / "user.o.d").read_text().replace("\\\n", " ").split()
    for name in dependencies[1:]:
        assert (second.build / name).exists(), name
    assert any(name.endswith("src/big.h") for name in dependencies), dependencies


def test_a_changed_header_misses(tmp_path):
    cache = tmp_path / "cache"
    compiled = Checkout(tmp_path / "one", cache, number=1).compile()
    second = Checkout(tmp_path / "two", cache, number=2)
    assert second.compile() != compiled
    assert second.hits() == (0, 2)


def test_a_failing_compiler_fails(tmp_path):
    checkout = Checkout(tmp_path, tmp_path / "cache")
    (checkout.base / "src/user.cpp").write_text("this is not C++\n")
    with pytest.raises(AssertionError, match="error:"):
        checkout.compile()
