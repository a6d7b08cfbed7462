//===- serial.cpp - One block after the other -----------------------------===//
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

#include "lu_kernel.h"

using nas::Lu;

static void march(Lu &lu, int steps) {
  const nas::Blocks blocks(lu.n, 1);
  for (int step = 0; step < steps; ++step) {
    const bool last = step == steps - 1;
    for (int chunk = 0; chunk < blocks.chunks(); ++chunk)
      lu.forward(blocks.planes(0), blocks.diagonals(chunk));
    for (int chunk = blocks.chunks() - 1; chunk >= 0; --chunk)
      lu.backward(blocks.planes(0), blocks.diagonals(chunk));
    for (int k = 1; k < lu.n - 1; ++k)
      lu.update(k, last);
    for (int k = 1; k < lu.n - 1; ++k)
      lu.rhs(k, last);
  }
}

void nas::runSerial(Lu &lu, Run &run) {
  if (run.warmUp())
    march(lu, 1);
  lu.reset();
  run.start();
  march(lu, lu.steps);
  lu.takeNorms();
  run.stop();
}
