// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The tasks of a refilled region are short, but now and then one waits for a
// later task that does not depend on it. The thread that makes them must not
// run it before it has made that one.
#include "depend_check.h"

constexpr int Tasks = 1000, Short = 10, Encounters = 20 * Short;
static int released, marks[Tasks];
static long runs;
static Construct region, destructor_region;

static __attribute__((noinline)) void encounter(bool waits) {
  MEET(region);
#pragma omp taskgraph
  {
    __atomic_fetch_add(&runs, 1, __ATOMIC_RELAXED);
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task firstprivate(i, waits) depend(inout : marks[i])
      {
        if (waits && i == 0)
          wait_for(&released);
        ++marks[i];
        if (waits && i == Tasks - 1)
          raise_flag(&released);
      }
    }
  }
}

/// A task's copy of it waits when the task has ended.
struct Waiting {
  bool is_copy = false, waits;
  explicit Waiting(bool w) : waits(w) {}
  Waiting(const Waiting &other) : is_copy(true), waits(other.waits) {}
  ~Waiting() {
    if (is_copy && waits)
      wait_for(&released);
  }
};

static __attribute__((noinline)) void encounter_destructors(bool waits) {
  Waiting waiting(waits);
  MEET(destructor_region);
#pragma omp taskgraph
  {
    __atomic_fetch_add(&runs, 1, __ATOMIC_RELAXED);
#pragma omp task firstprivate(waiting) depend(inout : marks[0])
    marks[0] += waiting.is_copy;
    for (int i = 1; i < Tasks; ++i) {
#pragma omp task firstprivate(i) depend(inout : marks[i])
      ++marks[i];
    }
#pragma omp task depend(inout : runs)
    raise_flag(&released);
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    released = 0;
    encounter(e % Short == Short - 1 && omp_get_num_threads() > 1);
    for (int mark : marks)
      CHECK_EQ("times run", mark, 2 * e + 1);
    released = 0;
    encounter_destructors(e % Short == Short - 1 && omp_get_num_threads() > 1);
    for (int mark : marks)
      CHECK_EQ("times run", mark, 2 * e + 2);
  }
  CHECK_EQ("blocks run", runs, 2 * Encounters);
  CHECK_USES(region, Refilled, Short);
  CHECK_USES(destructor_region, Refilled, Short);
  return check_done();
}
