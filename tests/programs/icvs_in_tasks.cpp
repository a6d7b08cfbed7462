// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Internal control variables belong to a task: what one task sets, the next one
// on the same thread does not see, also not in a replay. A task has those that
// the block had when it made the task, also in a refill.
#include "check.h"

constexpr int Encounters = 6, Tasks = 64;
static Construct replayed, refilled;

/// Sets some; every one was as `levels` and `device` say.
static void setOwn(int task, int levels, int device) {
  CHECK_EQ("levels of the encountering task", omp_get_max_active_levels(),
           levels);
  CHECK_EQ("device of the encountering task", omp_get_default_device(), device);
  if (task % 3 == 0)
    omp_set_max_active_levels(50 + task);
  if (task % 5 == 0)
    omp_set_default_device(60 + task);
}

__attribute__((noinline)) static void make(int *x, int task, int levels) {
#pragma omp task depend(inout : x[task % 8]) firstprivate(task, levels)
  setOwn(task, levels, 0);
}

static void inTasks(int levels, int device) {
  MEET(replayed);
#pragma omp taskgraph
  for (int t = 0; t < Tasks; ++t) {
#pragma omp task firstprivate(t, levels, device)
    setOwn(t, levels, device);
  }
}

static void inBlock(int *x, bool changes) {
  MEET(refilled);
#pragma omp taskgraph
  for (int t = 0; t < Tasks; ++t) {
    if (changes && t % 7 == 3)
      omp_set_max_active_levels(10 + t);
    make(x, t, omp_get_max_active_levels());
  }
  CHECK_EQ("the block has set it", omp_get_max_active_levels(),
           changes ? 10 + (Tasks - 4) / 7 * 7 + 3 : 3);
  omp_set_max_active_levels(3);
}

int main() {
  int x[8] = {};
#pragma omp parallel
#pragma omp single
  {
    omp_set_max_active_levels(3);
    omp_set_default_device(0);
    for (int e = 0; e < Encounters; ++e) {
      inTasks(3, 0);
      inBlock(x, e % 2 == 1);
    }
    omp_set_max_active_levels(4);
    omp_set_default_device(2);
    inTasks(4, 2);
    inTasks(4, 2);
  }
  CHECK_USES(replayed, Replayed, Encounters);
  return check_done();
}
