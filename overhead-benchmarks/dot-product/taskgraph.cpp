//===- taskgraph.cpp - The blocks recorded once ---------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tasks as in tasks.cpp. The region writes `offset`, `length` and
// `index`, so a replayed task starts from the values recorded for it, not from
// what the variables hold when the replay begins. The compiler says so in a
// warning; here that is what is wanted, so the warning is off.
//
//===----------------------------------------------------------------------===//

#include "dot_product.h"

#pragma clang diagnostic ignored "-Wopenmp-taskgraph"

void runTaskgraph(DotProduct &dot, bench::Laps &laps) {
  std::int64_t offset, length, index;
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    dot.prepare(iteration);
    laps.start();
#pragma omp taskgraph
    {
      offset = 0;
      for (index = 0; offset < dot.size; ++index) {
        length = dot.lengthOf(index, offset);
#pragma omp task shared(dot) firstprivate(index, offset, length)
        dot.multiply(index, offset, length);
        offset += length;
      }
    }
    dot.addPartials();
    laps.stop();
  }
}
