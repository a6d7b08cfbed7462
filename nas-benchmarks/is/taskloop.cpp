//===- taskloop.cpp - A taskloop for each pass ----------------------------===//
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

static void rankOnce(nas::Is &is, int number) {
  const int parts = is.tasks;
  is.changeKeys(number);
#pragma omp taskloop num_tasks(parts) shared(is)
  for (int part = 0; part < parts; ++part)
    is.count(part, parts);
#pragma omp taskloop num_tasks(parts) shared(is)
  for (int part = 0; part < parts; ++part)
    is.distribute(part, parts);
#pragma omp taskloop num_tasks(parts) shared(is)
  for (int part = 0; part < parts; ++part)
    is.rank(part, parts);
}

void nas::runTaskloop(Is &is, Run &run) {
  is.reset();
  if (run.warmUp()) {
#pragma omp parallel
#pragma omp single
    rankOnce(is, 1);
  }
  run.start();
#pragma omp parallel
#pragma omp single
  for (int number = 1; number <= Is::Rankings; ++number) {
    rankOnce(is, number);
    is.verify(number);
  }
  run.stop();
}
