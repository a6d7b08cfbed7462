// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An undeferred task with mutexinoutset excludes the deferred ones before it:
// a deferred one is held up in the middle of its update until the other thread
// has had the time to begin the undeferred one.
#include "check.h"

constexpr int Encounters = 6, Tasks = 4;
static Construct region;
static int held, value;

static void update(int by) {
  CHECK_EQ("nobody else holds it",
           __atomic_exchange_n(&held, 1, __ATOMIC_SEQ_CST), 0);
  int before = value;
  spin(200000);
  value = before + by;
  __atomic_store_n(&held, 0, __ATOMIC_SEQ_CST);
}

__attribute__((noinline)) static void make(int *x, bool deferred, int by) {
#pragma omp task depend(mutexinoutset : x[0]) if (deferred) firstprivate(by)
  update(by);
}

int main() {
  int x = 0;
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    value = 0;
    MEET(region);
#pragma omp taskgraph
    for (int t = 0; t < Tasks; ++t) {
      make(&x, true, 1);
      make(&x, true, 2);
      make(&x, false, 3);
    }
    CHECK_EQ("all updates are seen", value, 6 * Tasks);
  }
  CHECK_USES(region, Refilled, Encounters - 1);
  return check_done();
}
