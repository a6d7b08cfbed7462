// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Independent tasks met many times in one single region and in parallel regions
// of their own: every task runs once per encounter, the block only once.
#include "check.h"

constexpr int Tasks = 200, Encounters = 50;
static int hits[Tasks];
static Construct region;

static void encounter() {
  MEET(region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task
      ++hits[i];
    }
  }
}

static void check_hits(int expected) {
  for (int i = 0; i < Tasks; ++i)
    CHECK_EQ("runs of a task", hits[i], expected);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 1; e <= Encounters; ++e) {
    encounter();
    check_hits(e);
  }
  for (int e = 1; e <= Encounters; ++e) {
#pragma omp parallel
#pragma omp single
    encounter();
    check_hits(Encounters + e);
  }
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
