// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tasks, joins, groups, loops and reductions of functions that the block calls,
// in another translation unit: the block runs at every encounter and makes the
// recorded tasks again, with the data of this encounter.
#include "called_functions.h"
#include "check.h"

constexpr int Encounters = 40, N = 24;
static long runs;
static Construct regions[12];

static unsigned chain_of(unsigned start, int length) {
  for (int i = 0; i < length; ++i)
    start = start * 3 + i;
  return start;
}

static int sum_of(int value, int count) {
  return value * count + count * (count - 1) / 2;
}

static void tasks(int e) {
  unsigned chain = e, other = 2 * e;
  int cells[N], fan[N], sum = -1;
  MEET(regions[0]);
#pragma omp taskgraph
  {
    ++runs;
    make_chain(&chain, N);
    make_independent(cells, N, e);
    make_fan(fan, N, 5 * e, &sum);
    make_chain(&other, 3);
  }
  CHECK_EQ("chain", chain, chain_of(e, N));
  CHECK_EQ("short chain", other, chain_of(2 * e, 3));
  for (int i = 0; i < N; ++i)
    CHECK_EQ("independent", cells[i], e + i);
  CHECK_EQ("fan", sum, sum_of(5 * e, N));
}

static void beside_own_tasks(int e) {
  unsigned chain = e;
  int end = -1;
  MEET(regions[1]);
#pragma omp taskgraph
  {
    ++runs;
#pragma omp task shared(chain) depend(out : chain)
    spin(2000), chain += 1;
    make_chain(&chain, N);
#pragma omp task shared(chain, end) depend(in : chain)
    end = chain % 1000;
  }
  CHECK_EQ("own, called, own", end, chain_of(e + 1, N) % 1000);
}

static void waits(int e) {
  int cells[N], sum = -1, seen[3] = {};
  MEET(regions[2]);
#pragma omp taskgraph
  {
    ++runs;
    make_independent(cells, N, e);
    wait_for_all();
    for (int i = 0; i < N; ++i)
      seen[0] += cells[i];
    make_fan(cells, N, e, &sum);
    wait_for(&sum);
    seen[1] = sum;
    make_independent(cells, N, 2 * e);
    wait_for_all();
    wait_for_all();
    for (int i = 0; i < N; ++i)
      seen[2] += cells[i];
  }
  CHECK_EQ("behind a taskwait", seen[0], sum_of(e, N));
  CHECK_EQ("behind a taskwait with a dependence", seen[1], sum_of(e, N));
  CHECK_EQ("behind two", seen[2], sum_of(2 * e, N));
}

static void groups(int e) {
  int done = 0, early[N] = {}, cells[N] = {}, sum = 0;
  MEET(regions[3]);
#pragma omp taskgraph
  {
    ++runs;
    make_independent(early, N, e);
    done = make_group(6);
#pragma omp taskgroup
    {
      done += make_group(4);
      make_independent(cells, N, 3 * e);
      wait_for_all();
    }
    for (int i = 0; i < N; ++i)
      sum += early[i] + cells[i];
  }
  CHECK_EQ("groups", done, 2 * 6 + 2 * 4);
  CHECK_EQ("group around", sum, sum_of(e, N) + sum_of(3 * e, N));
}

static void undeferred(int e) {
  int cell = e, seen = -1;
  MEET(regions[4]);
#pragma omp taskgraph
  {
    ++runs;
    make_undeferred(&cell);
    seen = cell;
    make_undeferred(&cell);
  }
  CHECK_EQ("undeferred", seen, 2 * (e + 1));
  CHECK_EQ("undeferred twice", cell, 2 * (2 * (e + 1) + 1));
}

static void loops(int e) {
  int cells[N], others[N], seen = 0;
  MEET(regions[5]);
#pragma omp taskgraph
  {
    ++runs;
    make_loop_ungrouped(others, N, 4 * e);
    make_loop(cells, N, e);
    for (int i = 0; i < N; ++i)
      seen += cells[i];
    make_loop(cells, N, 2 * e);
  }
  CHECK_EQ("behind a loop", seen, sum_of(e, N));
  for (int i = 0; i < N; ++i) {
    CHECK_EQ("loop", cells[i], 2 * e + i);
    CHECK_EQ("loop without a group", others[i], 4 * e + i);
  }
}

static void reductions(int e) {
  long sums[4];
  int cells[N];
  MEET(regions[6]);
#pragma omp taskgraph
  {
    ++runs;
    sums[0] = reduce_in_group(N);
    make_independent(cells, N, e);
    sums[1] = reduce_in_loop(N);
    sums[2] = reduce_in_loop(2 * N);
    sums[3] = reduce_in_group(3);
  }
  CHECK_EQ("task_reduction", sums[0], sum_of(0, N));
  CHECK_EQ("reduction of a loop", sums[1], sum_of(0, N));
  CHECK_EQ("longer loop", sums[2], sum_of(0, 2 * N));
  CHECK_EQ("smaller group", sums[3], 3);
  CHECK_EQ("beside", cells[N - 1], e + N - 1);
}

static void descendants(int) {
  int total = 0, leaves = 0;
  MEET(regions[7]);
#pragma omp taskgraph
  {
    ++runs;
    make_parents(&total, 8, 5);
    make_recursively(4, &leaves);
  }
  CHECK_EQ("children", total, 40);
  CHECK_EQ("recursive calls", leaves, 16);
}

static void commutative(int) {
  int total = 0, held = 0, other = 0;
  MEET(regions[8]);
#pragma omp taskgraph
  {
    ++runs;
    make_commutative(&total, &held, N);
#pragma omp task shared(total, other) depend(in : total)
    other = total;
    make_commutative(&total, &held, N);
  }
  CHECK_EQ("never two at once", total, 2 * N);
  CHECK_EQ("between the sets", other, N);
}

static void aligned(int e) {
  int out[N];
  MEET(regions[9]);
#pragma omp taskgraph
  {
    ++runs;
    make_aligned(e, out, N);
  }
  for (int i = 0; i < N; ++i)
    CHECK_EQ("aligned data", out[i], 100 * (i % 8) + e + i);
}

/// The region met in the block of another one: its tasks are that one's.
static void inner_region(unsigned *chain, bool wait) {
  if (wait) {
#pragma omp taskgraph
    make_chain(chain, N);
  } else {
#pragma omp taskgraph nogroup
    make_chain(chain, 3);
  }
}

static void called_taskgraph(int e) {
  unsigned chain = e, seen = 0;
  MEET(regions[10]);
#pragma omp taskgraph
  {
    ++runs;
    inner_region(&chain, true);
    seen = chain;
    inner_region(&chain, false);
    make_chain(&chain, 2);
  }
  CHECK_EQ("behind the inner region", seen, chain_of(e, N));
  CHECK_EQ("all", chain, chain_of(chain_of(chain_of(e, N), 3), 2));
}

static void only_waits(int) {
  MEET(regions[11]);
#pragma omp taskgraph
  {
    ++runs;
    wait_for_all();
    wait_for_all();
  }
}

int main() {
  static void (*const met[])(int) = {tasks,      beside_own_tasks, waits,
                                     groups,     undeferred,       loops,
                                     reductions, descendants,      commutative,
                                     aligned,    called_taskgraph, only_waits};
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    for (auto &each : met)
      at_depth((e * 5 + (int)(&each - met)) % 11, [&] { each(e); });
  constexpr int Regions = sizeof met / sizeof *met;
  for (Construct &region : regions)
    CHECK_USES(region, Refilled, 1);
  CHECK_EQ("the blocks ran", runs, Encounters * Regions);
  return check_done();
}
