// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An untied task that has called taskyield waits in a queue, so that the task
// below it on the stack of its thread can go on. It would wait for ever for
// that task if it went on at once. The other thread has something else to do.
#include "depend_check.h"

static void test() {
  int busy = 0, told = 0, over = 0, seen_at_last = 0;
#pragma omp task shared(busy, over) // on the other thread
  {
    set(busy);
    for (int i = 0; i < 100 && !is_set(over); ++i)
      await(over);
  }
  await(busy);
#pragma omp taskgroup
  {
#pragma omp task untied shared(told, seen_at_last)
    {
#pragma omp task untied shared(told, seen_at_last)
      {
        double end = omp_get_wtime() + 5;
        while (!is_set(told) && omp_get_wtime() < end) {
#pragma omp taskyield
        }
        seen_at_last = is_set(told);
      }
#pragma omp taskyield
      set(told);
#pragma omp taskwait
    }
  }
  set(over);
#pragma omp taskwait
  CHECK_EQ("the task below has gone on", seen_at_last, 1);
}

int main() {
#pragma omp parallel num_threads(2)
#pragma omp single
  test();
  return check_done();
}
