# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The project's patches are exact; `patch.py check` sees what is not."""

import subprocess
import sys

import pytest
from support_project import ROOT, Project


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path).fetched()


def complaints(project):
    done = project.run("patch.py", "check")
    assert done.code == 1, done.text
    return done.err


def replace(path, old, new):
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def test_this_projects_patches(source_tree):
    done = subprocess.run(
        [sys.executable, ROOT / "scripts/developer/patch.py", "check", "--tree", source_tree],
        capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "patches are exact" in done.stdout


def test_a_right_project(project):
    done = project.run("patch.py", "check")
    assert done.code == 0, done.text
    assert "patch.py: 3 patches are exact" in done.out


def test_a_patch_outside_the_series(project):
    project.write_patch("openmp", "0090-lost.patch", "openmp/a.cpp", 20, listed=False)
    assert "openmp/patches/0090-lost.patch is not in the series" in complaints(project)


def test_a_line_without_a_patch(project):
    with open(project.root / "openmp/patches/series", "a") as out:
        out.write("0090-gone.patch\n# 0080-off.patch\n0010-first.patch\n")
    text = complaints(project)
    assert "series:3: `0090-gone.patch` does not exist in the folder" in text
    assert "series:4: `# 0080-off.patch` is not NNNN-what-it-does.patch" in text
    assert "series:1: `0010-first.patch` is listed more than once" in text


@pytest.mark.parametrize("field", ["Why", "Hooks", "Not-a-new-file-because",
                                   "Upstream", "Drop-when", "Tests"])
def test_a_missing_field(project, field):
    path = project.root / "openmp/patches/0010-first.patch"
    text = path.read_text()
    path.write_text("".join(line for line in text.splitlines(True)
                            if not line.startswith(field + ":")))
    assert (f"openmp/0010-first.patch: header field `{field}` is missing or empty"
            in complaints(project))


def test_a_field_nobody_knows_and_a_wrong_upstream(project):
    path = project.root / "openmp/patches/0010-first.patch"
    replace(path, "Upstream: never", "Upstream: perhaps\nColour: blue")
    text = complaints(project)
    assert "unknown header field `Colour`" in text
    assert "`Upstream` must begin with never, candidate or an address" in text


def grow(project, series, name, lines):
    path = project.root / series / "patches" / name
    added = f"+added by {name}\n"
    replace(path, added, added * lines)
    return path


def test_more_than_40_added_lines(project):
    grow(project, "openmp", "0020-second.patch", 41)
    path = grow(project, "clang-patches", "0010-third.patch", 41)
    text = complaints(project)
    assert "openmp/0020-second.patch: adds 41 lines, more than 40: move" in text
    assert "clang-patches/0010-third.patch: adds 41 lines" in text
    assert "or say `Over-40-because`" in text
    replace(path, "Why:", "Over-40-because: it is a switch\nWhy:")
    assert "0010-third.patch: adds 41" not in complaints(project)


def test_an_added_line_that_ends_in_blanks(project):
    replace(project.root / "openmp/patches/0010-first.patch",
            "+added by 0010-first.patch\n", "+added \n")
    assert "an added line ends in blanks" in complaints(project)


def test_an_offset(project):
    path = project.root / "openmp/patches/0010-first.patch"
    replace(path, "@@ -8,6 +8,7 @@", "@@ -7,6 +7,7 @@")
    text = complaints(project)
    assert "openmp/0010-first.patch applies, but not exactly" in text
    assert "in the file `@@ -7,6 +7,7 @@" in text


def test_fuzz(project):
    path = project.root / "openmp/patches/0010-first.patch"
    replace(path, " line 9\n", " line nine\n")
    assert "openmp/0010-first.patch does not apply" in complaints(project)


def test_index_lines(project):
    replace(project.root / "openmp/patches/0010-first.patch",
            "--- a/openmp", "index 1234567..89abcde 100644\n--- a/openmp")
    assert "in the file `index 1234567..89abcde 100644`" in complaints(project)


def test_a_change_in_the_tree_that_no_patch_holds(project):
    replace(project.tree / "openmp/a.cpp", "line 1\n", "line one\n")
    assert "is not what the patches give openmp/a.cpp" in complaints(project)


def test_a_commit_in_the_tree_that_no_patch_holds(project):
    replace(project.tree / "openmp/a.cpp", "line 1\n", "line one\n")
    project.git("commit", "-a", "-m", "fixup! openmp/0010-first.patch")
    assert "is not what the patches give" in complaints(project)


def test_a_new_file_in_the_tree_that_no_patch_holds(project):
    (project.tree / "clang/lib/stray.cpp").write_text("// stray\n")
    assert "is not what the patches give clang/lib/stray.cpp" in complaints(project)
