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
    for (std::int64_t k = 0; k < matrix.tiles; ++k) {
      double *diagonal = matrix.tile(k, k);
#pragma omp task shared(matrix) firstprivate(diagonal) depend(inout : *diagonal)
      matrix.potrf(diagonal);
      for (std::int64_t i = k + 1; i < matrix.tiles; ++i) {
        double *panel = matrix.tile(i, k);
#pragma omp task shared(matrix) firstprivate(diagonal, panel)                  \
    depend(in : *diagonal) depend(inout : *panel)
        matrix.trsm(diagonal, panel);
      }
      for (std::int64_t i = k + 1; i < matrix.tiles; ++i) {
        double *left = matrix.tile(i, k);
        for (std::int64_t j = k + 1; j < i; ++j) {
          double *upper = matrix.tile(j, k);
          double *target = matrix.tile(i, j);
#pragma omp task shared(matrix) firstprivate(left, upper, target)              \
    depend(in : *left, *upper) depend(inout : *target)
          matrix.gemm(left, upper, target);
        }
        double *target = matrix.tile(i, i);
#pragma omp task shared(matrix) firstprivate(left, target) depend(in : *left)  \
    depend(inout : *target)
        matrix.syrk(left, target);
      }
    }
    laps.stop();
    matrix.finish(iteration);
  }
}
