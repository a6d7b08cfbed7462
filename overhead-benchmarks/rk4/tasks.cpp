//===- tasks.cpp - One task per block and stage ---------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block goes on to the next stage, and to the next step, as soon as its
// neighbours are ready; the tasks of all steps of an iteration may overlap.
//
//===----------------------------------------------------------------------===//

#include "rk4.h"

void runTasks(Sea &sea, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    sea.prepare(iteration);
    laps.start();
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
#pragma omp taskwait
    laps.stop();
    sea.finish(iteration);
  }
}
