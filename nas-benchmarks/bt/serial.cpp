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

#include "bt_kernel.h"

static void march(nas::Bt &bt, int steps) {
  for (int step = 0; step < steps; ++step) {
    for (int k = 1; k <= bt.interior(); ++k)
      bt.plane(k);
    for (int j = 1; j <= bt.interior(); ++j)
      bt.slab(j);
  }
}

void nas::runSerial(Bt &bt, Run &run) {
  if (run.warmUp())
    march(bt, 1);
  bt.reset();
  run.start();
  march(bt, bt.steps());
  run.stop();
}
