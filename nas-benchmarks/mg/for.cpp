//===- for.cpp - A worksharing loop for each step -------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One parallel region for the whole run. Each loop ends with a barrier, since
// the next one reads planes on both sides of a thread's own.
//
//===----------------------------------------------------------------------===//

#include "mg_kernel.h"

// Both are called by all threads of a team.
static void perform(nas::Mg &mg, const std::vector<nas::Mg::Step> &steps) {
  for (const nas::Mg::Step &step : steps) {
#pragma omp for schedule(static)
    for (int z = 0; z < step.planes; ++z)
      mg.perform(step, z);
  }
}

static void cycle(nas::Mg &mg) {
  perform(mg, mg.down);
#pragma omp single
  mg.solveCoarsest();
  perform(mg, mg.up);
}

void nas::runFor(Mg &mg, Run &run) {
  mg.reset();
  if (run.warmUp()) {
#pragma omp parallel
    {
      perform(mg, mg.beginning);
      cycle(mg);
    }
    mg.reset();
  }
  run.start();
#pragma omp parallel
  {
    perform(mg, mg.beginning);
#pragma omp master
    mg.takeNorm(); // the next to write what it reads is the end
    for (int i = 0; i < mg.cycles; ++i)
      cycle(mg);
    perform(mg, mg.end);
  }
  mg.takeNorm();
  run.stop();
}
