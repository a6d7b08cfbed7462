// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Bodies that change their private copies: the next encounter starts from the
// values that the block gives, never from what a body left behind.
#include "check.h"

constexpr int Tasks = 8, Encounters = 40;
static Construct region;

struct Buffer {
  int used, slots[6];
};

static __attribute__((noinline)) void encounter(int e) {
  int outer = 10 * e, array[3] = {e, e, e};
  MEET(region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Tasks; ++i) {
      int local = i;
      Buffer buffer = {0, {i, 0, 0, 0, 0, 0}};
#pragma omp task firstprivate(outer, local, i)
      {
        CHECK_EQ("enclosing variable", outer, 10 * e);
        CHECK_EQ("block local", local, i);
        outer = -1, local = -2;
        i = -3;
      }
#pragma omp task firstprivate(buffer, array, i)
      {
        CHECK_EQ("struct member", buffer.used, 0);
        CHECK_EQ("struct array", buffer.slots[0], i);
        CHECK_EQ("array", array[0] + array[1] + array[2], 3 * e);
        while (buffer.used < 6)
          buffer.slots[buffer.used++] = -1;
        array[1] = 12345;
      }
    }
  }
  CHECK_EQ("the variable itself", outer, 10 * e);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    at_depth(e * 3 % 11, [=] { encounter(e); });
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
