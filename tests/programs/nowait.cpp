// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nowait: the encounter does not wait, and replays of one record may overlap,
// each with the data of its own encounter, whose frame may be gone by then.
#include "check.h"

constexpr int Tasks = 10, Overlap = 12, Rounds = 15;
static Construct region;
static int rows[Overlap][Tasks], chains[Overlap], running, most;

static __attribute__((noinline)) void encounter(int which, int add) {
  int *row = rows[which], *chain = &chains[which];
  MEET(region);
#pragma omp taskgraph nowait
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task firstprivate(i, row, add)
      {
        int now = __atomic_add_fetch(&running, 1, __ATOMIC_RELAXED);
        if (now > most)
          __atomic_store_n(&most, now, __ATOMIC_RELAXED);
        spin(1000);
        row[i] += add;
        __atomic_sub_fetch(&running, 1, __ATOMIC_RELAXED);
      }
#pragma omp task firstprivate(i, chain) depend(inout : most)
      *chain = *chain == i ? i + 1 : -1;
    }
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int r = 0; r < Rounds; ++r) {
    memset(rows, 0, sizeof rows);
    memset(chains, 0, sizeof chains);
    for (int k = 0; k < Overlap; ++k)
      at_depth(k % 7, [=] { encounter(k, r + k + 1); });
#pragma omp taskwait
    for (int k = 0; k < Overlap; ++k) {
      CHECK_EQ("order in one replay", chains[k], Tasks);
      for (int i = 0; i < Tasks; ++i)
        CHECK_EQ("data of its own encounter", rows[k][i], r + k + 1);
    }
  }
  printf("at most %d independent tasks at once\n", most);
  CHECK_USES(region, Replayed, -1);
  return check_done();
}
