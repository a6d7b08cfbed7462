// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions with nogroup and nowait whose block runs each time, because it counts
// its runs: it ends before its tasks do, waits for some of them in between, and
// makes other tasks than recorded now and then. Tasks leave children behind
// that outlive them, the region and the task that has met it.
#include "check.h"

constexpr int Rounds = 30, Overlap = 6, Tasks = 10;
static long runs;
static Construct plain_region, joined_region, changing_region, nowait_region;
static Construct parents_region, ending_region, group_region;
static int rows[Overlap][Tasks], chains[Overlap];

static void add(int *cell, int amount) {
  spin(300);
  __atomic_fetch_add(cell, amount, __ATOMIC_RELAXED);
}

static void ran() { __atomic_fetch_add(&runs, 1, __ATOMIC_RELAXED); }

static __attribute__((noinline)) void plain(int which, int amount) {
  int *row = rows[which], *chain = &chains[which];
  MEET(plain_region);
#pragma omp taskgraph nogroup
  {
    ran();
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task firstprivate(row, i, amount)
      add(&row[i], amount);
#pragma omp task depend(inout : *chain) firstprivate(chain, i)
      *chain = *chain % Tasks == i ? i + 1 : -1;
    }
  }
}

/// The block waits for its tasks, and goes on.
static __attribute__((noinline)) void joined(int which, int amount) {
  int *row = rows[which], *chain = &chains[which];
  int seen = -1, gate = 0;
  MEET(joined_region);
#pragma omp taskgraph nogroup
  {
    ran();
    int before = row[0];
    for (int i = 0; i < Tasks / 2; ++i) {
#pragma omp task firstprivate(row, i, amount)
      add(&row[i], amount);
    }
#pragma omp taskwait
    seen = row[0] - before;
#pragma omp taskgroup
    {
#pragma omp task shared(gate)
      {
#pragma omp task shared(gate)
        add(&gate, 1);
      }
    }
    seen += 100 * gate;
    for (int i = Tasks / 2; i < Tasks; ++i) {
#pragma omp task firstprivate(row, i, amount) depend(inout : *chain)
      add(&row[i], amount);
    }
#pragma omp taskwait depend(in : *chain)
    seen += row[Tasks - 1] == row[0] ? 1000 : 0;
#pragma omp task firstprivate(chain)
    add(chain, Tasks);
  }
  CHECK_EQ("seen in the block", seen, amount + 1100);
}

/// Other tasks than recorded now and then.
static __attribute__((noinline)) void changing(int which, int amount, int id,
                                               int shape) {
  int *row = rows[which], *chain = &chains[which];
  MEET(changing_region);
#pragma omp taskgraph nogroup graph_id(id)
  {
    ran();
    for (int i = 0; i < Tasks; ++i) {
      if (i == shape) {
#pragma omp task firstprivate(row, i, amount) depend(inout : *chain)
        add(&row[i], amount);
      } else {
#pragma omp task firstprivate(row, i, amount)
        add(&row[i], amount);
      }
#pragma omp task depend(inout : *chain) firstprivate(chain)
      *chain += 1;
    }
  }
}

static __attribute__((noinline)) void overlapping(int which, int amount) {
  int *row = rows[which], *chain = &chains[which];
  MEET(nowait_region);
#pragma omp taskgraph nowait
  {
    ran();
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task firstprivate(row, i, amount)
      add(&row[i], amount);
#pragma omp task depend(inout : *chain) firstprivate(chain)
      *chain += 1;
    }
  }
}

/// Tasks with children and grandchildren.
static __attribute__((noinline)) void parents(int which, int amount) {
  int *row = rows[which], *chain = &chains[which];
  MEET(parents_region);
#pragma omp taskgraph nogroup
  {
    ran();
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task firstprivate(row, chain, i, amount)
      {
#pragma omp task firstprivate(row, chain, i, amount) depend(out : row[i])
        {
          spin(5000);
#pragma omp task firstprivate(row, i, amount)
          add(&row[i], amount);
#pragma omp task firstprivate(chain)
          add(chain, 1);
        }
      }
    }
  }
}

/// Met by a task that ends at once.
static __attribute__((noinline)) void ending(int which, int amount) {
#pragma omp task firstprivate(which, amount)
  {
    int *row = rows[which], *chain = &chains[which];
    MEET(ending_region);
#pragma omp taskgraph nogroup
    {
      ran();
      for (int i = 0; i < Tasks; ++i) {
#pragma omp task firstprivate(row, i, amount) depend(inout : row[i % 3])
        {
          spin(500);
#pragma omp task firstprivate(row, i, amount)
          add(&row[i], amount);
        }
      }
#pragma omp task firstprivate(chain)
      add(chain, Tasks);
    }
  }
}

/// The taskgroup around it waits for the tasks and their descendants.
static __attribute__((noinline)) void grouped(int which, int amount) {
  int *row = rows[which], *chain = &chains[which], before = *chain;
#pragma omp taskgroup
  {
    MEET(group_region);
#pragma omp taskgraph nogroup
    {
      ran();
      for (int i = 0; i < Tasks; ++i) {
#pragma omp task firstprivate(row, chain, i, amount)
        {
#pragma omp task firstprivate(row, i, amount)
          add(&row[i], amount);
#pragma omp task firstprivate(chain)
          add(chain, 1);
        }
      }
    }
  }
  CHECK_EQ("behind the taskgroup", *chain - before, Tasks);
}

/// Each row has got `amount` in each cell, each chain a turn of the tasks.
static void check(const char *what, int round, int amount) {
  for (int which = 0; which < Overlap; ++which) {
    CHECK_EQ(what, chains[which], Tasks);
    for (int i = 0; i < Tasks; ++i)
      CHECK_EQ(what, rows[which][i], amount + which + round);
  }
  memset(rows, 0, sizeof rows);
  memset(chains, 0, sizeof chains);
}

template <class Region>
static void each(const char *what, int round, int amount, Region region) {
  for (int which = 0; which < Overlap; ++which)
    at_depth((which + round) % 7,
             [=] { region(which, amount + which + round); });
#pragma omp taskwait
  check(what, round, amount);
}

int main() {
  long encounters = 0;
  for (int r = 0; r < Rounds; ++r) {
#pragma omp parallel
#pragma omp single
    {
      each("nogroup", r, 1, plain);
      each("joined", r, 2, joined);
      each("changing", r, 3, [=](int which, int amount) {
        changing(which, amount, r / 3,
                 r % 3 == 2 ? (r + which) % (Tasks + 1) : 2);
      });
      each("nowait", r, 4, overlapping);
      each("grouped", r, 5, grouped);
    }
    // What outlives its ancestors is there behind the barrier.
#pragma omp parallel num_threads(1 + r % 5)
#pragma omp single
    for (int which = 0; which < Overlap; ++which)
      at_depth(which, [=] { parents(which, which + r); });
    check("children", r, 0);
#pragma omp parallel
#pragma omp single
    for (int which = 0; which < Overlap; ++which)
      at_depth(which, [=] { ending(which, which + r); });
    check("met by a task that ends", r, 0);
    encounters += 7 * Overlap;
  }
  CHECK_EQ("the blocks ran", runs, encounters);
  CHECK_USES(parents_region, Refilled, -1);
  CHECK_USES(group_region, Refilled, -1);
  CHECK_USES(joined_region, Refilled, -1);
  CHECK_USES(plain_region, Refilled, -1);
  CHECK_USES(nowait_region, Refilled, -1);
  CHECK_USES(ending_region, Refilled, -1);
  CHECK_COUNTED(changing_region);
  return check_done();
}
