//===- serial.cpp - Stage by stage ----------------------------------------===//
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

#include "rk4.h"

void runSerial(Sea &sea, bench::Laps &laps) {
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    sea.prepare(iteration);
    laps.start();
    for (std::int64_t step = 0; step < sea.steps; ++step)
      for (int stage = 0; stage < Sea::stages; ++stage)
        for (std::int64_t row = 0; row < sea.blocks; ++row)
          for (std::int64_t column = 0; column < sea.blocks; ++column)
            sea.advance(stage, row, column);
    laps.stop();
    sea.finish(iteration);
  }
}
