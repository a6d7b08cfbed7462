// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Target tasks on the host, which hidden helper threads run, in one order with
// ordinary tasks; and as undeferred and nested ones.
#include "depend_check.h"

constexpr int Length = 24, Rounds = 8;
static int x, y, value, doubled;

/// Ordinary and target tasks in turn.
static void chain() {
  value = 0;
  for (int i = 0; i < Length; ++i) {
    if (i % 2) {
#pragma omp target nowait ORDER_1(inout : x) firstprivate(i) map(tofrom : value)
      {
        if (value != i)
          value = -1000;
        spin(100);
        ++value;
      }
    } else {
#pragma omp task ORDER_2(inout : x) firstprivate(i)
      CHECK_EQ("task after target", value, i), spin(100), ++value;
    }
  }
#pragma omp taskwait
  CHECK_EQ("mixed chain", value, Length);
}

/// Readers of both kinds between writers of both kinds.
static void readers() {
  static int sum;
  value = sum = 0;
#pragma omp target nowait ORDER_3(out : x) map(tofrom : value)
  {
    spin(3000);
    value = 5;
  }
  for (int i = 0; i < 6; ++i) {
#pragma omp target nowait ORDER_3(in : x) depend(mutexinoutset : y)            \
    map(tofrom : value, sum)
    sum += value;
#pragma omp task ORDER_3(in : x) depend(mutexinoutset : y)
    CHECK_EQ("reader of a target", value, 5), sum += value;
  }
#pragma omp target nowait ORDER_4(inout : x) map(tofrom : value, doubled)
  {
    spin(500);
    doubled = 2 * value;
    value = 6;
  }
#pragma omp task ORDER_4(in : x)
  CHECK_EQ("second target", doubled + value, 16);
#pragma omp taskwait depend(in : x, y)
  CHECK_EQ("all readers", sum, 12 * 5);
#pragma omp taskwait
}

/// Without nowait the encountering thread waits for the target.
static void undeferred_target() {
  value = 0;
#pragma omp task ORDER_5(out : x)
  linger(), value = 1;
#pragma omp target depend(inout : x) map(tofrom : value)
  value = value == 1 ? 2 : -1;
  CHECK_EQ("target without nowait", value, 2);
#pragma omp taskwait
}

/// A group holds target tasks that wait for one another.
static void group() {
  value = 0;
#pragma omp taskgroup
  for (int i = 0; i < Length; ++i) {
#pragma omp target nowait depend(inout : y) firstprivate(i) map(tofrom : value)
    value = value == i ? i + 1 : -1000;
  }
  CHECK_EQ("group of targets", value, Length);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; ++round) {
    chain();
    readers();
    undeferred_target();
    group();
  }
  return check_done();
}
