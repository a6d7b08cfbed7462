// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tasks of a refilled region are short, but now and then one waits for a
// later task that does not depend on it. The thread that makes them must not
// run it before it has made that one.
#include "depend_check.h"

constexpr int Tasks = 1000, Short = 10, Encounters = 20 * Short;
static int released, marks[Tasks];
static long runs;
static Construct region;

static __attribute__((noinline)) void encounter(bool waits) {
  MEET(region);
#pragma omp taskgraph
  {
    __atomic_fetch_add(&runs, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task firstprivate(i, waits) depend(inout : marks[i])
      {
        if (waits && i == 0)
          wait_for(&released);
        ++marks[i];
        if (waits && i == Tasks - 1)
          raise_flag(&released);
      }
    }
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    released = 0;
    encounter(e % Short == Short - 1 && omp_get_num_threads() > 1);
    for (int mark : marks)
      CHECK_EQ("times run", mark, e + 1);
  }
  CHECK_EQ("blocks run", runs, Encounters);
  CHECK_USES(region, Refilled, Short);
  return check_done();
}
