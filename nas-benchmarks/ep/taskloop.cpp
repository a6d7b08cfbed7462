//===- taskloop.cpp - A taskloop over the batches -------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop of for.cpp in num_tasks tasks.
//
//===----------------------------------------------------------------------===//

#include "ep_kernel.h"

static nas::Deviates countBatches(const nas::Ep &ep, std::int64_t batches) {
  nas::Deviates found;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop num_tasks(ep.tasks) reduction(+ : found)
  for (std::int64_t number = 0; number < batches; ++number)
    found += ep.batch(number);
  return found;
}

void nas::runTaskloop(Ep &ep, Run &run) {
  if (run.warmUp())
    countBatches(ep, ep.tasks);
  ep.reset();
  run.start();
  ep.found = countBatches(ep, ep.batches);
  run.stop();
}
