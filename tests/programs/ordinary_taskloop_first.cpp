// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An ordinary taskloop before the first recording, and ordinary tasks and loops
// of another thread while one records: nothing of them is recorded or lost.
#include "check.h"

constexpr int N = 50, Rounds = 20;
static int before[N], other[N], recorded[N];
static Construct region;

static void encounter(int round) {
  MEET(region);
#pragma omp taskgraph graph_id(round / 2)
  {
    for (int i = 0; i < N; ++i) {
#pragma omp task firstprivate(i)
      spin(50), ++recorded[i];
    }
  }
}

int main() {
#pragma omp parallel
  for (int r = 0; r < Rounds; ++r) {
#pragma omp single
    {
#pragma omp taskloop grainsize(3)
      for (int i = 0; i < N; ++i)
        ++before[i];
    }
#pragma omp single nowait
    encounter(r);
#pragma omp single
    {
#pragma omp taskloop grainsize(2)
      for (int i = 0; i < N; ++i)
        __atomic_fetch_add(&other[i], 1, __ATOMIC_RELAXED);
      for (int i = 0; i < N; ++i) {
#pragma omp task firstprivate(i)
        __atomic_fetch_add(&other[i], 1, __ATOMIC_RELAXED);
      }
    }
  }
  for (int i = 0; i < N; ++i) {
    CHECK_EQ("loop before", before[i], Rounds);
    CHECK_EQ("tasks of the other thread", other[i], 2 * Rounds);
    CHECK_EQ("recorded tasks", recorded[i], Rounds);
  }
  CHECK_USES(region, Replayed, Rounds / 2);
  return check_done();
}
