//===- taskgraph.cpp - The tasks recorded once ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tasks as in tasks.cpp. The region does not write `level`, so that a
// replayed task gets that of the current iteration; `begin` is made in the
// region and keeps the recorded value.
//
//===----------------------------------------------------------------------===//

#include "black_scholes.h"

void runTaskgraph(Market &market, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    const double level = Market::level(iteration);
    market.prepare(iteration);
    laps.start();
#pragma omp taskgraph
    for (std::int64_t begin = 0; begin < market.size; begin += market.block) {
#pragma omp task shared(market) firstprivate(level, begin)
      market.evaluate(level, begin);
    }
    laps.stop();
    market.finish(iteration);
  }
}
