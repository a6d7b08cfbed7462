// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The thread that combines a reduction takes no part in it: it stays in the
// block until others have run the tasks. The size of the section is known only
// at run time, and each thread that initializes or combines has to know it.
#include "check.h"

constexpr int Tasks = 8, Encounters = 6;

static __attribute__((noinline)) void encounter(int e, int length) {
  long sums[16] = {};
  int done = 0;
#pragma omp taskgraph
  {
#pragma omp taskgroup task_reduction(+ : sums[0 : length])
    {
      for (int i = 0; i < Tasks; ++i) {
#pragma omp task in_reduction(+ : sums[0 : length]) firstprivate(i)            \
    shared(done, length)
        {
          sums[i % length] += i;
          __atomic_fetch_add(&done, 1, __ATOMIC_RELEASE);
        }
      }
      while (omp_get_num_threads() > 1 &&
             __atomic_load_n(&done, __ATOMIC_ACQUIRE) < Tasks)
        ;
    }
  }
  for (int b = 0; b < 16; ++b) {
    long expected = 0;
    for (int i = b; b < length && i < Tasks; i += length)
      expected += i;
    CHECK_EQ("section", sums[b], expected);
  }
  CHECK_EQ("tasks", done, Tasks);
  (void)e;
}

int main() {
#pragma omp parallel
#pragma omp master
  for (int e = 0; e < Encounters; ++e)
    at_depth(e * 3 % 11, [&] { encounter(e, 3 + e % 2); });
  return check_done();
}
