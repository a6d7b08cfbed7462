// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a tool sees of regions that are recorded, refilled and replayed: the
// same as of their blocks run as ordinary tasks. The program prints it.
#include "tool_events.h"

constexpr int Encounters = 5;
static Construct met[8];
static int sum;
static Told *maker; // the encountering task

static void work(int *cell, int add) {
  check_task(maker);
  __atomic_fetch_add(cell, add, __ATOMIC_RELAXED);
}

/// The compiler builds this graph.
static void built(int *c) {
  MEET(met[0]);
#pragma omp taskgraph
  for (int i = 0; i < 6; ++i) {
#pragma omp task depend(inout : c[i]) depend(in : c[(i + 5) % 6])              \
    firstprivate(i)
    work(&c[i], 1);
  }
}

/// Every type of dependence, joins, and a task that makes others.
static void kinds(int *c, int n) {
  MEET(met[1]);
#pragma omp taskgraph
  {
#pragma omp task depend(out : c[0])
    work(&c[0], 1);
    for (int i = 0; i < n; ++i) {
#pragma omp task depend(in : c[0]) depend(mutexinoutset : c[1]) firstprivate(i)
      work(&c[1], i);
    }
#pragma omp task depend(inoutset : c[2])
    work(&c[2], 1);
#pragma omp task depend(inoutset : c[2]) depend(out : c[3])
    {
      work(&c[2], 1);
      Told *self = tool_current;
#pragma omp task depend(out : c[4]) shared(c) firstprivate(self)
      check_task(self);
#pragma omp task firstprivate(self)
      check_task(self);
#pragma omp taskwait
      check_task(maker);
    }
#pragma omp taskwait depend(in : c[1])
#pragma omp task depend(inout : omp_all_memory)
    work(&c[4], 1);
#pragma omp taskwait
#pragma omp taskgroup
    {
#pragma omp task
      work(&c[5], 1);
#pragma omp taskgroup
      {
#pragma omp task
        work(&c[5], 1);
      }
    }
#pragma omp task priority(3)
    work(&c[5], 1);
  }
}

/// A taskloop, and reductions.
static void loops(int *c) {
  int total = 0;
  MEET(met[2]);
#pragma omp taskgraph
  {
#pragma omp taskloop grainsize(2)
    for (int i = 0; i < 6; ++i)
      work(&c[i], 1);
#pragma omp taskgroup task_reduction(+ : total)
    {
      for (int i = 0; i < 3; ++i) {
#pragma omp task in_reduction(+ : total)
        total += 1, check_task(maker);
      }
    }
  }
  CHECK_EQ("reduced", total, 3);
}

[[gnu::noinline]] static void make(int *cell, int add) {
#pragma omp task depend(inout : *cell) firstprivate(add)
  work(cell, add);
}

/// A block that is never proved, on other objects at each encounter.
static void refilled(int *c, int n) {
  MEET(met[3]);
#pragma omp taskgraph
  {
    ++sum;
    for (int i = 0; i < n; ++i)
      make(&c[i % 3], i);
#pragma omp taskwait depend(in : c[0])
    make(&c[1], 1);
#pragma omp taskwait
#pragma omp taskgroup
    make(&c[2], 1);
#pragma omp task if (false)
    work(&c[0], 1);
#pragma omp task
    work(&c[0], 1);
  }
}

/// Nobody waits for the tasks at the region's end.
static void unattended(int *c) {
  MEET(met[4]);
#pragma omp taskgraph nogroup
  for (int i = 0; i < 4; ++i) {
#pragma omp task depend(inout : c[i % 2])
    work(&c[i % 2], 1);
  }
#pragma omp taskwait
}

/// The first task is held until all are made, so that every edge is there to be
/// told. (Of omp_all_memory, libomp's own tracker tells of more than it needs.)
static void held(int *c, volatile int *may_end) {
  *may_end = 0;
  MEET(met[5]);
#pragma omp taskgraph
  {
#pragma omp task depend(out : c[0])
    while (!__atomic_load_n(may_end, __ATOMIC_ACQUIRE))
      usleep(10);
#pragma omp task depend(in : c[0])
    work(&c[7], 1);
#pragma omp task depend(in : c[0]) depend(mutexinoutset : c[1])
    work(&c[7], 1);
#pragma omp task depend(inoutset : c[1])
    work(&c[7], 1);
#pragma omp task depend(inout : c[0], c[1])
    work(&c[7], 1);
#pragma omp task depend(in : c[1])
    work(&c[7], 1);
#pragma omp task depend(in : c[2])
    work(&c[7], 1);
#pragma omp task
    __atomic_store_n(may_end, 1, __ATOMIC_RELEASE);
  }
}

/// The same, refilled, up to a taskwait for some of it.
static void held_in_refills(int *c, volatile int *may_end) {
  *may_end = 0;
  MEET(met[6]);
#pragma omp taskgraph
  {
    ++sum;
#pragma omp task depend(out : c[0])
    while (!__atomic_load_n(may_end, __ATOMIC_ACQUIRE))
      usleep(10);
#pragma omp task depend(in : c[0]) depend(out : c[1])
    work(&c[7], 1);
#pragma omp task
    __atomic_store_n(may_end, 1, __ATOMIC_RELEASE);
  }
}

/// The second task is discarded.
static void cancelled(int *c) {
  MEET(met[7]);
#pragma omp taskgraph
  {
#pragma omp task depend(inout : c[0])
    {
      work(&c[0], 1);
#pragma omp cancel taskgroup
    }
#pragma omp task depend(inout : c[0])
    work(&c[0], 1);
  }
}

/// With OMP_CANCELLATION.
static void check_cancelled(int *c) {
  CHECK(omp_get_cancellation());
  for (int e = 0; e < Encounters; ++e)
    cancelled(c), print_events("cancelled");
  CHECK_EQ("tasks that ran", c[0], Encounters);
}

/// What is printed are the edges, too; for several threads.
static void check_edges(int *c) {
  int may_end;
  tool_prints_edges = true;
  for (int e = 0; e < Encounters; ++e) {
    held(c, &may_end), print_events("held");
    held_in_refills(c, &may_end), print_events("held in refills");
  }
}

static void check_all(int *cells, int *others) {
  for (int e = 0; e < Encounters; ++e) {
    int *c = e % 2 ? others : cells;
    tool_base = (const char *)cells;
    built(cells), print_events("built");
    kinds(cells, 3), print_events("kinds");
    loops(cells), print_events("loops");
    tool_base = (const char *)c;
    refilled(c, 5), print_events("refilled");
    unattended(others), print_events("unattended");
  }
  CHECK_EQ("cell", cells[5], Encounters * 5);
  CHECK_USES(met[0], Replayed, 1);
  CHECK_USES(met[1], Replayed, 1);
  CHECK_USES(met[2], Replayed, 1);
  CHECK_USES(met[3], Refilled, 1);
  CHECK_USES(met[4], Replayed, 1);
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "all";
  static int cells[8], others[8];
#pragma omp parallel
#pragma omp single
  {
    maker = tool_current;
    maker->acts.clear();
    tool_base = (const char *)cells;
    if (!strcmp(what, "edges"))
      check_edges(cells);
    else if (!strcmp(what, "cancelled"))
      check_cancelled(cells);
    else
      check_all(cells, others);
  }
  CHECK_USES(met[5], Replayed, 1);
  CHECK_USES(met[6], Refilled, 1);
  check_all_ended();
  return check_done();
}
