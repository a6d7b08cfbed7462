// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// graph_reset bare, constant, computed, with graph_id, and at the first
// encounter: discards the record with that id only, and evaluates its argument
// once.
#include "check.h"

constexpr int Encounters = 24, Ids = 4;
static long bare_blocks, false_blocks, some_blocks, id_blocks[Ids];
static int ran, evaluations;

static bool evaluate(bool value) {
  ++evaluations;
  return value;
}

static void bare() {
#pragma omp taskgraph graph_reset
  {
    count_block(&bare_blocks);
#pragma omp task
    ++ran;
  }
}

static void never() {
#pragma omp taskgraph graph_reset(false)
  {
    count_block(&false_blocks);
#pragma omp task
    ++ran;
  }
}

static void sometimes(bool reset) {
#pragma omp taskgraph graph_reset(evaluate(reset))
  {
    count_block(&some_blocks);
#pragma omp task
    ++ran;
  }
}

static void of_one_id(int id, int reset) {
#pragma omp taskgraph graph_id(id) graph_reset(reset)
  {
    count_block(&id_blocks[id]);
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
  CHECK_BLOCKS(bare_blocks, Encounters, Encounters);
  CHECK_BLOCKS(false_blocks, Encounters, 1);
  CHECK_BLOCKS(some_blocks, Encounters, 4);
  for (int id = 0; id < Ids; ++id)
    CHECK_BLOCKS(id_blocks[id], Encounters, id == 2 ? 7 : 1);
  return check_done();
}
