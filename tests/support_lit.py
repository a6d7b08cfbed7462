# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs lit, of the installed LLVM; our lit tests and LLVM's own are run with it."""

import json
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "scripts"))
from overlay import read_upstream  # noqa: E402


def tools_dir():
    """Where FileCheck and lit are."""
    major = read_upstream()["version"].split(".")[0]
    config = shutil.which(f"llvm-config-{major}") or shutil.which("llvm-config")
    assert config, "llvm-config is not there: scripts/reprise.sh packages"
    return pathlib.Path(subprocess.run([config, "--bindir"], text=True, check=True,
                                       capture_output=True).stdout.strip())


def lit(folder, report, *options, **environment):
    """{test: (code, output)} of the tests in a folder."""
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    jobs = os.environ.get("REPRISE_JOBS") or os.cpu_count() or 1
    done = subprocess.run(
        [sys.executable, tools_dir() / "lit", "-q", f"--workers={jobs}", f"--output={report}",
         *options, folder], env={**os.environ, **environment}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    # Its exit status says only that some failed.
    assert report.exists(), f"lit could not run {folder}:\n{done.stdout[-2000:]}"
    return {test["name"].split(" :: ")[-1]: (test["code"], test["output"])
            for test in json.loads(report.read_text())["tests"]}
