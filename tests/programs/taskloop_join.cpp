// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A taskloop without nogroup waits for its chunks: in the recorded graph that
// is a join, so tasks and loops after it see all its results. Also through
// taskgroup.
#include "check.h"

constexpr int N = 64, Encounters = 40;
static int a[N], b[N], sum, grouped, ungrouped;
static Construct region;

static __attribute__((noinline)) void encounter(int e) {
  MEET(region);
#pragma omp taskgraph
  {
#pragma omp taskloop grainsize(4) shared(e)
    for (int i = 0; i < N; ++i)
      spin(100), a[i] = e + i;
#pragma omp taskloop num_tasks(8)
    for (int i = 0; i < N; ++i)
      b[i] = a[N - 1 - i] + 1;
#pragma omp task
    {
      sum = 0;
      for (int i = 0; i < N; ++i)
        sum += b[i];
    }
#pragma omp taskgroup
    {
      for (int i = 0; i < 6; ++i) {
#pragma omp task
        {
#pragma omp task
          spin(500), __atomic_fetch_add(&grouped, 1, __ATOMIC_RELAXED);
        }
      }
#pragma omp taskgroup
      {
#pragma omp task
        spin(2000), __atomic_fetch_add(&grouped, 10, __ATOMIC_RELAXED);
      }
#pragma omp task
      CHECK_EQ("inner group ended",
               __atomic_load_n(&grouped, __ATOMIC_RELAXED) >= 10, 1);
    }
#pragma omp task
    CHECK_EQ("descendants of the group", grouped, 16), ungrouped = 1;
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    memset(a, 0xff, sizeof a);
    grouped = ungrouped = 0;
    at_depth(e % 7, [=] { encounter(e); });
    CHECK_EQ("sum", sum, N * e + N * (N - 1) / 2 + N);
    CHECK_EQ("task after the group", ungrouped, 1);
  }
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
