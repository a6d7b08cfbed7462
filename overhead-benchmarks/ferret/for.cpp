//===- for.cpp - An ordered worksharing loop per filling ------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One thread fills all slots from the stream; then the items are handed out one
// by one, and the last stage is the ordered part of the loop.
//
//===----------------------------------------------------------------------===//

#include "ferret.h"

#include "../common/for_laps.h"

void runFor(Pipeline &pipeline, bench::Laps &laps) {
  bench::forLaps(pipeline, laps, [&](int) {
    for (std::int64_t begin = 0; begin < pipeline.items;
         begin += pipeline.slots) {
      const std::int64_t end = std::min(begin + pipeline.slots, pipeline.items);
#pragma omp single
      for (std::int64_t item = begin; item < end; ++item)
        pipeline.load(item);
#pragma omp for ordered schedule(dynamic, 1)
      for (std::int64_t item = begin; item < end; ++item) {
        pipeline.segment(item);
        pipeline.extract(item);
        pipeline.search(item);
#pragma omp ordered
        pipeline.rank(item);
      }
    }
  });
}
