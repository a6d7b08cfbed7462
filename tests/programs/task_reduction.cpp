// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// task_reduction on a taskgroup around the taskgraph and on one inside it, with
// in_reduction tasks: right per replay, in the current frame's variable.
#include "check.h"

constexpr int Tasks = 16, Encounters = 30;
static Construct outer_region, inner_region;

static __attribute__((noinline)) void around(int e) {
  int sum = e, largest = -1;
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(max : largest)
  {
    MEET(outer_region);
#pragma omp taskgraph
    {
      for (int i = 0; i < Tasks; ++i) {
#pragma omp task in_reduction(+ : sum) in_reduction(max : largest)             \
    firstprivate(i)
        {
          sum += i;
          largest = i > largest ? i : largest;
        }
      }
    }
#pragma omp task in_reduction(+ : sum)
    sum += 1000;
  }
  CHECK_EQ("outer sum", sum, e + 1000 + Tasks * (Tasks - 1) / 2);
  CHECK_EQ("outer max", largest, Tasks - 1);
}

static __attribute__((noinline)) void inside(int e) {
  int sum = e, twice = 0;
  MEET(inner_region);
#pragma omp taskgraph
  {
#pragma omp taskgroup task_reduction(+ : sum)
    {
      for (int i = 0; i < Tasks; ++i) {
#pragma omp task in_reduction(+ : sum) firstprivate(i)
        {
          sum += i;
#pragma omp task in_reduction(+ : sum)
          sum += 1;
        }
      }
#pragma omp taskloop in_reduction(+ : sum) nogroup
      for (int i = 0; i < Tasks; ++i)
        sum += 2;
    }
#pragma omp task shared(sum, twice)
    twice = 2 * sum;
  }
  int expected = e + Tasks * (Tasks - 1) / 2 + 3 * Tasks;
  CHECK_EQ("inner sum", sum, expected);
  CHECK_EQ("used after the inner group", twice, 2 * expected);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    at_depth(e % 13, [=] { around(e); });
    at_depth(e % 11, [=] { inside(e); });
  }
  CHECK_USES(outer_region, Replayed, 1);
  CHECK_USES(inner_region, Used, Encounters - 1);
  return check_done();
}
