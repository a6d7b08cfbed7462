//===- serial.cpp - Panel by panel ----------------------------------------===//
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

#include "tiled_lu.h"

void runSerial(LuMatrix &matrix, bench::Laps &laps) {
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    matrix.prepare(iteration);
    laps.start();
    for (std::int64_t k = 0; k < matrix.tiles; ++k) {
      matrix.factorizePanel(k);
      for (std::int64_t j = k + 1; j < matrix.tiles; ++j) {
        matrix.exchangeRows(k, k + 1, j);
        matrix.solve(k, j);
        for (std::int64_t i = k + 1; i < matrix.tiles; ++i)
          matrix.update(matrix.tile(i, k), matrix.tile(k, j),
                        matrix.tile(i, j));
      }
    }
    for (std::int64_t j = 0; j < matrix.tiles - 1; ++j)
      matrix.exchangeRows(j + 1, matrix.tiles, j);
    laps.stop();
    matrix.finish(iteration);
  }
}
