// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions that could be recorded or refilled, and of which some encounters run
// as ordinary tasks all the same: each reason is said once when
// OMPX_TASKGRAPH_VERBOSE=1. The argument names the case.
#include "check.h"

constexpr int Encounters = 10, N = 6;
static int ran, cell, earlier;
static bool released, entered;
static Construct region;

static __attribute__((noinline)) void make_tasks(int count) {
  for (int i = 0; i < count; ++i) {
#pragma omp task depend(inout : cell)
    ++ran;
  }
}

template <class Condition> static void wait_until(Condition condition) {
  while (!condition())
    usleep(100);
}
static bool is_set(bool &flag) {
  return __atomic_load_n(&flag, __ATOMIC_ACQUIRE);
}
static void set(bool &flag, bool value) {
  __atomic_store_n(&flag, value, __ATOMIC_RELEASE);
}

// A task from before the region does not end before it has been met.
static void earlier_tasks(int) {
  set(released, false);
#pragma omp task depend(inout : earlier)
  if (omp_get_num_threads() > 1)
    wait_until([] { return is_set(released); });
  MEET(region);
#pragma omp taskgraph nogroup
  make_tasks(N);
  set(released, true);
#pragma omp taskwait
}

static void never_the_same(int encounter) {
  MEET(region);
#pragma omp taskgraph
  make_tasks(N + Encounters - encounter);
  ran -= Encounters - encounter;
}

static void if_clause(int encounter) {
  MEET(region);
#pragma omp taskgraph if (encounter % 2)
  make_tasks(N);
}

// The second thread meets the construct while the first runs its block.
static void two_threads(int) {
  set(entered, false);
  set(released, false);
  int before = ran;
#pragma omp parallel num_threads(2)
  {
    bool first = omp_get_thread_num() == 0;
    bool alone = omp_get_num_threads() == 1;
    if (!first)
      wait_until([] { return is_set(entered); });
    MEET(region);
#pragma omp taskgraph
    {
      make_tasks(first ? N : 0);
      set(entered, true);
      if (first && !alone)
        wait_until([] { return is_set(released); });
    }
    set(released, true);
  }
  CHECK_EQ("of the first thread", ran, before + N);
}

static __attribute__((noinline)) void make_cancelled() {
#pragma omp task
  {
    ran += N;
#pragma omp cancel taskgroup
  }
}

static void cancelled(int) {
  MEET(region);
#pragma omp taskgraph
  make_cancelled();
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*encounter)(int);
    bool in_team;
  } cases[] = {{"earlier_tasks", earlier_tasks, true},
               {"never_the_same", never_the_same, true},
               {"if_clause", if_clause, true},
               {"two_threads", two_threads, false},
               {"cancelled", cancelled, true}};
  for (auto &c : cases)
    if (argc > 1 && !strcmp(c.name, argv[1])) {
#pragma omp parallel if (c.in_team)
#pragma omp single
      for (int e = 1; e <= Encounters; ++e) {
        c.encounter(e);
        CHECK_EQ(c.name, ran, N * e);
      }
      CHECK_COUNTED(region);
    }
  return check_done();
}
