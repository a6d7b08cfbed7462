//===- tasks.cpp - One task per tile kernel -------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tasks of all three phases are made before anybody waits.
//
//===----------------------------------------------------------------------===//

#include "matrix_inverse.h"

void runTasks(DefiniteMatrix &matrix, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    matrix.prepare(iteration);
    laps.start();
#include "inverse_tasks.inc"
#pragma omp taskwait
    laps.stop();
    matrix.finish(iteration);
  }
}
