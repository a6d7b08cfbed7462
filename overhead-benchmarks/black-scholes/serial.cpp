//===- serial.cpp - Blocks one after the other ----------------------------===//
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

#include "black_scholes.h"

void runSerial(Market &market, bench::Laps &laps) {
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    market.prepare(iteration);
    laps.start();
    for (std::int64_t begin = 0; begin < market.size; begin += market.block)
      market.evaluate(Market::level(iteration), begin);
    laps.stop();
    market.finish(iteration);
  }
}
