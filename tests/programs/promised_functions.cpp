// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A task calls a function that promises to compute from its arguments alone, and
// does so with a task of its own, for which it waits: that one, and not the
// tasks of the region, of which it is one.
#include "check.h"

extern "C" int doubled(int) noexcept __attribute__((const));

constexpr int Encounters = 20;
static long sum;
static Construct region;

static void encounter() {
  MEET(region);
#pragma omp taskgraph nogroup
  {
#pragma omp task
    sum += doubled(int(sum & 7)) + 1;
  }
#pragma omp taskwait
}

int main() {
  long expected = 0;
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    encounter();
    expected += 2 * (expected & 7) + 1;
    CHECK_EQ("sum", sum, expected);
  }
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
