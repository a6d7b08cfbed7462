// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two constructs, of one task and of five, replayed while a debugger looks at
// where tasks begin.
#include "check.h"

int main() {
  static int cells[5];
  static Construct region;
  int *c = cells;
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < 10; ++e) {
    MEET(region);
#pragma omp taskgraph
    {
#pragma omp task depend(out : c[0])
      c[0] = 1;
      for (int i = 0; i < 5; ++i) {
#pragma omp task depend(inout : c[i]) firstprivate(i)
        c[i] += 1;
      }
    }
  }
  CHECK_EQ("cell", cells[4], 10);
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
