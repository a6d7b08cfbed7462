// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An untied task that has called taskyield is queued while the thread that made
// it runs its child, which waits. The task must not go on on top of that child,
// for which it waits next. With two threads and OMP_MAX_TASK_PRIORITY=3 the tasks
// meet in this way, unless another program takes a processor meanwhile: priorities
// say which of them is next, and a task that waits for a flag keeps its thread.
#include "depend_check.h"

static int parent_waits, chosen, released, child_begun, grandchild_begun;

static void fulfill_once(omp_event_handle_t event) {
  static int fulfilled;
  if (!__atomic_exchange_n(&fulfilled, 1, __ATOMIC_ACQ_REL))
    omp_fulfill_event(event);
}

static void test() {
  int x = 0, sum = 0;
  omp_event_handle_t event = {};
#pragma omp task shared(event) // on the other thread
  {
    await(chosen);
    if (is_set(chosen))
      fulfill_once(event);
    set(released);
    await(child_begun);
  }
#pragma omp task untied shared(event, x, sum)
  { // the parent
#pragma omp task detach(event) depend(out : x) priority(3)
    {
    }
#pragma omp task untied priority(2) depend(in : x) shared(sum)
    { // the child
      set(child_begun);
#pragma omp task priority(1) shared(sum)
      {
        set(grandchild_begun);
        await(parent_waits);
        __atomic_fetch_add(&sum, 1, __ATOMIC_RELAXED);
      }
      await(grandchild_begun);
#pragma omp taskwait
      __atomic_fetch_add(&sum, 10, __ATOMIC_RELAXED);
    }
#pragma omp task priority(2) firstprivate(event)
    {
      set(chosen);
      await(released);
      fulfill_once(event);
    }
#pragma omp taskyield
    set(parent_waits);
#pragma omp taskwait
    __atomic_fetch_add(&sum, 100, __ATOMIC_RELAXED);
  }
#pragma omp taskwait
  CHECK_EQ("all tasks", sum, 111);
}

int main() {
#pragma omp parallel
#pragma omp single
  test();
  return check_done();
}
