// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With a tool attached, tasks wait for dependences while their thread waits for
// some, or at a barrier; and threads do that have been in a team before.
#include "tool_events.h"

static void wait_within(int depth) {
  int object = 0;
#pragma omp task depend(out : object) shared(object) firstprivate(depth)
  {
    if (depth > 0)
      wait_within(depth - 1);
    object = 1;
  }
#pragma omp taskwait depend(in : object)
  CHECK_EQ("waited for", object, 1);
#pragma omp taskwait
}

int main() {
  for (int times = 0; times < 20; ++times) {
#pragma omp parallel
    {
      wait_within(3);
#pragma omp task
      wait_within(2); // at the barrier
    }
  }
  check_all_ended();
  return check_done();
}
