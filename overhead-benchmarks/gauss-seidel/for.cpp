//===- for.cpp - One worksharing loop per diagonal ------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocks of one diagonal are independent; a barrier stands between two
// diagonals. This is what a programmer without tasks would write.
//
//===----------------------------------------------------------------------===//

#include "gauss_seidel.h"

#include "../common/for_laps.h"

void runFor(Plate &plate, bench::Laps &laps) {
  bench::forLaps(plate, laps, [&](int) {
    for (std::int64_t diagonal = 0; diagonal < 2 * plate.blocks - 1;
         ++diagonal) {
      const std::int64_t first =
          std::max<std::int64_t>(0, diagonal - plate.blocks + 1);
      const std::int64_t last = std::min(diagonal, plate.blocks - 1);
#pragma omp for schedule(static)
      for (std::int64_t row = first; row <= last; ++row)
        plate.relax(row, diagonal - row);
    }
  });
}
