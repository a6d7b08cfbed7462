# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scripts/user/measure.py (reprise.sh nas, overhead) from end to end, each in its quick form."""

import json
import re
import shutil
import subprocess
import sys

import pytest
from support_project import ROOT


def measure(*options, timeout=900):
    return subprocess.run([sys.executable, ROOT / "scripts/user/measure.py", *map(str, options)],
                          capture_output=True, text=True, check=False, timeout=timeout)


def suite(name, benchmarks, toolchain, folder, *options):
    done = measure(name, "--quick", "--install", toolchain.prefix, "--build",
                   benchmarks.folder.parent, "--results", folder, *options)
    document = json.loads((folder / f"{name}.json").read_text()) \
        if (folder / f"{name}.json").exists() else None
    return done, document


def libraries_of(document):
    return {library: {run["library"] for run in document["runs"]
                      if run["labels"].get("library") == library}
            for library in ("ours", "off", "libomp")}


def test_nas(benchmarks, toolchain, tmp_path):
    done, document = suite("nas", benchmarks, toolchain, tmp_path, "--kernels", "is",
                           "--recording", "--page", tmp_path / "docs" / "page.md")
    assert done.returncode == 0, done.stdout + done.stderr
    # serial; for, taskloop on both libraries; taskgraph also with OMPX_TASKGRAPH=off; and
    # on our library all three in the first run of a process
    assert len(document["runs"]) == 1 + 2 + 2 + 3 + 3
    assert sorted(run["labels"]["variant"] for run in document["runs"]
                  if run["labels"].get("run") == "first") == ["for", "taskgraph", "taskloop"]
    for launched in document["launched"]:
        warm_up = launched["command"][launched["command"].index("--warm-up") + 1]
        assert warm_up == ("0" if ["run", "first"] in launched["labels"] else "1")
    assert {run["state"] for run in document["runs"]} == {"verified"}
    for launched in document["launched"]:
        library, settings = dict(launched["labels"])["library"], launched["environment"]
        assert (settings.get("OMPX_TASKGRAPH") == "off") == (library == "off")
        assert ("LD_LIBRARY_PATH" in settings) == (library == "libomp")
    seen = libraries_of(document)
    assert seen["ours"] == seen["off"] and len(seen["ours"] | seen["libomp"]) == 2
    # What a user of NPB looks for, of each run.
    for text in (done.stdout, (tmp_path / "runs.txt").read_text()):
        assert len(re.findall(r"^ IS Benchmark Completed\.$", text, re.M)) == 11
        for name, value in (("Class", "S"), ("Size", "65536"), ("Iterations", "10"),
                            ("Time in seconds", r"[\d.]+"), ("Mop/s total", r"[\d.]+"),
                            ("Verification", "SUCCESSFUL")):
            assert len(re.findall(rf"^ {name} += +{value}$", text, re.M)) == 11
    assert re.search(r"^is +S +2 +taskgraph .* 1/1 .*undecided", done.stdout, re.M)
    assert "Every run came to a right end" in done.stdout
    kept = tmp_path / "docs"
    page = (kept / "page.md").read_text()
    assert "![nas-S-2](figures/nas-S-2.svg)" in page and "| kernel " in page
    assert re.search(r"^## First runs$", page, re.M)
    assert f"    {document['command']}\n" in page
    assert str(tmp_path) not in page
    assert (kept / "figures/nas-S-2.svg").read_bytes().startswith(b"<?xml")
    again = measure("page", kept / "samples/nas.json.xz", "--page", tmp_path / "other/page.md")
    assert again.returncode == 0, again.stdout + again.stderr
    for file in ("page.md", "figures/nas-S-2.svg", "samples/nas.json.xz"):
        assert (tmp_path / "other" / file).read_bytes() == (kept / file).read_bytes()
    again = measure("page", tmp_path / "nas.json", "--results", tmp_path)
    assert again.returncode == 0, again.stderr
    assert (tmp_path / "nas.md").read_text() == page
    assert again.stdout.split("Times ")[1].split("measure.py: page")[0] == \
        done.stdout.split("Times ")[1].split("measure.py: page")[0]


@pytest.mark.parametrize("samples", sorted((ROOT / "docs/results/samples").iterdir()),
                         ids=lambda path: path.name)
def test_a_kept_page_is_what_its_samples_give(samples, tmp_path):
    """By hand nobody has changed it below its head, and the code still makes the same."""
    page = samples.parents[1] / samples.name.replace(".json.xz", ".md")
    done = measure("page", samples, "--page", tmp_path / page.name)
    assert done.returncode == 0, done.stderr
    made = (tmp_path / page.name).read_text().replace("page .../", "page docs/results/samples/")
    figures = re.findall(r"!\[(.*)\]", page.read_text())
    made = re.sub(r"!\[(.*)\]\(.*\)\n\n", lambda found: found[0] * (found[1] in figures), made)
    assert made == page.read_text()


