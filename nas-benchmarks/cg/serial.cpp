//===- serial.cpp - All rows at once --------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The oracle of the other variants, and what speed-ups are measured from. It
// shows the algorithm without anything else.
//
//===----------------------------------------------------------------------===//

#include "cg_kernel.h"

static void iterate(nas::Cg &cg, int iterations) {
  const nas::Rows all = {0, cg.matrix.size()};
  double norm = cg.FirstNorm;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    double rho = cg.start(all, norm);
    for (int step = 0; step < cg.Steps; ++step) {
      const double alpha = rho / cg.multiply(all);
      const double next = cg.descend(all, alpha);
      cg.turn(all, alpha, next / rho);
      rho = next;
    }
    norm = cg.finish(cg.measure(all));
  }
}

void nas::runSerial(Cg &cg, Run &run) {
  cg.reset();
  if (run.warmUp()) {
    iterate(cg, 1);
    cg.reset();
  }
  run.start();
  iterate(cg, cg.iterations);
  run.stop();
}
