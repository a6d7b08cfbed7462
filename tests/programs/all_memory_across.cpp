// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// omp_all_memory on either side of the region's border. A task outside that
// depends on all memory is still running when the region is met, at the same
// depth of the stack and at others; and the tasks of the region that depend on
// all memory come after whatever ran before it.
#include "check.h"

static Construct outside_all, region_all, region_all_alone;

static __attribute__((noinline)) void outside_names_all() {
  int x = 0, other = 0, seen = 0;
#pragma omp task depend(out : other) shared(other)
  other = 1;
#pragma omp task depend(inout : omp_all_memory) shared(x)
  {
    spin(300000);
    x = 1;
  }
  MEET(outside_all);
#pragma omp taskgraph
  {
#pragma omp task depend(in : x) shared(x, seen)
    seen = x;
  }
  CHECK_EQ("what the task before wrote", seen, 1);
#pragma omp taskwait
  CHECK_EQ("the other task before", other, 1);
}

static __attribute__((noinline)) void region_names_all(int with_name) {
  int x = 0, y = 0, seen = 0;
#pragma omp task depend(out : x) shared(x)
  {
    spin(300000);
    x = 1;
  }
  if (with_name) {
    MEET(region_all);
#pragma omp taskgraph graph_id(1)
    {
#pragma omp task depend(out : y) shared(y)
      y = 1;
#pragma omp task depend(inout : omp_all_memory) shared(x, y, seen)
      seen = x + y;
    }
    CHECK_EQ("what both tasks before wrote", seen, 2);
  } else {
    MEET(region_all_alone);
#pragma omp taskgraph graph_id(2)
    {
#pragma omp task depend(inout : omp_all_memory) shared(x, seen)
      seen = x;
    }
    CHECK_EQ("what the task before wrote", seen, 1);
  }
#pragma omp taskwait
}

int main() {
  constexpr int Encounters = 20;
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    int depth = e < 5 ? 0 : e % 7;
    at_depth(depth, outside_names_all);
    at_depth(depth, [] { region_names_all(1); });
    at_depth(depth, [] { region_names_all(0); });
  }
  CHECK_USES_BESIDE_TASKS(outside_all, Used, -1);
  CHECK_USES_BESIDE_TASKS(region_all, Used, -1);
  CHECK_USES_BESIDE_TASKS(region_all_alone, Used, -1);
  return check_done();
}
