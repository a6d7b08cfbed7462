// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Variable-length arrays and variably modified types whose sizes differ between
// encounters: each works on its own array, with its own size.
#include "check.h"

enum { Chunks = 4, Encounters = 40 };
static Construct array_region, matrix_region;

static __attribute__((noinline)) void shared_array(int n) {
  int data[n];
  memset(data, 0, sizeof data);
  MEET(array_region);
#pragma omp taskgraph
  {
    for (int c = 0; c < Chunks; ++c) {
#pragma omp task shared(data)
      {
        int length = (int)(sizeof data / sizeof data[0]);
        for (int i = length * c / Chunks; i < length * (c + 1) / Chunks; ++i)
          data[i] += i + 1;
      }
    }
  }
  for (int i = 0; i < n; ++i)
    CHECK_EQ("shared element", data[i], i + 1);
}

static __attribute__((noinline)) void matrix(int rows, int columns,
                                             int m[rows][columns]) {
  MEET(matrix_region);
#pragma omp taskgraph
  {
    for (int c = 0; c < Chunks; ++c) {
#pragma omp task shared(m, rows)
      for (int r = c; r < rows; r += Chunks)
        for (int k = 0; k < (int)(sizeof *m / sizeof(int)); ++k)
          m[r][k] = 1000 * r + k;
    }
  }
  for (int r = 0; r < rows; ++r)
    for (int k = 0; k < columns; ++k)
      CHECK_EQ("matrix", m[r][k], 1000 * r + k);
}

static void encounter(void *argument) {
  int e = *(int *)argument;
  shared_array(1 + e * 37 % 200);
  int memory[12 * 13], columns = 1 + e * 7 % 13;
  matrix(1 + e * 5 % 12, columns, (int (*)[columns])memory);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    at_depth_c(e % 11, encounter, &e);
  CHECK_USES(array_region, Replayed, 1);
  CHECK_USES(matrix_region, Replayed, 1);
  return check_done();
}
