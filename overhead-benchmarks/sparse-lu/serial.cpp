//===- serial.cpp - Gaussian elimination, block by block ------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The reference for every other variant, and what speed-ups are measured from.
//
//===----------------------------------------------------------------------===//

#include "sparse_lu.h"

void runSerial(SparseMatrix &matrix, bench::Laps &laps) {
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    matrix.prepare(iteration);
    laps.start();
    for (std::int64_t k = 0; k < matrix.blocks; ++k) {
      double *diagonal = matrix.at(k, k);
      matrix.factorize(diagonal);
      for (std::int64_t j = k + 1; j < matrix.blocks; ++j)
        if (double *right = matrix.at(k, j))
          matrix.solveLower(diagonal, right);
      for (std::int64_t i = k + 1; i < matrix.blocks; ++i)
        if (double *below = matrix.at(i, k))
          matrix.solveUpper(diagonal, below);
      for (std::int64_t i = k + 1; i < matrix.blocks; ++i)
        if (double *below = matrix.at(i, k))
          for (std::int64_t j = k + 1; j < matrix.blocks; ++j)
            if (double *right = matrix.at(k, j))
              matrix.update(below, right, matrix.at(i, j));
    }
    laps.stop();
    matrix.finish(iteration);
  }
}
