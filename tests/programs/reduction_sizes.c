// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Task reductions over arrays whose sizes are known only at run time: each is
// combined with its own size, also by a thread that has run none of its tasks,
// or that has meanwhile run tasks of one with another size.
#include "check.h"

enum { Long = 5000, Tasks = 20, Rounds = 60 };

static int length(int round) { return round % 7 ? 1 + round % 13 : Long; }

static void expect(const char *what, const double *a, int n, double value) {
  for (int i = 0; i < n; ++i)
    CHECK_EQ(what, a[i], value);
}

static void clear(double *a, int n) {
  for (int i = 0; i < n; ++i)
    a[i] = 0;
}

static void whole_array(int n) {
  double a[n];
  clear(a, n);
#pragma omp taskgroup task_reduction(+ : a)
  for (int t = 0; t < Tasks; ++t) {
#pragma omp task in_reduction(+ : a)
    for (int i = 0; i < n; ++i)
      ++a[i];
  }
  expect("whole array", a, n, Tasks);
}

static void untied_section(int n) {
  double a[n];
  clear(a, n);
#pragma omp taskgroup task_reduction(+ : a[0 : n])
  for (int t = 0; t < Tasks; ++t) {
#pragma omp task untied in_reduction(+ : a[0 : n])
    {
      for (int i = 0; i < n; ++i)
        ++a[i];
#pragma omp taskyield
      for (int i = 0; i < n; ++i)
        ++a[i];
    }
  }
  expect("section", a, n, 2 * Tasks);
}

static void loop(int n) {
  double a[n];
  clear(a, n);
#pragma omp taskloop untied reduction(+ : a) num_tasks(Tasks)
  for (int t = 0; t < 2 * Tasks; ++t)
    for (int i = 0; i < n; ++i)
      ++a[i];
  expect("taskloop", a, n, 2 * Tasks);
}

/// The size is taken when the group begins.
static void size_changes(int n) {
  int m = n;
  double a[n];
  clear(a, n);
#pragma omp taskgroup task_reduction(+ : a[0 : m])
  {
    for (int t = 0; t < Tasks; ++t) {
#pragma omp task in_reduction(+ : a[0 : m]) firstprivate(m)
      for (int i = 0; i < m; ++i)
        ++a[i];
    }
    m = 1;
  }
  expect("section whose bound changes", a, n, Tasks);
}

/// All tasks are run by others, if there are any.
static void by_others(int n) {
  double a[n];
  clear(a, n);
  int left = omp_get_num_threads() == 1 ? 0 : 2;
#pragma omp taskgroup task_reduction(+ : a)
  {
    for (int t = 0; t < 2; ++t) {
#pragma omp task in_reduction(+ : a) shared(left)
      {
        for (int i = 0; i < n; ++i)
          ++a[i];
        __atomic_fetch_sub(&left, 1, __ATOMIC_RELEASE);
      }
    }
    while (__atomic_load_n(&left, __ATOMIC_ACQUIRE) > 0)
      ;
  }
  expect("by others", a, n, 2);
}

/// The thread that waits for the outer group runs tasks of the inner ones,
/// which set other sizes.
static void nested(int n) {
  double a[n];
  clear(a, n);
#pragma omp taskgroup task_reduction(+ : a)
  for (int t = 0; t < Tasks; ++t) {
#pragma omp task in_reduction(+ : a) firstprivate(t)
    {
      for (int i = 0; i < n; ++i)
        ++a[i];
      if (n > 1 && t % 5 == 0)
        nested(n / 2);
    }
  }
  expect("nested", a, n, Tasks);
}

static Construct region;

/// The same in a taskgraph, recorded and used again.
static void in_taskgraph(int n) {
  double a[n], b[n];
  clear(a, n);
  clear(b, n);
  MEET(region);
#pragma omp taskgraph
  {
#pragma omp taskgroup task_reduction(+ : a)
    for (int t = 0; t < Tasks; ++t) {
#pragma omp task in_reduction(+ : a)
      for (int i = 0; i < (int)(sizeof a / sizeof *a); ++i)
        ++a[i];
    }
#pragma omp taskloop reduction(+ : b) num_tasks(Tasks)
    for (int t = 0; t < 2 * Tasks; ++t)
      for (int i = 0; i < (int)(sizeof b / sizeof *b); ++i)
        ++b[i];
  }
  expect("task_reduction in a taskgraph", a, n, Tasks);
  expect("taskloop in a taskgraph", b, n, 2 * Tasks);
}

static void encounter(void *argument) {
  in_taskgraph(length(*(int *)argument));
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; ++round) {
    int n = length(round);
    whole_array(n);
    untied_section(n);
    loop(n);
    size_changes(n);
    by_others(n);
    nested(n > 100 ? 100 : n);
    at_depth_c(round % 5, encounter, &round);
  }
  CHECK_COUNTED(region);
  return check_done();
}
