// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that waits at a barrier and has found nothing to run for a while
// takes a task with a priority, and what this one makes ready, too. The thread
// that makes the tasks only looks at a flag meanwhile, as if it waited for a
// message. Needs OMP_MAX_TASK_PRIORITY.
#include "depend_check.h"
#include <unistd.h>

int main() {
  CHECK_EQ("priorities", omp_get_max_task_priority() > 0, 1);
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    for (int round = 0; round < 20; ++round) {
      usleep(2000); // the other thread finds nothing
      int object = 0, set = 0;
#pragma omp task depend(out : object) priority(1) shared(object)
      {
        usleep(1000); // the next task is there when this one ends
        object = 1;
      }
#pragma omp task depend(in : object) shared(object, set)
      {
        CHECK_EQ("order", object, 1);
        __atomic_store_n(&set, 1, __ATOMIC_RELEASE);
      }
      while (!__atomic_load_n(&set, __ATOMIC_ACQUIRE))
        usleep(1);
#pragma omp taskwait
    }
  }
  return check_done();
}
