//===- taskgraph.cpp - A time step recorded once --------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The taskloops of taskloop.cpp. The first one's taskgroup stands between them
// in the graph; at the end of the second that of the region itself is enough.
//
//===----------------------------------------------------------------------===//

#include "bt_kernel.h"

#include "../common/order.h"

static void march(nas::Bt &bt, int steps) {
  // Variables of its own, so that no task can change what the block reads.
  const int tasks = bt.tasks, interior = bt.interior();
#pragma omp parallel
#pragma omp single
  for (int step = 0; step < steps; ++step) {
#pragma omp taskgraph
    {
#pragma omp taskloop num_tasks(tasks) NAS_JOIN(1)
      for (int k = 1; k <= interior; ++k)
        bt.plane(k);
#pragma omp taskloop num_tasks(tasks) nogroup
      for (int j = 1; j <= interior; ++j)
        bt.slab(j);
    }
  }
}

void nas::runTaskgraph(Bt &bt, Run &run) {
  if (run.warmUp())
    march(bt, 1);
  bt.reset();
  run.start();
  march(bt, bt.steps());
  run.stop();
}
