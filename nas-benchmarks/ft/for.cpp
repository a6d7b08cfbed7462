//===- for.cpp - Worksharing loops over slabs and planes ------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One parallel region. A thread has the same slabs in each loop over slabs, so
// that a step can follow the last without a barrier where both are such loops.
//
//===----------------------------------------------------------------------===//

#include "ft_kernel.h"

/// Called by all threads of a team.
static void makeModesAndSteps(nas::Ft &ft, int steps) {
#pragma omp for schedule(static)
  for (int number = 0; number < ft.tables(); ++number)
    ft.makeTable(number);
#pragma omp for schedule(static)
  for (int z = 0; z < ft.nz; ++z)
    ft.startPlane(z);
#pragma omp for schedule(static) nowait
  for (int x = 0; x < ft.nx; ++x)
    ft.startSlab(x);
  for (int step = 1; step <= steps; ++step) {
#pragma omp for schedule(static)
    for (int x = 0; x < ft.nx; ++x)
      ft.evolveSlab(step, x);
#pragma omp for schedule(static)
    for (int z = 0; z < ft.nz; ++z)
      ft.finishPlane(step, z);
  }
}

void nas::runFor(Ft &ft, Run &run) {
  if (run.warmUp()) {
#pragma omp parallel
    makeModesAndSteps(ft, 1);
  }
  ft.reset();
  run.start();
#pragma omp parallel
  makeModesAndSteps(ft, ft.steps);
  ft.sumUp();
  run.stop();
}
