//===- taskgraph.cpp - A recorded taskloop over the batches ---------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There is a single loop, so that recording it in the timed region could never
// pay: the warm-up records the graph, and a run replays it. The chunks of a
// replayed loop are those that were recorded; where they begin is their own
// data, so the warm-up runs all of them, with batches that are empty.
//
//===----------------------------------------------------------------------===//

#include "ep_kernel.h"

/// Counts the batches, or (`dry`) only makes the tasks that would.
static nas::Deviates countBatches(const nas::Ep &ep, bool dry) {
  nas::Deviates found;
#pragma omp parallel
#pragma omp single
#pragma omp taskgraph
#pragma omp taskloop num_tasks(ep.tasks) reduction(+ : found)
  for (std::int64_t number = 0; number < ep.batches; ++number)
    if (!dry)
      found += ep.batch(number);
  return found;
}

void nas::runTaskgraph(Ep &ep, Run &run) {
  if (run.warmUp())
    countBatches(ep, true);
  ep.reset();
  run.start();
  ep.found = countBatches(ep, false);
  run.stop();
}
