//===- tasks.cpp - One task per block -------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Independent tasks, made by one thread.
//
//===----------------------------------------------------------------------===//

#include "black_scholes.h"

void runTasks(Market &market, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    const double level = Market::level(iteration);
    market.prepare(iteration);
    laps.start();
    for (std::int64_t begin = 0; begin < market.size; begin += market.block) {
#pragma omp task shared(market) firstprivate(level, begin)
      market.evaluate(level, begin);
    }
#pragma omp taskwait
    laps.stop();
    market.finish(iteration);
  }
}
