# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The README is run: its program, and the names it mentions.

tests/docs looks at its links, paths and other commands.
"""

import os
import re
import subprocess

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


def test_the_build_uses_the_preset_names():
    presets = (ROOT / "CMakePresets.json").read_text()
    for name in re.findall(r"--preset (\w+)", README):
        assert f'"name": "{name}"' in presets


def test_every_variable_is_the_runtimes():
    settings = (ROOT / "openmp/src/support/settings.def").read_text()
    known = set(re.findall(r"OMPX_(?:PATH_)?SETTING\((\w+),", settings)) - {"name"}
    assert set(re.findall(r"OMPX_[A-Z_]+", README)) == known
