// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A task copies its firstprivate variable when it is made, before a later task
// changes it; a replay must not copy what that later task has written. With a
// join between the two the copy is behind the change and has the new value.
#include "check.h"

constexpr int Encounters = 40;
static Construct before_region, joined_region;
static Construct unattended_region, ordered_region;

static __attribute__((noinline)) void copied_before(int e) {
  int value = e, seen[4] = {-1, -1, -1, -1};
  MEET(before_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < 4; ++i) {
#pragma omp task firstprivate(value, i) shared(seen) depend(out : seen[i])
      spin(500 * i), seen[i] = value;
    }
#pragma omp task shared(value)
    value = -100;
  }
  for (int s : seen)
    CHECK_EQ("copied before the change", s, e);
  CHECK_EQ("changed", value, -100);
}

static __attribute__((noinline)) void copied_behind_a_join(int e) {
  int value = e, seen = -1;
  MEET(joined_region);
#pragma omp taskgraph
  {
#pragma omp task shared(value)
    spin(2000), value += 1;
#pragma omp taskwait
#pragma omp task firstprivate(value) shared(seen)
    seen = value;
  }
  CHECK_EQ("copied behind a join", seen, e + 1);
}

// Nobody waits for the replay but the join in it.
static __attribute__((noinline)) void copied_behind_an_inner_join(int e) {
  int value = e, seen = -1;
#pragma omp taskgroup
  {
    MEET(unattended_region);
#pragma omp taskgraph nogroup
    {
#pragma omp task shared(value)
      spin(2000), value += 1;
#pragma omp taskwait
#pragma omp task firstprivate(value) shared(seen)
      seen = value;
    }
  }
  CHECK_EQ("copied behind a join, nogroup", seen, e + 1);
}

static __attribute__((noinline)) void copied_before_a_dependence(int e) {
  int value = e, seen[4] = {-1, -1, -1, -1}, last = -1;
  MEET(ordered_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < 4; ++i) {
#pragma omp task firstprivate(value, i) shared(seen) depend(in : value)
      spin(500 * i), seen[i] = value;
    }
#pragma omp task shared(value) depend(inout : value)
    value = -100;
#pragma omp task shared(value, last) depend(in : value)
    last = value;
  }
  for (int s : seen)
    CHECK_EQ("copied before the dependent change", s, e);
  CHECK_EQ("read behind the dependent change", last, -100);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    at_depth(e % 7, [=] { copied_before(e); });
    at_depth(e % 5, [=] { copied_behind_a_join(e); });
    at_depth(e % 3, [=] { copied_behind_an_inner_join(e); });
    at_depth(e % 6, [=] { copied_before_a_dependence(e); });
  }
  CHECK_USES(before_region, Used, Encounters - 1);
  // What is read behind a join may be what a task has written.
  CHECK_USES(joined_region, Refilled, 1);
  CHECK_USES(unattended_region, Refilled, 1);
  CHECK_USES(ordered_region, Used, Encounters - 1);
  return check_done();
}
