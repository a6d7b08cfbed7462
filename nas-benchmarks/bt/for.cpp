//===- for.cpp - Worksharing loops over planes and slabs ------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One parallel region around all time steps. Each slab crosses all planes, and
// the other way round, so that both barriers of a step are needed.
//
//===----------------------------------------------------------------------===//

#include "bt_kernel.h"

static void march(nas::Bt &bt, int steps) {
#pragma omp parallel
  for (int step = 0; step < steps; ++step) {
#pragma omp for schedule(static)
    for (int k = 1; k <= bt.interior(); ++k)
      bt.plane(k);
#pragma omp for schedule(static)
    for (int j = 1; j <= bt.interior(); ++j)
      bt.slab(j);
  }
}

void nas::runFor(Bt &bt, Run &run) {
  if (run.warmUp())
    march(bt, 1);
  bt.reset();
  run.start();
  march(bt, bt.steps());
  run.stop();
}
