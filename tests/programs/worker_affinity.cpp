// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A worker thread that has left its creator's processor may run where its creator
// may, as a new thread does. In regions that add threads, and in nested ones.
#include "check.h"
#include <sched.h>

static void same_processors(const cpu_set_t &creators) {
  cpu_set_t mine;
  CHECK_EQ("sched_getaffinity", sched_getaffinity(0, sizeof mine, &mine), 0);
  CHECK(CPU_EQUAL(&mine, &creators));
}

int main() {
  cpu_set_t mine;
  CHECK_EQ("sched_getaffinity", sched_getaffinity(0, sizeof mine, &mine), 0);
  omp_set_max_active_levels(2);
  for (int threads = 1; threads <= omp_get_max_threads(); ++threads) {
#pragma omp parallel num_threads(threads)
    {
      same_processors(mine);
#pragma omp parallel num_threads(2)
      same_processors(mine);
    }
  }
  return check_done();
}
