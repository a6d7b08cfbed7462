// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Locals of the encountering function captured by reference, in a frame that
// lies at another depth each time while abandoned frames are clobbered.
#include "check.h"

constexpr int Tasks = 16, Encounters = 40;
static Construct region;

static __attribute__((noinline)) void encounter(int e) {
  int salt = 1000 * e, array[Tasks], chained = 0;
  struct {
    int first, second;
  } pair = {e, 0};
  memset(array, 0xff, sizeof array);
  MEET(region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task shared(array, salt) firstprivate(i)
      array[i] = salt + i;
#pragma omp task shared(chained) depend(inout : chained)
      ++chained;
    }
#pragma omp task shared(pair)
    pair.second = pair.first * 2;
  }
  for (int i = 0; i < Tasks; ++i)
    CHECK_EQ("array of this frame", array[i], salt + i);
  CHECK_EQ("chained", chained, Tasks);
  CHECK_EQ("member of a local", pair.second, 2 * e);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    at_depth(e * 7 % 23, [=] { encounter(e); });
  CHECK_USES(region, Used, Encounters - 1);
  return check_done();
}
