//===- for.cpp - One worksharing loop over the blocks ---------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing depends on anything, so this is the natural way to write it and the
// time that tasks have to come close to.
//
//===----------------------------------------------------------------------===//

#include "axpy.h"

#include "../common/for_laps.h"

void runFor(Vectors &vectors, bench::Laps &laps) {
  bench::forLaps(vectors, laps, [&](int iteration) {
    const double a = Vectors::factor(iteration);
#pragma omp for schedule(static)
    for (std::int64_t begin = 0; begin < vectors.size; begin += vectors.block)
      vectors.update(a, begin);
  });
}
