# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""reprise.sh install and cpack: copies work, also where they were moved to."""

import re
import shutil
import subprocess

import pytest
from support import clean_environment
from support_project import ROOT

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


@pytest.fixture
def build(toolchain, tmp_path):
    """A build folder whose install tree is the one under test."""
    subprocess.run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", tmp_path / "build",
                    f"-DREPRISE_INSTALL_DIR={toolchain.prefix}"], check=True,
                   capture_output=True)
    return tmp_path / "build"


def fixed_folders(tree):
    """Libraries and programs that would look for others in a fixed folder."""
    for path in [*tree.glob("bin/*"), *tree.glob("lib/*.so")]:
        listed = "" if path.is_symlink() else subprocess.run(
            ["readelf", "-d", path], capture_output=True, text=True, check=False).stdout
        for folders in re.findall(r"R(?:UN)?PATH\).*\[(.*)\]", listed):
            yield from (f"{path}: {folder}" for folder in folders.split(":")
                        if not folder.startswith("$ORIGIN"))


def test_a_copy_that_is_moved_works(toolchain, build, tmp_path):
    first, moved = tmp_path / "first", tmp_path / "elsewhere" / "moved"
    for _ in range(2):  # over an earlier copy, too
        done = subprocess.run(["cmake", "--install", build, "--prefix", first], text=True,
                              check=True, capture_output=True)
    assert f"The compiler is {first}/bin/clang++" in done.stdout
    moved.parent.mkdir()
    first.rename(moved)
    check_toolchain(moved, tmp_path)
    assert list(fixed_folders(moved)) == []
    modules = list(moved.glob("share/modulefiles/reprise/*"))
    assert len(modules) == 1
    for path in [moved / "bin/clang.cfg", *modules]:
        assert str(toolchain.prefix) not in path.read_text()
        assert str(first) not in path.read_text()


def test_a_fixed_folder_is_found(toolchain, tmp_path):
    (tmp_path / "lib").mkdir()
    library = tmp_path / "lib/libx.so"
    subprocess.run([toolchain.clang, "-shared", "-x", "c", "/dev/null", "-o", library,
                    "-Wl,-rpath,/opt/here"], check=True)
    assert f"{library}: /opt/here" in fixed_folders(tmp_path)


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="this is not Debian")
def test_debian_packages_work_where_they_are_unpacked(build, tmp_path):
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
