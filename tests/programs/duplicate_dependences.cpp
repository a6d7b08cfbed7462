// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same item named twice in one clause, in two clauses, and through aliases
// known only at run time: one edge each, and no task waits for itself.
#include "check.h"

constexpr int Steps = 20, Encounters = 30;
static int cell, other;
static Construct region;

static void encounter(int *p, int *q) {
  MEET(region);
#pragma omp taskgraph
  {
    for (int s = 0; s < Steps; ++s) {
#pragma omp task depend(inout : *p, *q) firstprivate(s)
      {
        CHECK_EQ("alias in one clause", cell, 3 * s);
        ++cell;
      }
#pragma omp task depend(in : cell) depend(out : *q) firstprivate(s)
      {
        CHECK_EQ("in and out of one item", cell, 3 * s + 1);
        ++cell;
      }
#pragma omp task depend(iterator(k = 0 : 5), inout : p[k - k])                 \
    depend(in : cell, other) firstprivate(s)
      {
        CHECK_EQ("iterator repeats one item", cell, 3 * s + 2);
        ++cell;
      }
    }
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    cell = 0;
    encounter(&cell, &cell);
    CHECK_EQ("end", cell, 3 * Steps);
  }
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
