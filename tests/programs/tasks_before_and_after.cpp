// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ordinary tasks before and after the taskgraph depend on each other; recording
// and replaying in between must not lose that, nor take part in it.
#include "check.h"

constexpr int Encounters = 60;
static int outside, inside;
static Construct region;

static void encounter() {
  MEET(region);
#pragma omp taskgraph nogroup
  {
    for (int i = 0; i < 8; ++i) {
#pragma omp task depend(inout : inside)
      ++inside;
    }
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
#pragma omp task depend(out : outside) firstprivate(e)
    spin(5000), outside = e + 1;
#pragma omp task depend(in : outside) firstprivate(e)
    CHECK_EQ("reader before", outside, e + 1);
    encounter();
#pragma omp task depend(inout : outside) firstprivate(e)
    CHECK_EQ("writer after", outside, e + 1), outside = -e;
#pragma omp task depend(in : outside) firstprivate(e)
    CHECK_EQ("reader after", outside, -e);
#pragma omp taskwait
    CHECK_EQ("inside", inside, 8 * (e + 1));
  }
  CHECK_USES_BESIDE_TASKS(region, Replayed, 1);
  return check_done();
}
