//===- taskgraph.cpp - A step recorded once -------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The taskloops of taskloop.cpp in two graphs, of the set-up and of a step; the
// number of the step is bound anew at each replay. The warm-up records both.
//
//===----------------------------------------------------------------------===//

#include "ft_kernel.h"

#include "../common/order.h"

static void makeModesAndSteps(nas::Ft &ft, int steps) {
  // Variables of its own, so that no task can change what the block reads.
  const int tasks = ft.tasks, tables = ft.tables(), nx = ft.nx, nz = ft.nz;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgraph
    {
#pragma omp taskloop num_tasks(tasks) NAS_JOIN(1)
      for (int number = 0; number < tables; ++number)
        ft.makeTable(number);
#pragma omp taskloop num_tasks(tasks) NAS_JOIN(2)
      for (int z = 0; z < nz; ++z)
        ft.startPlane(z);
#pragma omp taskloop num_tasks(tasks)
      for (int x = 0; x < nx; ++x)
        ft.startSlab(x);
    }
    for (int step = 1; step <= steps; ++step) {
#pragma omp taskgraph
      {
#pragma omp taskloop num_tasks(tasks) firstprivate(step) NAS_JOIN(3)
        for (int x = 0; x < nx; ++x)
          ft.evolveSlab(step, x);
#pragma omp taskloop num_tasks(tasks) firstprivate(step)
        for (int z = 0; z < nz; ++z)
          ft.finishPlane(step, z);
      }
    }
  }
}

void nas::runTaskgraph(Ft &ft, Run &run) {
  if (run.warmUp())
    makeModesAndSteps(ft, 1);
  ft.reset();
  run.start();
  makeModesAndSteps(ft, ft.steps);
  ft.sumUp();
  run.stop();
}
