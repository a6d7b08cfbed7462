//===- taskgraph.cpp - The three phases recorded as one graph -------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tasks as in tasks.cpp.
//
//===----------------------------------------------------------------------===//

#include "matrix_inverse.h"

void runTaskgraph(DefiniteMatrix &matrix, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    matrix.prepare(iteration);
    laps.start();
#pragma omp taskgraph
#include "inverse_tasks.inc"
    laps.stop();
    matrix.finish(iteration);
  }
}
