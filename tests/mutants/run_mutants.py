# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds library and pass with one small fault after the other; a test must notice each.

    python tests/mutants/run_mutants.py [--only NAME ...] [--install DIR] [--into DIR]

mutants.py, schedule_mutants.py, way_mutants.py (of the library) and pass_mutants.py (of the compiler
pass that proves regions) list the faults, and for each the tests that ought to notice.
Those run first without a fault, and must pass. A mutant that no test notices survives: a
test is missing. The sources are a copy; only the objects that changed are compiled again,
so that a mutant takes about a minute, one of the pass less. The exit status is 0 when none
survived.
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
import support_lit  # noqa: E402
import watched  # noqa: E402
from mutants import MUTANTS  # noqa: E402
from overlay import Failure, build_dir, run_main, say, source_tree  # noqa: E402
from pass_mutants import PASS_MUTANTS  # noqa: E402
from schedule_mutants import SCHEDULE_MUTANTS  # noqa: E402
from support import clean_environment  # noqa: E402
from way_mutants import WAY_MUTANTS  # noqa: E402

NAME = "run_mutants.py"
LIBRARY_MUTANTS = MUTANTS + SCHEDULE_MUTANTS + WAY_MUTANTS
LIT_TESTS = ROOT / "clang-patches" / "test" / "Taskgraph"
THREADS = (2, 4, 8)
TIMES = 3  # of each run of a program
LIMIT = 60  # seconds for a test; who does not end has noticed
BUILD_LIMIT = 1800


def mutated(text, mutant):
    """The text of a file with the fault in it."""
    if text.count(mutant.old) != 1 or mutant.new == mutant.old:
        raise Failure(f"{mutant.name}: its text stands {text.count(mutant.old)} times in "
                      f"{mutant.file}, not once",
                      next_step="bring the list in tests/mutants up to date")
    return text.replace(mutant.old, mutant.new)


