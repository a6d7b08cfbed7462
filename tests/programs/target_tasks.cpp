// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Target tasks in regions, in the block and in a function that it calls,
// without a device: each encounter has their effects once, in the order of the
// dependences, whichever threads run them. A region is refilled, or runs
// plainly where the team has one thread.
#include "check.h"

constexpr int Encounters = 24, Cells = 5, Tasks = 60;
static Construct mixed, sets, joined, unattended, other;
static int threads;

/// The counts of a region that has been met so often, always with one shape.
static void check_refilled(const Construct &region) {
  ompx_taskgraph_counts_t seen = counts_of(&region);
  if (runs_plainly()) {
    CHECK_EQ("plain", seen.plain, region.met);
    return;
  }
  CHECK_EQ("recorded once", seen.recorded, 1);
  CHECK_EQ("replayed", seen.replayed, 0);
  CHECK_EQ("diverged", seen.diverged, 0);
  CHECK_EQ("refilled", seen.refilled, threads > 1 ? region.met - 1 : 0);
  CHECK_EQ("plain", seen.plain, threads > 1 ? 0 : region.met - 1);
}

__attribute__((noinline)) static void called_target(int *cell, int by) {
#pragma omp target nowait depend(inout : *cell) map(tofrom : cell[0 : 1])      \
    firstprivate(by)
  *cell = *cell * 3 + by;
}

/// Chains over cells that are others each time, of all kinds of tasks.
static void mixes(unsigned *cells, int e) {
  MEET(mixed);
#pragma omp taskgraph
  for (int i = 0; i < Tasks; ++i) {
    unsigned *cell = cells + i % Cells, *next = cells + (i + 1) % Cells;
    switch (i % 6) {
    case 0:
#pragma omp target nowait depend(inout : *cell) depend(in : *next)             \
    map(tofrom : cells[0 : Cells]) firstprivate(i, e)
      *cell = *cell * 5 + *next + unsigned(i + e);
      break;
    case 1:
#pragma omp task depend(inout : *cell) depend(in : *next) firstprivate(i, e)
      *cell = *cell * 7 + *next + unsigned(i * e);
      break;
    case 2:
      called_target(reinterpret_cast<int *>(cell), e);
      break;
    case 3:
#pragma omp target depend(inout : *cell) map(tofrom : cells[0 : Cells])
      *cell += 11;
      break;
    case 4: {
#pragma omp target enter data map(to : cells[0 : Cells]) depend(in : *cell)    \
    nowait
#pragma omp target update to(cells[0 : Cells]) depend(in : *cell) nowait
#pragma omp target exit data map(from : cells[0 : Cells]) depend(in : *cell)   \
    nowait
#pragma omp target nowait depend(inout : omp_all_memory)                       \
    map(tofrom : cells[0 : Cells])
      for (int c = 0; c < Cells; ++c)
        cells[c] = cells[c] * 3 + unsigned(c);
      break;
    }
    case 5:
#pragma omp task depend(inout : *cell) firstprivate(i)
    {
      spin(200);
      *cell ^= unsigned(i);
    } break;
    }
  }
}

static void mixes_serially(unsigned *cells, int e) {
  for (int i = 0; i < Tasks; ++i) {
    unsigned *cell = cells + i % Cells, *next = cells + (i + 1) % Cells;
    switch (i % 6) {
    case 0:
      *cell = *cell * 5 + *next + unsigned(i + e);
      break;
    case 1:
      *cell = *cell * 7 + *next + unsigned(i * e);
      break;
    case 2:
      *cell = *cell * 3 + unsigned(e);
      break;
    case 3:
      *cell += 11;
      break;
    case 4:
      for (int c = 0; c < Cells; ++c)
        cells[c] = cells[c] * 3 + unsigned(c);
      break;
    case 5:
      *cell ^= unsigned(i);
      break;
    }
  }
}

/// Libomp's own tracker does not make a task that a team of one thread runs at
/// once exclude those that hidden helpers run.
static bool excludes() {
  const char *tracker = getenv("OMPX_DEPEND_TRACKER");
  return threads > 1 || !tracker || strcmp(tracker, "hash") != 0;
}

/// Sets of tasks that exclude each other, and sets that do not, with
/// priorities.
static void makes_sets() {
  static int sum, inside, seen[4];
  sum = 0;
  MEET(sets);
#pragma omp taskgraph
  {
    for (int i = 0; i < 12; ++i) {
#pragma omp target nowait depend(mutexinoutset : sum)                          \
    map(tofrom : sum, inside) firstprivate(i)
      {
        if (__atomic_fetch_add(&inside, 1, __ATOMIC_RELAXED) != 0)
          sum = -1000000;
        spin(100);
        sum += i;
        __atomic_fetch_add(&inside, -1, __ATOMIC_RELAXED);
      }
#pragma omp task depend(mutexinoutset : sum) priority(i % 3)
      {
        if (__atomic_fetch_add(&inside, 1, __ATOMIC_RELAXED) != 0)
          sum = -1000000;
        sum += 100;
        __atomic_fetch_add(&inside, -1, __ATOMIC_RELAXED);
      }
    }
    for (int i = 0; i < 4; ++i) {
#pragma omp target nowait depend(inoutset : sum) map(tofrom : seen)            \
    map(to : sum) firstprivate(i)
      seen[i] = sum + i;
    }
#pragma omp task depend(in : sum) priority(1)
    sum = seen[0] + seen[1] + seen[2] + seen[3];
  }
  CHECK_EQ("sets", sum, 4 * (66 + 1200) + 6);
}

