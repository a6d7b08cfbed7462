//===- tasks.cpp - One task per pair of blocks ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whichever pair finds both of its blocks free goes on. A block may move as
// soon as it has met all others and their tasks have read its old position.
//
//===----------------------------------------------------------------------===//

#include "n_body_commutative.h"

void runTasks(Bodies &bodies, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    laps.start();
    for (std::int64_t first = 0; first < bodies.blocks; ++first) {
      double *here = bodies.positionOf(first);
      double *force = bodies.forceOn(first);
#pragma omp task shared(bodies) firstprivate(first) depend(in : *here)         \
    depend(mutexinoutset : *force)
      bodies.attract(first, first);
      for (std::int64_t second = first + 1; second < bodies.blocks; ++second) {
        double *there = bodies.positionOf(second);
        double *opposite = bodies.forceOn(second);
#pragma omp task shared(bodies) firstprivate(first, second)                    \
    depend(in : *here, *there) depend(mutexinoutset : *force, *opposite)
        bodies.attract(first, second);
      }
    }
    for (std::int64_t moved = 0; moved < bodies.blocks; ++moved) {
      double *place = bodies.positionOf(moved);
      double *force = bodies.forceOn(moved);
#pragma omp task shared(bodies) firstprivate(moved)                            \
    depend(inout : *place, *force)
      bodies.move(moved);
    }
#pragma omp taskwait
    laps.stop();
  }
}