class Build:
    """A copy of our sources, and what is built from them."""

    borrowed = ()  # what it includes of the other part

    def __init__(self, folder):
        self.folder = folder
        self.copy = folder / "checkout" / self.part

    def configure(self):
        shutil.rmtree(self.copy, ignore_errors=True)
        for name in self.copied:
            # With new times: what is built may have the last mutant in it.
            shutil.copytree(ROOT / self.part / name, self.copy / name,
                            copy_function=shutil.copy)
        for path in self.borrowed:
            borrowed = self.copy.parent / path
            shutil.rmtree(borrowed, ignore_errors=True)
            shutil.copytree(ROOT / path, borrowed, copy_function=shutil.copy)
        launcher = [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX")]
        self.must(["cmake", "--fresh", "-G", "Ninja", "-B", self.folder / "build",
                   "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_C_COMPILER=clang-22",
                   "-DCMAKE_CXX_COMPILER=clang++-22", *(launcher * bool(shutil.which("ccache"))),
                   *self.cmake_options()])
        self.must(self.build_command())

    def build_command(self):
        return ["cmake", "--build", self.folder / "build", "-j", str(os.cpu_count()),
                "--target", *self.targets]

    def must(self, command):
        done = watched.run(command, dict(os.environ), BUILD_LIMIT)
        if done.complaint:
            raise Failure(f"the {self.name} was not built: {done.complaint}\n"
                          f"{done.printed[-3000:]}", next_step=watched.shell_line(command, {}))

    def build(self):
        """What is wrong with the build, if anything."""
        done = watched.run(self.build_command(), dict(os.environ), BUILD_LIMIT)
        return done.complaint and f"{done.complaint}\n{done.printed[-2000:]}"

    def file(self, name):
        return self.copy / self.sources / name


class Library(Build):
    """libomp and its unit tests."""

    name, part, copied, sources = "library", "openmp", ("include", "src", "unittests"), "src"
    targets = ("omp", "omp-unittests")

    def __init__(self, folder, source=None):
        super().__init__(folder)
        self.source = source

    def cmake_options(self):
        return ["-S", self.source or source_tree() / "openmp",
                f"-DREPRISE_SOURCE_DIR={self.copy.parent}", "-DREPRISE_UNITTESTS=ON",
                "-DLIBOMP_USE_HWLOC=OFF", "-DLIBOMP_OMPD_SUPPORT=OFF",
                "-DOPENMP_ENABLE_OMPT_TOOLS=OFF"]

    @property
    def unittests(self):
        return self.folder / "build" / "omp-unittests"

    @property
    def lib_dir(self):
        return self.folder / "build" / "runtime" / "src"


class Pass(Build):
    """The pass that proves regions, as a plug-in."""

    name, part, copied, sources = "pass", "clang-patches", ("src", "plugin"), "src/lib/Taskgraph"
    targets, borrowed = ("TaskgraphPlugin",), ("openmp/src/shared",)

    def cmake_options(self):
        return ["-S", self.copy / "plugin",
                f"-DCMAKE_PREFIX_PATH={support_lit.tools_dir().parent}"]

    @property
    def plugin(self):
        return self.folder / "build" / "TaskgraphPlugin.so"


class Killers:
    """The tests that notice faults, run with one build."""

    def __init__(self, built, install):
        self.built, self.install, self.binaries = built, install, {}

    def complaint(self, killer):
        """What a test says: empty if it passes."""
        kind, *words = shlex.split(killer)
        settings = dict(word.split("=", 1) for word in words if "=" in word)
        words = [word for word in words if "=" not in word]
        if kind == "lit":
            return self.lit(LIT_TESTS / words[0])
        if kind == "unit":
            return self.run([self.built.unittests, f"--gtest_filter={words[0]}"], settings)
        if kind == "graphs":
            binary, words = self.program(TESTS / "random" / "graph_interpreter.cpp"), [1, *words]
        elif kind == "program":
            binary, words = self.program(TESTS / "programs" / f"{words[0]}.cpp"), words[1:]
        else:
            raise Failure(f"{killer!r} is no test", next_step="see tests/mutants/mutants.py")
        for _ in range(TIMES):
            for threads in THREADS:
                said = self.run([binary, *words], {
                    # Else the compiler's graphs would be replayed, and nothing recorded.
                    "OMPX_TASKGRAPH_STATIC": "off",
                    "OMPX_TASKGRAPH_REFILL": "always",  # also by one thread
                    **settings, "OMP_NUM_THREADS": threads})
                if said:
                    return f"{said} with {threads} threads"
        return ""

    def lit(self, test):
        tools = support_lit.tools_dir()
        parameters = {"clang": self.install / "bin" / "clang", "llvm_tools": tools,
                      "taskgraph_plugin": self.built.plugin,
                      "output": self.built.folder / "lit"}
        return watched.run([sys.executable, tools / "lit", "-q",
                            *(f"--param={name}={value}" for name, value in parameters.items()),
                            test], clean_environment(), LIMIT).complaint

    def run(self, command, settings):
        environment = clean_environment(
            LD_LIBRARY_PATH=self.built.lib_dir, OMP_WAIT_POLICY="active", **settings)
        return watched.run(command, environment, LIMIT).complaint

    def program(self, source):
        """Compiles a program once."""
        if source not in self.binaries:
            binary = self.built.folder / "programs" / source.stem
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


def verdict(mutant, built, killers):
    """What came of one mutant: "killed by ...", "survives" or "does not build"."""
    path = built.file(mutant.file)
    original = path.read_text()
    path.write_text(mutated(original, mutant))
    try:
        problem = built.build()
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
                          next_step="repair what is tested, or the test")
        say(NAME, f"{killer}: passes without a mutant")


def run_all(mutants, built, killers):
    """Runs mutants; the exit status."""
    for mutant in mutants:  # before the first minute is spent
        mutated(built.file(mutant.file).read_text(), mutant)
    check_killers(mutants, killers)
    alive = []
    for number, mutant in enumerate(mutants, 1):
        said = verdict(mutant, built, killers)
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
    builds = [(Library(options.into.resolve() / "library", options.source),
               LIBRARY_MUTANTS),
              (Pass(options.into.resolve() / "pass"), PASS_MUTANTS)]
    chosen = [(built, [m for m in mutants
                       if not options.only or {m.name, m.file} & set(options.only)])
              for built, mutants in builds]
    chosen = [(built, mutants) for built, mutants in chosen if mutants]
    if not chosen:
        parser.error("no such mutant; --list names all")
    status = 0
    for built, mutants in chosen:
        if options.list:
            for mutant in mutants:
                print(f"{mutant.name}: {mutant.file}: {mutant.why}")
            continue
        say(NAME, f"building the {built.name} in {built.folder}")
        built.folder.mkdir(parents=True, exist_ok=True)
        built.configure()
        status |= run_all(mutants, built, Killers(built, options.install.resolve()))
    return status


if __name__ == "__main__":
    run_main(NAME, main)
