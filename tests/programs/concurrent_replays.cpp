// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One record replayed by all threads at once: dependent chains and fans over
// each thread's own locals, which only the current encounter's frame can name.
#include "check.h"

constexpr int Length = 16, Encounters = 100;
static Construct region;

static __attribute__((noinline)) void encounter(int start) {
  int cell = start, fan[4], sum = 0;
  MEET(region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Length; ++i) {
#pragma omp task shared(cell) depend(inout : cell) firstprivate(i)
      cell = cell * 3 + i;
    }
    for (int i = 0; i < 4; ++i) {
#pragma omp task shared(cell, fan) depend(in : cell) depend(out : fan[i])      \
    firstprivate(i)
      fan[i] = cell + i;
    }
#pragma omp task shared(fan, sum) depend(iterator(k = 0 : 4), in : fan[k])
    sum = fan[0] + fan[1] + fan[2] + fan[3];
  }
  unsigned expected = start;
  for (int i = 0; i < Length; ++i)
    expected = expected * 3 + i;
  CHECK_EQ("chain of this thread", (unsigned)cell, expected);
  CHECK_EQ("fan of this thread", (unsigned)sum, 4 * expected + 6);
}

int main() {
  int threads = 0;
#pragma omp parallel
  {
#pragma omp single
    {
      threads = omp_get_num_threads();
      encounter(1); // recorded alone
    }
    for (int e = 0; e < Encounters; ++e)
      at_depth((e + omp_get_thread_num()) % 9,
               [=] { encounter((e % 10) * 100 + omp_get_thread_num() % 7); });
  }
  // Each thread has its locals elsewhere.
  CHECK_USES(region, Used, -1);
  return check_done();
}
