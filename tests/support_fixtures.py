# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fixtures of the tests that compile and run programs; conftest.py imports them.

A test names its program in a mark, so that the programs of all collected tests can
be compiled in the background, in order, while the first ones already run:

    @pytest.mark.program("independent_tasks.cpp")
    def test_independent_tasks(program, threads): ...
"""

import pytest

from support import THREADS, ProgramStore


@pytest.fixture(scope="session")
def program_store(request, toolchain, tmp_path_factory):
    """Compiles programs; those that the session's tests name are begun at once."""
    store = ProgramStore(toolchain, tmp_path_factory.mktemp("programs"))
    for item in request.session.items:
        mark = item.get_closest_marker("program")
        if mark:
            store.start(*mark.args, flags=tuple(mark.kwargs.get("flags", ())))
    yield store
    store.abandon()


@pytest.fixture
def program(request, program_store):
    """The compiled program that the test's mark names."""
    mark = request.node.get_closest_marker("program")
    return program_store(*mark.args, flags=tuple(mark.kwargs.get("flags", ())))


@pytest.fixture(params=THREADS, ids=lambda count: f"threads{count}")
def threads(request):
    """OMP_NUM_THREADS of a run."""
    return request.param
