// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The priorities of replayed tasks, constant, computed and read from memory;
// see priorities.h.
#include "priorities.h"

static Construct constant_region, computed_region, loaded_region, many_region;
static Construct opened_region, chain_region, joined_region, waiting_region;
static Construct children_region, loop_region, exclusive_region;
static Construct ungrouped_region, constrained_region;

static void constants() {
  MEET(constant_region);
#pragma omp taskgraph
  {
#pragma omp task priority(1)
    ran(0);
#pragma omp task
    ran(1);
#pragma omp task priority(3)
    ran(2);
#pragma omp task priority(2)
    ran(3);
#pragma omp task priority(0)
    ran(4);
#pragma omp task priority(3)
    ran(5);
  }
  check_order("constant priorities", tasks_with({1, 0, 3, 2, 0, 3}));
}

static void computed() {
  MEET(computed_region);
#pragma omp taskgraph
  for (int i = 0; i < N; ++i) {
#pragma omp task priority(i % 4) firstprivate(i)
    ran(i);
  }
  std::vector<int> priorities;
  for (int i = 0; i < N; ++i)
    priorities.push_back(i % 4);
  check_order("computed priorities", tasks_with(priorities));
}

static void loaded(int e) {
  std::vector<int> priorities = set_levels(e / 2 % 2);
  MEET(loaded_region);
#pragma omp taskgraph
  for (int i = 0; i < N; ++i) {
#pragma omp task priority(levels[i]) firstprivate(i)
    ran(i);
  }
  check_order("priorities that are read", tasks_with(priorities));
}

static void many() {
  constexpr int Many = 200;
  MEET(many_region);
#pragma omp taskgraph
  for (int i = 0; i < Many; ++i) {
#pragma omp task priority(i * 37 % 101) firstprivate(i)
    ran(i);
  }
  std::vector<int> priorities;
  for (int i = 0; i < Many; ++i)
    priorities.push_back(i * 37 % 101);
  check_order("many priorities", tasks_with(priorities));
}

static void opened() {
  static int x;
  MEET(opened_region);
#pragma omp taskgraph
  {
#pragma omp task depend(out : x)
    ran(0);
    for (int i = 1; i < N; ++i) {
#pragma omp task depend(in : x) priority(i % 4) firstprivate(i)
      ran(i);
    }
  }
  Tasks tasks = {{0, {}}};
  for (int i = 1; i < N; ++i)
    tasks.push_back({i % 4, {0}});
  check_order("ready at once", tasks);
}

/// What a task makes ready does not run before others of a higher priority.
static void chains() {
  static int x, y;
  MEET(chain_region);
#pragma omp taskgraph
  {
#pragma omp task depend(inout : x) priority(3)
    ran(0);
#pragma omp task depend(inout : x) priority(1)
    ran(1);
#pragma omp task depend(inout : x) priority(3)
    ran(2);
#pragma omp task priority(2)
    ran(3);
#pragma omp task depend(inout : y)
    ran(4);
#pragma omp task depend(inout : y)
    ran(5);
#pragma omp task depend(inout : x, y)
    ran(6);
#pragma omp task depend(inout : x) priority(1)
    ran(7);
#pragma omp task depend(inout : y) priority(2)
    ran(8);
  }
  check_order("chains", {{3, {}},
                         {1, {0}},
                         {3, {1}},
                         {2, {}},
                         {0, {}},
                         {0, {4}},
                         {0, {2, 5}},
                         {1, {6}},
                         {2, {6}}});
}

/// Two generations that meet in a node between them, which runs no task: what
/// it makes ready runs before the last task.
static void joined() {
  static int x;
  MEET(joined_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < N; ++i) {
#pragma omp task depend(inoutset : x) priority(4 + i % 3) firstprivate(i)
      ran(i);
    }
    for (int i = N; i < 2 * N; ++i) {
#pragma omp task depend(in : x) priority(i % 4) firstprivate(i)
      ran(i);
    }
#pragma omp task priority(1)
    ran(2 * N);
  }
  Tasks tasks;
  std::vector<int> writers;
  for (int i = 0; i < N; ++i) {
    tasks.push_back({4 + i % 3, {}});
    writers.push_back(i);
  }
  for (int i = N; i < 2 * N; ++i)
    tasks.push_back({i % 4, writers});
  tasks.push_back({1, {}});
  check_order("behind a generation", tasks);
}

static void waiting() {
  MEET(waiting_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < N; ++i) {
#pragma omp task priority(i % 3) firstprivate(i)
      ran(i);
    }
#pragma omp taskwait
    for (int i = N; i < 2 * N; ++i) {
#pragma omp task priority(i % 4) firstprivate(i)
      ran(i);
    }
#pragma omp taskgroup
    {
#pragma omp task priority(1)
      ran(2 * N);
#pragma omp task priority(2)
      ran(2 * N + 1);
    }
#pragma omp task priority(1)
    ran(2 * N + 2);
  }
  // Others may run while the taskgroup is waited for, but need not.
  Tasks tasks;
  std::vector<int> first;
  for (int i = 0; i < N; ++i) {
    tasks.push_back({i % 3, {}});
    first.push_back(i);
  }
  for (int i = N; i < 2 * N; ++i)
    tasks.push_back({i % 4, first});
  tasks.push_back({1, first});
  tasks.push_back({2, first});
  tasks.push_back({1, {2 * N, 2 * N + 1}});
  check_order("behind joins", tasks);
}

