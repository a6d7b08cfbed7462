// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Taskgroups that are cancelled while the block of a region runs to make the
// recorded tasks again: the region's own, one in the block, one of a called
// function, one around a region with nogroup. What depends on the task that
// cancels is discarded, what is in no cancelled group runs, and the next
// encounter is complete. Needs OMP_CANCELLATION=true; else nothing is
// cancelled.
#include "check.h"

constexpr int Tasks = 20, Encounters = 40, At = 7;
static long runs;
static Construct own_region, inner_region, called_region, around_region;

/// A chain of which one task may cancel the group.
static __attribute__((noinline)) void make(int *cell, int *free, bool cancels) {
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task depend(inout : *cell) firstprivate(cell, cancels, i)
    {
#pragma omp cancel taskgroup if (cancels && i == At)
      ++*cell;
    }
#pragma omp task firstprivate(free)
    __atomic_fetch_add(free, 1, __ATOMIC_RELAXED);
  }
}

static void check_chain(const char *what, int cell, int free, bool cancelled) {
  CHECK_EQ(what, cell, cancelled ? At : Tasks);
  CHECK_EQ("independent tasks", cancelled ? free <= Tasks : free == Tasks, 1);
}

static void own(bool cancels, bool cancelled) {
  int cell = 0, free = 0;
  MEET(own_region);
#pragma omp taskgraph
  {
    ++runs;
    make(&cell, &free, cancels);
  }
  check_chain("the region's group", cell, free, cancelled);
}

static void inner(bool cancels, bool cancelled) {
  int cell = 0, free = 0, before = 0, behind = 0;
  MEET(inner_region);
#pragma omp taskgraph
  {
    ++runs;
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task shared(before) depend(inout : before)
      ++before;
    }
#pragma omp taskgroup
    {
#pragma omp taskgroup
      make(&cell, &free, cancels);
      check_chain("the inner group", cell, free, cancelled);
#pragma omp task shared(behind)
      ++behind;
    }
    CHECK_EQ("the group around it", behind, 1);
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task shared(before) depend(inout : before)
      ++before;
    }
  }
  CHECK_EQ("tasks in no such group", before, 2 * Tasks);
}

static __attribute__((noinline)) void make_in_group(int *cell, int *free,
                                                    bool cancels) {
#pragma omp taskgroup
  make(cell, free, cancels);
}

static void called(bool cancels, bool cancelled) {
  int cell = 0, free = 0, others = 0;
  MEET(called_region);
#pragma omp taskgraph
  {
    ++runs;
    make_in_group(&cell, &free, cancels);
    // Behind it in the same chain.
#pragma omp task shared(cell, others) depend(in : cell)
    others = cell;
  }
  check_chain("a called function's group", cell, free, cancelled);
  CHECK_EQ("behind it", others, cell);
}

static void around(bool cancels, bool cancelled) {
  int cell = 0, free = 0;
#pragma omp taskgroup
  {
    MEET(around_region);
#pragma omp taskgraph nogroup
    {
      ++runs;
      make(&cell, &free, cancels);
    }
  }
  check_chain("the group around the region", cell, free, cancelled);
}

int main() {
  bool enabled = omp_get_cancellation();
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    bool cancels = e > 0 && e % 4 != 2, cancelled = cancels && enabled;
    at_depth(e % 7, [=] { own(cancels, cancelled); });
    at_depth(e % 5, [=] { inner(cancels, cancelled); });
    at_depth(e % 3, [=] { called(cancels, cancelled); });
    at_depth(e % 6, [=] { around(cancels, cancelled); });
  }
  CHECK_EQ("the blocks ran", runs, 4 * Encounters);
  CHECK_USES(own_region, Refilled, 1);
  CHECK_USES(inner_region, Refilled, 1);
  CHECK_USES(called_region, Refilled, 1);
  CHECK_USES(around_region, Refilled, 1);
  return check_done();
}
