// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An empty block, one whose loop makes no task, one with joins only, and a
// record that becomes empty and full again by resets.
#include "check.h"

constexpr int Encounters = 30;
static long empty_blocks, none_blocks, joins_blocks, reset_blocks;
static int ran;

static void make(int tasks, bool reset) {
#pragma omp taskgraph graph_reset(reset)
  {
    count_block(&reset_blocks);
    for (int i = 0; i < tasks; ++i) {
#pragma omp task
      __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
    }
  }
}

static void without_tasks(int tasks) {
#pragma omp taskgraph
  {
  }
#pragma omp taskgraph
  {
    count_block(&empty_blocks);
  }
#pragma omp taskgraph
  {
    count_block(&none_blocks);
    for (int i = 0; i < tasks; ++i) {
#pragma omp task
      ++ran;
    }
  }
#pragma omp taskgraph
  {
    count_block(&joins_blocks);
#pragma omp taskwait
#pragma omp taskgroup
    {
    }
#pragma omp taskloop
    for (int i = 0; i < tasks; ++i)
      ++ran;
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    ran = 0;
    without_tasks(0);
    CHECK_EQ("nothing runs", ran, 0);
    int tasks = e / 5 % 2 == 0 ? 7 : 0;
    make(tasks, e % 5 == 0);
    CHECK_EQ("tasks after the reset", ran, tasks);
  }
  without_tasks(0);
  CHECK_BLOCKS(empty_blocks, Encounters + 1, 1);
  CHECK_BLOCKS(none_blocks, Encounters + 1, 1);
  CHECK_BLOCKS(joins_blocks, Encounters + 1, 1);
  CHECK_BLOCKS(reset_blocks, Encounters, Encounters / 5);
  return check_done();
}
