//===- serial.cpp - All forces, then all moves ----------------------------===//
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

#include "n_body_commutative.h"

void runSerial(Bodies &bodies, bench::Laps &laps) {
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    laps.start();
    for (std::int64_t first = 0; first < bodies.blocks; ++first)
      for (std::int64_t second = first; second < bodies.blocks; ++second)
        bodies.attract(first, second);
    for (std::int64_t moved = 0; moved < bodies.blocks; ++moved)
      bodies.move(moved);
    laps.stop();
  }
}
