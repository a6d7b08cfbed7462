# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fixtures of the dependence tests: the tracker, and a run under it."""

import pytest
from trackers import TRACKERS


@pytest.fixture(params=TRACKERS)
def tracker(request):
    """OMPX_DEPEND_TRACKER of a run."""
    return request.param


@pytest.fixture
def passes(program, threads, tracker):
    """Runs the marked program under the tracker; it must pass and say nothing."""

    def run(*arguments, **environment):
        result = program.passes(
            *arguments, threads=threads, OMPX_DEPEND_TRACKER=tracker, **environment
        )
        assert result.stderr == "", str(result)
        return result

    return run
