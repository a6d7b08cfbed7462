// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// taskwait with depend clauses waits for what it names and for nothing else;
// with nowait it need not wait, but tasks are ordered through it. An
// undeferred task with dependences does the same before it runs.
#include "depend_check.h"

constexpr int Tasks = 6, Rounds = 10;
static int x, y, z;

static void make(int *done, bool readers) {
  for (int i = 0; i < Tasks; ++i) {
    if (readers) {
#pragma omp task ORDER_1(in : x)
      linger(), count(done);
    } else {
#pragma omp task ORDER_1(inoutset : x)
      linger(), count(done);
    }
  }
}

/// Waits in each type for tasks of another type, beside one that goes on.
static void waits_for_its_objects(bool others) {
  int done = 0, begun = 0, may_end = 0;
  if (others) {
    creating = 1;
#pragma omp task depend(inout : y) shared(begun, may_end)
    raise_flag(&begun), wait_for(&may_end);
    creating = 0;
    wait_for(&begun); // by another thread, since this one would not come back
  }
  make(&done, true);
#pragma omp taskwait depend(out : x)
  CHECK_EQ("out waits for in", seen(&done), Tasks);
  make(&done, false);
#pragma omp taskwait depend(in : x)
  CHECK_EQ("in waits for inoutset", seen(&done), 2 * Tasks);
  make(&done, true);
#pragma omp taskwait depend(inoutset : x)
  CHECK_EQ("inoutset waits for in", seen(&done), 3 * Tasks);
  make(&done, true);
  make(&done, false);
#pragma omp taskwait depend(inout : x) depend(inout : x) depend(in : z)
  CHECK_EQ("inout waits for all", seen(&done), 5 * Tasks);
  raise_flag(&may_end);
#pragma omp taskwait
}

/// A reader does not wait for readers: one of them ends after the taskwait.
static void reader_does_not_wait_for_readers() {
  int begun = 0, may_end = 0;
  creating = 1;
#pragma omp task depend(in : x) shared(begun, may_end)
  raise_flag(&begun), wait_for(&may_end);
  creating = 0;
  wait_for(&begun);
#pragma omp taskwait depend(in : x)
  raise_flag(&may_end);
#pragma omp taskwait
}

static void nothing_to_wait_for() {
  int never_used = 0;
#pragma omp taskwait depend(inout : never_used)
#pragma omp task depend(in : never_used)
  spin(10);
#pragma omp taskwait
#pragma omp taskwait depend(out : never_used)
}

/// Ordered through the taskwait: from a reader of x to a writer of y.
static void nowait() {
  int order = 0;
#pragma omp task depend(out : x) shared(order)
  linger(), order = 1;
#pragma omp taskwait ORDER_2(in : x) depend(out : y) nowait
#pragma omp taskwait depend(in : z) nowait
#pragma omp task depend(in : y) shared(order)
  CHECK_EQ("ordered through taskwait nowait", order, 1);
#pragma omp taskwait
}

static void undeferred() {
  int value = 0;
#pragma omp task ORDER_3(out : x) shared(value)
  linger(), value = 1;
#pragma omp task if (0) depend(inout : x) shared(value)
  CHECK_EQ("undeferred after the writer", value, 1), value = 2;
  CHECK_EQ("undeferred is over", value, 2);
#pragma omp task ORDER_3(in : x) shared(value)
  CHECK_EQ("reader of an undeferred", value, 2);
#pragma omp task if (0) depend(in : x) shared(value)
  CHECK_EQ("undeferred reader", value, 2);
#pragma omp task ORDER_4(mutexinoutset : x) shared(value)
  linger(), value = 3;
#pragma omp task if (0) depend(mutexinoutset : x) depend(in : y) shared(value)
  value += 10;
#pragma omp task if (0) ORDER_4(in : x) shared(value)
  CHECK_EQ("both of the set", value, 13);
#pragma omp task final(1) depend(out : x) shared(value)
  {
#pragma omp task depend(out : y) shared(value)
    linger(), value = 20;
#pragma omp task depend(in : y) shared(value)
    CHECK_EQ("included tasks in turn", value, 20), value = 21;
  }
#pragma omp task if (0) mergeable ORDER_5(in : x) shared(value)
  CHECK_EQ("after the final task", value, 21);
#pragma omp taskwait
}

/// An undeferred task waits while another thread's task releases it.
static void undeferred_chain() {
  int value = 0;
  for (int i = 0; i < 10; ++i) {
#pragma omp task ORDER_6(inout : z) shared(value) if (i % 3 != 1)
    spin(200), CHECK_EQ("in turn", value, i), value = i + 1;
  }
#pragma omp taskwait depend(in : z)
  CHECK_EQ("last of the chain", value, 10);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; ++round) {
    bool several = omp_get_num_threads() > 1;
    waits_for_its_objects(several);
    if (several)
      reader_does_not_wait_for_readers();
    nothing_to_wait_for();
    nowait();
    undeferred();
    undeferred_chain();
  }
  return check_done();
}
