# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Building and running benchmark programs: shared by bench.py, demo.py, plot.py.

programs.py builds the demonstration programs, upstream.py LLVM's own libomp,
runner.py alternates contenders, summary.py turns raw samples into medians, and
counting.py counts instructions.
"""
