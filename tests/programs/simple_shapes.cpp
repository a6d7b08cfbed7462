// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Chain, diamond and fork-join: each task checks that exactly the tasks it
// depends on have run in this encounter.
#include "check.h"

constexpr int Encounters = 30, Length = 64, Width = 8;
static Construct chain_region, diamond_region, fork_region;

static void chain(int) {
  static int cell;
  cell = 0;
  MEET(chain_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Length; ++i) {
#pragma omp task depend(inout : cell)
      {
        CHECK_EQ("chain position", cell, i);
        cell = i + 1;
      }
    }
  }
  CHECK_EQ("chain end", cell, Length);
}

static void diamond(int e) {
  static int top, left, right, bottom, now;
  now = e;
  MEET(diamond_region);
#pragma omp taskgraph
  {
#pragma omp task depend(out : top)
    top = now * 4;
#pragma omp task depend(in : top) depend(out : left)
    left = top + 1;
#pragma omp task depend(in : top) depend(out : right)
    right = top + 2;
#pragma omp task depend(in : left, right) depend(out : bottom)
    bottom = left + right;
  }
  CHECK_EQ("diamond", bottom, 8 * e + 3);
}

static void fork_join(int e) {
  static int source, part[Width], sum, now;
  now = e;
  sum = -1;
  MEET(fork_region);
#pragma omp taskgraph
  {
#pragma omp task depend(out : source)
    {
      spin(2000);
      source = now;
    }
    for (int i = 0; i < Width; ++i) {
#pragma omp task depend(in : source) depend(out : part[i])
      part[i] = source * 10 + i;
    }
#pragma omp task depend(iterator(i = 0 : Width), in : part[i]) depend(out : sum)
    {
      sum = 0;
      for (int i = 0; i < Width; ++i)
        sum += part[i];
    }
  }
  CHECK_EQ("fork-join", sum, 10 * e * Width + Width * (Width - 1) / 2);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 1; e <= Encounters; ++e)
    chain(e), diamond(e), fork_join(e);
  CHECK_USES(chain_region, Replayed, 1);
  CHECK_USES(diamond_region, Replayed, 1);
  CHECK_USES(fork_region, Replayed, 1);
  return check_done();
}
