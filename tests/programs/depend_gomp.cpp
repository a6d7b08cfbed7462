// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dependences as GCC compiles them, through libomp's GOMP entry points: the
// types and forms that these know. Compiled by g++, linked to libomp. There
// iterators and more than one type make the longer form of the list.
#include "depend_check.h"

constexpr int Tasks = 12, Rounds = 30;
static int x, y, z, cells[Tasks];

static void chain() {
  int value = 0;
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task ORDER_1(inout : x) shared(value) firstprivate(i)
    CHECK_EQ("in turn", value, i), spin(100), value = i + 1;
#pragma omp task ORDER_1(in : x) shared(value) firstprivate(i)
    CHECK_EQ("reader", value, i + 1);
  }
#pragma omp taskwait
}

static void diamond() {
  int left = 0, right = 0, done = 0;
#pragma omp task ORDER_2(out : x, y) shared(left, right)
  linger(), left = right = 1;
#pragma omp task ORDER_2(in : x) ORDER_2(out : z) shared(left)
  CHECK_EQ("left", left, 1), linger(), left = 2;
#pragma omp task ORDER_2(inout : y) shared(right)
  CHECK_EQ("right", right, 1), linger(), right = 2;
#pragma omp task ORDER_2(in : x, y, z) shared(left, right, done)
  CHECK_EQ("both", left + right, 4), done = 1;
#pragma omp taskwait depend(in : x, y) depend(out : x)
  CHECK_EQ("taskwait with dependences", done, 1);
}

static void commutative() {
  int holders = 0, sum = 0;
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task ORDER_3(mutexinoutset : x) depend(in : y) shared(holders, sum)
    alone(&holders, 200), ++sum;
  }
#pragma omp task ORDER_4(in : x) shared(sum)
  CHECK_EQ("all of the set", sum, Tasks);
#pragma omp taskwait
}

static void depobjs_and_iterators() {
  int value = 0;
  omp_depend_t object;
#pragma omp depobj(object) depend(inout : x)
#pragma omp task depend(depobj : object) shared(value)
  linger(), value = 1;
#pragma omp task ORDER_5(in : x) shared(value)
  CHECK_EQ("after the depobj", value, 1);
#pragma omp depobj(object) destroy
  for (int i = 0; i < Tasks; ++i) {
#pragma omp task ORDER_6(out : cells[i]) firstprivate(i)
    spin(200), cells[i] = i + 1;
  }
#pragma omp task ORDER_6(iterator(k = 0 : Tasks), in : cells[k])
  for (int i = 0; i < Tasks; ++i)
    CHECK_EQ("iterator", cells[i], i + 1);
#pragma omp taskwait
  memset(cells, 0, sizeof cells);
}

static void undeferred() {
  int value = 0;
#pragma omp task ORDER_1(out : x) shared(value)
  linger(), value = 1;
#pragma omp task if (0) depend(inout : x) shared(value)
  CHECK_EQ("undeferred", value, 1), value = 2;
#pragma omp task priority(1) depend(in : x) shared(value)
  CHECK_EQ("after the undeferred", value, 2);
#pragma omp taskwait
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < Rounds; ++round) {
    chain();
    diamond();
    commutative();
    depobjs_and_iterators();
    undeferred();
  }
  return check_done();
}
