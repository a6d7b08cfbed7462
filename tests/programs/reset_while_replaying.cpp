// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Some threads replay while others reset the same record, and several reset at
// once: every encounter is exact, the old record lives until its replays end.
#include "check.h"

constexpr int Tasks = 12, Encounters = 60;
static Construct region;

static void encounter(bool reset, long *mine) {
  int *cell = (int *)mine;
  MEET(region);
#pragma omp taskgraph graph_reset(reset)
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task shared(mine, cell) depend(inout : region) firstprivate(i)
      {
        CHECK_EQ("order in one encounter", *mine, i);
        spin(50);
        *mine = i + 1;
      }
    }
  }
  CHECK_EQ("tasks of this thread's encounter", *mine, Tasks);
  (void)cell;
}

int main() {
  int threads = 0;
#pragma omp parallel
  {
#pragma omp single
    threads = omp_get_num_threads();
    int me = omp_get_thread_num();
    for (int e = 0; e < Encounters; ++e) {
      long mine = 0;
      // Thread 0 resets often, thread 1 sometimes: also both at once.
      bool reset = (me == 0 && e % 2 == 0) || (me == 1 && e % 3 == 0);
      at_depth((me + e) % 9, [&] { encounter(reset, &mine); });
    }
#pragma omp barrier
    for (int e = 0; e < Encounters; ++e) { // all at once
      long mine = 0;
      encounter(true, &mine);
    }
  }
  if (threads == 1)
    CHECK_USES(region, Replayed, Encounters / 2 + Encounters);
  else
    CHECK_COUNTED(region);
  return check_done();
}
