// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a replayed task may ask: its thread, threadprivate variables, ICVs of
// the current encountering task; priority, final and mergeable; exceptions
// inside.
#include "check.h"

constexpr int Tasks = 24, Encounters = 25;
static int mine;
#pragma omp threadprivate(mine)
static int levels[Tasks], finals[Tasks], children, caught, bad;
static Construct region;

static __attribute__((noinline)) void body(int i, int max_levels, bool late) {
  int me = omp_get_thread_num();
  if (mine != me + 1 || me >= omp_get_num_threads())
    __atomic_fetch_add(&bad, 1, __ATOMIC_RELAXED);
  levels[i] = omp_get_max_active_levels() == max_levels;
  try {
    if (late)
      throw i;
  } catch (int thrown) {
    __atomic_fetch_add(&caught, thrown == i, __ATOMIC_RELAXED);
  }
}

static __attribute__((noinline)) void encounter(int max_levels) {
  MEET(region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task firstprivate(i, max_levels) priority(i % 3) mergeable
      body(i, max_levels, i % 2 == 0);
#pragma omp task firstprivate(i) final(i % 2 == 1)
      {
        finals[i] = omp_in_final();
#pragma omp task
        __atomic_fetch_add(&children, omp_in_final() == i % 2,
                           __ATOMIC_RELAXED);
      }
    }
  }
}

int main() {
#pragma omp parallel
  {
    mine = omp_get_thread_num() + 1;
#pragma omp barrier
#pragma omp single
    for (int e = 1; e <= Encounters; ++e) {
      int max_levels = 1 + e % 3;
      omp_set_max_active_levels(max_levels);
      at_depth(e % 7, [=] { encounter(max_levels); });
      for (int i = 0; i < Tasks; ++i) {
        CHECK_EQ("ICV of the encountering task", levels[i], 1);
        CHECK_EQ("in a final task", finals[i], i % 2);
      }
      CHECK_EQ("children", children, e * Tasks);
      CHECK_EQ("exceptions caught inside", caught, e * Tasks / 2);
    }
  }
  CHECK_EQ("wrong thread, threadprivate or team", bad, 0);
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
