// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Every thread starts replays without a group and goes to the barrier, so that
// ends of groups become ready on threads that are not of the task that started
// them, and wait there for tasks that other threads have queued. Nobody may
// wait in a way that keeps those tasks from running.
#include "check.h"

constexpr int Tasks = 16, Rows = 65;
static int rows[Rows][Tasks];

static __attribute__((noinline)) void encounter(int *row) {
#pragma omp taskgraph nogroup
  {
#pragma omp taskgroup
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task firstprivate(i) depend(inout : row[i % 4])
      {
#pragma omp task firstprivate(i)
        {
          spin(1000 * i);
          __atomic_fetch_add(&row[i], 1, __ATOMIC_RELAXED);
        }
        if (i % 3 == 0) {
#pragma omp taskwait
        }
      }
    }
#pragma omp taskloop num_tasks(5)
    for (int i = 0; i < Tasks; ++i)
      CHECK_EQ("descendants of the group are over",
               __atomic_fetch_add(&row[i], 1, __ATOMIC_RELAXED) % 2, 1);
#pragma omp task mergeable
    spin(100);
  }
}

int main(int argc, char **argv) {
  int encounters = argc > 1 ? atoi(argv[1]) : 40;
  int threads = 0;
  for (int e = 0; e < encounters; ++e) {
#pragma omp parallel
    {
      encounter(rows[omp_get_thread_num()]);
#pragma omp single nowait
      {
        threads = omp_get_num_threads();
#pragma omp task
        encounter(rows[Rows - 1]);
      }
    }
  }
  for (int row = 0; row < Rows; ++row)
    for (int hit : rows[row])
      CHECK_EQ("hits", hit,
               row < threads || row == Rows - 1 ? 2 * encounters : 0);
  return check_done();
}
