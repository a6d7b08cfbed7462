// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nogroup drops the group around the region, not the waits inside: a taskloop,
// a taskgroup, a taskwait and an undeferred task directly in the block are over
// when the region is, in a replay too.
#include "check.h"

constexpr int Encounters = 30, Trips = 64;

static __attribute__((noinline)) void loop(int *cells) {
#pragma omp taskgraph nogroup
  {
#pragma omp taskloop grainsize(8)
    for (int i = 0; i < Trips; ++i) {
      spin(2000);
      ++cells[i];
    }
  }
}

static __attribute__((noinline)) void wait(int *cells) {
#pragma omp taskgraph nogroup
  {
#pragma omp task
    {
      spin(100000);
      ++cells[0];
    }
#pragma omp taskwait
#pragma omp task
    ++cells[1];
  }
}

static __attribute__((noinline)) void group(int *cells) {
#pragma omp taskgraph nogroup
  {
#pragma omp taskgroup
    {
#pragma omp task
      {
        spin(100000);
        ++cells[0];
      }
    }
  }
}

static __attribute__((noinline)) void wait_for_dependence(int *cells) {
#pragma omp taskgraph nogroup
  {
#pragma omp task depend(out : cells[0])
    {
      spin(100000);
      ++cells[0];
    }
#pragma omp taskwait depend(in : cells[0])
  }
}

static __attribute__((noinline)) void undeferred(int *cells) {
#pragma omp taskgraph nogroup
  {
#pragma omp task if (0)
    {
      spin(100000);
      ++cells[0];
    }
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    int trips[Trips] = {0};
    at_depth(e % 5, [&] { loop(trips); });
    for (int trip : trips)
      CHECK_EQ("trips behind a taskloop", trip, 1);
    int cells[2] = {0, 0};
    wait(cells);
    CHECK_EQ("the task before a taskwait", cells[0], 1);
#pragma omp taskwait
    CHECK_EQ("the task behind it", cells[1], 1);
    group(cells);
    CHECK_EQ("the task of a taskgroup", cells[0], 2);
    wait_for_dependence(cells);
    CHECK_EQ("the task of a taskwait with depend", cells[0], 3);
    undeferred(cells);
    CHECK_EQ("an undeferred task", cells[0], 4);
  }
  return check_done();
}
