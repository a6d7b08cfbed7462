//===- for.cpp - Worksharing loops per step -------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each step is a serial tile, a loop over the panel and a loop over the rows
// behind it, with barriers between: what tasks with dependences overlap.
//
//===----------------------------------------------------------------------===//

#include "cholesky.h"

#include "../common/for_laps.h"

void runFor(Matrix &matrix, bench::Laps &laps) {
  bench::forLaps(matrix, laps, [&](int) {
    for (std::int64_t k = 0; k < matrix.tiles; ++k) {
#pragma omp single
      matrix.potrf(matrix.tile(k, k));
#pragma omp for schedule(static)
      for (std::int64_t i = k + 1; i < matrix.tiles; ++i)
        matrix.trsm(matrix.tile(k, k), matrix.tile(i, k));
      // Rows grow, so they are handed out one by one.
#pragma omp for schedule(dynamic, 1)
      for (std::int64_t i = k + 1; i < matrix.tiles; ++i) {
        for (std::int64_t j = k + 1; j < i; ++j)
          matrix.gemm(matrix.tile(i, k), matrix.tile(j, k), matrix.tile(i, j));
        matrix.syrk(matrix.tile(i, k), matrix.tile(i, i));
      }
    }
  });
}
