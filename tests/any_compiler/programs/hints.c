/* Part of the Reprise project, under the Apache License v2.0 with LLVM
 * Exceptions. See LICENSE for license information.
 * SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Clauses that any compiler passes on beside a task's data: priority and
 * detach. For a run with OMP_MAX_TASK_PRIORITY. */
#include "check.h"
#include <ompx_taskgraph.h>

enum { Rounds = 6, Tasks = 8 };

static int order[Tasks], ended, started, go_on;

static void note(int priority) {
  order[__atomic_fetch_add(&ended, 1, __ATOMIC_SEQ_CST)] = priority;
  if (__atomic_load_n(&ended, __ATOMIC_SEQ_CST) == Tasks)
    __atomic_store_n(&go_on, 1, __ATOMIC_SEQ_CST);
}

static void tasks_block(void *argument) {
  (void)argument;
  for (int i = 0; i < Tasks; ++i) {
    int priority = i * 3 % Tasks + 1;
#pragma omp task priority(priority) firstprivate(priority)
    note(priority);
  }
}

static void loops_block(void *argument) {
  (void)argument;
  for (int i = 0; i < Tasks; i += 2) {
    int priority = i * 3 % Tasks + 1;
#pragma omp taskloop nogroup num_tasks(2) priority(priority)                   \
    firstprivate(priority)
    for (int k = 0; k < 2; ++k)
      note(priority);
  }
}

/* All other threads wait, so that one alone runs the tasks, in their order. */
static void in_order(const char *name, ompx_taskgraph_site *site,
                     void (*block)(void *)) {
  ended = started = go_on = 0;
  int others = omp_get_num_threads() - 1;
  for (int i = 0; i < others; ++i) {
#pragma omp task
    {
      __atomic_add_fetch(&started, 1, __ATOMIC_SEQ_CST);
      while (!__atomic_load_n(&go_on, __ATOMIC_SEQ_CST))
        usleep(10);
    }
  }
  while (__atomic_load_n(&started, __ATOMIC_SEQ_CST) < others)
    usleep(10);
  ompx_taskgraph(site, 0, 0, block, NULL);
  CHECK_EQ("tasks", ended, Tasks);
  if (others) /* else each runs when it is made */
    for (int i = 1; i < Tasks; ++i)
      CHECK_EQ(name, order[i - 1] >= order[i], 1);
#pragma omp taskwait
}

static int value, fulfilled;

static void detach_block(void *argument) {
  int round = *(int *)argument;
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp task detach(event) depend(out : value) firstprivate(round)
  value = round;
#pragma omp task firstprivate(event)
  {
    usleep(100);
    fulfilled = 1;
    omp_fulfill_event(event);
  }
#pragma omp task depend(in : value) firstprivate(round)
  {
    CHECK_EQ("what the detached task did", value, round);
    CHECK_EQ("it has ended", fulfilled, 1);
  }
}

int main(void) {
  static ompx_taskgraph_site tasks = OMPX_TASKGRAPH_SITE,
                             loops = OMPX_TASKGRAPH_SITE,
                             detach = OMPX_TASKGRAPH_SITE;
#pragma omp parallel
#pragma omp single
  {
    for (int round = 0; round < Rounds; ++round) {
      in_order("tasks", &tasks, tasks_block);
      in_order("taskloops", &loops, loops_block);
    }
    for (int round = 0; round < Rounds; ++round) {
      fulfilled = 0;
      ompx_taskgraph(&detach, 0, 0, detach_block, &round);
      CHECK_EQ("behind it", value, round);
    }
  }
  ompx_taskgraph_counts_t counts;
  ompx_get_taskgraph_site_counts(&tasks, &counts);
  CHECK_EQ("refilled", counts.refilled, runs_plainly() ? 0 : Rounds - 1);
  ompx_get_taskgraph_site_counts(&loops, &counts);
  CHECK_EQ("refilled loops", counts.refilled, runs_plainly() ? 0 : Rounds - 1);
  ompx_get_taskgraph_site_counts(&detach, &counts);
  CHECK_EQ("detached tasks are in no graph", counts.plain, Rounds);
  return check_done();
}
