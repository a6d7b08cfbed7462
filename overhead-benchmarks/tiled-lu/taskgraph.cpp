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
    {
      for (std::int64_t k = 0; k < tiles; ++k) {
#pragma omp task shared(matrix) firstprivate(k)                                \
    depend(iterator(std::int64_t i = k : tiles), inout : *matrix.tile(i, k))
        matrix.factorizePanel(k);
        double *diagonal = matrix.tile(k, k);
        for (std::int64_t j = k + 1; j < tiles; ++j) {
          double *right = matrix.tile(k, j);
#pragma omp task shared(matrix) firstprivate(k, j) depend(in : *diagonal)      \
    depend(iterator(std::int64_t i = k : tiles), inout : *matrix.tile(i, j))
          {
            matrix.exchangeRows(k, k + 1, j);
            matrix.solve(k, j);
          }
          for (std::int64_t i = k + 1; i < tiles; ++i) {
            double *below = matrix.tile(i, k);
            double *target = matrix.tile(i, j);
#pragma omp task shared(matrix) firstprivate(below, right, target)             \
    depend(in : *below, *right) depend(inout : *target)
            matrix.update(below, right, target);
          }
        }
      }
      for (std::int64_t j = 0; j < tiles - 1; ++j) {
#pragma omp task shared(matrix) firstprivate(j)                                \
    depend(iterator(std::int64_t k = j + 1 : tiles), in : *matrix.tile(k, k))  \
    depend(iterator(std::int64_t i = j + 1 : tiles),                           \
               inout : *matrix.tile(i, j))
        matrix.exchangeRows(j + 1, matrix.tiles, j);
      }
    }
    laps.stop();
    matrix.finish(iteration);
  }
}
