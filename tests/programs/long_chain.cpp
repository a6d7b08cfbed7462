// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A chain of very many nodes, 10^6 by default: neither recording, replaying nor
// finishing may use stack in proportion to its length.
#include "check.h"

static long position;
static Construct region;

int main(int argc, char **argv) {
  long length = argc > 1 ? atol(argv[1]) : 1000000;
  constexpr int Encounters = 3;
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    position = 0;
    MEET(region);
#pragma omp taskgraph
    {
      for (long i = 0; i < length; ++i) {
#pragma omp task depend(inout : position) firstprivate(i)
        if (position == i) // counting only: a million checks are slow
          ++position;
      }
    }
    CHECK_EQ("length", position, length);
  }
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
