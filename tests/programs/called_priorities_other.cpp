// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of another translation unit that make tasks with priorities.
#include "called_priorities.h"

void make_behind(int *gate, int first, int count, const int *priorities) {
  for (int i = 0; i < count; ++i) {
#pragma omp task depend(in : *gate) priority(priorities[i])                    \
    firstprivate(first, i)
    ran(first + i);
  }
}

void make_free(int first, int count, const int *priorities) {
  for (int i = 0; i < count; ++i) {
#pragma omp task priority(priorities[i]) firstprivate(first, i)
    ran(first + i);
  }
}

void make_loop(int first, int count, int priority) {
#pragma omp taskloop grainsize(1) nogroup priority(priority) firstprivate(first)
  for (int i = 0; i < count; ++i)
    ran(first + i);
}

void make_layers(int *gate, int first, int count, const int *priorities) {
  for (int i = 0; i < count; ++i) {
#pragma omp task depend(inoutset : *gate) priority(priorities[i] + 5)          \
    firstprivate(first, i)
    ran(first + i);
  }
  make_behind(gate, first + count, count, priorities);
}
