// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Loop indices and block locals are implicitly firstprivate: at each encounter
// a task has the values that the block gives, whatever the frame looks like
// now.
#include "check.h"

constexpr int Rows = 5, Columns = 7, Encounters = 40;
static int seen[Rows][Columns], strings;
static Construct region;

struct Point {
  int x, y;
};

static __attribute__((noinline)) void encounter() {
  MEET(region);
#pragma omp taskgraph
  {
    for (int r = 0; r < Rows; ++r) {
      int base = 100 * r;
      for (int c = 0; c < Columns; ++c) {
        Point point = {r, c};
        int window[3] = {base, c, base + c};
#pragma omp task
        {
          CHECK_EQ("array of the block", window[0] + window[1], window[2]);
          seen[point.x][point.y] += base + c + 1;
        }
      }
      base = -1; // after the tasks took their copies
    }
    const char *name = "recorded";
    long offset = 0;
    while (offset < 4) {
#pragma omp task
      {
        CHECK_EQ("running offset", name[offset], "recorded"[offset]);
        __atomic_fetch_add(&strings, (int)offset, __ATOMIC_RELAXED);
      }
      ++offset;
    }
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    memset(seen, 0, sizeof seen);
    strings = 0;
    at_depth(e * 3 % 13, [] { encounter(); });
    for (int r = 0; r < Rows; ++r)
      for (int c = 0; c < Columns; ++c)
        CHECK_EQ("recorded indices", seen[r][c], 100 * r + c + 1);
    CHECK_EQ("recorded offsets", strings, 0 + 1 + 2 + 3);
  }
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
