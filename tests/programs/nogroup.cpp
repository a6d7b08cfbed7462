// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nogroup: the encounter does not wait; a taskwait, an enclosing taskgroup or
// the barrier does. Overlapping replays of one record stay exact.
#include "check.h"

constexpr int Tasks = 12, Overlap = 5, Encounters = 25;
static Construct region;
static int hits[Overlap][Tasks];

static __attribute__((noinline)) void encounter(int *row) {
  MEET(region);
#pragma omp taskgraph nogroup
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task firstprivate(i, row)
      {
        spin(500);
        __atomic_fetch_add(&row[i], 1, __ATOMIC_RELAXED);
      }
    }
  }
}

static void check_rows(const char *after, int expected) {
  for (auto &row : hits)
    for (int hit : row)
      CHECK_EQ(after, hit, expected);
}

int main() {
  int expected = 0;
  for (int e = 0; e < Encounters; ++e) {
#pragma omp parallel
    {
#pragma omp single
      {
        for (auto &row : hits)
          at_depth(e % 7, [&] { encounter(row); });
#pragma omp taskwait
        check_rows("after taskwait", ++expected);
#pragma omp taskgroup
        for (auto &row : hits)
          encounter(row);
        check_rows("after taskgroup", ++expected);
        for (auto &row : hits)
          encounter(row);
        ++expected;
      }
#pragma omp single
      check_rows("after the barrier of single", expected);
      for (auto &row : hits) // every thread: added by each at the region's end
        encounter(row);
#pragma omp single
      expected += omp_get_num_threads();
    }
    check_rows("after the parallel region", expected);
  }
  CHECK_USES(region, Replayed, -1);
  return check_done();
}
