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
    for (std::int64_t k = 0; k < matrix.blocks; ++k) {
      double *diagonal = matrix.at(k, k);
#pragma omp task shared(matrix) firstprivate(diagonal) depend(inout : *diagonal)
      matrix.factorize(diagonal);
      for (std::int64_t j = k + 1; j < matrix.blocks; ++j)
        if (double *right = matrix.at(k, j)) {
#pragma omp task shared(matrix) firstprivate(diagonal, right)                  \
    depend(in : *diagonal) depend(inout : *right)
          matrix.solveLower(diagonal, right);
        }
      for (std::int64_t i = k + 1; i < matrix.blocks; ++i) {
        double *below = matrix.at(i, k);
        if (!below)
          continue;
#pragma omp task shared(matrix) firstprivate(diagonal, below)                  \
    depend(in : *diagonal) depend(inout : *below)
        matrix.solveUpper(diagonal, below);
        for (std::int64_t j = k + 1; j < matrix.blocks; ++j)
          if (double *right = matrix.at(k, j)) {
            double *target = matrix.at(i, j);
#pragma omp task shared(matrix) firstprivate(below, right, target)             \
    depend(in : *below, *right) depend(inout : *target)
            matrix.update(below, right, target);
          }
      }
    }
    laps.stop();
    matrix.finish(iteration);
  }
}
