//===- serial.cpp - The kernels in right-looking order --------------------===//
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

#include "cholesky.h"

void runSerial(Matrix &matrix, bench::Laps &laps) {
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    matrix.prepare(iteration);
    laps.start();
    for (std::int64_t k = 0; k < matrix.tiles; ++k) {
      matrix.potrf(matrix.tile(k, k));
      for (std::int64_t i = k + 1; i < matrix.tiles; ++i)
        matrix.trsm(matrix.tile(k, k), matrix.tile(i, k));
      for (std::int64_t i = k + 1; i < matrix.tiles; ++i) {
        for (std::int64_t j = k + 1; j < i; ++j)
          matrix.gemm(matrix.tile(i, k), matrix.tile(j, k), matrix.tile(i, j));
        matrix.syrk(matrix.tile(i, k), matrix.tile(i, i));
      }
    }
    laps.stop();
    matrix.finish(iteration);
  }
}
