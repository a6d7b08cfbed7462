//===- for.cpp - A worksharing loop over the batches ----------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All batches cost the same, so each thread gets its share at once.
//
//===----------------------------------------------------------------------===//

#include "ep_kernel.h"

void nas::runFor(Ep &ep, Run &run) {
  if (run.warmUp()) {
#pragma omp parallel
    ep.batch(0);
  }
  ep.reset();
  run.start();
  Deviates found;
#pragma omp parallel for schedule(static) reduction(+ : found)
  for (std::int64_t number = 0; number < ep.batches; ++number)
    found += ep.batch(number);
  ep.found = found;
  run.stop();
}
