//===- serial.cpp - One slab, one plane after the other -------------------===//
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

#include "ft_kernel.h"

static void makeModes(nas::Ft &ft) {
  for (int number = 0; number < ft.tables(); ++number)
    ft.makeTable(number);
  for (int z = 0; z < ft.nz; ++z)
    ft.startPlane(z);
  for (int x = 0; x < ft.nx; ++x)
    ft.startSlab(x);
}

static void makeStep(nas::Ft &ft, int step) {
  for (int x = 0; x < ft.nx; ++x)
    ft.evolveSlab(step, x);
  for (int z = 0; z < ft.nz; ++z)
    ft.finishPlane(step, z);
}

void nas::runSerial(Ft &ft, Run &run) {
  if (run.warmUp()) {
    makeModes(ft);
    makeStep(ft, 1);
  }
  ft.reset();
  run.start();
  makeModes(ft);
  for (int step = 1; step <= ft.steps; ++step)
    makeStep(ft, step);
  ft.sumUp();
  run.stop();
}
