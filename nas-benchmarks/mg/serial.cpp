//===- serial.cpp - One plane after the other -----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The oracle of the other variants, and what speed-ups are measured from.
//
//===----------------------------------------------------------------------===//

#include "mg_kernel.h"

static void perform(nas::Mg &mg, const std::vector<nas::Mg::Step> &steps) {
  for (const nas::Mg::Step &step : steps)
    for (int z = 0; z < step.planes; ++z)
      mg.perform(step, z);
}

static void cycle(nas::Mg &mg) {
  perform(mg, mg.down);
  mg.solveCoarsest();
  perform(mg, mg.up);
}

void nas::runSerial(Mg &mg, Run &run) {
  mg.reset();
  if (run.warmUp()) {
    perform(mg, mg.beginning);
    cycle(mg);
    mg.reset();
  }
  run.start();
  perform(mg, mg.beginning);
  mg.takeNorm();
  for (int i = 0; i < mg.cycles; ++i)
    cycle(mg);
  perform(mg, mg.end);
  mg.takeNorm();
  run.stop();
}
