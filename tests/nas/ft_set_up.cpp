// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NPB times the set-up of FT. A second run that leaves out a part of it must
// not be verified by what the first run has left: each part in turn.

#include "../../nas-benchmarks/ft/ft_kernel.h"

static constexpr int Nothing = -1;

static void run(nas::Ft &ft, int left_out) {
  const int planes = ft.tables(), slabs = planes + 1, evolution = slabs + 1;
  for (int number = 0; number < ft.tables(); ++number)
    if (number != left_out)
      ft.makeTable(number);
  if (planes != left_out)
    for (int z = 0; z < ft.nz; ++z)
      ft.startPlane(z);
  if (slabs != left_out)
    for (int x = 0; x < ft.nx; ++x)
      ft.startSlab(x);
  for (int step = 1; step <= ft.steps; ++step) {
    if (evolution != left_out)
      for (int x = 0; x < ft.nx; ++x)
        ft.evolveSlab(step, x);
    for (int z = 0; z < ft.nz; ++z)
      ft.finishPlane(step, z);
  }
  ft.sumUp();
}

int main() {
  nas::Ft ft(nas::Settings{'S', 1});
  run(ft, Nothing);
  int wrong = 0;
  for (int left_out = Nothing; left_out < ft.tables() + 3; ++left_out) {
    ft.reset();
    run(ft, left_out);
    const bool verified = nas::mismatchOf(ft.checks()).empty();
    if (verified != (left_out == Nothing)) {
      std::printf("part %d left out: %s\n", left_out,
                  verified ? "verified" : "not verified");
      ++wrong;
    }
  }
  return wrong != 0;
}
