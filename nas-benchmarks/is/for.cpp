//===- for.cpp - A worksharing loop for each pass -------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One parallel region for the whole run, and a part for each thread. The first
// part, with the keys that change, belongs to the thread that changes them.
//
//===----------------------------------------------------------------------===//

#include "is_kernel.h"

/// Called by all threads of a team.
static void rankOnce(nas::Is &is, int number) {
  const int parts = omp_get_num_threads();
#pragma omp master
  is.changeKeys(number);
#pragma omp for schedule(static)
  for (int part = 0; part < parts; ++part)
    is.count(part, parts);
#pragma omp for schedule(static)
  for (int part = 0; part < parts; ++part)
    is.distribute(part, parts);
#pragma omp for schedule(static)
  for (int part = 0; part < parts; ++part)
    is.rank(part, parts);
}

void nas::runFor(Is &is, Run &run) {
  is.reset();
  if (run.warmUp()) {
#pragma omp parallel
    rankOnce(is, 1);
  }
  run.start();
#pragma omp parallel
  for (int number = 1; number <= Is::Rankings; ++number) {
    rankOnce(is, number);
    // The others may go on: the ranks stay until the last pass of the next
    // ranking.
#pragma omp master
    is.verify(number);
  }
  run.stop();
}
