// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An empty block, one whose loop makes no task, one with joins only, and a
// record that becomes empty and full again by resets.
#include "check.h"

constexpr int Encounters = 30;
static Construct empty_region, none_region, joins_region, reset_region;
static int ran;

static void make(int tasks, bool reset) {
  MEET(reset_region);
#pragma omp taskgraph graph_reset(reset)
  {
    for (int i = 0; i < tasks; ++i) {
#pragma omp task
      __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
    }
  }
}

static void without_tasks(int tasks) {
#pragma omp taskgraph
  {
  }
  MEET(empty_region);
#pragma omp taskgraph
  {
  }
  MEET(none_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < tasks; ++i) {
#pragma omp task
      ++ran;
    }
  }
  MEET(joins_region);
#pragma omp taskgraph
  {
#pragma omp taskwait
#pragma omp taskgroup
    {
    }
#pragma omp taskloop
    for (int i = 0; i < tasks; ++i)
      ++ran;
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    ran = 0;
    without_tasks(0);
    CHECK_EQ("nothing runs", ran, 0);
    int tasks = e / 5 % 2 == 0 ? 7 : 0;
    make(tasks, e % 5 == 0);
    CHECK_EQ("tasks after the reset", ran, tasks);
  }
  without_tasks(0);
  CHECK_USES(empty_region, Replayed, 1);
  CHECK_USES(none_region, Replayed, 1);
  CHECK_USES(joins_region, Replayed, 1);
  CHECK_USES(reset_region, Replayed, Encounters / 5);
  return check_done();
}
