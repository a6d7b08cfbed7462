// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What unloaded_library.cpp loads.
#include "two_regions.h"

static double own[RegionCells]; // so that the compiler knows all addresses

__attribute__((noinline)) static void addInPlace() {
#pragma omp taskgraph
  for (int i = 0; i < RegionTasks; ++i) {
#pragma omp task depend(inout : own[i % RegionCells]) firstprivate(i)
    own[i % RegionCells] += 1;
  }
}

extern "C" void runInLibrary() {
  runTwoRegions("in a library");
  memset(own, 0, sizeof(own));
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < RegionEncounters; ++e)
    addInPlace();
  for (double cell : own)
    CHECK_EQ("the compiler's graph", cell,
             RegionEncounters * RegionTasks / RegionCells);
  if (check_failures != 0)
    abort();
}
