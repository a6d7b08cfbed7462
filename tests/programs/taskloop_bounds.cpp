// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// How many iterations a taskloop has, and where they begin, is that of each
// encounter, whether graph_id tells the graphs apart, graph_reset records anew
// or neither is there.
#include "check.h"

constexpr int N = 30, Encounters = 20;
static Construct regions[4];

static void count_as_id(int *q, int n, int e) {
  MEET(regions[0]);
#pragma omp taskgraph graph_id(n)
  {
#pragma omp taskloop grainsize(3) shared(q, e)
    for (int i = 0; i < n; ++i)
      q[i] = e;
  }
}

static void count_resets(int *q, int n, int e, bool changed) {
  MEET(regions[1]);
#pragma omp taskgraph graph_reset(changed)
  {
#pragma omp taskloop num_tasks(4) shared(q, e)
    for (int i = 0; i < n; ++i)
      q[i] = e;
  }
}

static void count_changes(int *q, int n, int e) {
  MEET(regions[3]);
#pragma omp taskgraph
  {
#pragma omp taskloop grainsize(3) shared(q, e)
    for (int i = 0; i < n; ++i)
      q[i] = e;
  }
}

static void from_pointer(int *q, int e) {
  MEET(regions[2]);
#pragma omp taskgraph
  {
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
    memset(a, 0, sizeof a);
    at_depth(e % 7, [&] { count_changes(a, n, e); });
    check_prefix(a, 0, n, e);
    n = 3 + e / 5 * 6; // changes at 1, 5, 10, 15, 20
    at_depth(e % 7, [&] { count_resets(b, n, e, e % 5 == 0); });
    check_prefix(b, 0, n, e);
    at_depth(e % 7, [&] { from_pointer(c + e, e); });
    check_prefix(c, e, e + 10, e);
  }
  CHECK_USES(regions[0], Replayed, 4);
  CHECK_USES(regions[1], Replayed, 5);
  CHECK_USES(regions[2], Replayed, 1);
  CHECK_COUNTED(regions[3]);
  return check_done();
}
