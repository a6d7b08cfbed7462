// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A taskgroup is cancelled while its tasks wait for one another: those that
// have not begun are discarded, nothing hangs, and the objects can be used
// afterwards as if nothing had been. OMP_CANCELLATION=true is expected; with
// "off" as argument, that nothing is discarded without it.
#include "depend_check.h"

constexpr int Tasks = 40, Rounds = 20;
static int object[4], other;

/// What waits for the cancelling task never runs.
static void waiting_tasks_are_discarded(bool off) {
  int ran = 0, cancelled = 0, after = 0;
#pragma omp taskgroup
  {
#pragma omp task depend(out : object[0], object[1]) shared(cancelled)
    {
      linger(), cancelled = 1;
#pragma omp cancel taskgroup
    }
    for (int i = 0; i < Tasks; ++i) {
      if (i % 4 == 0) {
#pragma omp task ORDER_1(in : object[0]) depend(inout : object[2]) shared(ran)
        count(&ran);
      } else if (i % 4 == 1) {
#pragma omp task ORDER_1(mutexinoutset : object[1]) shared(ran)
        count(&ran);
      } else if (i % 4 == 2) {
#pragma omp task ORDER_1(inoutset : object[0], object[1]) shared(ran)
        count(&ran);
      } else {
#pragma omp task ORDER_1(inout : object[0]) depend(in : object[1]) shared(ran)
        count(&ran);
      }
    }
#pragma omp taskwait depend(inout : object[0], object[1], object[2])
  }
  CHECK_EQ("cancelling task", cancelled, 1);
  CHECK_EQ("discarded ones that ran", ran, off ? Tasks : 0);
  // The objects outlive the group: new tasks on them run, and in order.
  for (int i = 0; i < 4; ++i) {
#pragma omp task ORDER_2(inout : object[0], object[i]) shared(after)
    CHECK_EQ("after the group", after, i), spin(200), after = i + 1;
  }
#pragma omp taskwait
  CHECK_EQ("all after the group", after, 4);
}

/// Tasks outside wait for a discarded one, and run all the same.
static void successors_outside() {
  int outside = 0, held = 0;
#pragma omp taskgroup
  {
#pragma omp task depend(out : other) shared(held)
    {
      linger(), held = 1;
#pragma omp cancel taskgroup
    }
#pragma omp task depend(in : other) depend(out : object[3]) shared(held)
    held = -1;
  }
#pragma omp task depend(in : object[3]) shared(outside)
  outside = 1;
#pragma omp taskwait depend(inout : object[3])
  CHECK_EQ("outside", outside, 1);
#pragma omp taskwait
}

/// Many are discarded at any moment, at cancellation points, too: none twice.
static void at_any_moment(int round) {
  int begun[Tasks] = {};
#pragma omp taskgroup
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task depend(in : object[i % 4]) depend(inout : object[i % 3])      \
    shared(begun)
    {
      count(&begun[i]);
      spin(100);
#pragma omp cancellation point taskgroup
      if (i == round % Tasks) {
#pragma omp cancel taskgroup
      }
      spin(100);
    }
  }
  for (int i = 0; i < Tasks; ++i)
    CHECK_EQ("at most once", begun[i] <= 1, 1);
}

static void region_is_cancelled(bool off) {
  int ran = 0;
#pragma omp parallel shared(ran)
  {
    // Without a barrier, which not every thread might reach any more.
#pragma omp single nowait
    {
#pragma omp task depend(out : other)
      linger();
      for (int i = 0; i < Tasks; ++i) {
#pragma omp task depend(inout : other) shared(ran)
        count(&ran);
      }
    }
#pragma omp cancel parallel
  }
  CHECK_EQ("tasks of a cancelled region", ran <= Tasks, 1);
  if (off)
    CHECK_EQ("tasks of the region", ran, Tasks);
}

int main(int argc, char **argv) {
  bool off = argc > 1 && !strcmp(argv[1], "off");
  CHECK_EQ("OMP_CANCELLATION", omp_get_cancellation(), !off);
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; ++round) {
    waiting_tasks_are_discarded(off);
    successors_outside();
    at_any_moment(round);
  }
  for (int round = 0; round < Rounds; ++round)
    region_is_cancelled(off);
  return check_done();
}
