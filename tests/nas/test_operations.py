# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How many operations BT, SP and LU execute: the table in nas-benchmarks/README.md.

Mop/s is NPB's count of operations by time. These kernels are compiled once more with
vectors that count what is done with them, and the table is what they count. In some places
of the source other text must stand for that; text that is no longer there is a failure.
"""

import re
import shutil
import subprocess

import pytest
from analysis.programs import KERNELS as SOURCES

HERE = SOURCES.parent / "tests" / "nas"
REPLACED = {
    "common/cfd.h": {
        '#include "program.h"': '#include "program.h"\n#include "counted.h"',
        "typedef double Vec __attribute__((vector_size(Lanes * sizeof(double))));":
            "using Vec = Counted<Lanes>;",
        "constexpr T Zero = {};": "const T Zero = {};",
        # Not additions, but the same number in all lanes.
        "Zero + f,": "allLanes<Lanes>(f),",
        "Zero + C2 * f}": "allLanes<Lanes>(C2 * f)}",
        "Zero + d,": "allLanes<Lanes>(d),",
    },
    "common/cfd.cpp": {
        "vector_size(sizeof(Vec))": "vector_size(64)",
        "inside ? scale * r[m] : Vec{}":
            "lanesWhere(scale * r[m], [&](int lane) { return inside[lane]; })",
    },
    "common/lines.h": {"transpose(block);": "::transpose(block);"},
    "common/program.h": {
        "namespace nas {\n\n/// What a kernel": '#include "counted.h"\nnamespace nas {\n\n'
                                                "/// What a kernel",
        "void start() { laps.start(); }": "void start() { laps.start(); operations = 0; }",
    },
    "lu/ssor.cpp": {
        "typedef double Half __attribute__((vector_size(HalfLanes * sizeof(double))));":
            "using Half = Counted<HalfLanes>;",
        "T(number <= last ? renewed : T{})":
            "lanesWhere(renewed, [&](int lane) { return number[lane] <= last; })",
    },
}


@pytest.fixture(scope="module")
def counting(toolchain, tmp_path_factory):
    """The kernels' sources with vectors that count, and a place for what is made."""
    folder = tmp_path_factory.mktemp("counting")
    for name in (SOURCES.name, "overhead-benchmarks"):
        shutil.copytree(SOURCES.parent / name, folder / name)
    shutil.copy(HERE / "counted.h", folder / SOURCES.name / "common")
    for file, texts in REPLACED.items():
        path = folder / SOURCES.name / file
        text = path.read_text()
        for old, new in texts.items():
            assert old in text, f"{file}: {old}"
            text = text.replace(old, new)
        path.write_text(text)
    return folder


def built(toolchain, counting, kernel):
    sources = counting / SOURCES.name
    program = counting / f"{kernel}-counting"
    own = (path for path in (sources / kernel).glob("*.cpp")
           if path.stem in ("serial", "ssor", f"{kernel}_kernel"))
    name = f"nas::{kernel.capitalize()}"
    run = "nas::runSerial" if kernel == "lu" else f"nas::adi::run<{name}, nas::adi::serial<{name}>>"
    done = subprocess.run(
        [toolchain.clangxx, "-std=c++17", "-O2", "-w", "-fopenmp",
         f'-DHEADER="{kernel}_kernel.h"', f"-DKERNEL={name}", f"-DRUN={run}",
         f"-I{sources / kernel}", HERE / "counting.cpp", *own, sources / "common" / "cfd.cpp",
         "-o", program], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return program


def table():
    """{(kernel, class): [operations of a node and a step, by NPB and executed]}."""
    text = (SOURCES / "README.md").read_text(encoding="utf-8")
    found = {}
    for kernel, size, *numbers in re.findall(r"^\| (\w+) \| ([SWA]) \| (\d+) \| (\d+) \|$",
                                             text, re.M):
        found[kernel.lower(), size] = [int(number) for number in numbers]
    return found


@pytest.mark.parametrize("kernel", ["bt", "sp", "lu"])
def test_operations_of_the_table(request, toolchain, counting, kernel):
    program = built(toolchain, counting, kernel)
    for size in "SWA" if request.config.getoption("--long") else "S":
        done = subprocess.run([program, size], capture_output=True, text=True, check=False,
                              timeout=1800)
        assert done.returncode == 0, done.stdout + done.stderr
        numbers = [int(number) for number in done.stdout.split()[:2]]
        assert table()[kernel, size] == numbers, size
