//===- taskloop.cpp - Two taskloops for each ranking ----------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops of for.cpp, with as many parts as tasks.
//
//===----------------------------------------------------------------------===//

#include "is_kernel.h"

static void rankKeys(nas::Is &is, int rankings) {
  const int parts = is.tasks, value_parts = is.valueParts(parts);
#pragma omp taskloop num_tasks(parts) shared(is)
  for (int part = 0; part < parts; ++part)
    is.count(part, parts, 1);
  for (int number = 1; number <= rankings; ++number) {
#pragma omp taskloop num_tasks(value_parts) shared(is)
    for (int part = 0; part < value_parts; ++part)
      is.accumulate(part, value_parts);
#pragma omp taskloop num_tasks(parts) shared(is)
    for (int part = 0; part < parts; ++part) {
      is.finish(part, value_parts, number);
      if (number < rankings)
        is.count(part, parts, number + 1);
    }
  }
}

void nas::runTaskloop(Is &is, Run &run) {
  is.reset();
  if (run.warmUp()) {
#pragma omp parallel
#pragma omp single
    rankKeys(is, 1);
    is.reset();
  }
  run.start();
#pragma omp parallel
#pragma omp single
  rankKeys(is, Is::Rankings);
  run.stop();
}
