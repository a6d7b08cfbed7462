//===- tasks.cpp - One task per pair of blocks ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block may move as soon as the pulls on it are known and every other block
// has read its old position: finer than the barrier between two loops.
//
//===----------------------------------------------------------------------===//

#include "n_body.h"

void runTasks(Bodies &bodies, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    laps.start();
    for (std::int64_t target = 0; target < bodies.blocks; ++target)
      for (std::int64_t source = 0; source < bodies.blocks; ++source) {
        double *here = bodies.positionOf(target);
        double *there = bodies.positionOf(source);
        double *sum = bodies.forceOn(target);
#pragma omp task shared(bodies) firstprivate(target, source)                   \
    depend(in : *here, *there) depend(inout : *sum)
        bodies.pull(target, source);
      }
    for (std::int64_t moved = 0; moved < bodies.blocks; ++moved) {
      double *place = bodies.positionOf(moved);
      double *sum = bodies.forceOn(moved);
#pragma omp task shared(bodies) firstprivate(moved) depend(inout : *place, *sum)
      bodies.move(moved);
    }
#pragma omp taskwait
    laps.stop();
  }
}
