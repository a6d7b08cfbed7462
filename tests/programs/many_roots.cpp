// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// More roots than a deque of 256 holds, with idle threads that may have gone to
// sleep between encounters: all run, sleepers are woken.
#include "check.h"

constexpr int Roots = 1000, Encounters = 6;
static int hits[Roots], after[Roots];
static Construct region;

static void encounter() {
  MEET(region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Roots; ++i) {
#pragma omp task depend(out : hits[i]) firstprivate(i)
      spin(20), ++hits[i];
#pragma omp task depend(in : hits[i]) firstprivate(i)
      after[i] = hits[i];
    }
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 1; e <= Encounters; ++e) {
    encounter();
    for (int i = 0; i < Roots; ++i)
      CHECK_EQ("successor of a root", after[i], e);
    usleep(3000); // longer than a zero or short blocktime
  }
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
