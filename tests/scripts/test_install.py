# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""reprise.sh install and cpack: copies work, also where they were moved to."""

import re
import shutil
import subprocess
import sys

import pytest
from support import clean_environment
from support_project import ROOT

sys.path.insert(0, str(ROOT / "scripts/user"))
import install  # noqa: E402
from overlay import Failure  # noqa: E402

(PROGRAM,) = re.findall(r"```c\+\+\n(.*?)```", (ROOT / "README.md").read_text(), re.S)


def check_toolchain(moved, tmp_path):
    """Compiles and runs the README's program; it must load the library beside."""
    (tmp_path / "program.cpp").write_text(PROGRAM)
    done = subprocess.run(
        [moved / "bin/clang++", "-O2", "-fopenmp", "-fopenmp-version=60", "program.cpp",
         "-o", "program"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    run = subprocess.run([tmp_path / "program"], capture_output=True, text=True, env=(
        clean_environment(OMPX_TASKGRAPH_VERBOSE="summary")))
    assert (run.returncode, run.stdout) == (0, "right\n"), run.stderr
    assert "1000 replayed" in run.stderr
    loaded = subprocess.run(["ldd", tmp_path / "program"], capture_output=True, text=True,
                            env=clean_environment()).stdout
    (library,) = re.findall(r"libomp\S* => (\S+)", loaded)
    assert (tmp_path / library).resolve() == moved / "lib/libomp.so"


def test_a_copy_that_is_moved_works(toolchain, tmp_path):
    first, moved = tmp_path / "first", tmp_path / "elsewhere" / "moved"
    assert install.main(["--tree", str(toolchain.prefix), str(first)]) == 0
    assert install.main(["--tree", str(toolchain.prefix), str(first)]) == 0  # replaced
    moved.parent.mkdir()
    first.rename(moved)
    check_toolchain(moved, tmp_path)
    for path in [moved / "bin/clang.cfg", *moved.glob("share/modulefiles/reprise/*")]:
        assert str(toolchain.prefix) not in path.read_text()
        assert str(first) not in path.read_text()


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="this is not Debian")
def test_debian_packages_work_where_they_are_unpacked(toolchain, tmp_path):
    build = toolchain.prefix.parent
    if not (build / "CPackConfig.cmake").exists():
        pytest.skip("the install tree is not that of a build folder")
    subprocess.run(["cpack", "-B", tmp_path / "packages"], cwd=build, check=True,
                   capture_output=True, timeout=300)
    packages = sorted((tmp_path / "packages").glob("*.deb"))
    assert [path.name.split("_")[0] for path in packages] == ["reprise-clang",
                                                              "reprise-libomp"]
    for path in packages:
        subprocess.run(["dpkg-deb", "-x", path, tmp_path / "root"], check=True)
    check_toolchain(tmp_path / "root/opt/reprise", tmp_path)
    needed = subprocess.run(["dpkg-deb", "-f", packages[0], "Depends"], check=True,
                            capture_output=True, text=True).stdout
    assert "reprise-libomp (= " in needed and "libllvm22" in needed


def test_a_folder_with_other_files_is_left_alone(toolchain, tmp_path):
    (tmp_path / "mine").write_text("")
    with pytest.raises(Failure, match="has other files"):
        install.install(toolchain.prefix, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_tree_that_names_its_folder_is_refused(toolchain, tmp_path):
    tree = tmp_path / "tree"
    (tree / "lib").mkdir(parents=True)
    (tree / "bin").mkdir()
    (tree / "bin/clang++").write_text("")
    subprocess.run([toolchain.clang, "-shared", "-x", "c", "/dev/null", "-o",
                    tree / "lib/libx.so", "-Wl,-rpath,/opt/here"], check=True)
    with pytest.raises(Failure, match="cannot be moved") as failure:
        install.install(tree, tmp_path / "copy")
    assert failure.value.tried[0].startswith("lib/libx.so: ")
    assert "/opt/here" in failure.value.tried[0]