def test_overhead_with_a_variable_as_axis(benchmarks, toolchain, tmp_path):
    done, document = suite("overhead", benchmarks, toolchain, tmp_path, "--no-upstream",
                           "--set", "OMPX_DEPEND_TRACKER=hash,versions")
    assert done.returncode == 0, done.stdout + done.stderr
    assert {run["state"] for run in document["runs"]} == {"verified"}
    for launched in document["launched"]:
        assert launched["environment"]["OMPX_DEPEND_TRACKER"] == \
            dict(launched["labels"])["OMPX_DEPEND_TRACKER"]
    parts = [run["labels"]["part"] for run in document["runs"]]
    # constructs: 10; graphs: 3 shapes in 6 ways; dependences: 3 graphs
    assert [parts.count(part) for part in ("constructs", "graphs", "dependences")] == \
        [2 * 10, 2 * 3 * 6, 2 * 3]
    assert re.search(r"^replay +2 +versions +-?[\d.]+ ± [\d.]+ ", done.stdout, re.M)
    assert re.search(r"^stencil +2 +hash +[\d.]+ [nµm]s", done.stdout, re.M)
    for name in ("graphs", "dependences"):
        assert (tmp_path / f"figures/overhead-{name}.svg").exists()


def test_demo(benchmarks, toolchain, tmp_path):
    done, document = suite("demo", benchmarks, toolchain, tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "every result was verified" in done.stdout
    for program in ("gauss-seidel", "cholesky", "axpy", "dot-product", "n-body"):
        for grain in ("coarse", "fine"):
            assert re.search(rf"^{program} +{grain} +\d+ +2 .*undecided", done.stdout, re.M)
    assert len(document["runs"]) == 5 * 2 * 4
    (line,) = re.findall("^What to see: .*", done.stdout, re.M)
    assert len(re.findall(r" \d+\.\d+ ", line)) == 4


def test_applications_of_two_compilers(benchmarks, toolchain, tmp_path):
    done, document = suite(
        "applications", benchmarks, toolchain, tmp_path, "--programs", "axpy,cholesky",
        "--libraries", "ours,off,gcc-libgomp,gcc-ours", "--variants",
        "serial,tasks,taskgraph,taskgraph-calls", "--iterations", "4")
    assert done.returncode == 0, done.stdout + done.stderr
    seen = [(run["labels"]["program"], run["labels"]["variant"], run["labels"]["library"])
            for run in document["runs"]]
    tasks = [("tasks", library) for library in ("ours", "gcc-libgomp", "gcc-ours")]
    graph = [("taskgraph", "ours"), ("taskgraph", "off")]
    calls = [("taskgraph-calls", "ours"), ("taskgraph-calls", "off")]
    assert sorted(seen) == sorted(
        [("axpy", *entry) for entry in [("serial", "ours"), *tasks, *graph]]
        + [("cholesky", *entry) for entry in [("serial", "ours"), *tasks, *graph, *calls]])
    libraries = {run["labels"]["library"]: run["library"] for run in document["runs"]}
    assert libraries["gcc-ours"] == libraries["ours"] == libraries["off"]
    assert libraries["gcc-libgomp"] != libraries["ours"]
    assert {len(run["samples"]) for run in document["runs"]} == {4}
    assert "with 4 iterations recording has paid off" in done.stdout
    assert "tasks made in another file take at most 1.2 times" in done.stdout


def test_recursive(benchmarks, toolchain, tmp_path):
    done, document = suite(
        "recursive", benchmarks, toolchain, tmp_path, "--programs", "n-queens,fft",
        "--variants", "serial,tied,tied-manual", "--libraries", "ours,libgomp", "--rounds",
        2)
    assert done.returncode == 0, done.stdout + done.stderr
    # Two programs, two libraries, two rounds; serial in one team only.
    assert len(document["runs"]) == 2 * 2 * 2 * (1 + 2 * 2)
    assert {run["state"] for run in document["runs"]} == {"verified"}
    assert re.search(r"^tied +libgomp +0 +0 +0 +4 +0 ", done.stdout, re.M)
    assert "## n-queens" in (tmp_path / "recursive.md").read_text()


def test_a_suite_that_was_stopped_goes_on(benchmarks, toolchain, tmp_path):
    options = ("--parts", "graphs", "--no-upstream")
    _, first = suite("overhead", benchmarks, toolchain, tmp_path, *options)
    done, second = suite("overhead", benchmarks, toolchain, tmp_path, *options,
                         "--rounds", 2)
    assert "going on after 1 of 2 rounds" in done.stdout
    assert second["runs"][:18] == first["runs"] and len(second["runs"]) == 36


@pytest.mark.skipif(not shutil.which("valgrind"), reason="valgrind is not installed")
def test_no_task_takes_more_instructions(benchmarks, toolchain, tmp_path):
    """instructions.json says what tasks took when it was written; a change that makes one
    dearer or much cheaper says so there."""
    done, document = suite("overhead", benchmarks, toolchain, tmp_path, "--parts",
                           "instructions", "--trackers", "versions", "--threads", "1,2",
                           "--no-upstream")
    assert done.returncode == 0, done.stdout + done.stderr
    now = {f"{row['shape']} {row['variant']} {row['threads']}": round(row["instructions"], 1)
           for row in document["extra"]}
    assert len(now) == 3 * (6 * 2 + 1) + 3
    before = json.loads((ROOT / "tests/bench/instructions.json").read_text())
    assert now.keys() == before.keys()
    others = {name: f"{before[name]} -> {count}" for name, count in now.items()
              if not 0.9 < count / before[name] < 1.05}
    assert not others, f"if it is meant, keep this: {json.dumps(now, indent=1)}"


def test_a_wrong_result_is_not_hidden(benchmarks, toolchain, tmp_path):
    done, document = suite("overhead", benchmarks, toolchain, tmp_path, "--no-upstream",
                           "--parts", "graphs")
    document["runs"][0].update(state="wrong result", samples=[])
    (tmp_path / "overhead.json").write_text(json.dumps(document))
    again = measure("page", tmp_path / "overhead.json", "--results", tmp_path)
    assert (done.returncode, again.returncode) == (0, 1)
    assert "wrong result in 1 of 1 runs" in again.stdout


@pytest.mark.parametrize("name", ["nas", "overhead"])
def test_no_install_tree(tmp_path, name):
    done = measure(name, "--install", tmp_path)
    assert done.returncode == 1
    assert done.stderr == (
        f"measure.py: error: no compiler at {tmp_path}/bin/clang++\n"
        "measure.py: next: build the project first, or name its install tree "
        "with --install DIR\n")


def test_compiler_that_does_not_work(tmp_path):
    compiler = tmp_path / "bin" / "clang++"
    compiler.parent.mkdir()
    compiler.write_text("#!/bin/sh\nexit 1\n")
    compiler.chmod(0o755)
    done = measure("nas", "--install", tmp_path, "--build", tmp_path / "build")
    assert done.returncode == 1
    assert "measure.py: error: configuring the NAS kernels failed (1)" in done.stderr
    assert f"measure.py: tried: full output: {tmp_path}/build/nas/build.log" in done.stderr


@pytest.mark.skipif(not shutil.which("clang++-22"), reason="no unpatched Clang")
def test_compiler_without_taskgraph(tmp_path):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "clang++").symlink_to(shutil.which("clang++-22"))
    done = measure("nas", "--install", tmp_path, "--build", tmp_path / "build")
    assert done.returncode == 1
    assert "does not compile '#pragma omp taskgraph'" in done.stderr