/// Children of tasks are ordinary tasks: there is one order for all.
static void children() {
  MEET(children_region);
#pragma omp taskgraph
  {
#pragma omp task priority(4)
    {
      ran(0);
#pragma omp task priority(5)
      ran(1);
#pragma omp task
      ran(2);
#pragma omp task priority(2)
      ran(3);
    }
#pragma omp task priority(3)
    ran(4);
#pragma omp task priority(1)
    ran(5);
#pragma omp task
    {
      ran(6);
#pragma omp task priority(1)
      ran(7);
    }
#pragma omp task
    {
      ran(8);
#pragma omp task priority(2)
      ran(9);
    }
  }
  check_order("children",
              {{4, {}},
               {5, {0}},
               {0, {0}},
               {2, {0}},
               {3, {}},
               {1, {}},
               {0, {}},
               {1, {6}},
               {0, {}},
               {2, {8}}},
              Priorities);
}

/// Few enough that the loop makes them all itself.
static void loops() {
  constexpr int Few = 9;
  MEET(loop_region);
#pragma omp taskgraph
  {
#pragma omp task priority(1)
    ran(0);
#pragma omp taskloop grainsize(1) nogroup priority(2)
    for (int i = 1; i < Few; ++i)
      ran(i);
#pragma omp task priority(3)
    ran(Few);
  }
  Tasks tasks = {{1, {}}};
  for (int i = 1; i < Few; ++i)
    tasks.push_back({2, {}});
  tasks.push_back({3, {}});
  check_order("a taskloop", tasks, Priorities);
}

/// Who holds the object goes first, whatever the priorities.
static void exclusive() {
  static int x, holders;
  MEET(exclusive_region);
#pragma omp taskgraph
  {
    for (int i = 0; i < N; ++i) {
#pragma omp task depend(mutexinoutset : x) priority(i % 4) firstprivate(i)
      {
        CHECK_EQ("holders", holders++, 0);
        spin(100);
        ran(i);
        --holders;
      }
    }
#pragma omp task depend(in : x) priority(3)
    ran(N);
  }
  Tasks tasks;
  std::vector<int> all;
  for (int i = 0; i < N; ++i) {
    tasks.push_back({i % 4, {}});
    all.push_back(i);
  }
  tasks.push_back({3, all});
  check_order("exclusive tasks", tasks, Numbers);
}

static void ungrouped() {
  MEET(ungrouped_region);
#pragma omp taskgraph nogroup
  for (int i = 0; i < N; ++i) {
#pragma omp task priority(i % 4) firstprivate(i)
    ran(i);
  }
#pragma omp taskwait
  std::vector<int> priorities;
  for (int i = 0; i < N; ++i)
    priorities.push_back(i % 4);
  check_order("a region without a taskgroup", tasks_with(priorities));
}

/// A thread that is suspended in a tied task may run the task's descendants
/// only, whatever the priorities.
static void constrained() {
  int suspended = 0, begun = 0, ended = 0;
#pragma omp task shared(suspended, begun, ended)
  {
#pragma omp task shared(begun, ended)
    {
      __atomic_store_n(&begun, 1, __ATOMIC_RELEASE);
      while (!__atomic_load_n(&ended, __ATOMIC_ACQUIRE))
        sched_yield();
    }
    while (!__atomic_load_n(&begun, __ATOMIC_ACQUIRE))
      sched_yield();
    __atomic_store_n(&suspended, omp_get_thread_num(), __ATOMIC_RELEASE);
#pragma omp taskwait
  }
  while (!__atomic_load_n(&suspended, __ATOMIC_ACQUIRE))
    sched_yield();
  for (int e = 0; e < Encounters; ++e) {
    MEET(constrained_region);
#pragma omp taskgraph
    for (int i = 0; i < N; ++i) {
#pragma omp task priority(i % 4) firstprivate(i) shared(suspended)
      {
        CHECK(omp_get_thread_num() != suspended);
        spin(1000);
        ran(i);
      }
    }
    CHECK_EQ("beside a suspended task", order_size, N);
    order_size = 0;
  }
  __atomic_store_n(&ended, 1, __ATOMIC_RELEASE);
#pragma omp taskwait
}

static void all_regions() {
  for (int e = 0; e < Encounters; ++e) {
    constants();
    computed();
    loaded(e);
    many();
    opened();
    chains();
    joined();
    waiting();
    children();
    loops();
    exclusive();
    ungrouped();
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  all_regions();
  one_runs = true;
  beside(-1, all_regions);
  // A thread that sleeps at a barrier need not take the first tasks.
  bool suspends = kmp_get_blocktime() == INT_MAX && omp_get_max_threads() > 2;
  if (suspends) {
#pragma omp parallel
#pragma omp masked
    constrained();
  }
  CHECK_USES(constant_region, Replayed, 1);
  CHECK_USES(computed_region, Replayed, 1);
  CHECK_USES(loaded_region, Replayed, 2);
  CHECK_USES(many_region, Replayed, 1);
  CHECK_USES(opened_region, Replayed, 1);
  CHECK_USES(chain_region, Replayed, 1);
  CHECK_USES(joined_region, Replayed, 1);
  CHECK_USES(waiting_region, Replayed, 1);
  CHECK_USES(children_region, Replayed, 1);
  CHECK_USES(loop_region, Replayed, 1);
  CHECK_USES(exclusive_region, Replayed, 1);
  CHECK_USES(ungrouped_region, Replayed, 1);
  if (suspends)
    CHECK_USES(constrained_region, Replayed, 1);
  return check_done();
}
