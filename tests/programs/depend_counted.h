// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Counting instructions under callgrind: one thread of two creates and runs all
// tasks, while the other sleeps in the system, so that the count is the work
// and not the waiting.
#ifndef DEPEND_COUNTED_H
#define DEPEND_COUNTED_H

#include "depend_check.h"
#include <semaphore.h>
#include <valgrind/callgrind.h>

/// Runs `all` on one thread of a team of two.
template <typename All> void while_the_other_sleeps(All all) {
  sem_t done;
  sem_init(&done, 0, 0);
#pragma omp parallel num_threads(2)
  {
    CHECK_EQ("threads", omp_get_num_threads(), 2);
    if (omp_get_thread_num() == 1) {
      sem_wait(&done);
    } else {
      all();
      sem_post(&done);
    }
  }
}

/// Runs `work` twice: memory and tables are there at the second time, which one
/// dump of the counters is of.
template <typename Work> void count(const char *name, Work work) {
  work();
  CALLGRIND_ZERO_STATS;
  work();
  CALLGRIND_DUMP_STATS_AT(name);
}

#endif // DEPEND_COUNTED_H
