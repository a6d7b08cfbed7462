// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An ordinary task before the region works on a variable of the encountering
// frame, which is elsewhere at every encounter; the region's tasks that depend
// on that variable come after it, in a replay too.
#include "check.h"

constexpr int Encounters = 40;
static Construct region;

static __attribute__((noinline)) void encounter() {
  int written = 0, seen = 0;
#pragma omp task depend(out : written) shared(written)
  {
    spin(1000000);
    written = 1;
  }
  MEET(region);
#pragma omp taskgraph
  {
#pragma omp task depend(in : written) shared(written, seen)
    seen = written;
  }
  CHECK_EQ("what the task before wrote", seen, 1);
#pragma omp taskwait
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    at_depth(e % 7, encounter);
  CHECK_USES_BESIDE_TASKS(region, Used, -1);
  return check_done();
}
