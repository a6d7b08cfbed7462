// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nogroup in explicit tasks that end at once: the replayed tasks leave children
// and grandchildren behind, which outlive their ancestors but not the barrier.
// Team sizes change, so that what belonged to the previous team is gone.
#include "check.h"

constexpr int Encounters = 100, Tasks = 8;
static Construct region;
static int hits[Tasks];

static __attribute__((noinline)) void encounter() {
  MEET(region);
#pragma omp taskgraph nogroup
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task firstprivate(i)
#pragma omp task firstprivate(i)
      {
        spin(20000);
#pragma omp task firstprivate(i)
        {
          spin(2000);
          __atomic_fetch_add(&hits[i], 1, __ATOMIC_RELAXED);
        }
      }
    }
  }
}

int main() {
  for (int e = 0; e < Encounters; ++e) {
#pragma omp parallel num_threads(1 + e % 5 + (e > Encounters / 2 ? 4 : 0))
#pragma omp single
    {
#pragma omp task
      {
#pragma omp task
        encounter();
        encounter();
      }
#pragma omp task
      encounter();
    }
    for (int hit : hits)
      CHECK_EQ("hits", hit, 3 * (e + 1));
  }
  CHECK_USES(region, Replayed, -1);
  return check_done();
}
