//===- for.cpp - Worksharing loops per step -------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each step is a serial block, loops over the row and the column of blocks that
// begin there, and a loop over the blocks behind them. How many of these are
// empty is not known, so that they are handed out one by one.
//
//===----------------------------------------------------------------------===//

#include "sparse_lu.h"

#include "../common/for_laps.h"

void runFor(SparseMatrix &matrix, bench::Laps &laps) {
  bench::forLaps(matrix, laps, [&](int) {
    for (std::int64_t k = 0; k < matrix.blocks; ++k) {
      double *diagonal = matrix.at(k, k);
#pragma omp single
      matrix.factorize(diagonal);
#pragma omp for schedule(dynamic, 1) nowait
      for (std::int64_t j = k + 1; j < matrix.blocks; ++j)
        if (double *right = matrix.at(k, j))
          matrix.solveLower(diagonal, right);
#pragma omp for schedule(dynamic, 1)
      for (std::int64_t i = k + 1; i < matrix.blocks; ++i)
        if (double *below = matrix.at(i, k))
          matrix.solveUpper(diagonal, below);
#pragma omp for schedule(dynamic, 1)
      for (std::int64_t i = k + 1; i < matrix.blocks; ++i)
        if (double *below = matrix.at(i, k))
          for (std::int64_t j = k + 1; j < matrix.blocks; ++j)
            if (double *right = matrix.at(k, j))
              matrix.update(below, right, matrix.at(i, j));
    }
  });
}
