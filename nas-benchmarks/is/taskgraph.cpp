//===- taskgraph.cpp - A ranking as a recorded graph ----------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The taskloops of taskloop.cpp, recorded once. A replay may give a part to
// another thread in each pass and in each ranking: what was counted is found by
// the number of the part, which the task was recorded with. Which buckets a
// part ranks depends on the keys, so the task finds that out when it runs.
//
//===----------------------------------------------------------------------===//

#include "is_kernel.h"

static void rankOnce(nas::Is &is, int number) {
  is.changeKeys(number);
#pragma omp taskgraph
  {
#pragma omp taskloop num_tasks(is.tasks) shared(is)
    for (int part = 0; part < is.tasks; ++part)
      is.count(part, is.tasks);
#pragma omp taskloop num_tasks(is.tasks) shared(is)
    for (int part = 0; part < is.tasks; ++part)
      is.distribute(part, is.tasks);
#pragma omp taskloop num_tasks(is.tasks) shared(is)
    for (int part = 0; part < is.tasks; ++part)
      is.rank(part, is.tasks);
  }
}

void nas::runTaskgraph(Is &is, Run &run) {
  is.reset();
  if (run.warmUp()) {
#pragma omp parallel
#pragma omp single
    rankOnce(is, 1);
  }
  run.start();
#pragma omp parallel
#pragma omp single
  for (int number = 1; number <= Is::Rankings; ++number) {
    rankOnce(is, number);
    is.verify(number);
  }
  run.stop();
}
