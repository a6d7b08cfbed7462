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

#include "sp_kernel.h"

static void march(nas::Sp &sp, int steps) {
#pragma omp parallel
  for (int step = 0; step < steps; ++step) {
#pragma omp for schedule(static)
    for (int k = 1; k <= sp.interior(); ++k)
      sp.plane(k);
#pragma omp for schedule(static)
    for (int j = 1; j <= sp.interior(); ++j)
      sp.slab(j);
  }
}

void nas::runFor(Sp &sp, Run &run) {
  if (run.warmUp())
    march(sp, 1);
  sp.reset();
  run.start();
  march(sp, sp.steps());
  run.stop();
}
