//===- tasks.cpp - The graphs as plain tasks ------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every encounter makes the tasks and finds out what they wait for.
//
//===----------------------------------------------------------------------===//

#include "lowerings.h"

#define BENCH_WAY tasks
#define BENCH_REGION
#define BENCH_TASK(...) BENCH_PRAGMA(omp task __VA_ARGS__)
#define BENCH_END BENCH_PRAGMA(omp taskwait)
#define BENCH_TABLE cells
#define BENCH_ROW row
#include "shapes.inc"
