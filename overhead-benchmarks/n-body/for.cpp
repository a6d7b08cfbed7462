//===- for.cpp - One worksharing loop per phase ---------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pulls on one block stay on one thread, so that they are added in the
// same order as in the serial variant.
//
//===----------------------------------------------------------------------===//

#include "n_body.h"

#include "../common/for_laps.h"

void runFor(Bodies &bodies, bench::Laps &laps) {
  bench::forLaps(bodies, laps, [&](int) {
#pragma omp for schedule(static)
    for (std::int64_t target = 0; target < bodies.blocks; ++target)
      for (std::int64_t source = 0; source < bodies.blocks; ++source)
        bodies.pull(target, source);
#pragma omp for schedule(static)
    for (std::int64_t moved = 0; moved < bodies.blocks; ++moved)
      bodies.move(moved);
  });
}
