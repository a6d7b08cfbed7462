//===- taskgraph.cpp - The blocks recorded once ---------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tasks as in tasks.cpp. The region changes `offset`, `length` and
// `index`; a replay has the values that the block gave to each task, and leaves
// in the variables what the block left there.
//
//===----------------------------------------------------------------------===//

#include "dot_product.h"

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
