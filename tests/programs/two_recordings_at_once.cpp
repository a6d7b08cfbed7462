// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two taskgraphs record at the same time while a third thread makes unrelated
// tasks and a parallel region of its own: no task ends up in a foreign record.
#include "check.h"

constexpr int Tasks = 60, Rounds = 25, Replays = 3;
static Construct first_region, second_region;
static int first[Tasks], second[2 * Tasks], unrelated;

static void record_first(int round) {
  MEET(first_region);
#pragma omp taskgraph graph_id(round)
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task firstprivate(i) depend(inout : first[i % 3])
      spin(100), ++first[i];
    }
  }
}

static void record_second(int round) {
  MEET(second_region);
#pragma omp taskgraph graph_id(round)
  {
    for (int i = 0; i < 2 * Tasks; ++i) {
#pragma omp task firstprivate(i) depend(inout : second[i % 5])
      spin(50), ++second[i];
    }
  }
}

static void make_unrelated_tasks() {
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task
    __atomic_fetch_add(&unrelated, 1, __ATOMIC_RELAXED);
  }
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task
    __atomic_fetch_add(&unrelated, 1, __ATOMIC_RELAXED);
  }
}

int main() {
  omp_set_max_active_levels(2);
  for (int r = 0; r < Rounds; ++r) {
#pragma omp parallel
    {
#pragma omp sections nowait
      {
#pragma omp section
        for (int k = 0; k < Replays; ++k)
          record_first(r);
#pragma omp section
        for (int k = 0; k < Replays; ++k)
          record_second(r);
#pragma omp section
        make_unrelated_tasks();
      }
    }
    for (int i = 0; i < Tasks; ++i)
      CHECK_EQ("first graph", first[i], Replays * (r + 1));
    for (int i = 0; i < 2 * Tasks; ++i)
      CHECK_EQ("second graph", second[i], Replays * (r + 1));
    CHECK_EQ("unrelated tasks", unrelated, 2 * Tasks * (r + 1));
  }
  CHECK_USES(first_region, Replayed, Rounds);
  CHECK_USES(second_region, Replayed, Rounds);
  return check_done();
}
