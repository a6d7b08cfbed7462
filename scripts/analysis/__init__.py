# Part of the Reprise project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Measuring: suites of benchmarks, their results, tables, figures and pages.

runner.py runs contenders in alternation, results.py keeps what they gave and compares,
output.py shows it, programs.py builds. Each other module is a suite of measure.py: what it
runs, and what its page has.
"""
