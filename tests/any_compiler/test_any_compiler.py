# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Regions of programs whose compiler knows no taskgraph: C, C++ and Fortran.

Each program compares with serial code, and asserts that the library has refilled. A
compiler that is not installed is skipped; scripts/packages.txt has them all.
"""

import pathlib
import re
import shutil
import subprocess

import pytest
from support import PROGRAMS, THREADS, Program, clean_environment, execute
from support_project import ROOT

HERE = pathlib.Path(__file__).parent / "programs"
GUIDE = (ROOT / "docs/any-compiler.md").read_text()
TRACKERS = ("hash", "versions", "tickets", "hypergraph")
# name of the compiler -> the commands for C and C++
COMPILERS = {
    "gcc": ("gcc", "g++"),
    "clang-22": ("clang-22", "clang++-22"),
    "ours": ("clang", "clang++"),
}
FORTRAN = ("gfortran", "flang-22")
CASES = [
    (compiler, source)
    for source in ("shapes.c", "taskloops.cpp", "data.cpp", "hints.c")
    for compiler in COMPILERS
] + [("gcc", "gomp_dependences.c")] + [(compiler, "fortran.f90") for compiler in FORTRAN]


class Builder:
    """Compiles programs for our library with any compiler, each once."""

    def __init__(self, toolchain, directory):
        self.toolchain = toolchain
        self.directory = directory
        self.built = {}

    def command(self, compiler, source):
        """The compiler, with what the guide says for all languages."""
        suffix = pathlib.Path(source).suffix
        name = compiler
        if compiler in COMPILERS:
            name = COMPILERS[compiler][suffix == ".cpp"]
        path = self.toolchain.prefix / "bin" / name if compiler == "ours" else shutil.which(name)
        if not path:
            pytest.skip(f"{name} is not installed")
        if suffix in (".f90", ".F90"):
            module = self.toolchain.include_dir / "ompx_taskgraph.f90"
            return [path, "-fopenmp", "-O2", module]
        # Behind the compiler's own headers: its omp.h fits its code.
        return [path, "-fopenmp", "-O2", "-idirafter", self.toolchain.include_dir,
                f"-I{PROGRAMS}"]

    def link(self, library=None):
        library = library or self.toolchain.lib_dir
        return [f"-L{library}", f"-Wl,-rpath,{library}"]

    def run(self, command, name):
        """Module files go to a directory of their own."""
        directory = self.directory / name
        directory.mkdir(exist_ok=True)
        done = subprocess.run(command, cwd=directory, env=clean_environment(), timeout=300,
                              capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return done

    def __call__(self, compiler, source, *flags):
        key = (compiler, source, flags)
        if key not in self.built:
            name = f"{pathlib.Path(source).stem}-{compiler}-{len(self.built)}"
            binary = self.directory / name / "program"
            self.run([*self.command(compiler, source), *flags, HERE / source, "-o", binary,
                      *self.link()], name)
            self.built[key] = Program(binary)
        return self.built[key]


@pytest.fixture(scope="session")
def build(toolchain, tmp_path_factory):
    return Builder(toolchain, tmp_path_factory.mktemp("any_compiler"))


@pytest.mark.parametrize("compiler, source", CASES)
@pytest.mark.parametrize("tracker", TRACKERS)
def test_right_and_refilled(build, compiler, source, tracker, threads):
    result = build(compiler, source).passes(
        threads=threads, OMPX_DEPEND_TRACKER=tracker, OMP_MAX_TASK_PRIORITY=20)
    assert result.stderr == "", str(result)


@pytest.mark.parametrize("compiler, source", CASES)
@pytest.mark.parametrize("setting", (
    {"OMPX_TASKGRAPH": "off"},
    {"OMPX_TASKGRAPH": "check"},
    {"OMPX_TASKGRAPH_AHEAD": "on"},
    {"OMPX_TASKGRAPH_AHEAD": "off"},
    {"OMPX_STEAL": "half", "OMPX_TASKGRAPH_ROOTS": "encountering"},
), ids=lambda setting: "-".join(f"{name[5:]}_{value}" for name, value in setting.items()))
def test_with_other_settings(build, compiler, source, setting):
    for threads in (2, 4):
        result = build(compiler, source).passes(
            threads=threads, OMP_MAX_TASK_PRIORITY=20, **setting)
        assert result.stderr == "", str(result)


@pytest.mark.parametrize("compiler", COMPILERS)
def test_unoptimised(build, compiler):
    for source in ("shapes.c", "data.cpp"):
        build(compiler, source, "-O0").passes(threads=4)


def test_graphs_of_earlier_runs(build, tmp_path):
    """They are kept for programs of any compiler, too."""
    for compiler, source in (("gcc", "speed.c"), ("gfortran", "speed.F90")):
        cached = {"threads": 2, "OMPX_TASKGRAPH_CACHE": tmp_path}
        program = build(compiler, source)
        assert "right, 29 of 30" in program.passes("stencil", 3, 10, **cached).stdout
        assert "right, 30 of 30" in program.passes("stencil", 3, 10, **cached).stdout


def test_library_reads_no_more_of_the_data_than_there_is(build):
    """GCC passes a record that may be smaller than what its copy function makes."""
    program = build("gcc", "data.cpp", "-fsanitize=address", "-g")
    for threads in (1, 4):
        program.passes(threads=threads, ASAN_OPTIONS="detect_leaks=0")


def test_summary_names_the_calling_place(build):
    """By file and line in C and C++, by the function, too, where it is known."""
    seen = build("gcc", "data.cpp").passes(threads=2, OMPX_TASKGRAPH_VERBOSE="summary").stderr
    assert re.search(r"taskgraph at \S*data\.cpp:\d+:0 \(places\): 3 recorded", seen), seen
    seen = build("gcc", "shapes.c").passes(threads=2, OMPX_TASKGRAPH_VERBOSE="summary").stderr
    assert re.search(r"taskgraph at \S*shapes\.c:\d+:0 \(unknown\): 1 recorded", seen), seen
    assert "taskgraph at unknown:0:0 (unknown): 1 recorded" in seen


def test_program_that_was_linked_with_libgomp(build, toolchain):
    """It does not have to be linked anew to be refilled."""
    build.run([*build.command("gcc", "optional.c"), HERE / "optional.c", "-o", "program"],
              "optional")
    program = Program(build.directory / "optional" / "program")
    for threads in THREADS:
        assert program.passes(threads=threads).stdout == "no regions: 0 refilled\n"
        ours = program.passes(threads=threads, LD_LIBRARY_PATH=toolchain.lib_dir)
        assert ours.stdout == "regions: 7 refilled\n", str(ours)


def test_program_that_was_linked_with_another_libomp(build, toolchain):
    build.run([*build.command("clang-22", "optional.c"), HERE / "optional.c", "-o", "program"],
              "optional-clang")
    program = Program(build.directory / "optional-clang" / "program")
    assert program.passes(threads=2).stdout == "no regions: 0 refilled\n"
    ours = program.passes(threads=2, LD_LIBRARY_PATH=toolchain.lib_dir)
    assert ours.stdout == "regions: 7 refilled\n", str(ours)


@pytest.mark.parametrize("compiler, source", (
    *((compiler, "speed.c") for compiler in COMPILERS),
    *((compiler, "speed.F90") for compiler in FORTRAN),
))
@pytest.mark.parametrize("shape", ("series", "stencil"))
def test_what_is_measured(build, compiler, source, shape):
    """The program that compares refills with libgomp; its times mean nothing here."""
    result = build(compiler, source).passes(shape, 3, 10, threads=2)
    assert "right, 29 of 30 refilled" in result.stdout, str(result)


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("standard, source", (
    ("c99", "header.c"), ("c17", "header.c"), ("c++17", "header.cpp"), ("c++20", "header.cpp"),
))
def test_headers_are_plain_code(build, compiler, standard, source):
    include = "ompx_taskgraph.h" + ("pp" if source.endswith("pp") else "")
    for defined in ("", "#define OMPX_TASKGRAPH_OPTIONAL\n"):
        (build.directory / source).write_text(
            f"{defined}#include <{include}>\nint main(void) {{ return 0; }}\n")
        build.run([*build.command(compiler, source), f"-std={standard}", "-pedantic", "-Wall",
                   "-Wextra", "-Werror", "-c", build.directory / source], "headers")


@pytest.mark.parametrize("compiler, flags", (
    ("gfortran", ("-std=f2008", "-Wall", "-Wextra", "-pedantic", "-Werror")),
    ("flang-22", ("-pedantic", "-Werror")),
))
def test_module_is_plain_code(build, compiler, flags):
    build.run([*build.command(compiler, "x.f90"), *flags, "-c"], f"module-{compiler}")


def example(language):
    """The guide's program in a language, its file name, and the command for it."""
    (text,) = re.findall(rf"```{re.escape(language)}\n(.*?)```", GUIDE, re.S)
    name = re.search(r"example\.\w+", text).group(0)
    commands = [line for block in re.findall(r"```sh\n(.*?)```", GUIDE, re.S)
                for line in block.replace("\\\n", " ").splitlines() if f" {name} " in line]
    return text, name, commands


@pytest.mark.parametrize("language", ("c", "c++", "fortran"))
def test_examples_of_the_guide(build, toolchain, tmp_path, language):
    text, name, commands = example(language)
    (tmp_path / name).write_text(text)
    assert commands
    for command in commands:
        if not shutil.which(command.split()[0]):
            pytest.skip(f"{command.split()[0]} is not installed")
        done = execute(["sh", "-ec", f"cd {tmp_path}\nREPRISE={toolchain.prefix}\n{command}"],
                       timeout=300)
        assert done.status == 0, str(done)
        ran = execute([tmp_path / "example"],
                      clean_environment(OMP_NUM_THREADS=2, OMPX_TASKGRAPH_VERBOSE="summary"))
        assert ran.status == 0 and "right" in ran.stdout, str(ran)
        assert re.search(r"1 recorded, 0 replayed, \d{2,} refilled, 0 diverged, 0 plain",
                         ran.stderr), str(ran)
        (tmp_path / "example").unlink()
