# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Clang libraries linked from libclang-dev see no header that patches change.

cmake/ClangInstalledLibraries.cmake takes whole libraries but for a few sources
from the installed package. For every source that is not compiled: none of the
headers it includes may differ from the installed ones, those known as harmless
excepted.
"""

import concurrent.futures
import filecmp
import pathlib
import re
import subprocess
import sys

import pytest
from support_project import ROOT

sys.path.insert(0, str(ROOT / "scripts/developer"))
import patch  # noqa: E402

CMAKE = (ROOT / "cmake/ClangInstalledLibraries.cmake").read_text()
# Headers that differ from the installed ones, and why that is harmless here.
HARMLESS = {
    "clang/Basic/DiagnosticGroups.inc": "only clangBasic counts or names groups",
    "clang/Basic/Builtins.inc": "numbers differ; only sources that name a builtin "
                                "(BI...) care, and those are compiled",
    "clang/Config/config.h": "the same defaults are configured",
    "clang/Driver/Distro.h": "one more release, used by clangDriver alone",
}
FOLDERS = {"APINotes": "APINotes", "Driver": "Driver", "Edit": "Edit",
           "Format": "Format", "Lex": "Lex", "Options": "Options",
           "Rewrite": "Rewrite", "Support": "Support", "ToolingCore": "Tooling/Core",
           "ToolingInclusions": "Tooling/Inclusions"}


def cmake_list(name):
    found = re.search(rf"set\({name}\s+([^)]*)\)", CMAKE)
    return found.group(1).split() if found else []


def libraries():
    return [name.removeprefix("clang") for name in
            cmake_list("REPRISE_INSTALLED_CLANG_LIBRARY_NAMES")]


@pytest.fixture(scope="module")
def clang_build(source_tree):
    found = source_tree.parent / "clang"
    if not (found / "include/clang/Basic/Builtins.inc").exists():
        pytest.fail(f"{found} has no generated headers: scripts/reprise.sh build")
    return found


def taken_sources(source_tree, library):
    """Sources of a library that come from the archive."""
    folder = source_tree / "clang/lib" / FOLDERS[library]
    listing = (folder / "CMakeLists.txt").read_text()
    compiled = cmake_list(f"REPRISE_COMPILED_SOURCES_clang{library}")
    names = [name for name in re.findall(r"^\s*([\w/]+\.cpp)\b", listing, re.M)]
    assert set(compiled) <= set(names), f"{library}: {compiled}"
    return [folder / name for name in names if name not in compiled]


def headers_of(source, source_tree, clang_build):
    """The clang/ headers that a source includes, by the compiler's own account."""
    library = source.relative_to(source_tree / "clang/lib").parts[0]
    own = source_tree / "clang/include", clang_build / "include"
    done = subprocess.run(
        ["clang++-22", "-std=c++17", "-M", "-D_GNU_SOURCE", "-D__STDC_CONSTANT_MACROS",
         "-D__STDC_LIMIT_MACROS", "-D__STDC_FORMAT_MACROS",
         f"-I{clang_build}/lib/{library}", f"-I{source_tree}/clang/lib/{library}",
         *[f"-I{folder}" for folder in own],
         f"-I{clang_build}/openmp-tables/include", "-I/usr/lib/llvm-22/include", source],
        capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    words = done.stdout.split()
    return {str(pathlib.Path(word).relative_to(folder)): pathlib.Path(word)
            for word in words for folder in own if word.startswith(f"{folder}/")}


def same(ours, installed):
    """Equal for who includes it: of the tables of diagnostics, the enumerators.

    The tables also hold the number of each diagnostic's group, which a new group
    shifts and only clangBasic reads.
    """
    if not installed.exists():
        return False
    if re.match(r"Diagnostic\w+Kinds\.inc$", ours.name):
        left, right = (re.findall(r"^DIAG\((\w+),", path.read_text(), re.M)
                       for path in (ours, installed))
        return left == right
    return filecmp.cmp(ours, installed, shallow=False)


@pytest.mark.parametrize("library", libraries())
def test_headers_equal_the_installed_ones(library, source_tree, clang_build):
    sources = taken_sources(source_tree, library)
    installed = pathlib.Path("/usr/lib/llvm-22/include")
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        found = pool.map(lambda s: headers_of(s, source_tree, clang_build), sources)
        for source, headers in zip(sources, found):
            different = {name for name, path in headers.items()
                         if not same(path, installed / name)}
            assert different - HARMLESS.keys() == set(), source.name


@pytest.mark.parametrize("library", libraries())
def test_no_taken_source_names_a_builtin(library, source_tree):
    for source in taken_sources(source_tree, library):
        text = source.read_text(errors="replace")
        assert not re.search(r"\bBuiltin::BI\w|\bFirstTSBuiltin\b", text), source.name
        assert "diag::Group::" not in text, source.name


@pytest.mark.parametrize("library", libraries())
def test_no_patch_changes_a_taken_source(library, source_tree):
    touched = {name for title in patch.all_patches() for name in re.findall(
        r"^diff --git a/(\S+) b/", patch.split(title)[1].decode(), re.M)}
    taken = {str(path.relative_to(source_tree))
             for path in taken_sources(source_tree, library)}
    assert taken & touched == set()
