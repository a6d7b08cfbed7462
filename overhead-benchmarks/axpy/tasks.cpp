//===- tasks.cpp - One task per block -------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Independent tasks, made by one thread. `depend` would order nothing here
// that the wait after each update does not order already.
//
//===----------------------------------------------------------------------===//

#include "axpy.h"

void runTasks(Vectors &vectors, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    const double a = Vectors::factor(iteration);
    laps.start();
    for (std::int64_t begin = 0; begin < vectors.size; begin += vectors.block) {
#pragma omp task shared(vectors) firstprivate(a, begin)
      vectors.update(a, begin);
    }
#pragma omp taskwait
    laps.stop();
  }
}
