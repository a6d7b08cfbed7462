//===- serial.cpp - One batch after the other -----------------------------===//
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

#include "ep_kernel.h"

void nas::runSerial(Ep &ep, Run &run) {
  if (run.warmUp())
    ep.batch(0);
  ep.reset();
  run.start();
  for (std::int64_t number = 0; number < ep.batches; ++number)
    ep.found += ep.batch(number);
  run.stop();
}
