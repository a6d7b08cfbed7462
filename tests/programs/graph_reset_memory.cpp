// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Very many resets of one record: the memory of the discarded ones is given
// back. The argument is the number of resets.
#include "check.h"
#include <sys/resource.h>

static int cell, ran;

static void encounter(bool reset) {
#pragma omp taskgraph graph_reset(reset)
  {
    for (int i = 0; i < 4; ++i) {
#pragma omp task depend(inout : cell) firstprivate(i)
      ran += i >= 0;
    }
  }
}

static long resident_kilobytes() {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

int main(int argc, char **argv) {
  int resets = argc > 1 ? atoi(argv[1]) : 100000;
  long before = 0;
#pragma omp parallel
#pragma omp single
  for (int r = 0; r < resets; ++r) {
    encounter(true);
    if (r == resets / 10)
      before = resident_kilobytes();
  }
  long growth = resident_kilobytes() - before;
  printf("grew by %ld kB over %d resets\n", growth, resets - resets / 10);
  CHECK_EQ("tasks run", ran, 4L * resets);
  // A leaked record of four tasks would be far more than 400 bytes.
  CHECK_EQ("growth below 400 bytes a reset", growth * 1024 < resets * 400L, 1);
  return check_done();
}
