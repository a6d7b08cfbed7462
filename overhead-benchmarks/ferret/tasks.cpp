//===- tasks.cpp - One task per stage and item ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An item goes on as soon as its stage before is done; only the first and the
// last stage wait for the item before, and an item for a free slot.
//
//===----------------------------------------------------------------------===//

#include "ferret.h"

void runTasks(Pipeline &pipeline, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    pipeline.prepare(iteration);
    laps.start();
    for (std::int64_t item = 0; item < pipeline.items; ++item) {
      char *slot = pipeline.slotOf(item);
#pragma omp task shared(pipeline) firstprivate(item)                           \
    depend(inout : pipeline.input) depend(out : *slot)
      pipeline.load(item);
#pragma omp task shared(pipeline) firstprivate(item) depend(inout : *slot)
      pipeline.segment(item);
#pragma omp task shared(pipeline) firstprivate(item) depend(inout : *slot)
      pipeline.extract(item);
#pragma omp task shared(pipeline) firstprivate(item) depend(inout : *slot)
      pipeline.search(item);
#pragma omp task shared(pipeline) firstprivate(item)                           \
    depend(inout : *slot, pipeline.output)
      pipeline.rank(item);
    }
#pragma omp taskwait
    laps.stop();
    pipeline.finish(iteration);
  }
}
