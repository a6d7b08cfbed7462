// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// All threads meet a taskgraph for the first time at once: each encounter is
// exact; one of them records, later ones replay.
#include "check.h"

constexpr int Tasks = 20, Rounds = 30, Encounters = 4;
static Construct region;

static void encounter(int round, int *mine) {
  MEET(region);
#pragma omp taskgraph graph_id(round)
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task shared(mine) firstprivate(i)
      {
        spin(100);
        mine[i] += 1;
      }
    }
  }
}

int main() {
  int threads = 0;
#pragma omp parallel
  {
#pragma omp single
    threads = omp_get_num_threads();
    int me = omp_get_thread_num();
    for (int r = 0; r < Rounds; ++r) {
      int mine[Tasks] = {};
#pragma omp barrier
      for (int e = 1; e <= Encounters; ++e) {
        at_depth((me + e) % 5, [&] { encounter(r, mine); });
        for (int i = 0; i < Tasks; ++i)
          CHECK_EQ("this thread's tasks", mine[i], e);
      }
    }
  }
  CHECK_USES(region, Replayed, threads == 1 ? Rounds : -1);
  return check_done();
}
