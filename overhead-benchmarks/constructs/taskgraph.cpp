//===- taskgraph.cpp - The tasks of one thread, replayed ------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same tasks as in main.cpp, by a thread that makes them all.
//
//===----------------------------------------------------------------------===//

#include "constructs.h"

void replayIndependent(Work &work) {
  if (omp_get_thread_num() != 0)
    return;
#pragma omp taskgraph
  for (std::int64_t task = 0; task < work.all(); ++task)
#pragma omp task shared(work)
    work.portion();
}

void replayChains(Work &work) {
  if (omp_get_thread_num() != 0)
    return;
#pragma omp taskgraph
  for (std::int64_t task = 0; task < work.all(); ++task) {
    char *object = work.object(task);
#pragma omp task shared(work) depend(inout : *object)
    work.portion();
  }
}
