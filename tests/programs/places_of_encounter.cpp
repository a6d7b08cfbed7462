// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A taskgraph outside any parallel region, in a serialised one, in nested
// parallel regions and inside a task; the same record serves all of them.
#include "check.h"

constexpr int Tasks = 12, Encounters = 5;
static Construct region;
static int encounters;

static __attribute__((noinline)) void encounter(int e) {
  int chain = e, hits[Tasks] = {};
  MEET(region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task shared(hits) firstprivate(i)
      ++hits[i];
#pragma omp task shared(chain) depend(inout : chain) firstprivate(i)
      chain = chain * 7 + i;
    }
  }
  unsigned expected = e;
  for (int i = 0; i < Tasks; ++i)
    expected = expected * 7 + i;
  CHECK_EQ("chain", (unsigned)chain, expected);
  for (int hit : hits)
    CHECK_EQ("independent task", hit, 1);
  __atomic_fetch_add(&encounters, 1, __ATOMIC_RELAXED);
}

static void some(int shift) {
  for (int e = 0; e < Encounters; ++e)
    at_depth((e + shift) % 7, [=] { encounter(e); });
}

int main() {
  omp_set_max_active_levels(3);
  for (int round = 0; round < 3; ++round) {
    some(0); // outside
#pragma omp parallel if (0)
    some(1); // serialised
#pragma omp parallel
#pragma omp single
    some(2);
#pragma omp parallel num_threads(2)
    {
#pragma omp parallel num_threads(2)
#pragma omp single
      some(omp_get_ancestor_thread_num(1)); // nested, two teams at once
    }
#pragma omp parallel
#pragma omp single
    {
      for (int t = 0; t < 4; ++t) {
#pragma omp task
        some(t); // inside tasks, several at once
      }
#pragma omp task if (0)
      some(5); // inside an undeferred task
    }
#pragma omp parallel
#pragma omp critical
    if (omp_get_thread_num() == 0)
      some(3); // inside critical
  }
  CHECK_USES(region, Used, -1);
  return check_done();
}
