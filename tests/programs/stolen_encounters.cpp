// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that waits in the implicit group takes a task that meets the same
// taskgraph: no encounter waits for one that is below it on its own stack.
#include "check.h"

constexpr int Tasks = 16, Encounters = 60;
static Construct region;

static __attribute__((noinline)) void encounter(int e, bool reset) {
  int sum = 0;
  MEET(region);
#pragma omp taskgraph graph_reset(reset)
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task shared(sum, e) firstprivate(i)
      {
        spin(200);
        __atomic_fetch_add(&sum, i + e, __ATOMIC_RELAXED);
      }
    }
  }
  CHECK_EQ("sum", sum, Tasks * (Tasks - 1) / 2 + Tasks * e);
}

int main() {
#pragma omp parallel
#pragma omp single
  {
    for (int e = 0; e < Encounters; ++e) {
#pragma omp task firstprivate(e)
      encounter(e, false);
    }
    encounter(1000, false);
#pragma omp taskwait
    for (int e = 0; e < Encounters; ++e) {
#pragma omp task firstprivate(e) untied
      encounter(e, e % 4 == 0);
    }
    encounter(2000, true);
  }
  CHECK_USES(region, Replayed, -1);
  return check_done();
}
