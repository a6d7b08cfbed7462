// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Resets after which the graph is larger, smaller, empty, or has other edges:
// only the new shape is replayed, twice each.
#include "check.h"

constexpr int MaxTasks = 200, Encounters = 36;
static int hits[MaxTasks], position, cells[2];
static Construct region;

static void encounter(int tasks, bool chained, bool reset) {
  MEET(region);
#pragma omp taskgraph graph_reset(reset)
  {
    for (int i = 0; i < tasks; ++i) {
      if (chained) {
#pragma omp task depend(inout : cells[0]) firstprivate(i)
        {
          CHECK_EQ("chained in order", position, i);
          ++position, ++hits[i];
        }
      } else {
#pragma omp task firstprivate(i)
        ++hits[i];
      }
    }
  }
}

int main() {
  const int sizes[] = {10, 200, 3, 0, 1, 77};
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    int phase = e / 3, tasks = sizes[phase % 6];
    bool chained = phase % 2 == 1;
    position = 0;
    memset(hits, 0, sizeof hits);
    encounter(tasks, chained, e % 3 == 0);
    for (int i = 0; i < MaxTasks; ++i)
      CHECK_EQ("runs of a task", hits[i], i < tasks);
    CHECK_EQ("chain", position, chained ? tasks : 0);
  }
  CHECK_USES(region, Replayed, Encounters / 3);
  return check_done();
}
