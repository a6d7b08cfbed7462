# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The README is run: its program and commands, and the names it mentions."""

import os
import re
import subprocess

import pytest
from support_project import ROOT

README = (ROOT / "README.md").read_text()


def blocks(language):
    return re.findall(rf"```{re.escape(language)}\n(.*?)```", README, re.S)


def test_the_first_program(toolchain, tmp_path):
    (program,) = blocks("c++")
    (tmp_path / "first.cpp").write_text(program)
    (commands,) = [text for text in blocks("sh") if "first.cpp" in text]
    commands = commands.replace("build/install", str(toolchain.prefix))
    clean = {name: value for name, value in os.environ.items()
             if not name.startswith(("OMP", "KMP_", "LD_LIBRARY_PATH"))}
    done = subprocess.run(["sh", "-e", "-c", commands], cwd=tmp_path, env=clean,
                          capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == "right\n"
    assert done.stderr == ""  # no warning, and nothing ran plainly


def test_the_commands_are_known():
    usage = subprocess.run([ROOT / "scripts/reprise.sh", "--help"], check=True,
                           capture_output=True, text=True).stdout
    (commands,) = [text for text in blocks("sh") if "reprise.sh demo" in text]
    for command in re.findall(r"reprise\.sh (\S+)", commands):
        assert f"\n  {command} " in usage


def test_the_build_uses_the_preset_names():
    presets = (ROOT / "CMakePresets.json").read_text()
    for name in re.findall(r"--preset (\w+)", README):
        assert f'"name": "{name}"' in presets


@pytest.mark.parametrize("name", sorted(set(re.findall(
    r"`((?:docs|scripts|openmp|clang-patches|tests|overhead-benchmarks)/[\w./-]*|LICENSE)",
    README))))
def test_every_path_named_exists(name):
    assert (ROOT / name).exists()


def test_every_variable_is_the_runtimes():
    settings = (ROOT / "openmp/src/support/settings.def").read_text()
    known = set(re.findall(r"OMPX_(?:PATH_)?SETTING\((\w+),", settings)) - {"name"}
    assert set(re.findall(r"OMPX_[A-Z_]+", README)) == known
