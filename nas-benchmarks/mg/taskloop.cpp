//===- taskloop.cpp - A taskloop for each step ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of for.cpp in num_tasks tasks each, or in fewer where a grid has
// not as many planes. The thread that makes the tasks waits for them at each
// end.
//
//===----------------------------------------------------------------------===//

#include "mg_kernel.h"

static void perform(nas::Mg &mg, const std::vector<nas::Mg::Step> &steps) {
  for (const nas::Mg::Step &step : steps) {
#pragma omp taskloop num_tasks(mg.tasks) shared(mg)
    for (int z = 0; z < step.planes; ++z)
      mg.perform(step, z);
  }
}

static void cycle(nas::Mg &mg) {
  perform(mg, mg.down);
  mg.solveCoarsest();
  perform(mg, mg.up);
}

void nas::runTaskloop(Mg &mg, Run &run) {
  mg.reset();
  if (run.warmUp()) {
#pragma omp parallel
#pragma omp single
    {
      perform(mg, mg.beginning);
      cycle(mg);
    }
    mg.reset();
  }
  run.start();
#pragma omp parallel
#pragma omp single
  {
    perform(mg, mg.beginning);
    mg.takeNorm();
    for (int i = 0; i < mg.cycles; ++i)
      cycle(mg);
    perform(mg, mg.end);
    mg.takeNorm();
  }
  run.stop();
}
