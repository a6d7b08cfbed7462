//===- taskgraph.cpp - The pipeline of a batch recorded once --------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tasks as in tasks.cpp. A pipeline whose stream has no end has no
// graph; a batch of it has, the same for each batch of one size. What differs
// from picture to picture is inside the tasks, which find it through
// `pipeline`.
//
//===----------------------------------------------------------------------===//

#include "ferret.h"

void runTaskgraph(Pipeline &pipeline, bench::Laps &laps) {
#pragma omp parallel
#pragma omp single
  for (int iteration = 0; iteration < laps.iterations(); ++iteration) {
    pipeline.prepare(iteration);
    laps.start();
#pragma omp taskgraph
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
    laps.stop();
    pipeline.finish(iteration);
  }
}
