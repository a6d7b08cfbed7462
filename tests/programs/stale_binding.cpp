// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Tasks have the internal control variables of the encounter that they belong
// to, although a thread that waits in one region has run tasks of the same
// instance for an earlier encounter, which nobody waited for and which has
// ended meanwhile.
//
// Thread 0 runs the block of `outer`, whose task `first` meets `inner` without
// a group; its own taskwait runs those tasks. Then `second`, on thread 1, meets
// `inner` with other variables, and thread 0 gets a task of that.
#include "check.h"

#include <unistd.h>

static int live, outer_begun, inner_ran, waited_for, met_again, ready;
static int cells[64], seen[2];
static double a, c;

static void set(int &flag) { __atomic_store_n(&flag, 1, __ATOMIC_RELEASE); }
static void await(int &flag, int value = 1) {
  while (__atomic_load_n(&flag, __ATOMIC_ACQUIRE) < value)
    ;
}

__attribute__((noinline)) static void body(int i) {
  seen[i] = omp_get_max_threads();
  __atomic_fetch_add(&inner_ran, 1, __ATOMIC_ACQ_REL);
}

/// Other values of `first` make another graph's dependences: it is refilled.
__attribute__((noinline)) static void inner(int first) {
#pragma omp taskgraph nogroup tdg_type(dynamic)
  {
    for (int i = 0; i < 2; ++i) {
#pragma omp task depend(inout : cells[first + i]) firstprivate(i)
      body(i);
    }
  }
}

/// What the block of `outer` does itself; the compiler proves nothing of it.
__attribute__((noinline)) static void step(int number) {
  __asm__ volatile("" ::: "memory");
  if (!live)
    return;
  if (number == 0)
    await(outer_begun);
  if (number == 1) {
    set(waited_for);
    await(met_again);
  }
}

static void hold_thread_1() {
  if (!live)
    return;
  set(outer_begun);
  await(inner_ran, 2);
  usleep(100000);
}
static void first() {
  if (!live)
    return;
  omp_set_num_threads(10);
  inner(21);
}
static void second() {
  if (!live)
    return;
  await(waited_for);
  CHECK_EQ("the first encounter's", seen[0], 10);
  CHECK_EQ("the first encounter's", seen[1], 10);
  inner_ran = 0;
  omp_set_num_threads(20);
  inner(16);
  set(met_again);
  usleep(200000);
}

__attribute__((noinline)) static void outer() {
#pragma omp taskgraph tdg_type(dynamic)
  {
#pragma omp task depend(out : a)
    hold_thread_1();
#pragma omp task depend(in : a)
    second();
    step(0);
#pragma omp task depend(inout : c)
    first();
#pragma omp taskwait depend(in : a)
    step(1);
#pragma omp taskwait
    step(2);
  }
}

int main() {
#pragma omp parallel num_threads(2)
  if (omp_get_thread_num() == 0) {
    omp_set_num_threads(5);
    for (int k = 1; k <= 5; ++k) {
      inner(4 * k);
#pragma omp taskwait
    }
    outer();
    outer();
    inner_ran = 0;
    set(live);
    set(ready);
    outer();
#pragma omp taskwait
    CHECK_EQ("the second encounter's", seen[0], 20);
    CHECK_EQ("the second encounter's", seen[1], 20);
  } else {
    await(ready);
  }
  return check_done();
}
