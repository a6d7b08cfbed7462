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
    assert "next: keep them: commit, then scripts/developer/patch.py export" in done.err
    project.git("commit", "-a", "-m", "five")
    assert "no patch holds: commit `five`" in project.run("patch.py", "apply").err
    assert project.run("patch.py", "apply", "--discard").code == 0
    assert "line 5\n" in (project.tree / "openmp/a.cpp").read_text()


def fix(project, title):
    """The tree's change becomes part of a patch, by git alone."""
    assert project.git("commit", "-a", "--fixup", f":/{title}").code == 0
    return project.git("-c", "sequence.editor=:", "rebase", "-i", "--autosquash", "pristine")


def test_export_of_a_change_to_an_earlier_patch(project):
    edit(project, "openmp/a.cpp", "added by 0010-first.patch", "one\ntwo")
    assert fix(project, "openmp/0010").code == 0
    done = project.run("patch.py", "export")
    # The second patch now stands one line lower.
    assert done.code == 0, done.text
    assert "patch.py: openmp/patches/0010-first.patch written" in done.out
    assert "patch.py: openmp/patches/0020-second.patch written" in done.out
    assert "0010-third" not in done.out
    assert "+one\n+two\n" in patch_text(project, "openmp/0010-first.patch")
    assert "Why: to test" in patch_text(project, "openmp/0010-first.patch")
    assert project.run("patch.py", "check").code == 0
    assert "3 patches are applied already" in project.run("patch.py", "apply").out


def test_export_touches_no_file_of_the_tree(project):
    edit(project, "openmp/a.cpp", "added by 0020-second.patch", "changed")
    fix(project, "openmp/0020")
    files = [project.tree / name for name in ("openmp/a.cpp", "clang/lib/b.cpp",
                                              "clang/lib/own.cpp")]
    before = [path.stat().st_mtime_ns for path in files]
    assert project.run("patch.py", "export").code == 0
    assert project.run("patch.py", "apply").code == 0
    assert [path.stat().st_mtime_ns for path in files] == before


def test_a_change_that_a_later_patch_cannot_follow(project):
    edit(project, "openmp/a.cpp", "line 30\nadded by 0020-second.patch\n", "line thirty\nmore\n")
    assert "CONFLICT" in fix(project, "openmp/0010").text
    done = project.run("patch.py", "export")
    assert done.code == 1
    assert "a rebase is going on" in done.err


def test_export_writes_the_exact_lines(project):
    path = project.root / "openmp/patches/0010-first.patch"
    path.write_text(path.read_text().replace("@@ -8,6 +8,7 @@", "@@ -7,6 +7,7 @@"))
    assert project.run("patch.py", "check").code == 1
    assert "openmp/patches/0010-first.patch written" in project.run("patch.py", "export").out
    assert project.run("patch.py", "check").code == 0


def test_export_takes_own_files_back(project):
    edit(project, "clang/lib/own.cpp", "// ours", "// ours, edited in the tree")
    done = project.run("patch.py", "export")
    assert done.code == 0, done.text
    own = project.root / "clang-patches/src/lib/own.cpp"
    assert own.read_text() == "// ours, edited in the tree\n"
    assert project.run("patch.py", "check").code == 0


def test_own_files_in_a_commit_are_no_part_of_a_patch(project):
    edit(project, "clang/lib/own.cpp", "// ours", "// ours, edited in the tree")
    edit(project, "clang/lib/b.cpp", "added by 0010-third.patch", "changed")
    assert fix(project, "clang-patches/0010").code == 0
    assert project.run("patch.py", "export").code == 0
    text = patch_text(project, "clang-patches/0010-third.patch")
    assert "+changed\n" in text and "own.cpp" not in text
    own = project.root / "clang-patches/src/lib/own.cpp"
    assert own.read_text() == "// ours, edited in the tree\n"
    assert project.run("patch.py", "check").code == 0


