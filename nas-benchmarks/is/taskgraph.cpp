//===- taskgraph.cpp - A ranking as a recorded graph ----------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The taskloops of taskloop.cpp, recorded once: counting the first ranking is a
// graph, and the two loops of each ranking are another. A replay may give a
// part to another thread in each loop: a task asks whose histogram to use when
// it runs. The number of the ranking is data that each replay brings anew.
//
//===----------------------------------------------------------------------===//

#include "is_kernel.h"

#include "../common/order.h"

static void rankKeys(nas::Is &is, int rankings) {
  const int parts = is.tasks, value_parts = is.valueParts(parts);
#pragma omp taskgraph
#pragma omp taskloop num_tasks(parts) shared(is)
  for (int part = 0; part < parts; ++part)
    is.count(part, parts, 1);
  for (int number = 1; number <= rankings; ++number) {
#pragma omp taskgraph
    {
#pragma omp taskloop num_tasks(value_parts) shared(is) NAS_JOIN(1)
      for (int part = 0; part < value_parts; ++part)
        is.accumulate(part, value_parts);
#pragma omp taskloop num_tasks(parts) shared(is) nogroup
      for (int part = 0; part < parts; ++part) {
        is.finish(part, value_parts, number);
        if (number < rankings)
          is.count(part, parts, number + 1);
      }
    }
  }
}

void nas::runTaskgraph(Is &is, Run &run) {
  is.reset();
  if (run.warmUp()) {
#pragma omp parallel
#pragma omp single
    rankKeys(is, 1);
    is.reset();
  }
  run.start();
#pragma omp parallel
#pragma omp single
  rankKeys(is, Is::Rankings);
  run.stop();
}
