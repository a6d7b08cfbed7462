// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependences between tasks of the region and ordinary tasks before and behind
// it: mixing them is not conforming, yet the order is kept or nothing breaks.
#include "check.h"

constexpr int Encounters = 40;
static int cell;
static Construct region;

static void encounter() {
  MEET(region);
#pragma omp taskgraph
  {
    for (int i = 0; i < 4; ++i) {
#pragma omp task depend(inout : cell)
      cell += 1;
    }
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    cell = -100;
#pragma omp task depend(out : cell)
    spin(20000), cell = 10 * e;
    encounter();
    CHECK_EQ("tasks of the region ran after the one before", cell, 10 * e + 4);
#pragma omp task depend(inout : cell)
    cell *= 2;
#pragma omp task depend(in : cell) firstprivate(e)
    CHECK_EQ("tasks behind the region", cell, 2 * (10 * e + 4));
#pragma omp taskwait
  }
  CHECK_USES_BESIDE_TASKS(region, Replayed, 1);
  return check_done();
}
