# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scripts/developer/patch.py on a small project: each command, and each way to fail."""

import pytest
from support_project import Project


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path).fetched()


def edit(project, file, old, new):
    path = project.tree / file
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def patch_text(project, title):
    series, name = title.split("/")
    return (project.root / series / "patches" / name).read_text()


def test_apply_puts_in_patches_and_own_files(project):
    text = (project.tree / "openmp/a.cpp").read_text()
    assert "added by 0010-first.patch" in text
    assert "added by 0020-second.patch" in text
    assert (project.tree / "clang/lib/own.cpp").read_text() == "// ours\n"
    again = project.run("patch.py", "apply")
    assert "3 patches are applied already" in again.out


def test_apply_touches_only_what_changed(project):
    before = (project.tree / "clang/lib/b.cpp").stat().st_mtime_ns
    own = project.root / "clang-patches/src/lib/own.cpp"
    own.write_text("// ours, changed\n")
    assert project.run("patch.py", "apply").code == 0
    assert (project.tree / "clang/lib/own.cpp").read_text() == "// ours, changed\n"
    assert (project.tree / "clang/lib/b.cpp").stat().st_mtime_ns == before


def test_apply_refuses_to_lose_a_change(project):
    edit(project, "openmp/a.cpp", "line 5\n", "line five\n")
    done = project.run("patch.py", "apply")
    assert done.code == 1
    assert "has changes that no patch holds: openmp/a.cpp" in done.err
    assert "patch.py: next: keep them: scripts/developer/patch.py refresh NNNN" in done.err
    assert project.run("patch.py", "apply", "--discard").code == 0
    assert "line 5\n" in (project.tree / "openmp/a.cpp").read_text()


def test_refresh_folds_a_change_into_an_earlier_patch(project):
    edit(project, "openmp/a.cpp", "added by 0010-first.patch", "added and changed")
    done = project.run("patch.py", "refresh", "openmp/0010")
    assert done.code == 0, done.text
    assert "+added and changed\n" in patch_text(project, "openmp/0010-first.patch")
    assert "Why: to test" in patch_text(project, "openmp/0010-first.patch")
    assert project.run("patch.py", "check").code == 0
    assert "openmp/0010-first.patch is unchanged" in project.run(
        "patch.py", "refresh", "openmp/0010").out


def test_refresh_that_a_later_patch_cannot_follow(project):
    project.run("patch.py", "edit", "openmp/0010")
    edit(project, "openmp/a.cpp", "line 30\n", "line thirty\n")
    done = project.run("patch.py", "refresh", "openmp/0010")
    assert done.code == 1
    assert ("openmp/0010-first.patch is refreshed, but then openmp/0020-second.patch "
            "does not apply") in done.err
    assert "patch.py: next: scripts/developer/patch.py edit openmp/0020" in done.err
    assert "+line thirty\n" in patch_text(project, "openmp/0010-first.patch")
    assert "the rest is in *.rej files" in project.run("patch.py", "edit", "openmp/0020").out


def test_exact_lines_of_all(project):
    path = project.root / "openmp/patches/0010-first.patch"
    path.write_text(path.read_text().replace("@@ -8,6 +8,7 @@", "@@ -7,6 +7,7 @@"))
    assert "refresh --all" in project.run("patch.py", "apply").err
    assert "1 patches were not in the exact form" in project.run(
        "patch.py", "refresh", "--all").out
    assert project.run("patch.py", "check").code == 0


def test_refresh_takes_own_files_back(project):
    edit(project, "clang/lib/own.cpp", "// ours", "// ours, edited in the tree")
    done = project.run("patch.py", "refresh", "clang/0010")
    assert done.code == 0, done.text
    own = project.root / "clang-patches/src/lib/own.cpp"
    assert own.read_text() == "// ours, edited in the tree\n"
    assert project.run("patch.py", "check").code == 0


def test_edit_shows_one_patch_on_top_and_refresh_ends_it(project):
    done = project.run("patch.py", "edit", "openmp/0010")
    assert done.code == 0, done.text
    text = (project.tree / "openmp/a.cpp").read_text()
    assert "added by 0010" in text and "added by 0020" not in text
    refused = project.run("patch.py", "apply")
    assert "openmp/0010-first.patch is being edited" in refused.err
    edit(project, "openmp/a.cpp", "added by 0010-first.patch", "one\ntwo")
    done = project.run("patch.py", "refresh", "openmp/0010")
    # The second patch now stands one line lower.
    assert done.code == 0, done.text
    assert "patch.py: openmp/0020-second.patch brought into the exact form" in done.out
    assert project.run("patch.py", "check").code == 0
    assert "3 patches are applied already" in project.run("patch.py", "apply").out
    assert "+one\n+two\n" in patch_text(project, "openmp/0010-first.patch")


