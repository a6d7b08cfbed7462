// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions in target regions, and target tasks in regions, without a device.
#include "check.h"
enum { Encounters = 5, Tasks = 64, Cells = 4 };

#pragma omp begin declare target
static void addOnTheDevice(int *cells) {
#pragma omp taskgraph
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task depend(inout : cells[i % Cells]) firstprivate(cells, i)
    cells[i % Cells] += 1;
  }
}
#pragma omp end declare target

int main() {
  int cells[Cells] = {}, mixed[Cells] = {};
  for (int e = 0; e < Encounters; ++e) {
#pragma omp target map(tofrom : cells)
    {
#pragma omp parallel
#pragma omp single
      addOnTheDevice(cells);
    }
  }
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
#pragma omp taskgraph
    for (int i = 0; i < Tasks; ++i) {
#pragma omp target nowait depend(inout : mixed[i % Cells]) map(tofrom : mixed)
      mixed[i % Cells] += 1;
#pragma omp task depend(inout : mixed[i % Cells]) firstprivate(i)
      mixed[i % Cells] = -mixed[i % Cells];
    }
  }
  for (int cell : cells)
    CHECK_EQ("in a target region", cell, Encounters * Tasks / Cells);
  int expected = 0;
  for (int i = 0; i < Encounters * Tasks / Cells; ++i)
    expected = -(expected + 1);
  for (int cell : mixed)
    CHECK_EQ("target tasks in the region", cell, expected);
  return check_done();
}
