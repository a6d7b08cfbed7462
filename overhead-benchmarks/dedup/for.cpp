//===- for.cpp - Two ordered worksharing loops ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chunks are handed out one by one; what must be done in order, the table in
// the first loop and the archive in the second, is the ordered part.
//
//===----------------------------------------------------------------------===//

#include "dedup.h"

#include "../common/for_laps.h"

void runFor(Archiver &archiver, bench::Laps &laps) {
  bench::forLaps(archiver, laps, [&](int) {
#pragma omp for ordered schedule(dynamic, 1)
    for (std::int64_t chunk = 0; chunk < archiver.chunks; ++chunk) {
      archiver.cut(chunk);
      archiver.name(chunk, 0, 1);
#pragma omp ordered
      archiver.lookUp(chunk);
    }
#pragma omp for ordered schedule(dynamic, 1)
    for (std::int64_t chunk = 0; chunk < archiver.chunks; ++chunk) {
      archiver.compress(chunk, 0, 1);
#pragma omp ordered
      archiver.write(chunk);
    }
  });
}
