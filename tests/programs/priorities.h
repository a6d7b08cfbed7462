// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of the tasks that are ready, one with the highest priority runs first, when
// OMP_MAX_TASK_PRIORITY is set: in replays and refills as in ordinary tasks.
// How the programs see it: one thread runs all tasks while the others are kept
// busy, so that there is an order to look at; a thread that is alone runs them
// as they are made. And all threads run them, when nothing but the dependences
// can be checked. Tasks of the same priority have no order. Fewer than what
// makes a thread stop making tasks to run some.
#ifndef REPRISE_TESTS_PROGRAMS_PRIORITIES_H
#define REPRISE_TESTS_PROGRAMS_PRIORITIES_H

#include "check.h"
#include <algorithm>
#include <climits>
#include <sched.h>
#include <vector>

constexpr int Encounters = 12, N = 24;

static int order[256], order_size;

/// Notes that a task runs, by its number.
void ran(int task) {
  order[__atomic_fetch_add(&order_size, 1, __ATOMIC_RELAXED)] = task;
}

/// What a scenario's tasks are, by their numbers: in the order of creation.
struct Task {
  int priority;
  std::vector<int> after;
};
using Tasks = std::vector<Task>;

static int effective(const Task &task) {
  return std::max(0, std::min(task.priority, omp_get_max_task_priority()));
}

static bool is_ready(const Task &task, const std::vector<bool> &ended) {
  return std::all_of(task.after.begin(), task.after.end(),
                     [&](int other) { return ended[other]; });
}

static bool one_runs; // all tasks; else all threads do

enum Known {
  Numbers = 1,   // are in the order that a thread that is alone makes them in
  Priorities = 2 // are all that orders what is ready
};

static void check_order(const char *what, const Tasks &tasks,
                        int known = Numbers | Priorities) {
  int count = (int)tasks.size();
  std::vector<bool> ended(count);
  CHECK_EQ(what, order_size, count);
  for (int i = 0; i < count; ++i) {
    int task = order[i];
    CHECK(!ended[task] && is_ready(tasks[task], ended));
    if (omp_get_num_threads() == 1 && (known & Numbers))
      CHECK_EQ("the order of creation", task, i);
    int highest = 0;
    for (int other = 0; other < count; ++other)
      if (!ended[other] && is_ready(tasks[other], ended))
        highest = std::max(highest, effective(tasks[other]));
    if (omp_get_num_threads() > 1 && one_runs && (known & Priorities))
      CHECK_EQ(what, effective(tasks[task]), highest);
    ended[task] = true;
  }
  order_size = 0;
}

static Tasks tasks_with(const std::vector<int> &priorities,
                        const std::vector<int> &after = {}) {
  Tasks tasks;
  for (int priority : priorities)
    tasks.push_back({priority, after});
  return tasks;
}

static int levels[N];

/// Priorities differ from encounter to encounter; `seed` says how.
static std::vector<int> set_levels(int seed) {
  for (int i = 0; i < N; ++i)
    levels[i] = (i * (seed + 3) + seed) % 5;
  return {levels, levels + N};
}

/// The other threads are kept busy until the first has ended, but for one.
template <class Function> static void beside(int helper, Function function) {
  int ended = 0;
#pragma omp parallel shared(ended)
  if (omp_get_thread_num() == 0) {
    function();
    __atomic_store_n(&ended, 1, __ATOMIC_RELEASE);
  } else if (omp_get_thread_num() != helper) {
    while (!__atomic_load_n(&ended, __ATOMIC_ACQUIRE))
      sched_yield();
  }
}

#endif
