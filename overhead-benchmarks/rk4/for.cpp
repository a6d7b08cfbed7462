//===- for.cpp - One worksharing loop per stage ---------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All blocks of a stage are independent; a barrier stands between two stages.
//
//===----------------------------------------------------------------------===//

#include "rk4.h"

#include "../common/for_laps.h"

void runFor(Sea &sea, bench::Laps &laps) {
  bench::forLaps(sea, laps, [&](int) {
    for (std::int64_t step = 0; step < sea.steps; ++step)
      for (int stage = 0; stage < Sea::stages; ++stage)
#pragma omp for collapse(2) schedule(static)
        for (std::int64_t row = 0; row < sea.blocks; ++row)
          for (std::int64_t column = 0; column < sea.blocks; ++column)
            sea.advance(stage, row, column);
  });
}
