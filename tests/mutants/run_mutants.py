# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the library with one small fault after the other; some test must notice each.

    python tests/mutants/run_mutants.py [--only NAME ...] [--install DIR] [--into DIR]

mutants.py lists the faults, and for each the tests that ought to notice. Those run first
with the library as it is, and must pass. A mutant that no test notices survives: a test is
missing. The sources are a copy; only the objects that changed are compiled again, so that
a mutant takes about a minute. The exit status is 0 when none survived.
"""

import argparse
import os
import pathlib
import shlex
import shutil
import sys

HERE = pathlib.Path(__file__).resolve().parent
TESTS, ROOT = HERE.parent, HERE.parents[1]
sys.path[:0] = [str(TESTS), str(ROOT / "scripts")]
import watched  # noqa: E402
from mutants import MUTANTS  # noqa: E402
from overlay import Failure, build_dir, run_main, say, source_tree  # noqa: E402
from support import clean_environment  # noqa: E402

NAME = "run_mutants.py"
THREADS = (2, 4, 8)
TIMES = 3  # of each run of a program
LIMIT = 60  # seconds for a test; who does not end has noticed
BUILD_LIMIT = 1800


def mutated(text, mutant):
    """The text of a file with the fault in it."""
    if text.count(mutant.old) != 1 or mutant.new == mutant.old:
        raise Failure(f"{mutant.name}: its text stands {text.count(mutant.old)} times in "
                      f"{mutant.file}, not once",
                      next_step="bring tests/mutants/mutants.py up to date")
    return text.replace(mutant.old, mutant.new)


class Library:
    """A copy of our sources, and libomp and its unit tests built from them."""

    def __init__(self, folder, source):
        self.folder, self.source = folder, source
        self.copy = folder / "checkout" / "openmp"

    def configure(self):
        shutil.rmtree(self.copy, ignore_errors=True)
        for name in ("include", "src", "unittests"):
            shutil.copytree(ROOT / "openmp" / name, self.copy / name)
        launcher = [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX")]
        self.must(["cmake", "-G", "Ninja", "-S", self.source, "-B", self.folder / "build",
                   "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_C_COMPILER=clang-22",
                   "-DCMAKE_CXX_COMPILER=clang++-22", *(launcher * bool(shutil.which("ccache"))),
                   f"-DREPRISE_SOURCE_DIR={self.copy.parent}", "-DREPRISE_UNITTESTS=ON",
                   "-DLIBOMP_USE_HWLOC=OFF", "-DLIBOMP_OMPD_SUPPORT=OFF",
                   "-DOPENMP_ENABLE_OMPT_TOOLS=OFF"])
        self.must(self.build_command())

    def build_command(self):
        return ["cmake", "--build", self.folder / "build", "-j", str(os.cpu_count()),
                "--target", "omp", "omp-unittests"]

    def must(self, command):
        done = watched.run(command, dict(os.environ), BUILD_LIMIT)
        if done.complaint:
            raise Failure(f"the library was not built: {done.complaint}\n{done.printed[-3000:]}",
                          next_step=watched.shell_line(command, {}))

    def build(self):
        """What is wrong with the build, if anything."""
        done = watched.run(self.build_command(), dict(os.environ), BUILD_LIMIT)
        return done.complaint and f"{done.complaint}\n{done.printed[-2000:]}"

    def file(self, name):
        return self.copy / "src" / name

    @property
    def unittests(self):
        return self.folder / "build" / "omp-unittests"

    @property
    def lib_dir(self):
        return self.folder / "build" / "runtime" / "src"


class Killers:
    """The tests that notice faults, run with one library."""

    def __init__(self, library, install):
        self.library, self.install, self.binaries = library, install, {}

    def complaint(self, killer):
        """What a test says: empty if it passes."""
        kind, *words = shlex.split(killer)
        settings = dict(word.split("=", 1) for word in words if "=" in word)
        words = [word for word in words if "=" not in word]
        if kind == "unit":
            return self.run([self.library.unittests, f"--gtest_filter={words[0]}"], settings)
        if kind == "graphs":
            binary, words = self.program(TESTS / "random" / "graph_interpreter.cpp"), [1, *words]
        elif kind == "program":
            binary, words = self.program(TESTS / "programs" / f"{words[0]}.cpp"), words[1:]
        else:
            raise Failure(f"{killer!r} is no test", next_step="see tests/mutants/mutants.py")
        for _ in range(TIMES):
            for threads in THREADS:
                said = self.run([binary, *words], {**settings, "OMP_NUM_THREADS": threads})
                if said:
                    return f"{said} with {threads} threads"
        return ""

    def run(self, command, settings):
        environment = clean_environment(
            LD_LIBRARY_PATH=self.library.lib_dir, OMP_WAIT_POLICY="active", **settings)
        return watched.run(command, environment, LIMIT).complaint

    def program(self, source):
        """Compiles a program once."""
        if source not in self.binaries:
            binary = self.library.folder / "programs" / source.stem
            binary.parent.mkdir(exist_ok=True)
            other = source.with_name(f"{source.stem}_other{source.suffix}")
            command = [self.install / "bin" / "clang++", "-fopenmp", "-fopenmp-version=60",
                       "-O1", "-w", f"-I{TESTS / 'programs'}", source,
                       *([other] if other.exists() else []), "-o", binary]
            done = watched.run(command, dict(os.environ), BUILD_LIMIT)
            if done.complaint:
                raise Failure(f"{source} does not compile:\n{done.printed}",
                              next_step="build the toolchain, or give --install")
            self.binaries[source] = binary
        return self.binaries[source]


def verdict(mutant, library, killers):
    """What came of one mutant: "killed by ...", "survives" or "does not build"."""
    path = library.file(mutant.file)
    original = path.read_text()
    path.write_text(mutated(original, mutant))
    try:
        problem = library.build()
        if problem:
            return f"does not build: {problem}"
        for killer in mutant.killers:
            said = killers.complaint(killer)
            if said:
                return f"killed by {killer}: {said}"
        return "survives"
    finally:
        path.write_text(original)


def check_killers(mutants, killers):
    """All tests pass without a fault."""
    for killer in dict.fromkeys(k for mutant in mutants for k in mutant.killers):
        said = killers.complaint(killer)
        if said:
            raise Failure(f"{killer!r} fails without a mutant: {said}",
                          next_step="repair the library or the test")
        say(NAME, f"{killer}: passes without a mutant")


def run_all(mutants, library, killers):
    """Runs mutants; the exit status."""
    for mutant in mutants:  # before the first minute is spent
        mutated(library.file(mutant.file).read_text(), mutant)
    check_killers(mutants, killers)
    alive = []
    for number, mutant in enumerate(mutants, 1):
        said = verdict(mutant, library, killers)
        if not said.startswith("killed"):
            alive.append(mutant)
        print(f"mutant {mutant.name}: {said}", flush=True)
        if said == "survives":
            print(f"  {mutant.file}: {mutant.why}; nobody notices", flush=True)
    print(f"{len(mutants) - len(alive)} of {len(mutants)} mutants were noticed")
    return int(bool(alive))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", nargs="+", metavar="NAME", help="of mutants, or of files")
    parser.add_argument("--list", action="store_true", help="only name them")
    parser.add_argument("--install", type=pathlib.Path, default=build_dir() / "install")
    parser.add_argument("--source", type=pathlib.Path, default=None,
                        help="the patched openmp folder")
    parser.add_argument("--into", type=pathlib.Path, default=build_dir() / "mutants",
                        help="folder to build in (default: %(default)s)")
    options = parser.parse_args()
    mutants = [m for m in MUTANTS if not options.only or {m.name, m.file} & set(options.only)]
    if not mutants:
        parser.error("no such mutant; --list names all")
    if options.list:
        for mutant in mutants:
            print(f"{mutant.name}: {mutant.file}: {mutant.why}")
        return 0
    options.into.mkdir(parents=True, exist_ok=True)
    library = Library(options.into.resolve(), options.source or source_tree() / "openmp")
    say(NAME, f"building the library in {options.into}")
    library.configure()
    return run_all(mutants, library, Killers(library, options.install.resolve()))


if __name__ == "__main__":
    run_main(NAME, main)
