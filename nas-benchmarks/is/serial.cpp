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

static void rankOnce(nas::Is &is, int number) {
  is.changeKeys(number);
  is.count(0, 1);
  is.distribute(0, 1);
  is.rank(0, 1);
}

void nas::runSerial(Is &is, Run &run) {
  is.reset();
  if (run.warmUp())
    rankOnce(is, 1);
  run.start();
  for (int number = 1; number <= Is::Rankings; ++number) {
    rankOnce(is, number);
    is.verify(number);
  }
  run.stop();
}
