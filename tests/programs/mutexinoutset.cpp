// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// mutexinoutset: one set, several sets, overlapping sets, and a set inside a
// shape that is not series-parallel. The holder counts are not atomic on
// purpose.
#include "depend_check.h"

constexpr int Sets = 3, Tasks = 24, Encounters = 30;
static int a, b, c, start, early, late;
static volatile int held[Sets];
static int total[Sets];
static Construct one_region, many_region, knot_region, waiting_region;

static void hold(int set, int amount) {
  int before = held[set];
  held[set] = before + 1;
  CHECK_EQ("holders before", before, 0);
  spin(300);
  CHECK_EQ("holders during", held[set], 1);
  total[set] += amount;
  held[set] = 0;
}

static void one_set() {
  MEET(one_region);
#pragma omp taskgraph
  {
#pragma omp task depend(out : a)
    total[0] = 0;
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task depend(mutexinoutset : a)
      hold(0, i);
    }
#pragma omp task depend(in : a)
    CHECK_EQ("sum of one set", total[0], Tasks * (Tasks - 1) / 2);
  }
}

static void overlapping_sets() {
  total[0] = total[1] = total[2] = 0;
  MEET(many_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task depend(mutexinoutset : a)
      hold(0, 1);
#pragma omp task depend(mutexinoutset : a, b)
      hold(0, 1), hold(1, 1);
#pragma omp task depend(mutexinoutset : c, b)
      hold(1, 1), hold(2, 1);
#pragma omp task depend(mutexinoutset : c, a, b)
      hold(2, 1), hold(0, 1), hold(1, 1);
    }
  }
  CHECK_EQ("set a", total[0], 3 * Tasks);
  CHECK_EQ("set b", total[1], 3 * Tasks);
  CHECK_EQ("set c", total[2], 2 * Tasks);
}

static void inside_a_knot() {
  // start -> early -> {late, set}, start -> set: the N shape.
  total[0] = early = late = 0;
  MEET(knot_region);
#pragma omp taskgraph
  {
#pragma omp task depend(out : start)
    start = 1;
#pragma omp task depend(out : early)
    early = 1;
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task depend(in : start, early) depend(mutexinoutset : a)
      CHECK_EQ("early first", early, 1), hold(0, 1);
    }
#pragma omp task depend(in : early) depend(out : late)
    late = early + 1;
#pragma omp task depend(in : a, late)
    CHECK_EQ("after the set", total[0] + late, Tasks + 2);
  }
}

/// The first task has one object until the third, which needs the other, has
/// run. The second needs both: it must not keep one while it waits.
static void nothing_kept_by_who_waits(int &first, int &second) {
  static int released;
  released = omp_get_num_threads() == 1;
  MEET(waiting_region);
#pragma omp taskgraph
  {
#pragma omp task depend(mutexinoutset : first)
    wait_for(&released);
#pragma omp task depend(mutexinoutset : first, second)
    total[0] += 1;
#pragma omp task depend(mutexinoutset : second)
    raise_flag(&released);
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    one_set(), overlapping_sets(), inside_a_knot();
    for (int i = 0; i < 4; ++i)
      nothing_kept_by_who_waits(i % 2 ? a : b, i % 2 ? b : a);
  }
  CHECK_USES(one_region, Replayed, 1);
  CHECK_USES(many_region, Replayed, 1);
  CHECK_USES(knot_region, Replayed, 1);
  CHECK_USES(waiting_region, Replayed, 2);
  return check_done();
}
