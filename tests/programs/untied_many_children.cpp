// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Untied tasks with very many task scheduling points: each must go on without
// using more of the stack. Children with and without dependences, an undeferred
// task, and taskyield.
#include "check.h"

static long ran;
static void count() { __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED); }

/// Runs a task and all its descendants.
template <class Make> static void expect(const char *what, long tasks, Make make) {
  ran = 0;
#pragma omp taskgroup
  make();
  CHECK_EQ(what, ran, tasks);
}

int main(int argc, char **argv) {
  long many = argc > 1 ? atol(argv[1]) : 400000;
  static long x;
#pragma omp parallel
#pragma omp single
  {
    expect("independent children", many, [=] {
#pragma omp task untied
      for (long i = 0; i < many; ++i) {
#pragma omp task
        count();
      }
    });
    expect("children with a dependence", many / 4, [=] {
#pragma omp task untied
      for (long i = 0; i < many / 4; ++i) {
#pragma omp task depend(inout : x)
        count();
      }
    });
    expect("children of an undeferred task, and itself", many + 1, [=] {
#pragma omp task untied if (0)
      {
        for (long i = 0; i < many; ++i) {
#pragma omp task untied
          count();
        }
#pragma omp taskwait
        CHECK_EQ("after its taskwait", ran, many);
        count();
      }
      CHECK_EQ("behind the undeferred task", ran, many + 1);
    });
    expect("parts between taskyields", many / 4, [=] {
#pragma omp task untied
      for (long i = 0; i < many / 4; ++i) {
#pragma omp taskyield
        count();
      }
    });
  }
  return check_done();
}
