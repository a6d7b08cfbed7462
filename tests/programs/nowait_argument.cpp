// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The argument of nowait counts, whether it is known at compile time or not:
// where it is false, the encounter has waited for the tasks when it returns. So
// has a taskwait with dependences.
#include "check.h"

constexpr int Tasks = 20, Encounters = 30;
static int done, produced;
static Construct region;

static void task() {
  spin(3000);
  __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
}

static void computed(bool nowait) {
  MEET(region);
#pragma omp taskgraph nowait(nowait)
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task
      task();
    }
  }
}

static void constant() {
#pragma omp taskgraph nowait(0)
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task
    task();
  }
}

template <int N> static void instantiated() {
#pragma omp taskgraph nowait(N > 2)
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task
    task();
  }
}

static void produce() {
  spin(3000);
  __atomic_store_n(&produced, 1, __ATOMIC_RELAXED);
}

static void taskwait_in_region(bool nowait) {
#pragma omp taskgraph graph_reset
  {
    produced = 0;
#pragma omp task depend(out : produced)
    produce();
#pragma omp taskwait depend(in : produced) nowait(nowait)
    if (!nowait)
      CHECK_EQ("awaited in a region", produced, 1);
  }
}

static void taskwait_elsewhere(bool nowait) {
  produced = 0;
#pragma omp task depend(out : produced)
  produce();
#pragma omp taskwait depend(in : produced) nowait(nowait)
  if (!nowait)
    CHECK_EQ("awaited", produced, 1);
#pragma omp taskwait
}

static void check_all_done(const char *what, int encounters) {
  CHECK_EQ(what, __atomic_load_n(&done, __ATOMIC_RELAXED), encounters * Tasks);
}

int main() {
#pragma omp parallel
#pragma omp single
  {
    for (int e = 0; e < Encounters; ++e) {
      const bool nowait = e % 3 == 1;
      computed(nowait);
      if (nowait) {
#pragma omp taskwait
      }
      check_all_done("nowait(variable)", e + 1);
    }
    done = 0;
    for (int e = 0; e < Encounters; ++e) {
      constant();
      check_all_done("nowait(0)", e + 1);
    }
    done = 0;
    for (int e = 0; e < Encounters; ++e) {
      instantiated<1>();
      check_all_done("nowait(false in an instantiation)", 2 * e + 1);
      instantiated<3>();
#pragma omp taskwait
      check_all_done("nowait(true in an instantiation)", 2 * e + 2);
    }
    for (int e = 0; e < Encounters; ++e) {
      taskwait_in_region(e % 2);
      taskwait_elsewhere(e % 2);
    }
  }
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
