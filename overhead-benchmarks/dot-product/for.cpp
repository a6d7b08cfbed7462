//===- for.cpp - One worksharing loop over the blocks ---------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worksharing loop cannot carry a running offset from one block to the next,
// so it reads the offsets from a table made beforehand.
//
//===----------------------------------------------------------------------===//

#include "dot_product.h"

#include "../common/for_laps.h"

void runFor(DotProduct &dot, bench::Laps &laps) {
  const std::int64_t blocks = dot.starts.size();
  bench::forLaps(dot, laps, [&](int) {
#pragma omp for schedule(static)
    for (std::int64_t index = 0; index < blocks; ++index)
      dot.multiply(index, dot.starts[index],
                   dot.lengthOf(index, dot.starts[index]));
#pragma omp single
    dot.addPartials();
  });
}
