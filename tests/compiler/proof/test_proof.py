# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the compiler proves of random regions holds: when all that it noted is
unchanged, the block would make the tasks that a replay has."""

import pathlib

import generate_regions
import pytest

from support import clean_environment, execute

FOLDER = pathlib.Path(__file__).parent
SEEDS = range(1, 13)
COLUMNS = ("recorded", "replayed", "moved", "fields", "written")


@pytest.fixture(scope="module")
def library(toolchain, tmp_path_factory):
    """The object file that takes the place of libomp."""
    binary = tmp_path_factory.mktemp("proof") / "check.o"
    compiled = execute([toolchain.clangxx, "-std=c++17", "-O2", "-c",
                        FOLDER / "check.cpp", "-o", binary], timeout=300)
    assert compiled.status == 0, str(compiled)
    return binary


@pytest.fixture(scope="module")
def build(toolchain, library, tmp_path_factory):
    """build(seed): the program of the seed, at one of three levels of optimisation."""
    folder = tmp_path_factory.mktemp("regions")
    built = {}

    def build(seed):
        if seed in built:
            return built[seed]
        source, binary = folder / f"{seed}.cpp", folder / str(seed)
        code, marked = folder / f"{seed}.ll", folder / f"{seed}-marked.ll"
        source.write_text(generate_regions.program(seed))
        level = f"-O{1 + seed % 3}"
        for command in (["-std=c++17", "-w", "-fopenmp", level, f"-I{FOLDER}", "-S",
                         "-emit-llvm", "-Xclang", "-disable-llvm-passes", source, "-o",
                         code],
                        ["-w", level, "-c", marked, "-o", f"{binary}.o"],
                        [f"{binary}.o", library, "-o", binary]):
            compiled = execute([toolchain.clangxx, *command], timeout=300)
            assert compiled.status == 0, str(compiled)
            if command[-1] == code:
                marked.write_text(generate_regions.mark(code.read_text()))
        built[seed] = binary
        return binary
    return build


def run(binary, **environment):
    return execute([binary], clean_environment(**environment), timeout=300)


@pytest.mark.parametrize("seed", SEEDS)
def test_replays_are_right(seed, build):
    result = run(build(seed))
    assert result.status == 0, str(result)


def test_much_is_proved(build):
    total = dict.fromkeys(COLUMNS, 0)
    proved = 0
    for seed in SEEDS:
        for line in run(build(seed)).stdout.splitlines():
            counts = dict(zip(COLUMNS, map(int, line.split())))
            proved += counts["recorded"] > 0
            for column in COLUMNS:
                total[column] += counts[column]
    # Most regions, not of taskloops that copy objects for each task. And something
    # does fit.
    assert proved > 4 * len(SEEDS)
    assert total["replayed"] > 10 * total["recorded"]
    assert total["moved"] > total["recorded"]
    assert total["fields"] > total["replayed"]
    assert total["written"] > total["replayed"]


def test_a_forgotten_read_is_found(build):
    found = [seed for seed in SEEDS if run(build(seed), FORGET="1").status != 0]
    assert len(found) > len(SEEDS) // 2


def test_a_forgotten_write_is_found(build):
    found = [seed for seed in SEEDS if run(build(seed), FORGET_WRITE="1").status != 0]
    assert len(found) > len(SEEDS) // 2
