// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// firstprivate(saved: v) of scalar, array and struct: the value at recording,
// though the variables change between encounters. A plain run has nothing saved
// and sees the current values.
#include "check.h"

constexpr int Encounters = 30;
static Construct region;
static int seen_scalar, seen_array, seen_struct, seen_plain;

struct Pair {
  int a;
  double b;
};

static __attribute__((noinline)) void encounter(int e) {
  int scalar = e + 1, array[4], plain = e;
  Pair pair = {e, e + 0.5};
  for (int i = 0; i < 4; ++i)
    array[i] = e * i;
  MEET(region);
#pragma omp taskgraph
  {
#pragma omp task firstprivate(saved : scalar) firstprivate(plain)
    seen_scalar = scalar, seen_plain = plain;
#pragma omp task firstprivate(saved : array, pair)
    {
      seen_array = array[0] + array[1] + array[2] + array[3];
      seen_struct = (int)(pair.a + 2 * pair.b);
    }
  }
}

int main() {
  constexpr int First = 3;
#pragma omp parallel
#pragma omp single
  for (int e = First; e < First + Encounters; ++e) {
    at_depth(e * 3 % 13, [=] { encounter(e); });
    int from = runs_plainly() ? e : First;
    CHECK_EQ("saved scalar", seen_scalar, from + 1);
    CHECK_EQ("saved array", seen_array, 6 * from);
    CHECK_EQ("saved struct", seen_struct, 3 * from + 1);
    CHECK_EQ("not saved: current value", seen_plain, e);
  }
  CHECK_USES(region, Used, 1);
  return check_done();
}
