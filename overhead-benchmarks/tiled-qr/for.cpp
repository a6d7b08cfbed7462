//===- for.cpp - A worksharing loop per step ------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread eliminates a whole column of tiles; then the columns to the right,
// which do not need each other, are handed out to all.
//
//===----------------------------------------------------------------------===//

#include "tiled_qr.h"

#include "../common/for_laps.h"

void runFor(QrMatrix &matrix, bench::Laps &laps) {
  bench::forLaps(matrix, laps, [&](int) {
    for (std::int64_t k = 0; k < matrix.tiles; ++k) {
#pragma omp single
      {
        matrix.geqrt(matrix.tile(k, k), matrix.triangles(k, k));
        for (std::int64_t i = k + 1; i < matrix.tiles; ++i)
          matrix.tpqrt(matrix.tile(k, k), matrix.tile(i, k),
                       matrix.triangles(i, k));
      }
#pragma omp for schedule(static)
      for (std::int64_t j = k + 1; j < matrix.tiles; ++j) {
        matrix.gemqrt(matrix.tile(k, k), matrix.triangles(k, k),
                      matrix.tile(k, j));
        for (std::int64_t i = k + 1; i < matrix.tiles; ++i)
          matrix.tpmqrt(matrix.tile(i, k), matrix.triangles(i, k),
                        matrix.tile(k, j), matrix.tile(i, j));
      }
    }
  });
}
