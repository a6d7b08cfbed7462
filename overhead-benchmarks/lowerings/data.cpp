//===- data.cpp - Graphs whose data the compiler knows, too ---------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cells are a table that all see, and tasks have nothing but constants.
//
//===----------------------------------------------------------------------===//

#include "lowerings.h"

#define BENCH_WAY data
#define BENCH_REGION BENCH_PRAGMA(omp taskgraph)
#define BENCH_TASK(...) BENCH_PRAGMA(omp task __VA_ARGS__)
#define BENCH_END
#define BENCH_TABLE table
#define BENCH_ROW Row
#include "shapes.inc"
