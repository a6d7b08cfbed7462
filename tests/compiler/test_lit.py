# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The compiler's lit tests, run once by lit and reported one by one."""

import pathlib

import pytest
from support_lit import lit, tools_dir
from support_project import ROOT

FOLDER = ROOT / "clang-patches/test"
TESTS = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*")
               if path.suffix in {".c", ".cpp", ".ll"} and "Inputs" not in path.parts)


@pytest.fixture(scope="module")
def lit_results(toolchain, tmp_path_factory):
    """{file: (code, output)} of all lit tests on the installed clang."""
    folder = tmp_path_factory.mktemp("lit")
    plugins = sorted(
        toolchain.lib_dir.parents[1].glob("llvm-*/plugin/TaskgraphPlugin.so"))
    assert plugins, "the plug-in is not built: scripts/reprise.sh build plugin"
    return lit(FOLDER, folder / "report.json", f"--param=clang={toolchain.clang}",
               f"--param=llvm_tools={tools_dir()}", f"--param=taskgraph_plugin={plugins[0]}",
               f"--param=output={folder}/output")


@pytest.mark.parametrize("name", TESTS)
def test_lit(name, lit_results):
    code, output = lit_results[name]
    assert code in {"PASS", "XFAIL"}, f"{code}\n{output[-6000:]}"


def test_every_file_was_run(lit_results):
    assert sorted(lit_results) == TESTS
    assert pathlib.Path(FOLDER / "OpenMP").is_dir()
