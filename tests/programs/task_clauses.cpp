// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clauses of tasks that say who may run them, where, when, and how: threadset,
// affinity, priority, final, mergeable. Whatever they are worth, each encounter
// has the effects of its tasks once, in the order of the dependences.
#include "check.h"

constexpr int Encounters = 20, Cells = 6, Tasks = 48;
static Construct hints, finals, called;
static int not_final;

/// Final tasks and those in them run at once, by one thread.
static void makes_children(unsigned *cell, bool is_final) {
  if (!!omp_in_final() != is_final)
    __atomic_fetch_add(&not_final, 1, __ATOMIC_RELAXED);
  int thread = omp_get_thread_num();
#pragma omp task shared(thread) firstprivate(is_final) firstprivate(cell)
  {
    if (is_final && (!omp_in_final() || thread != omp_get_thread_num()))
      __atomic_fetch_add(&not_final, 1, __ATOMIC_RELAXED);
    *cell = *cell * 3 + 1;
  }
#pragma omp taskwait
}

static void meets_hints(unsigned *cells, int e) {
  MEET(hints);
#pragma omp taskgraph
  for (int i = 0; i < Tasks; ++i) {
    unsigned *cell = cells + i % Cells, *next = cells + (i + 1) % Cells;
    switch (i % 5) {
    case 0:
#pragma omp task threadset(omp_team) depend(inout : *cell) depend(in : *next)  \
    firstprivate(i, cell, next)
      *cell = *cell * 5 + *next + unsigned(i);
      break;
    case 1:
#pragma omp task threadset(omp_pool) affinity(cells[0 : Cells], *next)         \
    depend(inout : *cell) firstprivate(cell) priority(i % 3)
      *cell = *cell * 7 + 1;
      break;
    case 2:
#pragma omp task affinity(iterator(c = 0 : 1 + i % 3) : cells[c])              \
    depend(mutexinoutset : *cell) firstprivate(cell)
      *cell += 11;
      break;
    case 3:
#pragma omp task mergeable untied threadset(omp_pool) depend(inout : *cell)    \
    firstprivate(i, cell)
      *cell ^= unsigned(i);
      break;
    case 4:
#pragma omp task mergeable if (i % 2) depend(inout : *cell) firstprivate(cell)
      *cell = *cell * 3 + 5;
      break;
    }
  }
#pragma omp taskgraph
#pragma omp taskloop threadset(omp_pool) num_tasks(3)                          \
    mergeable firstprivate(cells, e) nogroup
  for (int c = 0; c < Cells; ++c)
    cells[c] += unsigned(e);
}

static void meets_hints_serially(unsigned *cells, int e) {
  for (int i = 0; i < Tasks; ++i) {
    unsigned *cell = cells + i % Cells, *next = cells + (i + 1) % Cells;
    switch (i % 5) {
    case 0:
      *cell = *cell * 5 + *next + unsigned(i);
      break;
    case 1:
      *cell = *cell * 7 + 1;
      break;
    case 2:
      *cell += 11;
      break;
    case 3:
      *cell ^= unsigned(i);
      break;
    case 4:
      *cell = *cell * 3 + 5;
      break;
    }
  }
  for (int c = 0; c < Cells; ++c)
    cells[c] += unsigned(e);
}

/// Which tasks are final differs from encounter to encounter.
static void meets_finals(unsigned *cells, int e) {
  MEET(finals);
#pragma omp taskgraph
  for (int c = 0; c < Cells; ++c) {
    bool is_final = (c + e) % 3 == 0;
#pragma omp task final(is_final) depend(inout : cells[c])                      \
    firstprivate(is_final, c, cells)
    makes_children(cells + c, is_final);
#pragma omp task final(true) mergeable depend(inout : cells[c])                \
    firstprivate(c, cells) affinity(cells[c])
    makes_children(cells + c, true);
  }
}

/// The same clauses in a function that the block calls.
__attribute__((noinline)) static void make_hinted(unsigned *cell, int e) {
#pragma omp task threadset(omp_pool) affinity(*cell) priority(e)               \
    depend(inout : *cell) final(e < 0) mergeable firstprivate(e)
  *cell = *cell * 9 + unsigned(e);
}

static void calls(unsigned *cells, int e) {
  MEET(called);
#pragma omp taskgraph
  for (int i = 0; i < 3 * Cells; ++i)
    make_hinted(cells + i % Cells, e);
}

int main() {
  unsigned cells[Cells] = {}, expected[Cells] = {};
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    at_depth(e % 5, [&] { meets_hints(cells, e); });
    meets_hints_serially(expected, e);
    at_depth(e % 3, [&] { meets_finals(cells, e); });
    for (unsigned &cell : expected)
      cell = (cell * 3 + 1) * 3 + 1;
    at_depth(e % 4, [&] { calls(cells, e); });
    for (unsigned &cell : expected)
      for (int i = 0; i < 3; ++i)
        cell = cell * 9 + unsigned(e);
    for (int c = 0; c < Cells; ++c)
      CHECK_EQ("cell", cells[c], expected[c]);
  }
  CHECK_EQ("tasks that are not what final says", not_final, 0);
  CHECK_USES(hints, Used, 4);
  CHECK_COUNTED(finals);
  CHECK_USES(called, Used, 4);
  return check_done();
}
