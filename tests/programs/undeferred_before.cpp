// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Undeferred tasks with dependences, in front of a region and between its
// encounters: they have completed, so its recorded tasks are used again.
#include "check.h"

constexpr int Tasks = 5, Encounters = 40;
static Construct refilled, proved;

static __attribute__((noinline)) void make(int *cell) {
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task depend(inout : *cell) firstprivate(cell)
    ++*cell;
  }
}

int main() {
  int cell = 0, expected = 0;
#pragma omp parallel
#pragma omp single
  {
    make(&cell);
    expected += Tasks;
#pragma omp taskwait
    for (int e = 0; e < Encounters; ++e) {
#pragma omp task if (0) depend(inout : cell)
      ++cell;
      MEET(refilled);
#pragma omp taskgraph
      make(&cell);
#pragma omp task if (0) depend(inout : cell)
      cell *= 3;
      MEET(proved);
#pragma omp taskgraph
      for (int i = 0; i < Tasks; ++i) {
#pragma omp task depend(inout : cell) shared(cell)
        ++cell;
      }
      expected = (expected + 1 + Tasks) * 3 % 1000 + Tasks;
      cell = (cell - Tasks) % 1000 + Tasks;
      CHECK_EQ("the tasks in order", cell, expected);
    }
  }
  CHECK_USES(refilled, Refilled, 1);
  CHECK_BUILT(proved, 1);
  return check_done();
}
