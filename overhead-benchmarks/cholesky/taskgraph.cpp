//===- taskgraph.cpp - The factorization recorded once --------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tasks as in tasks.cpp. The tiles stay where they are from one
// factorization to the next, so the recorded addresses stay right.
//
//===----------------------------------------------------------------------===//

#include "cholesky.h"

void runTaskgraph(Matrix &matrix, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    matrix.prepare(iteration);
    laps.start();
#pragma omp taskgraph
#include "cholesky_tasks.inc"
    laps.stop();
    matrix.finish(iteration);
  }
}
