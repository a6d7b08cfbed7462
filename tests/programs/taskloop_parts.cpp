// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Where iterations do not divide evenly, the larger tasks of a taskloop stand
// among the others: the first k of n tasks have k / n of the iterations, as
// near as that can be.
#include "check.h"

constexpr int N = 100, Encounters = 4;
static int begins[N]; // whether a task begins with the iteration
static Construct region;

static void check_parts(int count, int tasks) {
  for (int i = 0, part = 0; i < count; ++i) {
    bool begin = part < tasks && i == part * count / tasks;
    CHECK_EQ("first iteration of a task", begins[i], begin);
    part += begin;
    begins[i] = 0;
  }
}

static void up(int count, int tasks) {
  bool goes_on = false;
#pragma omp taskloop num_tasks(tasks) firstprivate(goes_on)
  for (int i = 0; i < count; ++i) {
    begins[i] = !goes_on;
    goes_on = true;
  }
  check_parts(count, tasks);
}

static void down(int count, int tasks) {
  bool goes_on = false;
#pragma omp taskloop num_tasks(tasks) firstprivate(goes_on)
  for (int i = 3 * (count - 1); i >= 0; i -= 3) {
    begins[count - 1 - i / 3] = !goes_on;
    goes_on = true;
  }
  check_parts(count, tasks);
}

static void by_grain(int count, int tasks) {
  bool goes_on = false;
#pragma omp taskloop grainsize(count / tasks) firstprivate(goes_on)
  for (int i = 0; i < count; ++i) {
    begins[i] = !goes_on;
    goes_on = true;
  }
  check_parts(count, count / (count / tasks));
}

static __attribute__((noinline)) void recorded() {
  MEET(region);
#pragma omp taskgraph
  {
    bool goes_on = false;
#pragma omp taskloop num_tasks(8) firstprivate(goes_on)
    for (int i = 0; i < 22; ++i) {
      begins[i] = !goes_on;
      goes_on = true;
    }
  }
  check_parts(22, 8);
}

int main() {
#pragma omp parallel
#pragma omp single
  {
    for (int count = 1; count <= 40; ++count)
      for (int tasks = 1; tasks <= 8 && tasks <= count; ++tasks) {
        up(count, tasks);
        down(count, tasks);
        if (count / (count / tasks) <= 10) // else tasks make the tasks
          by_grain(count, tasks);
      }
    for (int e = 0; e < Encounters; ++e)
      recorded();
  }
  return check_done();
}
