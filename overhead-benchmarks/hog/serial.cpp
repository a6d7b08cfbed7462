//===- serial.cpp - Tile by tile ------------------------------------------===//
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

#include "hog.h"

void runSerial(Features &features, bench::Laps &laps) {
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    features.prepare(iteration);
    laps.start();
    for (std::int64_t row = 0; row < features.tile_rows; ++row)
      for (std::int64_t column = 0; column < features.tile_columns; ++column) {
        features.findGradients(row, column);
        features.collectHistograms(row, column);
      }
    for (std::int64_t row = 0; row < features.tile_rows; ++row)
      for (std::int64_t column = 0; column < features.tile_columns; ++column)
        features.normalise(row, column);
    laps.stop();
    features.finish(iteration);
  }
}
