// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the programs of tests/taskgraph/test_life_time.py run again and again: a
// region that is waited for and one that is not, on the same cells.
#ifndef REPRISE_TESTS_PROGRAMS_TWO_REGIONS_H
#define REPRISE_TESTS_PROGRAMS_TWO_REGIONS_H

#include "check.h"

constexpr int RegionCells = 8, RegionTasks = 64, RegionEncounters = 10;

__attribute__((noinline)) static void addAndWait(double *cells) {
#pragma omp taskgraph
  for (int i = 0; i < RegionTasks; ++i) {
#pragma omp task depend(inout : cells[i % RegionCells]) firstprivate(cells, i)
    cells[i % RegionCells] += 1;
  }
}

__attribute__((noinline)) static void addAndGoOn(double *cells) {
#pragma omp taskgraph nogroup
  for (int i = 0; i < RegionTasks; ++i) {
#pragma omp task depend(inout : cells[i % RegionCells]) firstprivate(cells, i)
    cells[i % RegionCells] += 1;
  }
}

/// A parallel region of its own, in whatever state the library is.
static inline void runTwoRegions(const char *when) {
  double cells[RegionCells] = {};
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < RegionEncounters; ++e) {
    addAndWait(cells);
    addAndGoOn(cells);
  }
  for (double cell : cells)
    CHECK_EQ(when, cell, RegionEncounters * 2 * RegionTasks / RegionCells);
}

#endif // REPRISE_TESTS_PROGRAMS_TWO_REGIONS_H
