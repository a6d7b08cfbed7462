//===- for.cpp - A worksharing loop per step ------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread factorizes the panel; then the columns to the right, which do not
// need each other, are handed out to all.
//
//===----------------------------------------------------------------------===//

#include "tiled_lu.h"

#include "../common/for_laps.h"

void runFor(LuMatrix &matrix, bench::Laps &laps) {
  bench::forLaps(matrix, laps, [&](int) {
    for (std::int64_t k = 0; k < matrix.tiles; ++k) {
#pragma omp single
      matrix.factorizePanel(k);
#pragma omp for schedule(static)
      for (std::int64_t j = k + 1; j < matrix.tiles; ++j) {
        matrix.exchangeRows(k, k + 1, j);
        matrix.solve(k, j);
        for (std::int64_t i = k + 1; i < matrix.tiles; ++i)
          matrix.update(matrix.tile(i, k), matrix.tile(k, j),
                        matrix.tile(i, j));
      }
    }
#pragma omp for schedule(static)
    for (std::int64_t j = 0; j < matrix.tiles - 1; ++j)
      matrix.exchangeRows(j + 1, matrix.tiles, j);
  });
}
