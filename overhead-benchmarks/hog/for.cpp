//===- for.cpp - Two worksharing loops ------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile's gradients are still in the cache when the same thread counts them;
// only the blocks, which reach into other tiles, have to wait for everybody.
//
//===----------------------------------------------------------------------===//

#include "hog.h"

#include "../common/for_laps.h"

void runFor(Features &features, bench::Laps &laps) {
  bench::forLaps(features, laps, [&](int) {
#pragma omp for collapse(2) schedule(static)
    for (std::int64_t row = 0; row < features.tile_rows; ++row)
      for (std::int64_t column = 0; column < features.tile_columns; ++column) {
        features.findGradients(row, column);
        features.collectHistograms(row, column);
      }
#pragma omp for collapse(2) schedule(static)
    for (std::int64_t row = 0; row < features.tile_rows; ++row)
      for (std::int64_t column = 0; column < features.tile_columns; ++column)
        features.normalise(row, column);
  });
}
