// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// While recording, the block waits until the readers have finished before it
// makes the writer; later it does not, and the readers are slow. The edges must
// be there.
#include "check.h"

constexpr int Readers = 4, Encounters = 20;
static int cell, seen[Readers], slow;
static int finished;
static Construct region;

static void encounter() {
  MEET(region);
#pragma omp taskgraph
  {
    for (int r = 0; r < Readers; ++r) {
#pragma omp task depend(in : cell)
      {
        if (slow)
          usleep(300 * (r + 1));
        seen[r] = cell;
        __atomic_fetch_add(&finished, 1, __ATOMIC_RELEASE);
      }
    }
    // Bounded: with one thread nothing has to run before the block ends.
    for (int t = 0; t < 200 && !slow; ++t)
      if (__atomic_load_n(&finished, __ATOMIC_ACQUIRE) % Readers != 0 ||
          __atomic_load_n(&finished, __ATOMIC_ACQUIRE) == 0)
        usleep(100);
#pragma omp task depend(out : cell)
    ++cell;
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    slow = e > 0;
    encounter();
    CHECK_EQ("cell", cell, e + 1);
    for (int r = 0; r < Readers; ++r)
      CHECK_EQ("value read before the write", seen[r], e);
    CHECK_EQ("readers", finished, Readers * (e + 1));
  }
  CHECK_USES(region, Refilled, 1);
  return check_done();
}
