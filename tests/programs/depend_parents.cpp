// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependences hold between the children of one parent only. Parents in
// parallel, inside each other, on the same addresses; parents that end before
// their children; teams, nested teams and root threads at the same time.
#include "depend_check.h"
#include <pthread.h>

constexpr int Length = 12, Parents = 8, Rounds = 6;
static char object, second; // the same addresses for all parents

/// A chain of the calling task's children, with readers beside it.
static void chain(int *value, int length) {
  for (int i = 0; i < length; ++i) {
#pragma omp task ORDER_1(inout : object)
    CHECK_EQ("in turn", *value, i), spin(60), *value = i + 1;
#pragma omp task ORDER_1(in : object)
    CHECK_EQ("reader", *value, i + 1);
  }
}

static void parents_in_parallel() {
  int values[Parents] = {}, order = 0;
#pragma omp taskgroup
  for (int p = 0; p < Parents; ++p) {
    // These parents are ordered among themselves, too.
#pragma omp task depend(in : object) ORDER_2(inout : second)                   \
    shared(values, order)
    {
      CHECK_EQ("parents in turn", order, p);
      chain(&values[p], Length);
      order = p + 1; // the parent ends before its children
    }
  }
  for (int p = 0; p < Parents; ++p)
    CHECK_EQ("whole chain", values[p], Length);
}

/// A child may use what its parent holds, at every level.
static void inside(int level, int *value) {
  if (level == 5)
    return;
  int own = 0;
#pragma omp task ORDER_3(inout : object) shared(own)
  {
    inside(level + 1, value);
    linger(), own = 1;
  }
#pragma omp task depend(mutexinoutset : second)
  inside(level + 1, value);
#pragma omp task ORDER_3(in : object) shared(own)
  CHECK_EQ("sibling only", own, 1), count(value);
  if (level % 2) {
#pragma omp taskwait depend(in : object)
    CHECK_EQ("child of this level", own, 1);
  }
#pragma omp taskwait
}

/// Siblings do not wait for a sibling's children: the child runs until a
/// successor of its parent has run.
static void children_outlive_their_parent() {
  int successor_ran = 0, child_ran = 0;
#pragma omp taskgroup
  {
#pragma omp task depend(out : object) shared(successor_ran, child_ran)
    {
      creating = 1;
#pragma omp task depend(out : object) shared(successor_ran)
      wait_for(&successor_ran);
      creating = 0;
#pragma omp task depend(in : object) shared(child_ran)
      child_ran = 1;
    }
#pragma omp task depend(in : object) shared(successor_ran)
    raise_flag(&successor_ran);
  }
  CHECK_EQ("child after all", child_ran, 1);
}

/// Parents come and go, each with few objects of its own.
static void many_parents() {
  static int total;
  total = 0;
  for (int p = 0; p < 300; ++p) {
#pragma omp task
    {
      int value = 0;
#pragma omp task depend(out : value) shared(value)
      value = 1;
#pragma omp task ORDER_4(inout : value) shared(value)
      CHECK_EQ("small family", value, 1), value = 2;
#pragma omp taskwait depend(in : value)
      CHECK_EQ("small family ends", value, 2);
      count(&total);
#pragma omp taskwait
    }
  }
#pragma omp taskwait
  CHECK_EQ("parents", total, 300);
}

static void implicit_tasks_as_parents() {
#pragma omp parallel
  {
    int value = 0;
    chain(&value, Length);
#pragma omp taskwait
    CHECK_EQ("own chain", value, Length);
#pragma omp barrier
    static int left[64];
    int me = omp_get_thread_num() % 64;
    left[me] = 0;
    chain(&left[me], Length); // joined by the end of the region
  }
}

static void nested_regions() {
  omp_set_max_active_levels(3);
#pragma omp parallel num_threads(2)
  {
    int outer = 0;
#pragma omp task ORDER_5(out : object) shared(outer)
    {
      linger();
#pragma omp parallel num_threads(2)
      {
        int inner = 0;
        chain(&inner, Length / 2);
#pragma omp taskwait
        CHECK_EQ("inner chain", inner, Length / 2);
      }
      outer = 1;
    }
#pragma omp task ORDER_5(in : object) shared(outer)
    CHECK_EQ("after the inner region", outer, 1);
#pragma omp taskwait
  }
}

static void *root_thread(void *) {
  for (int i = 0; i < 3; ++i) {
    int value = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    chain(&value, Length);
    CHECK_EQ("chain of a root thread", value, Length);
  }
  return nullptr;
}

static void root_threads() {
  pthread_t threads[3];
  for (auto &thread : threads)
    pthread_create(&thread, nullptr, root_thread, nullptr);
  root_thread(nullptr);
  for (auto &thread : threads)
    pthread_join(thread, nullptr);
}

int main() {
  for (int round = 0; round < Rounds; ++round) {
    int ran = 0;
#pragma omp parallel
#pragma omp single
    {
      parents_in_parallel();
      inside(0, &ran);
      many_parents();
      if (omp_get_num_threads() > 1)
        children_outlive_their_parent();
    }
    CHECK_EQ("innermost readers", ran, 31);
    implicit_tasks_as_parents();
    nested_regions();
    // Without a region around it, the initial thread runs everything at once.
    int value = 0;
    chain(&value, Length);
    CHECK_EQ("initial task", value, Length);
  }
  root_threads();
  return check_done();
}