def test_own_files_edited_in_the_checkout_stay(project):
    own = project.root / "clang-patches/src/lib/own.cpp"
    own.write_text("// ours, edited in the checkout\n")
    assert project.run("patch.py", "export").code == 0
    assert own.read_text() == "// ours, edited in the checkout\n"
    assert (project.tree / "clang/lib/own.cpp").read_text() == own.read_text()


def test_export_refuses_what_is_in_no_patch(project):
    edit(project, "openmp/a.cpp", "line 5\n", "line five\n")
    done = project.run("patch.py", "export")
    assert "not committed: openmp/a.cpp" in done.err
    assert "git commit -a --fixup :/openmp/NNNN" in done.err
    project.git("commit", "-a", "-m", "five")
    assert "`five` is not the name of a patch" in project.run("patch.py", "export").err
    assert "line five" not in patch_text(project, "openmp/0010-first.patch")


def test_export_does_not_undo_what_others_changed(project):
    """A pull brought another form of a patch after it was applied."""
    path = project.root / "openmp/patches/0010-first.patch"
    path.write_text(path.read_text().replace("+added by", "+changed by"))
    done = project.run("patch.py", "export")
    assert "the patch files are others than those that were applied" in done.err
    assert "+changed by" in path.read_text()


def test_a_patch_that_no_longer_applies(project):
    path = project.root / "openmp/patches/0020-second.patch"
    path.write_text(path.read_text().replace(" line 30\n", " line thirty\n"))
    refused = project.run("patch.py", "apply")
    assert refused.code == 1
    assert "openmp/0020-second.patch does not apply" in refused.err
    assert "openmp/a.cpp:" in refused.err
    assert f"git apply --reject {path}" in refused.err
    text = (project.tree / "openmp/a.cpp").read_text()
    assert "added by 0010" in text and "added by 0020" not in text
    assert project.git("apply", "--reject", path).code == 1
    edit(project, "openmp/a.cpp", "line 30\n", "line 30\nput in by hand\n")
    project.git("commit", "-a", "-m", "openmp/0020-second.patch")
    early = project.run("patch.py", "export")
    assert "not committed: openmp/a.cpp.rej" in early.err
    (project.tree / "openmp/a.cpp.rej").unlink()
    done = project.run("patch.py", "export")
    assert done.code == 0, done.text
    assert "+put in by hand\n" in patch_text(project, "openmp/0020-second.patch")
    assert "added by 0010-third" in (project.tree / "clang/lib/b.cpp").read_text()
    assert project.run("patch.py", "check").code == 0


def test_a_commit_becomes_a_new_patch(project):
    edit(project, "openmp/a.cpp", "line 38\n", "line 38\nnew line\n")
    project.git("commit", "-a", "-m", "openmp/0030-tasking-tell-somebody.patch")
    done = project.run("patch.py", "export")
    assert done.code == 0, done.text
    text = patch_text(project, "openmp/0030-tasking-tell-somebody.patch")
    assert text.startswith("Why: \nHooks: \n")
    assert "+new line\n" in text
    listing = (project.root / "openmp/patches/series").read_text()
    assert listing.endswith("0020-second.patch\n0030-tasking-tell-somebody.patch\n")
    check = project.run("patch.py", "check")
    assert "header field `Why` is missing or empty" in check.err


def test_a_patch_that_became_empty(project):
    edit(project, "openmp/a.cpp", "added by 0020-second.patch\n", "")
    project.git("commit", "-a", "--amend", "-m", "openmp/0020-second.patch")
    project.git("commit", "--allow-empty", "-m", "clang-patches/0090-nothing.patch")
    done = project.run("patch.py", "export")
    assert "clang-patches/0090-nothing.patch would become empty" in done.err


def test_a_series_without_a_last_line_end(project):
    path = project.root / "openmp/patches/series"
    path.write_text("0010-first.patch\n\n0020-second.patch")
    assert "3 patches are applied already" in project.run("patch.py", "apply").out
    assert project.run("patch.py", "check").code == 0


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
    assert again.code == 0 and "was patched already" in again.out


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
