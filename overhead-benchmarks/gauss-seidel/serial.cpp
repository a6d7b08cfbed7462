//===- serial.cpp - Blocks row by row -------------------------------------===//
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

#include "gauss_seidel.h"

void runSerial(Plate &plate, bench::Laps &laps) {
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    plate.prepare(iteration);
    laps.start();
    for (std::int64_t row = 0; row < plate.blocks; ++row)
      for (std::int64_t column = 0; column < plate.blocks; ++column)
        plate.relax(row, column);
    laps.stop();
    plate.finish(iteration);
  }
}
