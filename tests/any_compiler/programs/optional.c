/* Part of the Reprise project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * A program that runs with any OpenMP library: it says whether this one has
 * regions, and how often they were refilled. */
#define OMPX_TASKGRAPH_OPTIONAL
#include <omp.h>
#include <ompx_taskgraph.h>
#include <stdio.h>

enum { Cells = 30, Rounds = 8 };

static void chain(void *argument) {
  long *cell = argument;
  for (int i = 1; i < Cells; ++i) {
#pragma omp task depend(in : cell[i - 1]) depend(inout : cell[i])              \
    firstprivate(cell, i)
    cell[i] += cell[i - 1];
  }
}

int main(void) {
  long cell[Cells] = {1}, expected[Cells] = {1};
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; ++round)
    OMPX_TASKGRAPH_REGION(0, 0, chain, cell);
  for (int round = 0; round < Rounds; ++round)
    for (int i = 1; i < Cells; ++i)
      expected[i] += expected[i - 1];
  for (int i = 0; i < Cells; ++i)
    if (cell[i] != expected[i])
      return 1;
  ompx_taskgraph_counts_t counts = {0, 0, 0, 0, 0};
  if (ompx_get_taskgraph_counts)
    ompx_get_taskgraph_counts("optional.c", 0, &counts);
  printf("%s: %d refilled\n", ompx_taskgraph ? "regions" : "no regions",
         (int)counts.refilled);
  return 0;
}
