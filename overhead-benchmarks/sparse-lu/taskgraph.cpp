//===- taskgraph.cpp - The factorization recorded once --------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tasks as in tasks.cpp. The pattern does not change, so that neither
// the search for blocks that are present nor that for dependences is repeated.
//
//===----------------------------------------------------------------------===//

#include "sparse_lu.h"

void runTaskgraph(SparseMatrix &matrix, bench::Laps &laps) {
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
