// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many iterations a taskloop has belongs to the recorded graph: where it
// changes, graph_id tells the graphs apart or graph_reset records anew. Where
// the loop starts is a value of the current encounter.
#include "check.h"

constexpr int N = 30, Encounters = 20;
static long blocks[3];

static void count_as_id(int *q, int n, int e) {
#pragma omp taskgraph graph_id(n)
  {
    count_block(&blocks[0]);
#pragma omp taskloop grainsize(3) shared(q, e)
    for (int i = 0; i < n; ++i)
      q[i] = e;
  }
}

static void count_resets(int *q, int n, int e, bool changed) {
#pragma omp taskgraph graph_reset(changed)
  {
    count_block(&blocks[1]);
#pragma omp taskloop num_tasks(4) shared(q, e)
    for (int i = 0; i < n; ++i)
      q[i] = e;
  }
}

static void from_pointer(int *q, int e) {
#pragma omp taskgraph
  {
    count_block(&blocks[2]);
#pragma omp taskloop grainsize(4) shared(q, e)
    for (int *p = q; p < q + 10; ++p)
      *p = e;
  }
}

static void check_prefix(const int *q, int from, int to, int e) {
  for (int i = 0; i < N; ++i)
    CHECK_EQ("element", q[i], i >= from && i < to ? e : 0);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 1; e <= Encounters; ++e) {
    int n = 5 + e % 4 * 7;
    int a[N] = {}, b[N] = {}, c[N] = {};
    at_depth(e % 7, [&] { count_as_id(a, n, e); });
    check_prefix(a, 0, n, e);
    n = 3 + e / 5 * 6; // changes at 1, 5, 10, 15, 20
    at_depth(e % 7, [&] { count_resets(b, n, e, e % 5 == 0); });
    check_prefix(b, 0, n, e);
    at_depth(e % 7, [&] { from_pointer(c + e, e); });
    check_prefix(c, e, e + 10, e);
  }
  CHECK_BLOCKS(blocks[0], Encounters, 4);
  CHECK_BLOCKS(blocks[1], Encounters, 5);
  CHECK_BLOCKS(blocks[2], Encounters, 1);
  return check_done();
}
