//===- for.cpp - Worksharing loops per step -------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers stand between the loops of a step and between the phases. Rows grow
// with their number, so they are handed out one by one, the longest first where
// a loop may run downwards.
//
//===----------------------------------------------------------------------===//

#include "matrix_inverse.h"

#include "../common/for_laps.h"

// Each is called by all threads of a team.

static void factorize(DefiniteMatrix &matrix) {
  for (std::int64_t k = 0; k < matrix.tiles; ++k) {
#pragma omp single
    matrix.factorize(matrix.tile(k, k));
#pragma omp for schedule(static)
    for (std::int64_t i = k + 1; i < matrix.tiles; ++i)
      matrix.solvePanel(matrix.tile(k, k), matrix.tile(i, k));
#pragma omp for schedule(dynamic, 1)
    for (std::int64_t i = matrix.tiles - 1; i > k; --i) {
      for (std::int64_t j = k + 1; j < i; ++j)
        matrix.subtractProduct(matrix.tile(i, k), matrix.tile(j, k),
                               matrix.tile(i, j));
      matrix.downdate(matrix.tile(i, k), matrix.tile(i, i));
    }
  }
}

static void invertFactor(DefiniteMatrix &matrix) {
  for (std::int64_t k = 0; k < matrix.tiles; ++k) {
#pragma omp for schedule(static)
    for (std::int64_t i = k + 1; i < matrix.tiles; ++i) {
      matrix.solveBelow(matrix.tile(k, k), matrix.tile(i, k));
      for (std::int64_t j = 0; j < k; ++j)
        matrix.addProduct(matrix.tile(i, k), matrix.tile(k, j),
                          matrix.tile(i, j));
    }
#pragma omp for schedule(static)
    for (std::int64_t j = 0; j < k; ++j)
      matrix.solveBeside(matrix.tile(k, k), matrix.tile(k, j));
    // The next step does not touch this tile.
#pragma omp single nowait
    matrix.invert(matrix.tile(k, k));
  }
#pragma omp barrier
}

static void multiplyFactors(DefiniteMatrix &matrix) {
  for (std::int64_t k = 0; k < matrix.tiles; ++k) {
#pragma omp for schedule(dynamic, 1)
    for (std::int64_t i = k - 1; i >= 0; --i) {
      for (std::int64_t j = 0; j < i; ++j)
        matrix.addTransposedProduct(matrix.tile(k, i), matrix.tile(k, j),
                                    matrix.tile(i, j));
      matrix.update(matrix.tile(k, i), matrix.tile(i, i));
    }
#pragma omp for schedule(static)
    for (std::int64_t j = 0; j < k; ++j)
      matrix.multiply(matrix.tile(k, k), matrix.tile(k, j));
    // In the next step this tile is a sum that begins here.
#pragma omp single
    matrix.square(matrix.tile(k, k));
  }
}

void runFor(DefiniteMatrix &matrix, bench::Laps &laps) {
  bench::forLaps(matrix, laps, [&](int) {
    factorize(matrix);
    invertFactor(matrix);
    multiplyFactors(matrix);
  });
}
