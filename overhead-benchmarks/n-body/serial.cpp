//===- serial.cpp - All pulls, then all moves -----------------------------===//
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

#include "n_body.h"

void runSerial(Bodies &bodies, bench::Laps &laps) {
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    laps.start();
    for (std::int64_t target = 0; target < bodies.blocks; ++target)
      for (std::int64_t source = 0; source < bodies.blocks; ++source)
        bodies.pull(target, source);
    for (std::int64_t moved = 0; moved < bodies.blocks; ++moved)
      bodies.move(moved);
    laps.stop();
  }
}
