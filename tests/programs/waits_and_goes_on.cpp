// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A block that waits for some tasks at one encounter and goes on at once at the
// next: in between stands a taskwait with depend and with or without nowait.
// What it makes behind it has no dependences.
#include "check.h"

constexpr int Encounters = 12;
static int value, seen, ran;
static Construct region;

static __attribute__((noinline)) void task() {
#pragma omp task
  __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
}

static __attribute__((noinline)) void wait_or_not(bool wait) {
  if (wait) {
#pragma omp taskwait depend(in : value)
    seen = value;
  } else {
#pragma omp taskwait depend(in : value) nowait
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int first = 0; first < 2; ++first)
    for (int e = 0; e < Encounters; ++e) {
      bool wait = (e + first) % 3 != 0;
      seen = 0;
      MEET(region);
#pragma omp taskgraph graph_id(first)
      {
#pragma omp task depend(out : value)
        {
          spin(200000);
          value = e + 1;
        }
        wait_or_not(wait);
        task();
#pragma omp task depend(inout : value)
        ++value;
      }
      CHECK_EQ("what the block saw", seen, wait ? e + 1 : 0);
      CHECK_EQ("after the region", value, e + 2);
      CHECK_EQ("tasks without dependences", ran, first * Encounters + e + 1);
    }
  CHECK_COUNTED(region);
  return check_done();
}
