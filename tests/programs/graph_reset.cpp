// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// graph_reset bare, constant, computed, with graph_id, and at the first
// encounter: discards the record with that id only, and evaluates its argument
// once.
#include "check.h"

constexpr int Encounters = 24, Ids = 4;
static Construct bare_region, false_region, some_region, id_region;
static int ran, evaluations;

static bool evaluate(bool value) {
  ++evaluations;
  return value;
}

static void bare() {
  MEET(bare_region);
#pragma omp taskgraph graph_reset
  {
#pragma omp task
    ++ran;
  }
}

static void never() {
  MEET(false_region);
#pragma omp taskgraph graph_reset(false)
  {
#pragma omp task
    ++ran;
  }
}

static void sometimes(bool reset) {
  MEET(some_region);
#pragma omp taskgraph graph_reset(evaluate(reset))
  {
#pragma omp task
    ++ran;
  }
}

static void of_one_id(int id, int reset) {
  MEET(id_region);
#pragma omp taskgraph graph_id(id) graph_reset(reset)
  {
#pragma omp task
    ++ran;
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    ran = 0;
    bare();
    never();
    sometimes(e % 6 == 0); // encounters 0, 6, 12, 18
    for (int id = 0; id < Ids; ++id)
      of_one_id(id, id == 2 && e % 4 == 3); // 6 resets of id 2
    CHECK_EQ("tasks run", ran, 3 + Ids);
  }
  CHECK_EQ("argument evaluated once per encounter", evaluations, Encounters);
  CHECK_USES(bare_region, Replayed, Encounters);
  CHECK_USES(false_region, Replayed, 1);
  CHECK_USES(some_region, Replayed, 4);
  CHECK_USES(id_region, Replayed, Ids - 1 + 7);
  return check_done();
}
