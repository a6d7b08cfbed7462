// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An untied task yields until the block has set a flag, which it does after a
// wait for another task. The thread that waits may run the task meanwhile; it
// goes on with the block all the same, as the task is queued when it yields. In
// a graph it could keep the thread: such a region runs plainly.
#include "check.h"

#include <unistd.h>

enum { Encounters = 6 };
static Construct region;
static int begun, released, ran;
static double a;

__attribute__((noinline)) static void set(int *flag, int value) {
  __atomic_store_n(flag, value, __ATOMIC_RELEASE);
}
static int get(int *flag) { return __atomic_load_n(flag, __ATOMIC_ACQUIRE); }

static void encounter() {
  set(&begun, 0);
  set(&released, 0);
  MEET(region);
#pragma omp taskgraph
  {
#pragma omp task depend(out : a) // on the other thread
    {
      set(&begun, 1);
      usleep(20000);
    }
    while (!get(&begun)) {
    }
#pragma omp task untied
    {
      while (!get(&released)) {
#pragma omp taskyield
      }
      ++ran;
    }
#pragma omp taskwait depend(in : a)
    set(&released, 1);
  }
}

int main() {
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    encounter();
  CHECK_EQ("tasks", ran, Encounters);
  CHECK_COUNTED(region);
  return check_done();
}