@pytest.mark.parametrize("options, message", [
    (["nas", "--threads", "0"], '"0" is not a whole number from 1 upwards'),
    (["nas", "--threads", "2,x"], '"x" is not a whole number from 1 upwards'),
    (["nas", "--kernels", "cq"], '"cq" is unknown; choose from ep, cg, ft'),
    (["nas", "--class", "Z"], '"Z" is unknown; choose from S, W, A, B, C'),
    (["nas", "--set", "OMPX_SPEED=1"], "variables are OMPX_"),
    (["nas", "--set", "OMPX_STEAL=all"], '"all" is unknown; choose from one, half'),
    (["nas", "--set", "OMPX_STEAL"], "VARIABLE=value,... is wanted"),
    (["overhead", "--trackers", "graf"], '"graf" is unknown; choose from hash, graph'),
    (["overhead", "--rounds", "many"], '"many" is not a whole number from 1 upwards'),
    ([], "the following arguments are required: WHAT"),
])
def test_bad_options(options, message):
    done = measure(*options)
    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.parametrize("content, message", [
    (None, "FileNotFoundError"), ("{", "JSONDecodeError"), ("[]", "is no result of measure.py"),
    ('{"kind": "nas", "runs": [], "schema_version": 99}', "another version wrote it"),
])
def test_file_that_is_no_result(tmp_path, content, message):
    source = tmp_path / "some.json"
    if content is not None:
        source.write_text(content)
    done = measure("page", source)
    assert done.returncode == 1
    assert done.stderr.startswith("measure.py: error: ")
    assert message in done.stderr
