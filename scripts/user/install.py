#!/usr/bin/env python3
# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Copies the toolchain to a folder: clang, libomp, headers and a module file.

The copy can be moved anywhere: the compiler looks for library and headers beside itself,
and no file of it names this folder. It needs the Debian packages of LLVM, libhwloc and
the C++ library that it was built with (scripts/packages.txt).
"""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from overlay import Failure, build_dir, read_upstream, run_main, say  # noqa: E402

NAME = "install.py"
MODULE = "share/modulefiles/reprise"
MODULE_TEXT = """\
#%Module1.0
# `module load reprise` with the folder share/modulefiles of this tree in MODULEPATH.
set root [file normalize [file join [file dirname $ModulesCurrentModulefile] .. .. ..]]
module-whatis "Clang and libomp {version} with taskgraphs (Reprise)"
conflict reprise
prepend-path PATH $root/bin
prepend-path LD_LIBRARY_PATH $root/lib
prepend-path CPATH $root/include
"""


def absolute_runpaths(tree):
    """Libraries and programs that would look for others in a fixed folder."""
    found = []
    for path in [*tree.glob("bin/*"), *tree.glob("lib/*.so")]:
        if path.is_symlink() or not path.is_file():
            continue
        listed = subprocess.run(["readelf", "-d", path], capture_output=True, text=True,
                                check=False).stdout
        for paths in re.findall(r"R(?:UN)?PATH\).*\[(.*)\]", listed):
            if any(not folder.startswith("$ORIGIN") for folder in paths.split(":")):
                found.append(f"{path.relative_to(tree)}: {paths}")
    return found


def install(tree, prefix):
    if not (tree / "bin/clang++").exists():
        raise Failure(f"no toolchain at {tree}", next_step="scripts/reprise.sh build")
    wrong = absolute_runpaths(tree)
    if wrong:
        raise Failure("the tree cannot be moved", wrong, "scripts/reprise.sh build")
    # Either nothing is there, or an earlier copy, which is replaced as a whole.
    if prefix.exists() and any(prefix.iterdir()) and not (prefix / MODULE).is_dir():
        raise Failure(f"{prefix} has other files", next_step="name another folder")
    fresh = prefix.with_name(prefix.name + ".new")
    shutil.rmtree(fresh, ignore_errors=True)
    shutil.copytree(tree, fresh, symlinks=True)
    version = read_upstream()["version"]
    (fresh / MODULE).mkdir(parents=True)
    (fresh / MODULE / version).write_text(MODULE_TEXT.replace("{version}", version))
    if prefix.exists():
        shutil.rmtree(prefix)
    fresh.rename(prefix)


def main(command_line=None):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("prefix", metavar="PREFIX", type=Path, help="folder for the copy")
    parser.add_argument("--tree", metavar="DIR", type=Path,
                        default=build_dir() / "install", help="what is copied (default: "
                        "the install tree of the build)")
    args = parser.parse_args(command_line)
    prefix = args.prefix.expanduser().resolve()
    prefix.parent.mkdir(parents=True, exist_ok=True)
    install(args.tree.expanduser().resolve(), prefix)
    say(NAME, f"the toolchain is in {prefix}; the compiler is bin/clang++ there, and "
              f"`module use {prefix}/share/modulefiles; module load reprise` sets it up")
    return 0


if __name__ == "__main__":
    run_main(NAME, main)
