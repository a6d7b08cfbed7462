//===- structure.cpp - Graphs whose structure the compiler knows ----------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many tasks there are and which waits for which follows from constants;
// where the cells are, and how far apart, only an encounter knows. With
// OMPX_TASKGRAPH_STATIC=off the same regions are recorded and replayed.
//
//===----------------------------------------------------------------------===//

#include "lowerings.h"

#define BENCH_WAY structure
#define BENCH_REGION BENCH_PRAGMA(omp taskgraph)
#define BENCH_TASK(...) BENCH_PRAGMA(omp task __VA_ARGS__)
#define BENCH_END
#define BENCH_TABLE cells
#define BENCH_ROW row
#include "shapes.inc"
