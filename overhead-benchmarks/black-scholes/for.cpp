//===- for.cpp - One worksharing loop -------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocks in equal shares.
//
//===----------------------------------------------------------------------===//

#include "black_scholes.h"

#include "../common/for_laps.h"

void runFor(Market &market, bench::Laps &laps) {
  bench::forLaps(market, laps, [&](int iteration) {
#pragma omp for schedule(static)
    for (std::int64_t begin = 0; begin < market.size; begin += market.block)
      market.evaluate(Market::level(iteration), begin);
  });
}
