# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Every OMPX_ variable: valid values, empty, junk, trailing junk, and its display."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import pytest
from support import clean_environment, execute

ROOT = pathlib.Path(__file__).resolve().parents[2]

# variable -> (default, every valid value, as the library lists them)
SETTINGS = {
    "OMPX_DEPEND_TRACKER": (
        "versions",
        ["hash", "graph", "graph-embedded", "hypergraph", "hypergraph-embedded", "list",
         "tickets", "versions"],
    ),
    "OMPX_STEAL": ("one", ["one", "half"]),
    "OMPX_STEAL_VICTIM": ("near", ["near", "random"]),
    "OMPX_TASKGRAPH": ("on", ["off", "on", "check", "trust"]),
    "OMPX_TASKGRAPH_AHEAD": ("auto", ["auto", "on", "off"]),
    "OMPX_TASKGRAPH_AUTO": ("off", ["off", "on"]),
    "OMPX_TASKGRAPH_FUSE": ("auto", ["auto", "off", "always", "alone", "lanes"]),
    "OMPX_TASKGRAPH_REFILL": ("auto", ["auto", "always"]),
    "OMPX_TASKGRAPH_ROOTS": ("blocks",
                             ["blocks", "round-robin", "encountering", "topology"]),
    "OMPX_TASKGRAPH_STATIC": ("on", ["off", "on"]),
    "OMPX_TASKGRAPH_VERBOSE": ("0", ["0", "1", "summary"]),
}
PATHS = ["OMPX_TASKGRAPH_CACHE", "OMPX_TASKGRAPH_DUMP"]
VALID = [(name, value) for name, (_, values) in SETTINGS.items() for value in values]

pytestmark = pytest.mark.program("smallest.cpp")


def displayed(stderr, name):
    """The values that OMP_DISPLAY_ENV printed for a variable."""
    return re.findall(rf"^\s*(?:\[host\]\s*)?{name}='([^']*)'", stderr, re.MULTILINE)


@pytest.mark.parametrize("name, value", VALID)
def test_valid_value_is_taken_in_silence(program, name, value):
    told = program.passes(threads=2, **{name: value}).stderr.splitlines()
    asked = "OMP: taskgraph at " if value == "summary" else None
    assert [line for line in told if not asked or not line.startswith(asked)] == []


@pytest.mark.parametrize("name, value", VALID)
def test_value_is_displayed(program, name, value):
    result = program.passes(threads=2, OMP_DISPLAY_ENV="verbose", **{name: value})
    assert displayed(result.stderr, name) == [value], str(result)


@pytest.mark.parametrize("name, value", VALID)
def test_case_and_surrounding_blanks_do_not_matter(program, name, value):
    written = f"  {value.upper()} "
    result = program.passes(threads=2, OMP_DISPLAY_ENV="verbose", **{name: written})
    assert "Warning" not in result.stderr, str(result)
    assert displayed(result.stderr, name) == [value], str(result)


@pytest.mark.parametrize("name", SETTINGS)
def test_default_is_displayed(program, name):
    result = execute([program.binary], clean_environment(OMP_DISPLAY_ENV="verbose"))
    assert displayed(result.stderr, name) == [SETTINGS[name][0]], str(result)


@pytest.mark.program("dumped_graphs.cpp", flags=("-g",))
@pytest.mark.parametrize("name", PATHS)
@pytest.mark.parametrize("value", ["", "made", " Two Words "])
def test_directory_is_taken_as_it_is_written(program, tmp_path, name, value):
    folder = f"{tmp_path}/{value}" if value else ""
    result = program.passes(threads=2, OMP_DISPLAY_ENV="verbose", **{name: folder})
    assert "Warning" not in result.stderr, str(result)
    assert displayed(result.stderr, name) == [folder], str(result)
    assert [path.name for path in tmp_path.iterdir()] == ([value] if value else [])


@pytest.mark.program("dumped_graphs.cpp", flags=("-g",))
@pytest.mark.parametrize("name", PATHS)
def test_directory_of_a_program_with_more_rights_than_its_user(program, name):
    """Who runs it could otherwise have files written, or read, that are not theirs."""
    as_nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    with tempfile.TemporaryDirectory() as folder:  # not tmp_path, which only its owner may enter
        os.chmod(folder, 0o777)
        binary = shutil.copy(program.binary, f"{folder}/program")
        for mode, value in ((0o755, f"{folder}/made"), (0o4755, "")):
            os.chmod(binary, mode)
            seen = subprocess.run(
                [*as_nobody, binary], capture_output=True, text=True, check=False, timeout=60,
                env=clean_environment(OMP_DISPLAY_ENV="verbose", **{name: f"{folder}/made"}))
            if mode == 0o755 and seen.returncode != 0:
                pytest.skip(f"the program cannot be run as another user: {seen.stderr}")
            assert displayed(seen.stderr, name) == [value], seen.stderr
            assert os.path.exists(f"{folder}/made") == bool(value)
            shutil.rmtree(f"{folder}/made", ignore_errors=True)


@pytest.mark.parametrize("name", [*SETTINGS, *PATHS])
def test_library_settings_keep_their_own_display(program, name):
    """OMP_DISPLAY_ENV=true shows the standard's variables, not extensions."""
    result = program.passes(threads=2, OMP_DISPLAY_ENV="true")
    assert "OMP_NUM_THREADS" in result.stderr and name not in result.stderr


def junk_for(values):
    """Values that nearly fit: empty, unknown, trailing junk, cut off, two at once, too large."""
    first = values[-1]
    return ["", "foo", f"{first}x", f"{first} x", f"x{first}", f"{values[0]}{first}",
            "12abc", "-1", "2", "99999999999999999999", f"{values[0]},{first}", "|"]


@pytest.mark.parametrize("name", SETTINGS)
def test_bad_values_warn_and_name_the_valid_ones(program, name):
    default, values = SETTINGS[name]
    for junk in junk_for(values):
        result = program.passes(threads=2, OMP_DISPLAY_ENV="verbose", **{name: junk})
        warning = re.compile(
            rf'^OMP: Warning #\d+: {name}: "{re.escape(junk)}" is an invalid value; ignored\.\n'
            rf"OMP: Hint Valid values: {', '.join(values)}\.?$",
            re.MULTILINE,
        )
        assert len(warning.findall(result.stderr)) == 1, f"{junk!r}: {result}"
        assert displayed(result.stderr, name) == [default], f"{junk!r}: {result}"


def test_list_is_complete():
    rows = (ROOT / "openmp" / "src" / "support" / "settings.def").read_text()
    assert re.findall(r"^OMPX_(?:PATH_)?SETTING\((\w+),", rows, re.MULTILINE) == sorted(
        [*SETTINGS, *PATHS])


def test_unknown_variables_are_ignored(program):
    result = program.passes(threads=2, OMPX_TASKGRAPHS="foo", OMPX_TASKGRAPH_ROOT="1")
    assert result.stderr == "", str(result)


def test_trackers_are_those_of_the_list():
    """One list: what OMPX_DEPEND_TRACKER takes is what trackers.def has, and hash."""
    rows = (ROOT / "openmp" / "src" / "depend" / "trackers.def").read_text()
    named = re.findall(r'^OMPX_TRACKER\(\s*\w+,\s*"([^"]+)"', rows, re.MULTILINE)
    assert SETTINGS["OMPX_DEPEND_TRACKER"][1] == ["hash", *named]


def test_page_of_all_variables():
    page = (ROOT / "docs" / "env-vars.md").read_text()
    assert "## `OMPX_DEPEND_TRACKER`" in page
