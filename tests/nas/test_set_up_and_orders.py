# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The published values tell a run that left something out: set-up, or an order of tasks.

What orders the tasks of a graph is numbered in its source (common/order.h). Here each of
these dependences and joins is taken away in turn. A lost order shows only if the threads
use it, so that a program gets several chances, with its tasks handed out in several ways
(with `--long`: it could be lucky in all of them).
"""

import itertools
import json
import pathlib
import re
import shlex
import subprocess

import pytest
from analysis.programs import KERNELS as SOURCES
from analysis.programs import names_of_kernels

CHANCES = 36
ORDER = re.compile(r"NAS_(ORDER|JOIN)\((\d+)[,)]")
# What stands instead of an order, by the directive. A taskwait that depends on what no
# task names waits for none.
INSTEAD = {"task": "", "taskloop": "nogroup", "taskwait": "depend(in:number)"}
VARIANTS = {"taskgraph.cpp": "taskgraph", "static.cpp": "taskgraph-static"}
ADI = SOURCES / "common" / "adi.h"  # the variants of BT and SP
ROOTS = ["blocks", "round-robin", "encountering"]
WAYS = list(itertools.product([2, 4], [64, 2, 0], ROOTS))


def directives(source):
    """Each directive of a source file, on one line."""
    lines = iter(source.read_text(encoding="utf-8").splitlines())
    for line in lines:
        while line.endswith("\\"):
            line = line[:-1] + next(lines)
        if line.startswith("#pragma omp"):
            yield line


def graphs():
    """Each variant with graphs: its kernel, its name, the file with its directives, and the
    file that is compiled."""
    for kernel in names_of_kernels():
        for file, variant in VARIANTS.items():
            source = SOURCES / kernel / file
            if source.exists():
                yield kernel, variant, source, source
        main = SOURCES / kernel / "main.cpp"
        if f"common/{ADI.name}" in main.read_text(encoding="utf-8"):
            yield kernel, "taskgraph", ADI, main


def orders():
    for kernel, variant, text, source in graphs():
        for line in directives(text):
            for kind, number in ORDER.findall(line):
                yield pytest.param(kernel, source, variant, number, INSTEAD[line.split()[2]],
                                   id=f"{kernel}-{variant}-{kind.lower()}-{number}")


def linked_without(kernels, twin, source, number, instead):
    """Makes a kernel of which one file is compiled again, without an order."""
    kernel = source.parent.name
    entries = json.loads((kernels.folder / "compile_commands.json").read_text())
    entry = next(one for one in entries if one["file"] == str(source))
    command = shlex.split(entry["command"])
    own = command[command.index("-o") + 1]
    command[command.index("-o") + 1] = again = f"{twin}.o"
    objects = sorted(kernels.folder.glob(f"CMakeFiles/{kernel}.dir/{kernel}/*.o"))
    objects = [again if path == kernels.folder / own else path for path in objects]
    for step in ([*command, f"-DNAS_LOST_{number}=,{instead}", "-Wno-unused"],
                 [command[0], "-fopenmp", *objects, *kernels.folder.glob("lib*.a"), "-ldl",
                  "-o", twin]):
        done = subprocess.run(step, cwd=kernels.folder, capture_output=True, text=True,
                              check=False, timeout=300)
        assert done.returncode == 0, done.stderr


def runs(kernels, kernel, variant):
    """Runs with few tasks and with many, which the threads find in different orders."""
    for threads, tasks, roots in itertools.islice(itertools.cycle(WAYS), CHANCES):
        # How many tasks the compiler's graphs have is a constant.
        number_of_tasks = ["--num-tasks", tasks] if variant == "taskgraph" else []
        yield kernels.run(kernel, variant, "--iterations", 3, *number_of_tasks,
                          threads=threads, OMPX_TASKGRAPH_ROOTS=roots)


@pytest.mark.parametrize("kernel, source, variant, number, instead", orders())
def test_lost_order_is_noticed(kernels, takes_long, tmp_path, kernel, source, variant, number,
                               instead):
    twin = tmp_path / kernel
    linked_without(kernels, twin, source, number, instead)
    for done in runs(type(kernels)(tmp_path, {kernel: twin}), kernel, variant):
        if done.returncode == 1 and "error: wrong result: " in done.stderr:
            return
    pytest.fail(f"each of {CHANCES} runs was verified\n{done.stdout}{done.stderr}")


@pytest.mark.parametrize("kernel, variant", sorted(
    {(order.values[0], order.values[2]) for order in orders()}))
def test_with_all_orders_the_same_runs_are_right(kernels, takes_long, kernel, variant):
    for done in runs(kernels, kernel, variant):
        assert done.returncode == 0, f"{done.stdout}{done.stderr}"


def test_each_dependence_has_a_number():
    """Else no test takes it away."""
    assert {kernel for kernel, *_ in graphs()} == set(names_of_kernels())
    for *_, text, _ in graphs():
        found = list(directives(text))
        assert not [line for line in found if "depend(" in line]
        numbers = [number for line in found for _, number in ORDER.findall(line)]
        assert len(numbers) == len(set(numbers)), text


def with_kernel(program, *files):
    """Marks a test of a program that is linked with files of a kernel."""
    return pytest.mark.program(str(pathlib.Path(__file__).with_name(program)),
                               *(str(SOURCES / file) for file in files),
                               flags=("-std=c++17", "-Wno-psabi"))


@with_kernel("ft_set_up.cpp", "ft/ft_kernel.cpp", "ft/ft_classes.cpp")
def test_ft_makes_its_set_up_in_each_run(program):
    program.passes(threads=2)


@with_kernel("lu_norms.cpp", "lu/lu_kernel.cpp", "lu/ssor.cpp", "common/cfd.cpp")
def test_lu_takes_its_norms_in_each_run(program):
    program.passes(threads=2)
