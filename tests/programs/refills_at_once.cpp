// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One region, whose block runs each time and waits in between, met by all
// threads of a team at once, in nested teams, by tasks that a waiting thread
// takes up, by the region's own tasks, and in its own block.
#include "check.h"

constexpr int Encounters = 40, Length = 12;
static long runs;
static Construct region, tree_region, own_region;
static long met_in_block;

static void ran() { __atomic_fetch_add(&runs, 1, __ATOMIC_RELAXED); }

static __attribute__((noinline)) void make_chain(unsigned *cell, int length) {
  for (int i = 0; i < length; ++i) {
#pragma omp task firstprivate(cell, i) depend(inout : *cell)
    *cell = *cell * 3 + i;
  }
}

static unsigned chain_of(unsigned start, int length) {
  for (int i = 0; i < length; ++i)
    start = start * 3 + i;
  return start;
}

/// Sometimes with another length than before.
static __attribute__((noinline)) void encounter(int start, int length) {
  unsigned cell = start, other = start, halfway = 0, fan[4] = {};
  MEET(region);
#pragma omp taskgraph
  {
    ran();
    make_chain(&cell, length);
#pragma omp taskgroup
    {
      make_chain(&other, 3);
      for (int i = 0; i < 4; ++i) {
#pragma omp task shared(fan, other) depend(in : other) firstprivate(i)
        {
#pragma omp task shared(fan, other) firstprivate(i)
          fan[i] = other + i;
        }
      }
    }
    halfway = fan[0] + fan[1] + fan[2] + fan[3];
    make_chain(&cell, 2);
  }
  CHECK_EQ("chain", cell, chain_of(chain_of(start, length), 2));
  CHECK_EQ("seen by the block", halfway, 4 * chain_of(start, 3) + 6);
}

static void some(int first) {
  for (int e = 0; e < Encounters / 4; ++e)
    at_depth((e + first) % 7, [=] { encounter(first * 10 + e, Length); });
}

/// The tasks meet the region again.
static __attribute__((noinline)) long tree(int depth) {
  long left = 1, right = 1;
  MEET(tree_region);
#pragma omp taskgraph
  {
    ran();
#pragma omp task shared(left, depth)
    if (depth > 0)
      left = tree(depth - 1);
#pragma omp task shared(right, depth)
    if (depth > 0)
      right = tree(depth - 1);
#pragma omp taskwait
    left += right;
#pragma omp task shared(left)
    left += 1;
  }
  return left;
}

static long tree_of(int depth) {
  return depth > 0 ? 2 * tree_of(depth - 1) + 1 : 3;
}

/// The block meets its own region: what that makes are tasks of the outer one.
static __attribute__((noinline)) void own(int depth, unsigned *cell) {
  if (depth < 3)
    ++met_in_block;
  MEET(own_region);
#pragma omp taskgraph
  {
    ran();
    make_chain(cell, 2);
    if (depth > 0) {
      own(depth - 1, cell);
      make_chain(cell, 1);
    }
  }
}

int main() {
  long met = 0;
  omp_set_max_active_levels(3);
#pragma omp parallel reduction(+ : met)
  {
    int me = omp_get_thread_num();
    for (int e = 0; e < Encounters; ++e) {
      at_depth((me + e) % 9, [=] { encounter(me * 100 + e, Length); });
      ++met;
    }
#pragma omp barrier
    for (int e = 0; e < Encounters; ++e) { // of several shapes
      encounter(e, Length - (e + me) % 5 / 4);
      ++met;
    }
  }
#pragma omp parallel num_threads(2) reduction(+ : met)
  {
    int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2) reduction(+ : met)
#pragma omp single nowait
    {
      some(outer);
      met += Encounters / 4;
    }
  }
#pragma omp parallel
#pragma omp single
  for (int t = 0; t < 20; ++t) {
#pragma omp task firstprivate(t)
    some(t);
  }
  met += 20 * (Encounters / 4);
  some(3); // outside
  met += Encounters / 4;

#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    CHECK_EQ("tree", tree(e % 5), tree_of(e % 5));
    met += (2 << e % 5) - 1;
    unsigned cell = e, expected = e;
    at_depth(e % 7, [&] { own(3, &cell); });
    for (int length : (const int[]){2, 2, 2, 2, 1, 1, 1})
      expected = chain_of(expected, length);
    CHECK_EQ("in its own block", cell, expected);
    met += 4;
  }
  CHECK_EQ("the blocks ran", runs, met);
  CHECK_COUNTED(region);
  CHECK_USES(tree_region, Refilled, -1);
  if (!runs_plainly())
    own_region.met -= met_in_block; // those count as the outer one's
  if (!refills_where_it_saves()) // else some outer ones run plainly
    CHECK_USES(own_region, Refilled, 1);
  return check_done();
}