/// The block waits for target tasks, and looks at what they have done.
static void joins(int e) {
  int x = 0, y = 0, z = 0;
  MEET(joined);
#pragma omp taskgraph
  {
#pragma omp target nowait depend(out : x) map(tofrom : x) firstprivate(e)
    spin(500), x = e;
#pragma omp taskwait depend(in : x)
    CHECK_EQ("after taskwait depend", x, e);
#pragma omp taskgroup
    {
#pragma omp target nowait depend(inout : y) map(tofrom : y)
      y = 7;
#pragma omp target nowait map(tofrom : z)
      z = 9;
    }
    CHECK_EQ("after taskgroup", y + z, 16);
#pragma omp target nowait depend(inout : x, y) map(tofrom : x) map(to : y)
    x += y;
#pragma omp task depend(in : x) shared(x, z)
    z += x;
#pragma omp taskwait
    CHECK_EQ("after taskwait", z, e + 16);
#pragma omp target data map(tofrom : x)
    {
#pragma omp target nowait depend(inout : x) map(tofrom : x)
      x *= 2;
    }
  }
  CHECK_EQ("after the region", x, 2 * (e + 7));
}

/// Nobody waits behind the region.
static void leaves(int e) {
  static unsigned cell;
  if (e == 0)
    cell = 0;
  unsigned before = cell, expected = (before * 3 + 1) * 5 + 2;
  MEET(unattended);
#pragma omp taskgraph nogroup
  {
#pragma omp target nowait depend(inout : cell) map(tofrom : cell)
    spin(300), cell = cell * 3 + 1;
#pragma omp target nowait depend(inout : cell) map(tofrom : cell)
    cell = cell * 5 + 2;
  }
#pragma omp task depend(in : cell)
  CHECK_EQ("a task after the region", cell, expected);
#pragma omp taskwait
}

/// The block makes other tasks now and then.
static void changes_shape(unsigned *cells, int e) {
  MEET(other);
#pragma omp taskgraph
  for (int i = 0; i < 12; ++i) {
    unsigned *cell = cells + i % Cells, *last = cells + (i + e / 7 * i) % Cells;
    if (i == 5 + e % 5) {
#pragma omp task depend(inout : *cell)
      *cell += 3;
    } else {
#pragma omp target nowait depend(inout : *cell) depend(in : *last)             \
    map(tofrom : cells[0 : Cells])
      spin(50), *cell = *cell * 3 + *last;
    }
#pragma omp target nowait depend(iterator(c = 0 : e % 4), inout : cells[c])    \
    map(tofrom : cells[0 : Cells]) firstprivate(e)
    for (int c = 0; c < e % 4; ++c)
      cells[c] = cells[c] * 7 + 1;
  }
}

static void changes_shape_serially(unsigned *cells, int e) {
  for (int i = 0; i < 12; ++i) {
    unsigned *cell = cells + i % Cells, *last = cells + (i + e / 7 * i) % Cells;
    *cell = i == 5 + e % 5 ? *cell + 3 : *cell * 3 + *last;
    for (int c = 0; c < e % 4; ++c)
      cells[c] = cells[c] * 7 + 1;
  }
}

/// Each thread meets one region, in tasks that go on before the region's end.
static void meet_at_once() {
  static Construct at_once;
  unsigned seen[8][Cells] = {}, expected[Cells] = {};
#pragma omp parallel num_threads(4)
  for (int e = 0; e < Encounters; ++e) {
    unsigned *own = seen[omp_get_thread_num()];
#pragma omp task firstprivate(own, e) untied
    {
      MEET(at_once);
#pragma omp taskgraph nogroup
      for (int i = 0; i < 3 * Cells; ++i) {
        unsigned *cell = own + i % Cells;
#pragma omp target nowait depend(inout : *cell) map(tofrom : cell[0 : 1])      \
    firstprivate(e)
        *cell = *cell * 3 + unsigned(e);
#pragma omp task depend(inout : *cell) firstprivate(cell)
        *cell += 1;
      }
      // No barrier of libomp waits for what hidden helpers run for a task that
      // has ended.
#pragma omp taskwait
    }
#pragma omp barrier
  }
  for (int e = 0; e < Encounters; ++e)
    for (unsigned &cell : expected)
      for (int i = 0; i < 3; ++i)
        cell = cell * 3 + unsigned(e) + 1;
  for (int t = 0; t < 4; ++t)
    for (int c = 0; c < Cells; ++c)
      CHECK_EQ("met at once", seen[t][c], expected[c]);
  CHECK_COUNTED(at_once);
}

int main() {
  unsigned cells[2][Cells] = {}, expected[2][Cells] = {};
  unsigned shapes[Cells] = {}, expected_shapes[Cells] = {};
#pragma omp parallel
#pragma omp single
  {
    threads = omp_get_num_threads();
    for (int e = 0; e < Encounters; ++e) {
      at_depth(e % 5, [&] { mixes(cells[e % 2], e); });
      mixes_serially(expected[e % 2], e);
      if (excludes())
        at_depth(e % 3, [&] { makes_sets(); });
      at_depth(e % 4, [&] { joins(e); });
      at_depth(e % 3, [&] { leaves(e); });
      at_depth(e % 2, [&] { changes_shape(shapes, e); });
      changes_shape_serially(expected_shapes, e);
      for (int c = 0; c < Cells; ++c) {
        CHECK_EQ("chains", cells[e % 2][c], expected[e % 2][c]);
        CHECK_EQ("other shapes", shapes[c], expected_shapes[c]);
      }
    }
  }
  meet_at_once();
  check_refilled(mixed);
  if (excludes())
    check_refilled(sets);
  check_refilled(joined);
  CHECK_COUNTED(unattended);
  CHECK_COUNTED(other);
  return check_done();
}
