// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One taskgraph with a chain and independent tasks, met a few times: enough to
// see that a setting is harmless.
#include "check.h"

int main() {
  constexpr int Encounters = 4;
  static int chain, hits[8];
  static Construct region;
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    MEET(region);
#pragma omp taskgraph
    {
      for (int i = 0; i < 8; ++i) {
#pragma omp task depend(inout : chain)
        ++chain;
#pragma omp task
        ++hits[i];
      }
    }
  }
  CHECK_EQ("chain", chain, 8 * Encounters);
  for (int hit : hits)
    CHECK_EQ("independent task", hit, Encounters);
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
