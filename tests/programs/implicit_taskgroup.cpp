// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Without nogroup the code behind the region reads results at once: tasks and
// all their descendants have finished, when recording and when replaying.
#include "check.h"

constexpr int Tasks = 8, Encounters = 40;
static Construct region;

static void grow(int levels, int *leaves) {
  if (levels == 0) {
    spin(300);
    __atomic_fetch_add(leaves, 1, __ATOMIC_RELAXED);
    return;
  }
  for (int i = 0; i < 2; ++i) {
#pragma omp task firstprivate(levels, leaves)
    grow(levels - 1, leaves);
  }
}

static __attribute__((noinline)) void encounter() {
  int leaves = 0, direct = 0;
  MEET(region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task shared(leaves, direct)
      {
        grow(3, &leaves);
        __atomic_fetch_add(&direct, 1, __ATOMIC_RELAXED);
      }
    }
  }
  CHECK_EQ("tasks", direct, Tasks);
  CHECK_EQ("descendants", leaves, Tasks * 8);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    at_depth(e % 11, [] { encounter(); });
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
