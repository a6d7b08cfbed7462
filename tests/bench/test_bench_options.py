# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the programs say to a wrong command line, in full, with exit status 2."""

import os

import pytest

from analysis import programs

PROGRAMS = [*programs.PROGRAMS, *programs.RECURSIVE, *programs.OTHERS]

BAD = [
    (["--sise", "3"], 'unknown option "--sise"'),
    (["axpy"], 'unexpected argument "axpy"; options begin with --'),
    (["-x"], 'unexpected argument "-x"; options begin with --'),
    (["--size"], "--size needs a value"),
    (["--size", "abc"],
     '--size: "abc" is not a whole number from 1 to 1000000000'),
    (["--size", "12abc"],
     '--size: "12abc" is not a whole number from 1 to 1000000000'),
    (["--size", ""], '--size: "" is not a whole number from 1 to 1000000000'),
    (["--size=0"], '--size: "0" is not a whole number from 1 to 1000000000'),
    (["--size", "1000000001"],
     '--size: "1000000001" is not a whole number from 1 to 1000000000'),
    (["--size", "99999999999999999999"],
     '--size: "99999999999999999999" is not a whole number from 1 to 1000000000'),
    (["--iterations", "0"],
     '--iterations: "0" is not a whole number from 1 to 100000000'),
    (["--seed", "-1"], '--seed: "-1" is not a whole number from 0 to 2147483647'),
    (["--variant", "fast"],
     '--variant: "fast" is unknown; choose one of serial, for, tasks, taskgraph'),
    (["--json", "/nonexistent/run.json"],
     '--json: cannot write "/nonexistent/run.json": No such file or directory'),
]


@pytest.mark.parametrize("options, message", BAD,
                         ids=[" ".join(options) for options, _ in BAD])
def test_message(benchmarks, options, message):
    done = benchmarks.run("axpy", *options)
    assert done.returncode == 2
    assert done.stderr == (f"axpy: error: {message}\n"
                           "Run 'axpy --help' for the options.\n")
    assert done.stdout == ""


def test_upstream_variant_needs_upstream_library(benchmarks):
    done = benchmarks.run("task-overhead", "--variant", "upstream-replay")
    assert done.returncode == 2
    assert ('--variant: "upstream-replay" cannot run: the loaded libomp has no '
            "__kmpc_start_record_task (it is not built with "
            "LIBOMP_OMPX_TASKGRAPH)\n") in done.stderr


@pytest.mark.parametrize("program", PROGRAMS)
def test_help_names_everything(benchmarks, program):
    done = benchmarks.run(program, "--help")
    assert done.returncode == 0
    assert done.stderr == ""
    assert done.stdout.startswith(f"usage: {program} [options]\n")
    for word in ("--variant", "--iterations", "--seed", "--json", "--help", "tasks",
                 "OMP_NUM_THREADS", "Exit status"):
        assert word in done.stdout
    assert "not in this build" not in \
        "".join(line for line in done.stdout.splitlines() if "upstream" not in line)


def test_both_spellings_of_a_value(benchmarks, tmp_path):
    done = benchmarks.run("axpy", "--size=300", "--block", 20, "--iterations=2",
                          json_path=tmp_path / "run.json")
    assert done.returncode == 0
    config = done.document["config"]
    assert (config["size"], config["block"], config["iterations"]) == (300, 20, 2)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_unwritable_file_is_noticed_before_the_run(benchmarks, tmp_path):
    tmp_path.chmod(0o500)
    done = benchmarks.run("axpy", "--json", tmp_path / "run.json")
    assert done.returncode == 2
    assert "Permission denied" in done.stderr
