// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An untied task that makes tasks or waits is compiled to parts, which different
// threads may run. What one part has computed is there in the next: variables of
// nested constructs and of transformed loops, and the sizes of variably modified
// types.
#include "check.h"

enum { N = 37, Rounds = 20 };

/// The loop's variable is one of a construct inside the task.
static void taskgroup_inside(int *a, int n) {
#pragma omp task untied
  {
#pragma omp taskgroup
    for (int i = 0; i < n; ++i) {
#pragma omp task firstprivate(i)
      ++a[i];
    }
    for (int i = 0; i < n; ++i)
      ++a[i]; // after the group
  }
#pragma omp taskwait
}

static void reduction_inside(int *a, int n) {
  int sums[3] = {0, 0, 0};
#pragma omp task untied shared(sums)
  {
#pragma omp taskgroup task_reduction(+ : sums)
    for (int i = 0; i < n; ++i) {
#pragma omp task in_reduction(+ : sums)
      ++sums[i % 3];
    }
    a[0] += sums[0] + sums[1] + sums[2] - n + 1;
    for (int i = 1; i < n; ++i) {
#pragma omp task firstprivate(i)
      ++a[i];
    }
#pragma omp taskwait
    for (int i = 0; i < n; ++i)
      ++a[i];
  }
#pragma omp taskwait
}

static void critical_inside(int *a, int n) {
#pragma omp task untied
  {
    for (int i = 0; i < n; ++i) {
      int *cell = &a[i];
#pragma omp critical
      {
#pragma omp task firstprivate(cell)
        {
#pragma omp atomic
          ++*cell;
        }
#pragma omp taskyield
      }
#pragma omp taskyield
#pragma omp atomic
      ++*cell;
    }
#pragma omp taskwait
  }
#pragma omp taskwait
}

static void unrolled_inside(int *a, int n) {
#pragma omp task untied
  {
#pragma omp unroll partial(4)
    for (int i = 0; i < n; ++i) {
#pragma omp task firstprivate(i)
      ++a[i];
    }
#pragma omp taskwait
    for (int i = 0; i < n; ++i)
      ++a[i];
  }
#pragma omp taskwait
}

static void tiled_inside(int *a, int n) {
#pragma omp task untied
  {
#pragma omp tile sizes(2, 5)
    for (int k = 0; k < 2; ++k)
      for (int i = 0; i < n; ++i) {
        int *cell = &a[i];
#pragma omp taskyield
#pragma omp task firstprivate(cell)
        {
#pragma omp atomic
          ++*cell;
        }
      }
#pragma omp taskwait
  }
#pragma omp taskwait
}

static void variably_modified(int *a, int n) {
#pragma omp task untied
  {
    int m = n - 1;
    typedef int Row[m];
    int(*rows)[m] = (int(*)[m])a;
#pragma omp taskyield
    int size = (int)(sizeof *rows / sizeof(int));
    for (int i = 0; i < size; ++i)
      ++rows[0][i];
#pragma omp taskyield
    ++rows[1][0];
    size = (int)(sizeof(Row) / sizeof(int));
    for (int i = 0; i <= size; ++i)
      ++a[i];
  }
#pragma omp taskwait
}

/// Sizes computed outside the task, used in all of its parts.
static void outer_sizes(int *a, int n) {
  int array[n], (*alias)[n] = &array;
  memset(array, 0, sizeof array);
#pragma omp task untied shared(array) firstprivate(alias)
  {
    for (int i = 0; i < (int)(sizeof array / sizeof *array); ++i) {
      ++array[i];
#pragma omp taskyield
      ++(*alias)[i];
    }
#pragma omp taskwait
    memcpy(a, array, sizeof *alias);
  }
#pragma omp taskwait
}

static void encounter(void *argument) {
  static const struct {
    const char *name;
    void (*function)(int *, int);
  } shapes[] = {
      {"taskgroup", taskgroup_inside},   {"task_reduction", reduction_inside},
      {"critical", critical_inside},     {"unroll", unrolled_inside},
      {"tile", tiled_inside},            {"variably modified", variably_modified},
      {"sizes from outside", outer_sizes},
  };
  int round = *(int *)argument;
  for (unsigned s = 0; s < sizeof shapes / sizeof *shapes; ++s) {
    int a[N + 1] = {0}, n = N - round % 5;
    shapes[s].function(a, n);
    for (int i = 0; i <= N; ++i)
      CHECK_EQ(shapes[s].name, a[i], i < n ? 2 : 0);
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; ++round)
    at_depth_c(round % 7, encounter, &round);
  return check_done();
}
