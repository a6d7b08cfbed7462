//===- for.cpp - Two worksharing loops for each ranking -------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One parallel region for the whole run, and a part for each thread. The next
// ranking is counted in the loop that finishes the last one.
//
//===----------------------------------------------------------------------===//

#include "is_kernel.h"

/// Called by all threads of a team.
static void rankKeys(nas::Is &is, int rankings) {
  const int parts = omp_get_num_threads();
  const int value_parts = is.valueParts(parts);
#pragma omp for schedule(static)
  for (int part = 0; part < parts; ++part)
    is.count(part, parts, 1);
  for (int number = 1; number <= rankings; ++number) {
#pragma omp for schedule(static)
    for (int part = 0; part < value_parts; ++part)
      is.accumulate(part, value_parts);
#pragma omp for schedule(static)
    for (int part = 0; part < parts; ++part) {
      is.finish(part, value_parts, number);
      if (number < rankings)
        is.count(part, parts, number + 1);
    }
  }
}

void nas::runFor(Is &is, Run &run) {
  is.reset();
  if (run.warmUp()) {
#pragma omp parallel
    rankKeys(is, 1);
    is.reset();
  }
  run.start();
#pragma omp parallel
  rankKeys(is, Is::Rankings);
  run.stop();
}
