// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The end of a group becomes ready on a thread that has a descendant of the
// group's tasks below it on its stack, suspended. If the end waited there, the
// descendant could not go on. With three threads the tasks meet in this way,
// unless another program takes a processor meanwhile.
#include "depend_check.h"

constexpr int Encounters = 20;
static Construct region;
static int begun, helped, suspended_on, waits, above, other_over, together;

/// One of two tasks of the group. Whichever is on the thread where the untied
/// task waits ends last, and the group's end is next on that thread.
static void end_group() {
  if (omp_get_thread_num() ==
      __atomic_load_n(&suspended_on, __ATOMIC_ACQUIRE)) {
    set(above);
    await(other_over);
    spin(100000); // until the other has been counted
    if (is_set(other_over))
      __atomic_fetch_add(&together, 1, __ATOMIC_RELAXED);
  } else {
    await(above);
    set(other_over);
  }
}

static __attribute__((noinline)) void encounter(int &order, int &descendants) {
  MEET(region);
#pragma omp taskgraph
  {
#pragma omp taskgroup
    {
#pragma omp task depend(out : order) shared(descendants)
      {
#pragma omp task untied shared(descendants)
        {
          set(begun);
#pragma omp task shared(descendants)
          {
            set(helped);
            await(above);
            __atomic_fetch_add(&descendants, 1, __ATOMIC_RELAXED);
          }
          await(helped);
          __atomic_store_n(&suspended_on, omp_get_thread_num(),
                           __ATOMIC_RELEASE);
          set(waits);
#pragma omp taskwait
          __atomic_fetch_add(&descendants, 1, __ATOMIC_RELAXED);
        }
        await(waits);
      }
#pragma omp task depend(in : order)
      end_group();
#pragma omp task depend(in : order)
      end_group();
    }
#pragma omp task shared(descendants)
    CHECK_EQ("the group's descendants are over", descendants, 2);
  }
}

int main() {
  int order = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    int descendants = 0;
    begun = helped = waits = above = other_over = 0;
    suspended_on = -1;
    encounter(order, descendants);
  }
  printf("%d of %d groups ended above their descendant\n", together,
         Encounters);
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
