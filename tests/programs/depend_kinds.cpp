// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Clauses that change how a task is scheduled change nothing in its order:
// priority, untied with task scheduling points, mergeable, final, affinity, and
// reductions that tasks take part in.
#include "depend_check.h"

constexpr int Tasks = 30, Rounds = 8;
static int x, y[Tasks];

static void priorities() {
  int value = 0;
  for (int i = 0; i < Tasks; ++i) {
    // The later the more urgent; the chain decides all the same.
#pragma omp task ORDER_1(inout : x) priority(i) shared(value)
    CHECK_EQ("in turn", value, i), spin(100), value = i + 1;
#pragma omp task ORDER_1(in : x) priority(Tasks - i) shared(value)
    CHECK_EQ("reader", value, i + 1), spin(100);
  }
#pragma omp taskwait
}

static void untied() {
  int value = 0;
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task untied ORDER_2(inout : x) depend(in : y[i]) shared(value)
    {
      CHECK_EQ("untied in turn", value, i);
      int child = 0;
#pragma omp task shared(child) depend(out : y[i])
      spin(100), child = 1;
#pragma omp taskyield
#pragma omp task shared(child) depend(inout : y[i])
      child += 1;
#pragma omp taskwait
      CHECK_EQ("children", child, 2);
      value = i + 1;
    }
  }
#pragma omp taskwait
  CHECK_EQ("untied", value, Tasks);
}

static void mixed() {
  int value = 0;
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task mergeable final(i % 5 == 4) ORDER_3(inout : x) affinity(x)    \
    shared(value)
    {
#pragma omp task ORDER_3(out : y[0]) shared(value) mergeable
      CHECK_EQ("mixed in turn", value, i), spin(100), value = i + 1;
#pragma omp taskwait
    }
  }
#pragma omp taskwait
  CHECK_EQ("mixed", value, Tasks);
}

static void reductions() {
  int sum = 0, written = 0;
#pragma omp taskgroup task_reduction(+ : sum)
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task depend(out : y[i]) shared(written)
      spin(100), y[i] = i, count(&written);
#pragma omp task in_reduction(+ : sum) ORDER_4(in : y[i])
      sum += y[i];
    }
  }
  CHECK_EQ("reduced", sum, Tasks * (Tasks - 1) / 2);
}

/// All threads are in tied tasks. What the second waits for is behind a task
/// that none of them may run but the first, which waits for the second.
static void behind_a_task_of_another(int priority) {
  int began = 0, first_made = 0, ran = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < omp_get_num_threads(); ++i) {
#pragma omp task shared(began, first_made, ran)
    {
      count(&began);
      while (seen(&began) < omp_get_num_threads())
        sched_yield();
      if (i == 0) {
#pragma omp task priority(2) shared(ran)
        count(&ran);
        raise_flag(&first_made);
      } else if (i == 1) {
        wait_for(&first_made);
#pragma omp task priority(priority) shared(ran)
        count(&ran);
#pragma omp taskwait
        count(&ran);
      }
      while (i != 1 && seen(&ran) < 2)
        sched_yield();
    }
  }
  CHECK_EQ("all ran", ran, 3);
}

int main() {
  if (omp_get_max_threads() > 1) {
    behind_a_task_of_another(2);
    behind_a_task_of_another(1);
  }
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; ++round) {
    priorities();
    untied();
    mixed();
    memset(y, 0xff, sizeof y);
    reductions();
  }
  return check_done();
}
