//===- taskgraph.cpp - The sweep recorded once ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tasks as in tasks.cpp. The first sweep records them, every later
// one replays: no task is made and no dependence is looked up again. The wait
// at the end of a sweep is the taskgroup that a taskgraph implies.
//
//===----------------------------------------------------------------------===//

#include "gauss_seidel.h"

void runTaskgraph(Plate &plate, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    plate.prepare(iteration);
    laps.start();
#pragma omp taskgraph
    for (std::int64_t row = 0; row < plate.blocks; ++row)
      for (std::int64_t column = 0; column < plate.blocks; ++column) {
        double *above = plate.tag(row - 1, column);
        double *left = plate.tag(row, column - 1);
        double *here = plate.tag(row, column);
#pragma omp task shared(plate) firstprivate(row, column)                       \
    depend(in : *above, *left) depend(out : *here)
        plate.relax(row, column);
      }
    laps.stop();
    plate.finish(iteration);
  }
}
