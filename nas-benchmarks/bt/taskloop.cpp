//===- taskloop.cpp - Taskloops over planes and slabs ---------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of for.cpp in num_tasks tasks each.
//
//===----------------------------------------------------------------------===//

#include "bt_kernel.h"

static void march(nas::Bt &bt, int steps) {
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < steps; ++step) {
#pragma omp taskloop num_tasks(bt.tasks)
    for (int k = 1; k <= bt.interior(); ++k)
      bt.plane(k);
#pragma omp taskloop num_tasks(bt.tasks)
    for (int j = 1; j <= bt.interior(); ++j)
      bt.slab(j);
  }
}

void nas::runTaskloop(Bt &bt, Run &run) {
  if (run.warmUp())
    march(bt, 1);
  bt.reset();
  run.start();
  march(bt, bt.steps());
  run.stop();
}
