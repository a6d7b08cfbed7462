# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fixtures that all tests share: the installed toolchain under test."""

import pathlib

import pytest
from support_benchmarks import benchmarks  # noqa: F401
from support_fixtures import program, program_store, threads  # noqa: F401

ROOT = pathlib.Path(__file__).resolve().parent.parent


def pytest_addoption(parser):
    parser.addoption(
        "--install",
        metavar="DIR",
        default=str(ROOT / "build" / "install"),
        help="install tree under test (default: build/install)",
    )
    parser.addoption(
        "--long", action="store_true", help="also run tests that take some minutes"
    )
    parser.addoption(
        "--runs", type=int, default=0, metavar="N",
        help="run each program of tests/field N times with each number of threads",
    )
    parser.addoption(
        "--sanitize", default="", metavar="N,...",
        help="run tests/sanitize with so many threads",
    )
    parser.addoption("--night", action="store_true", help="run tests/long")
    parser.addoption("--quick", action="store_true",
                     help="of each part of tests/long only a little, to see that all is in place")
    parser.addoption("--seed", type=int, metavar="N",
                     help="first seed of tests/long (default: one that no run before had)")
    parser.addoption(
        "--times", type=int, default=1, metavar="N", help="run each test N times"
    )


def pytest_configure(config):
    config.addinivalue_line(
        "markers", "program(*sources, flags=()): what the `program` fixture compiles"
    )


def pytest_generate_tests(metafunc):
    times = metafunc.config.getoption("--times")
    if times != 1:
        metafunc.fixturenames.append("repetition")
        metafunc.parametrize("repetition", range(times))


@pytest.fixture
def takes_long(request):
    """A test with this fixture runs only when it is asked for."""
    if not request.config.getoption("--long"):
        pytest.skip("runs with --long")


class Toolchain:
    """Paths in an install tree."""

    def __init__(self, prefix):
        self.prefix = pathlib.Path(prefix).resolve()
        self.clang = self.prefix / "bin" / "clang"
        self.clangxx = self.prefix / "bin" / "clang++"
        self.lib_dir = self.prefix / "lib"
        self.include_dir = self.prefix / "include"


@pytest.fixture(scope="session")
def toolchain(request):
    found = Toolchain(request.config.getoption("--install"))
    if not found.clang.exists():
        pytest.fail(f"{found.clang} is not there: build first, or give --install DIR")
    return found


@pytest.fixture(scope="session")
def source_tree(request):
    """The fetched and patched LLVM source beside the install tree."""
    build = pathlib.Path(request.config.getoption("--install")).resolve().parent
    found = sorted(build.glob("llvm-*/src"))
    if not found:
        pytest.fail(f"no source in {build}: scripts/reprise.sh build, then again")
    return found[0]
