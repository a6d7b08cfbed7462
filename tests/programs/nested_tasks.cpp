// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tasks made inside recorded bodies, with dependences, taskwait, taskgroup,
// taskloop and undeferred ones of their own: made anew by each replay, run
// once, and never part of the record.
#include "check.h"

constexpr int Tasks = 8, Children = 10, Encounters = 40;
static Construct region;
static int chained[Tasks], counted[Tasks], waited[Tasks], looped[Tasks];

static void body(int t) {
  int cell = 0;
  for (int c = 0; c < Children; ++c) {
#pragma omp task shared(cell) depend(inout : cell) firstprivate(c)
    {
      CHECK_EQ("child order", cell, c);
      cell = c + 1;
    }
  }
#pragma omp taskwait depend(in : cell)
  CHECK_EQ("taskwait depend in a body", cell, Children);
  chained[t] += cell;
  int inner = 0;
#pragma omp taskgroup
  for (int c = 0; c < Children; ++c) {
#pragma omp task shared(inner)
    {
#pragma omp task shared(inner)
      __atomic_fetch_add(&inner, 1, __ATOMIC_RELAXED);
    }
  }
  CHECK_EQ("taskgroup in a body", inner, Children);
  counted[t] += inner;
  int loop = 0;
#pragma omp taskloop shared(loop) grainsize(2)
  for (int c = 0; c < Children; ++c)
    __atomic_fetch_add(&loop, 1, __ATOMIC_RELAXED);
  looped[t] += loop;
#pragma omp task if (0)
  waited[t] += 1;
#pragma omp task firstprivate(t)
  waited[t] += 1;
#pragma omp taskwait
}

static __attribute__((noinline)) void encounter() {
  MEET(region);
#pragma omp taskgraph
  {
    for (int t = 0; t < Tasks; ++t) {
#pragma omp task firstprivate(t)
      body(t);
    }
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 1; e <= Encounters; ++e) {
    at_depth(e % 11, [] { encounter(); });
    for (int t = 0; t < Tasks; ++t) {
      CHECK_EQ("children", chained[t], e * Children);
      CHECK_EQ("grandchildren", counted[t], e * Children);
      CHECK_EQ("taskloop", looped[t], e * Children);
      CHECK_EQ("undeferred and deferred", waited[t], 2 * e);
    }
  }
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
