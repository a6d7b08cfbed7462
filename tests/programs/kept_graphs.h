// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What kept_graphs.cpp has of a library.
#ifndef REPRISE_TESTS_PROGRAMS_KEPT_GRAPHS_H
#define REPRISE_TESTS_PROGRAMS_KEPT_GRAPHS_H

constexpr int Most = 64;

/// So many tasks, one after the other, each of which adds 1.
void make_in_library(long *value, int count);

#endif
