// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// if(false) at the first encounter, in between and last: the block runs as
// plain tasks, the group still waits, nothing is recorded, existing records
// stay valid.
#include "check.h"

constexpr int Tasks = 10, Encounters = 40;
static long blocks;
static int done, evaluations;

static bool condition(bool value) {
  ++evaluations;
  return value;
}

static void encounter(bool use) {
#pragma omp taskgraph if (condition(use))
  {
    count_block(&blocks);
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task
      spin(1000), __atomic_fetch_add(&done, 1, __ATOMIC_RELAXED);
    }
  }
}

int main() {
  long expected_blocks = 0;
  bool recorded = false;
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    bool use = e >= 3 && e % 4 != 0 && e < Encounters - 2;
    expected_blocks += !use || !recorded;
    recorded |= use;
    done = 0;
    encounter(use);
    CHECK_EQ("the group waits", done, Tasks);
    if (!runs_plainly())
      CHECK_EQ("blocks so far", blocks, expected_blocks);
  }
  CHECK_EQ("condition evaluated once per encounter", evaluations, Encounters);
  CHECK_BLOCKS(blocks, Encounters, expected_blocks);
  return check_done();
}
