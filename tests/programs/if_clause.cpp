// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// if(false) at the first encounter, in between and last: the block runs as
// plain tasks, the group still waits, nothing is recorded, existing records
// stay valid.
#include "check.h"

constexpr int Tasks = 10, Encounters = 40;
static Construct region;
static int done, evaluations;

static bool condition(bool value) {
  ++evaluations;
  return value;
}

static void encounter(bool use) {
  MEET(region);
#pragma omp taskgraph if (condition(use))
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task
      spin(1000), __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
    }
  }
}

int main() {
  long plain = 0;
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    bool use = e >= 3 && e % 4 != 0 && e < Encounters - 2;
    plain += !use;
    done = 0;
    encounter(use);
    CHECK_EQ("the group waits", done, Tasks);
  }
  CHECK_EQ("condition evaluated once per encounter", evaluations, Encounters);
  CHECK_USES(region, Replayed, -1);
  ompx_taskgraph_counts_t seen = counts_of(&region);
  CHECK_EQ("plain", seen.plain, runs_plainly() ? Encounters : plain);
  CHECK_EQ("recorded", seen.recorded, records_graphs());
  return check_done();
}
