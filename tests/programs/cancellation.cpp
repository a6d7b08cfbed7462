// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A recorded task cancels the implicit taskgroup: a cancelled recording is not
// published, a cancelled use of it ends, and the next one is complete. Needs
// OMP_CANCELLATION=true; without it nothing is ever cancelled.
#include "check.h"

constexpr int Tasks = 50, Encounters = 30;
static int ran, chain, cancelling, marks[Tasks];
static Construct region;

static void encounter() {
  MEET(region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task depend(inout : chain) firstprivate(i)
      {
#pragma omp cancel taskgroup if (cancelling && i == 10)
        __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
      }
      // Calls nothing of the library, which must look for it.
#pragma omp task depend(inout : chain) firstprivate(i)
      marks[i] = 1;
    }
  }
}

int main() {
  bool enabled = omp_get_cancellation();
  long cancelled_first = 0;
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    cancelling = e < 2 || e % 5 == 0;
    ran = 0;
    for (int &mark : marks)
      mark = 0;
    encounter();
    int marked = 0;
    for (int mark : marks)
      marked += mark;
    // The chain up to the cancelling task has run, nothing behind it.
    CHECK_EQ("tasks run", ran, enabled && cancelling ? 10 : Tasks);
    CHECK_EQ("tasks marked", marked, enabled && cancelling ? 10 : Tasks);
    cancelled_first += enabled && e < 2;
  }
  ompx_taskgraph_counts_t seen = counts_of(&region);
  CHECK_EQ("diverged", seen.diverged, 0);
  CHECK_COUNTED(region);
  CHECK_EQ("recordings cancelled", seen.plain,
           runs_plainly()     ? Encounters
           : records_graphs() ? cancelled_first
                              : 0);
  CHECK_EQ("recorded", seen.recorded, records_graphs());
  return check_done();
}
