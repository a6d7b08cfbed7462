// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Exceptions that are thrown and caught within a task, and within the block.
#include "check.h"

#include <stdexcept>
constexpr int Encounters = 6, Tasks = 60;
static Construct tasks_region, block_region;
static int caught, ran;

__attribute__((noinline)) static void mayThrow(int i) {
  if (i % 3 == 0)
    throw std::runtime_error("every third");
  __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
}

static void inTasks() {
  MEET(tasks_region);
#pragma omp taskgraph
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task firstprivate(i)
    try {
      mayThrow(i);
    } catch (const std::exception &) {
      __atomic_fetch_add(&caught, 1, __ATOMIC_RELAXED);
    }
  }
}

__attribute__((noinline)) static int pick(int i) {
  if (i == 5)
    throw 3;
  return i;
}

static void inBlock(int *cells) {
  MEET(block_region);
#pragma omp taskgraph
  for (int i = 0; i < Tasks; ++i) {
    int picked;
    try {
      picked = pick(i % 8);
    } catch (int thrown) {
      picked = 100 + thrown;
    }
#pragma omp task firstprivate(picked, cells, i)
    cells[i] += picked;
  }
}

int main() {
  int cells[Tasks] = {};
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    inTasks();
    inBlock(cells);
  }
  CHECK_EQ("caught", caught, Encounters * Tasks / 3);
  CHECK_EQ("not thrown", ran, Encounters * Tasks * 2 / 3);
  for (int i = 0; i < Tasks; ++i)
    CHECK_EQ("picked", cells[i], Encounters * (i % 8 == 5 ? 103 : i % 8));
  CHECK_USES(tasks_region, Replayed, 1);
  CHECK_USES(block_region, Refilled, 1);
  return check_done();
}
