// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tasks of one construct, in several taskgroups of a region, leave children
// behind, which depend on each other and have children of their own. A
// taskgroup ends after all of its descendants, a region with nogroup before
// them, and so does the task that has met it.
#include "check.h"

constexpr int Encounters = 20, Tasks = 6, Children = 5, Rounds = 10;
static Construct grouped_region, in_turn_region, left_region;
static int done[3], left_done;

static void finishLater(int *counter) {
  spin(500);
  __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED);
}

/// Children one after the other, each with a child; nobody waits here.
static void leaveChildren(int *counter, int children) {
  int *chain = counter; // an object, that is all
  for (int c = 0; c < children; ++c) {
#pragma omp task depend(inout : *chain) firstprivate(counter)
    {
#pragma omp task firstprivate(counter)
      finishLater(counter);
      finishLater(counter);
    }
  }
}

static inline void make(int *counter, int children = Children) {
#pragma omp task firstprivate(counter, children)
  leaveChildren(counter, children);
}

static __attribute__((noinline)) void grouped(int *counters) {
  constexpr int All = Tasks * Children * 2;
  MEET(grouped_region);
#pragma omp taskgraph
  {
#pragma omp task firstprivate(counters)
    CHECK_EQ("nothing yet", counters[0] + counters[1] + counters[2], 0);
#pragma omp taskwait
#pragma omp taskgroup
    {
      for (int t = 0; t < Tasks; ++t)
        make(&counters[0]);
#pragma omp taskgroup
      {
        for (int t = 0; t < Tasks; ++t)
          make(&counters[1]);
      }
#pragma omp task firstprivate(counters)
      CHECK_EQ("the inner group", counters[1], All);
    }
#pragma omp task firstprivate(counters)
    CHECK_EQ("the outer group", counters[0], All);
    for (int t = 0; t < Tasks; ++t)
      make(&counters[2]);
  }
  CHECK_EQ("the region", counters[2], All);
}

/// One group after the other, with nothing but their tasks. The first one ends
/// at once, so that a thread goes on with the next one's.
static __attribute__((noinline)) void inTurn(int *counters) {
  constexpr int All = Children * 2;
  MEET(in_turn_region);
#pragma omp taskgraph
  {
    for (int g = 0; g < 3; ++g) {
#pragma omp taskgroup
      make(&counters[g], g == 0 ? 0 : Children);
    }
#pragma omp task firstprivate(counters)
    {
      CHECK_EQ("the second group", counters[1], All);
      CHECK_EQ("the third group", counters[2], All);
    }
  }
}

static __attribute__((noinline)) void left(int *counter) {
  MEET(left_region);
#pragma omp taskgraph nogroup
  for (int t = 0; t < Tasks; ++t)
    make(counter);
}

int main() {
#pragma omp parallel
#pragma omp single
  {
    for (int e = 0; e < Encounters; ++e) {
      memset(done, 0, sizeof(done));
      grouped(done);
      memset(done, 0, sizeof(done));
      inTurn(done);
    }
    left(&left_done); // is recorded, while nobody else meets it
    for (int r = 0; r < Rounds; ++r) {
      for (int e = 0; e < Encounters / 4; ++e) {
#pragma omp task
        left(&left_done);
      }
#pragma omp taskwait
    }
  }
  CHECK_EQ("all descendants, at the barrier", left_done,
           (1 + Rounds * (Encounters / 4)) * Tasks * Children * 2);
  CHECK_USES(grouped_region, Replayed, 1);
  CHECK_USES(in_turn_region, Replayed, 1);
  CHECK_USES(left_region, Replayed, 1);
  return check_done();
}
