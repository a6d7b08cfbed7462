//===- taskgraph.cpp - The update recorded once ---------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tasks as in tasks.cpp. `a` belongs to the enclosing frame and is
// never written in the region, so a replayed task gets the value of the
// current iteration; `begin` is made in the region and keeps the recorded one.
//
//===----------------------------------------------------------------------===//

#include "axpy.h"

void runTaskgraph(Vectors &vectors, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    const double a = Vectors::factor(iteration);
    laps.start();
#pragma omp taskgraph
    for (std::int64_t begin = 0; begin < vectors.size; begin += vectors.block) {
#pragma omp task shared(vectors) firstprivate(a, begin)
      vectors.update(a, begin);
    }
    laps.stop();
  }
}
