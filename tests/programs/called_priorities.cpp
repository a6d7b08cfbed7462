// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The priorities of refilled tasks, which functions of another translation unit
// make: those of this encounter; see priorities.h.
#include "called_priorities.h"
#include "priorities.h"

static Construct called_region, appearing_region, mixed_region, layers_region;
static Construct other_thread_region;

static int few_levels[3];
static long runs; // of blocks that cannot be replayed

static void called(int e) {
  static int gate;
  std::vector<int> priorities = set_levels(e);
  MEET(called_region);
#pragma omp taskgraph
  {
    ++runs;
#pragma omp task depend(out : gate)
    ran(0);
    make_behind(&gate, 1, N, levels);
  }
  Tasks tasks = tasks_with(priorities, {0});
  tasks.insert(tasks.begin(), {0, {}});
  check_order("a called function", tasks);
}

/// At the first encounters no task has a priority.
static void appearing(int e) {
  static int gate;
  std::vector<int> priorities = set_levels(e);
  if (e < 3)
    priorities.assign(N, 0);
  MEET(appearing_region);
#pragma omp taskgraph
  {
    ++runs;
#pragma omp task depend(out : gate)
    ran(0);
    make_behind(&gate, 1, N, priorities.data());
  }
  Tasks tasks = tasks_with(priorities, {0});
  tasks.insert(tasks.begin(), {0, {}});
  check_order("priorities that were none", tasks);
}

/// Tasks of all kinds that a refill leaves to the ordinary path, or not.
static void mixed(int e) {
  static int gate;
  for (int i = 0; i < 3; ++i)
    few_levels[i] = (i * 2 + e) % 5;
  MEET(mixed_region);
#pragma omp taskgraph
  {
    ++runs;
    make_free(0, 3, few_levels);
#pragma omp task depend(out : gate) priority(1)
    ran(3);
    make_behind(&gate, 4, 3, few_levels);
    make_loop(7, 3, 2);
  }
  Tasks tasks;
  for (int i = 0; i < 3; ++i)
    tasks.push_back({few_levels[i], {}});
  tasks.push_back({1, {}});
  for (int i = 0; i < 3; ++i)
    tasks.push_back({few_levels[i], {3}});
  for (int i = 0; i < 3; ++i)
    tasks.push_back({2, {}});
  check_order("tasks of all kinds", tasks, Priorities);
}

static void layers(int e) {
  static int gate;
  const int one = 1;
  std::vector<int> priorities = set_levels(e);
  MEET(layers_region);
#pragma omp taskgraph
  {
    ++runs;
    make_layers(&gate, 0, N, levels);
    make_free(2 * N, 1, &one);
  }
  Tasks tasks;
  std::vector<int> first;
  for (int i = 0; i < N; ++i) {
    tasks.push_back({priorities[i] + 5, {}});
    first.push_back(i);
  }
  for (int i = 0; i < N; ++i)
    tasks.push_back({priorities[i], first});
  tasks.push_back({1, {}});
  check_order("layers of a called function", tasks);
}

/// While the block runs, another thread takes what it makes.
static void other_thread(int e) {
  static int gate, begun, made;
  std::vector<int> priorities = set_levels(e);
  MEET(other_thread_region);
#pragma omp taskgraph
  {
    ++runs;
#pragma omp task depend(out : gate)
    {
      __atomic_store_n(&begun, 1, __ATOMIC_RELEASE);
      while (!__atomic_load_n(&made, __ATOMIC_ACQUIRE))
        sched_yield();
      ran(0);
    }
    while (!__atomic_load_n(&begun, __ATOMIC_ACQUIRE))
      sched_yield();
    make_behind(&gate, 1, N, levels);
    __atomic_store_n(&made, 1, __ATOMIC_RELEASE);
    while (__atomic_load_n(&order_size, __ATOMIC_ACQUIRE) != N + 1)
      sched_yield();
  }
  begun = made = 0;
  Tasks tasks = tasks_with(priorities, {0});
  tasks.insert(tasks.begin(), {0, {}});
  check_order("another thread", tasks);
}

static void all_regions() {
  for (int e = 0; e < Encounters; ++e) {
    called(e);
    appearing(e);
    mixed(e);
    layers(e);
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  all_regions();
  one_runs = true;
  beside(-1, all_regions);
  // A thread that sleeps at a barrier need not help.
  bool helps = kmp_get_blocktime() == INT_MAX && omp_get_max_threads() > 1;
  for (int e = 0; e < Encounters && helps; ++e)
    beside(1, [e] { other_thread(e); });
  CHECK_USES(called_region, Refilled, 1);
  CHECK_USES(appearing_region, Refilled, 1);
  CHECK_USES(mixed_region, Refilled, 1);
  CHECK_USES(layers_region, Refilled, 1);
  if (helps)
    CHECK_USES(other_thread_region, Refilled, 1);
  return check_done();
}
