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

#include "sp_kernel.h"

static void march(nas::Sp &sp, int steps) {
  for (int step = 0; step < steps; ++step) {
    for (int k = 1; k <= sp.interior(); ++k)
      sp.plane(k);
    for (int j = 1; j <= sp.interior(); ++j)
      sp.slab(j);
  }
}

void nas::runSerial(Sp &sp, Run &run) {
  if (run.warmUp())
    march(sp, 1);
  sp.reset();
  run.start();
  march(sp, sp.steps());
  run.stop();
}
