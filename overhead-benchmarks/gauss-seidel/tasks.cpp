//===- tasks.cpp - One task per block -------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two ways with ordinary tasks: waiting after each sweep, as a program does
// that looks at the result between sweeps, and letting sweeps overlap, which
// needs more dependences per task but no wait.
//
//===----------------------------------------------------------------------===//

#include "gauss_seidel.h"

void runTasks(Plate &plate, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    plate.prepare(iteration);
    laps.start();
    for (std::int64_t row = 0; row < plate.blocks; ++row)
      for (std::int64_t column = 0; column < plate.blocks; ++column) {
        double *above = plate.tag(row - 1, column);
        double *left = plate.tag(row, column - 1);
        double *here = plate.tag(row, column);
#pragma omp task shared(plate) firstprivate(row, column)                       \
    depend(in : *above, *left) depend(out : *here)
        plate.relax(row, column);
      }
#pragma omp taskwait
    laps.stop();
    plate.finish(iteration);
  }
}

void runTasksOverlapping(Plate &plate, bench::Laps &laps) {
  // All sweeps are one lap: a single sweep has no end of its own.
#pragma omp parallel
#pragma omp single
  {
    plate.prepare(0);
    laps.start();
    for (int iteration = 0; iteration < laps.iterations(); ++iteration)
      for (std::int64_t row = 0; row < plate.blocks; ++row)
        for (std::int64_t column = 0; column < plate.blocks; ++column) {
          double *above = plate.tag(row - 1, column);
          double *left = plate.tag(row, column - 1);
          double *right = plate.tag(row, column + 1);
          double *below = plate.tag(row + 1, column);
          double *here = plate.tag(row, column);
#pragma omp task shared(plate) firstprivate(row, column)                       \
    depend(in : *above, *left, *right, *below) depend(out : *here)
          plate.relax(row, column);
        }
#pragma omp taskwait
    laps.stopAll();
    plate.finish(0);
  }
}
