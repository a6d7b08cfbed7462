// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tied and untied tasks, deferred, undeferred and final, as parents of each other
// in every order of three levels. Each waits for its children and counts them.
#include "check.h"

constexpr int Kinds = 6, Levels = 3, Children = 4;
static long begun;

/// Makes the children of a task; the digits of `kinds` are those of the levels.
static void grow(int level, int kinds) {
  if (level == Levels)
    return;
  int done[Children] = {};
  for (int i = 0; i < Children; ++i) {
#define BODY                                                                   \
  {                                                                            \
    __atomic_fetch_add(&begun, 1, __ATOMIC_RELAXED);                           \
    grow(level + 1, kinds / Kinds);                                            \
    done[i] = 1;                                                               \
  }
    switch (kinds % Kinds) {
    case 0:
#pragma omp task shared(done)
      BODY;
      break;
    case 1:
#pragma omp task untied shared(done)
      BODY;
      break;
    case 2:
#pragma omp task if (0) shared(done)
      BODY;
      break;
    case 3:
#pragma omp task untied if (0) shared(done)
      BODY;
      break;
    case 4:
#pragma omp task final(1) shared(done)
      BODY;
      break;
    case 5:
#pragma omp task untied final(1) shared(done)
      BODY;
      break;
    }
#undef BODY
  }
#pragma omp taskwait
  for (int i = 0; i < Children; ++i)
    CHECK_EQ("child that was waited for", done[i], 1);
}

int main(int argc, char **argv) {
  const int rounds = argc > 1 ? atoi(argv[1]) : 1;
  const long tasks = Children + Children * Children + Children * Children * Children;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < rounds; ++round)
    for (int kinds = 0; kinds < Kinds * Kinds * Kinds; ++kinds) {
      begun = 0;
      grow(0, kinds);
      CHECK_EQ("tasks", begun, tasks);
    }
  return check_done();
}
