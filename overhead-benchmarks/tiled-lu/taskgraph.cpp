//===- taskgraph.cpp - The factorization recorded once --------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tasks as in tasks.cpp. Which rows are exchanged is found anew in
// each factorization, but not which tiles that concerns.
//
//===----------------------------------------------------------------------===//

#include "tiled_lu.h"

void runTaskgraph(LuMatrix &matrix, bench::Laps &laps) {
  const std::int64_t tiles = matrix.tiles;
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    matrix.prepare(iteration);
    laps.start();
#pragma omp taskgraph
#include "lu_tasks.inc"
    laps.stop();
    matrix.finish(iteration);
  }
}
