//===- serial.cpp - Phase after phase -------------------------------------===//
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

#include "matrix_inverse.h"

static void factorize(DefiniteMatrix &matrix) {
  for (std::int64_t k = 0; k < matrix.tiles; ++k) {
    matrix.factorize(matrix.tile(k, k));
    for (std::int64_t i = k + 1; i < matrix.tiles; ++i)
      matrix.solvePanel(matrix.tile(k, k), matrix.tile(i, k));
    for (std::int64_t i = k + 1; i < matrix.tiles; ++i) {
      for (std::int64_t j = k + 1; j < i; ++j)
        matrix.subtractProduct(matrix.tile(i, k), matrix.tile(j, k),
                               matrix.tile(i, j));
      matrix.downdate(matrix.tile(i, k), matrix.tile(i, i));
    }
  }
}

static void invertFactor(DefiniteMatrix &matrix) {
  for (std::int64_t k = 0; k < matrix.tiles; ++k) {
    for (std::int64_t i = k + 1; i < matrix.tiles; ++i) {
      matrix.solveBelow(matrix.tile(k, k), matrix.tile(i, k));
      for (std::int64_t j = 0; j < k; ++j)
        matrix.addProduct(matrix.tile(i, k), matrix.tile(k, j),
                          matrix.tile(i, j));
    }
    for (std::int64_t j = 0; j < k; ++j)
      matrix.solveBeside(matrix.tile(k, k), matrix.tile(k, j));
    matrix.invert(matrix.tile(k, k));
  }
}

static void multiplyFactors(DefiniteMatrix &matrix) {
  for (std::int64_t k = 0; k < matrix.tiles; ++k) {
    for (std::int64_t i = 0; i < k; ++i) {
      for (std::int64_t j = 0; j < i; ++j)
        matrix.addTransposedProduct(matrix.tile(k, i), matrix.tile(k, j),
                                    matrix.tile(i, j));
      matrix.update(matrix.tile(k, i), matrix.tile(i, i));
    }
    for (std::int64_t j = 0; j < k; ++j)
      matrix.multiply(matrix.tile(k, k), matrix.tile(k, j));
    matrix.square(matrix.tile(k, k));
  }
}

void runSerial(DefiniteMatrix &matrix, bench::Laps &laps) {
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    matrix.prepare(iteration);
    laps.start();
    factorize(matrix);
    invertFactor(matrix);
    multiplyFactors(matrix);
    laps.stop();
    matrix.finish(iteration);
  }
}
