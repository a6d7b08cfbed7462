//===- taskgraph.cpp - The steps recorded once ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tasks as in tasks.cpp. The time steps of an iteration are one graph,
// so that they overlap in a replay, too.
//
//===----------------------------------------------------------------------===//

#include "rk4.h"

void runTaskgraph(Sea &sea, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    sea.prepare(iteration);
    laps.start();
#pragma omp taskgraph
    for (std::int64_t step = 0; step < sea.steps; ++step)
      for (int stage = 0; stage < Sea::stages; ++stage)
        for (std::int64_t row = 0; row < sea.blocks; ++row)
          for (std::int64_t column = 0; column < sea.blocks; ++column) {
            char *here = sea.readBy(stage, row, column);
            char *north = sea.readBy(stage, row - 1, column);
            char *south = sea.readBy(stage, row + 1, column);
            char *west = sea.readBy(stage, row, column - 1);
            char *east = sea.readBy(stage, row, column + 1);
            char *made = sea.madeBy(stage, row, column);
#pragma omp task shared(sea) firstprivate(stage, row, column)                  \
    depend(in : *here, *north, *south, *west, *east) depend(out : *made)
            sea.advance(stage, row, column);
          }
    laps.stop();
    sea.finish(iteration);
  }
}