def test_edit_of_a_patch_that_no_longer_applies(project):
    path = project.root / "openmp/patches/0020-second.patch"
    path.write_text(path.read_text().replace(" line 30\n", " line thirty\n"))
    refused = project.run("patch.py", "apply")
    assert refused.code == 1
    assert "openmp/0020-second.patch does not apply" in refused.err
    assert "openmp/a.cpp:" in refused.err
    assert "patch.py: next: scripts/developer/patch.py edit openmp/0020" in refused.err
    done = project.run("patch.py", "edit", "openmp/0020")
    assert "the rest is in *.rej files" in done.out
    early = project.run("patch.py", "refresh", "openmp/0020")
    assert "a.cpp.rej is left from a patch that did not apply" in early.err
    (project.tree / "openmp/a.cpp.rej").unlink()
    edit(project, "openmp/a.cpp", "line 30\n", "line 30\nput in by hand\n")
    assert project.run("patch.py", "refresh", "openmp/0020").code == 0
    assert "+put in by hand\n" in patch_text(project, "openmp/0020-second.patch")
    assert project.run("patch.py", "check").code == 0


def test_new_makes_a_patch_of_the_trees_changes(project):
    edit(project, "openmp/a.cpp", "line 38\n", "line 38\nnew line\n")
    done = project.run("patch.py", "new", "tasking-tell-somebody")
    assert done.code == 0, done.text
    text = patch_text(project, "openmp/0030-tasking-tell-somebody.patch")
    assert text.startswith("Why: \nHooks: \n")
    assert "+new line\n" in text
    listing = (project.root / "openmp/patches/series").read_text()
    assert listing.endswith("0020-second.patch\n0030-tasking-tell-somebody.patch\n")
    check = project.run("patch.py", "check")
    assert "header field `Why` is missing or empty" in check.err


def test_new_wants_one_series_and_a_name(project):
    assert "the tree has no changes" in project.run("patch.py", "new", "nothing").err
    edit(project, "openmp/a.cpp", "line 38\n", "line 38\nnew\n")
    assert "is not a patch name" in project.run("patch.py", "new", "Some Name").err
    edit(project, "clang/lib/b.cpp", "line 38\n", "line 38\nnew\n")
    assert ("the changes are in openmp/ and elsewhere" in
            project.run("patch.py", "new", "both-at-once").err)


def test_a_number_that_both_series_have(project):
    done = project.run("patch.py", "edit", "0010")
    assert ("`0010` means openmp/0010-first.patch and clang-patches/0010-third.patch"
            in done.err)
    assert "no patch `0990`" in project.run("patch.py", "edit", "0990").err


def test_an_own_file_that_exists_upstream(project):
    (project.root / "clang-patches/src/lib/b.cpp").write_text("// collides\n")
    done = project.run("patch.py", "apply")
    assert "clang-patches/src has clang/lib/b.cpp, which exists upstream" in done.err


def test_no_source_yet(tmp_path):
    done = Project(tmp_path).run("patch.py", "apply")
    assert done.code == 1
    assert "is not an unpacked source of this project" in done.err


def test_an_interrupted_apply_goes_on(project):
    """As after a kill in the middle of a switch: a lock, and half a file."""
    (project.tree / ".git/reprise-switching").write_text("HEAD\n")
    (project.tree / ".git/index.lock").write_text("")
    edit(project, "clang/lib/own.cpp", "ours", "ou")
    done = project.run("patch.py", "apply")
    assert done.code == 0, done.text
    assert "patch.py: finishing a run that was interrupted" in done.out
    assert project.run("patch.py", "check").code == 0


# A full llvm-project checkout somewhere else.

def test_a_full_checkout_is_patched_once(project):
    there = project.unpacked
    done = project.run("patch.py", "apply", "--tree", there)
    assert done.code == 0, done.text
    assert "added by 0020" in (there / "openmp/a.cpp").read_text()
    assert (there / "clang/lib/own.cpp").exists()
    again = project.run("patch.py", "apply", "--tree", there)
    assert again.code == 0 and "is already patched; nothing to do" in again.out


def test_a_full_checkout_patched_differently_is_left_alone(project):
    there = project.unpacked
    text = (there / "openmp/a.cpp").read_text().replace("line 30\n", "other\n")
    (there / "openmp/a.cpp").write_text(text)
    done = project.run("patch.py", "apply", "--tree", there)
    assert done.code == 1
    assert "is not the pristine source, nor patched by this version" in done.err
    assert "patch.py: tried: error: patch failed: openmp/a.cpp" in done.err
    assert (there / "openmp/a.cpp").read_text() == text
    assert not (there / "clang/lib/own.cpp").exists()


def test_a_full_checkout_of_another_version(project):
    version = project.unpacked / "cmake/Modules/LLVMVersion.cmake"
    version.write_text(version.read_text().replace("MAJOR 22", "MAJOR 21"))
    done = project.run("patch.py", "apply", "--tree", project.unpacked)
    assert "holds LLVM 21.1.8, not 22.1.8" in done.err


def test_a_source_that_has_the_patch_already(tmp_path):
    """LLVM_SOURCE was a tree that somebody patched before."""
    project = Project(tmp_path)
    path = project.unpacked / "openmp/a.cpp"
    path.write_text(path.read_text().replace(
        "line 10\n", "line 10\nadded by 0010-first.patch\n"))
    assert project.run("fetch.py", LLVM_SOURCE=str(project.unpacked)).code == 0
    done = project.run("patch.py", "apply")
    assert done.code == 1
    assert "openmp/0010-first.patch: the source already has this patch" in done.err
    assert "patch.py: next: use a pristine source: scripts/developer/fetch.py" in done.err
