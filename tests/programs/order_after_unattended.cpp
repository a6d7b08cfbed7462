// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What comes after a region with nogroup is in order with its tasks, as their
// depend clauses say: ordinary tasks, undeferred ones, taskwaits, and regions
// of other constructs and other ids. The region's task takes its time.
#include "check.h"

constexpr int Encounters = 12;
static Construct first, other, waited, called;
static long x;

static void write(long value) {
  spin(100000);
  x = value;
}

__attribute__((noinline)) static void make_write(long *object, long value) {
  asm volatile("" : "+r"(object)); // what the call does is not known
#pragma omp task depend(inout : *object) firstprivate(value)
  write(value);
}

static __attribute__((noinline)) void begin(long *object, long value, long id) {
  MEET(first);
#pragma omp taskgraph nogroup graph_id(id)
  {
#pragma omp task depend(inout : *object) firstprivate(value)
    write(value);
  }
}

static __attribute__((noinline)) void begin_called(long *object, long value) {
  MEET(called);
#pragma omp taskgraph nogroup
  make_write(object, value);
}

static __attribute__((noinline)) void double_it(long *object) {
  MEET(other);
#pragma omp taskgraph nogroup
  {
#pragma omp task depend(inout : *object)
    x = 2 * x;
  }
}

static __attribute__((noinline)) void triple_it(long *object) {
  MEET(waited);
#pragma omp taskgraph
  {
#pragma omp task depend(inout : *object)
    x = 3 * x;
  }
}

static void encounter(bool calls, long e) {
  auto start = [&](long value, long id = 0) {
    calls ? begin_called(&x, value) : begin(&x, value, id);
  };
  long seen = 0;
  start(e);
#pragma omp task depend(in : x) shared(seen)
  seen = x;
#pragma omp taskwait
  CHECK_EQ("a task reads", seen, e);

  start(e + 1);
#pragma omp task depend(in : x) shared(seen) if (0)
  seen = x;
  CHECK_EQ("an undeferred task reads", seen, e + 1);

  start(e + 2);
#pragma omp taskwait depend(in : x)
  CHECK_EQ("behind a taskwait with depend", x, e + 2);

  start(e + 3);
#pragma omp task depend(inout : omp_all_memory) shared(seen)
  seen = x;
#pragma omp taskwait
  CHECK_EQ("a task with omp_all_memory reads", seen, e + 3);

  start(e + 4);
  double_it(&x);
#pragma omp taskwait
  CHECK_EQ("another construct with nogroup", x, 2 * (e + 4));

  start(e + 5);
  triple_it(&x);
  CHECK_EQ("another construct", x, 3 * (e + 5));

  start(e + 6, 0);
  start(e + 7, 1);
  start(e + 8, 0);
  double_it(&x);
  triple_it(&x);
  CHECK_EQ("several", x, 6 * (e + 8));
}

int main() {
#pragma omp parallel
#pragma omp single
  for (long e = 0; e < Encounters; ++e)
    encounter(e % 2, e);
  CHECK_USES(first, Used, -1);
  CHECK_USES(called, Used, -1);
  CHECK_USES(other, Used, -1);
  CHECK_USES(waited, Used, -1);
  return check_done();
}
