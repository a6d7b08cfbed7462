// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Trees of untied tasks that wait for their children, with and without taskyield
// between the steps. An untied task that went on on top of a task that waits for
// it would never end.
#include "check.h"

static long begun;

static void grow(int depth, int yields) {
  __atomic_fetch_add(&begun, 1, __ATOMIC_RELAXED);
  if (depth == 0)
    return;
#pragma omp task untied firstprivate(depth, yields)
  {
    if (yields) {
#pragma omp taskyield
    }
#pragma omp task untied firstprivate(depth, yields)
    grow(depth - 1, yields);
    if (yields) {
#pragma omp taskyield
    }
#pragma omp task untied firstprivate(depth, yields)
    grow(depth - 1, yields);
    if (yields) {
#pragma omp taskyield
    }
#pragma omp taskwait
  }
}

static void test(int depth, int yields) {
  begun = 0;
#pragma omp taskgroup
  grow(depth, yields);
  CHECK_EQ("tasks of a tree", begun, (2L << depth) - 1);
}

int main(int argc, char **argv) {
  int deepest = argc > 1 ? atoi(argv[1]) : 10;
  int trees = argc > 2 ? atoi(argv[2]) : 200;
#pragma omp parallel
#pragma omp single
  {
    for (int tree = 0; tree < trees; ++tree)
      test(tree % 5, tree % 2);
    for (int yields = 0; yields < 2; ++yields)
      test(deepest, yields);
  }
  return check_done();
}
