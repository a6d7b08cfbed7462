// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A thread that is suspended in a tied task does not begin an untied task that
// is not one of its descendants: the children of that task might be runnable on
// no thread. Here the untied task becomes ready when one thread waits in
// `inner`, a child of `outer`, for a child that runs on the other thread, which
// waits in `outer`.
#include "depend_check.h"

static void test() {
  int x = 0, inner_begun = 0, last_begun = 0, untied_begun = 0, sum = 0;
  omp_event_handle_t event = {};
#pragma omp task detach(event) depend(out : x)
  {
  }
#pragma omp task untied depend(in : x) shared(untied_begun, sum)
  {
    set(untied_begun);
#pragma omp task shared(sum)
    __atomic_fetch_add(&sum, 1, __ATOMIC_RELAXED);
#pragma omp taskwait
    __atomic_fetch_add(&sum, 10, __ATOMIC_RELAXED);
  }
#pragma omp task shared(inner_begun, last_begun, untied_begun, sum)            \
    firstprivate(event)
  { // outer
#pragma omp task shared(inner_begun, last_begun, untied_begun, sum)            \
    firstprivate(event)
    { // inner
      set(inner_begun);
#pragma omp task shared(last_begun, untied_begun, sum)
      {
        set(last_begun);
        await(untied_begun);
        __atomic_fetch_add(&sum, 100, __ATOMIC_RELAXED);
      }
      await(last_begun); // on the thread of outer
      omp_fulfill_event(event);
#pragma omp taskwait
      __atomic_fetch_add(&sum, 1000, __ATOMIC_RELAXED);
    }
    await(inner_begun); // on another thread
#pragma omp taskwait
    __atomic_fetch_add(&sum, 10000, __ATOMIC_RELAXED);
  }
#pragma omp taskwait
  CHECK_EQ("all tasks", sum, 11111);
}

int main() {
#pragma omp parallel
#pragma omp single
  test();
  return check_done();
}
