//===- tasks.cpp - One task per panel, column or tile ---------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The next panel starts when its own column is updated, while the others still
// are; rows of L are exchanged as soon as nobody needs the old order.
//
//===----------------------------------------------------------------------===//

#include "tiled_lu.h"

void runTasks(LuMatrix &matrix, bench::Laps &laps) {
  const std::int64_t tiles = matrix.tiles;
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
