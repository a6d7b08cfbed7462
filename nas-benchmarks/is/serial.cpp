//===- serial.cpp - One ranking after the other ---------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The oracle of the other variants, and what speed-ups are measured from. All
// keys are one part.
//
//===----------------------------------------------------------------------===//

#include "is_kernel.h"

static void rankKeys(nas::Is &is, int rankings) {
  for (int number = 1; number <= rankings; ++number) {
    is.count(0, 1, number);
    is.accumulate(0, 1);
    is.finish(0, 1, number);
  }
}

void nas::runSerial(Is &is, Run &run) {
  is.reset();
  if (run.warmUp()) {
    rankKeys(is, 1);
    is.reset();
  }
  run.start();
  rankKeys(is, Is::Rankings);
  run.stop();
}
