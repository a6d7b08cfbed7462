//===- tasks.cpp - One task per operation on a block ----------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task names the blocks it reads and the block it changes; the first element
// of a block stands for the whole. Empty blocks make no tasks.
//
//===----------------------------------------------------------------------===//

#include "sparse_lu.h"

void runTasks(SparseMatrix &matrix, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    matrix.prepare(iteration);
    laps.start();
#include "lu_tasks.inc"
#pragma omp taskwait
    laps.stop();
    matrix.finish(iteration);
  }
}
