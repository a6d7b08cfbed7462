// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recursion: a function whose taskgraph's tasks call it again, while recording
// and while replaying; and a taskgraph met inside the tasks of another one.
#include "check.h"

constexpr int Encounters = 20;
static Construct tree_region, outer_region, inner_region;
static int encounters;

static __attribute__((noinline)) long tree(int depth) {
  __atomic_fetch_add(&encounters, 1, __ATOMIC_RELAXED);
  long left = 1, right = 1;
  MEET(tree_region);
#pragma omp taskgraph
  {
#pragma omp task shared(left, depth)
    if (depth > 0)
      left = tree(depth - 1);
#pragma omp task shared(right, depth)
    if (depth > 0)
      right = tree(depth - 1);
  }
  return left + right;
}

static __attribute__((noinline)) void inner(int *cell, int add) {
  int local = add;
  MEET(inner_region);
#pragma omp taskgraph
  {
#pragma omp task shared(cell, local) depend(in : local)
    *cell += local;
#pragma omp task shared(local) depend(inout : local)
    local = -local;
  }
  CHECK_EQ("local of the inner encounter", local, -add);
}

static __attribute__((noinline)) void outer(int e) {
  int cells[4] = {};
  MEET(outer_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < 4; ++i) {
#pragma omp task shared(cells, e) firstprivate(i)
      for (int k = 0; k < 3; ++k)
        inner(&cells[i], e + i);
    }
  }
  for (int i = 0; i < 4; ++i)
    CHECK_EQ("through the inner graph", cells[i], 3 * (e + i));
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    CHECK_EQ("leaves", tree(e % 5), 2L << (e % 5));
    at_depth(e % 7, [=] { outer(e); });
  }
  CHECK_USES(outer_region, Replayed, 1);
  CHECK_USES(tree_region, Replayed, -1);
  CHECK_USES(inner_region, Used, -1);
  return check_done();
}
