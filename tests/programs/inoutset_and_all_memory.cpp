// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// inoutset generations, omp_all_memory as a fence between items that have
// nothing to do with each other, and both mixed with in and out.
#include "check.h"

constexpr int Wide = 8, Encounters = 40;
static int cell, extra[Wide], sum, fence;
static int running;
static Construct region;

static void add(int amount) {
  __atomic_fetch_add(&running, 1, __ATOMIC_RELAXED);
  spin(500);
  __atomic_fetch_add(&sum, amount, __ATOMIC_RELAXED);
  __atomic_fetch_sub(&running, 1, __ATOMIC_RELAXED);
}

static void expect(const char *what, int seen, int wanted) {
  CHECK_EQ(what, seen, wanted);
  CHECK_EQ("nothing of the set still runs", running, 0);
}

static void encounter() {
  MEET(region);
#pragma omp taskgraph
  {
#pragma omp task depend(out : cell)
    sum = 0;
    for (int i = 0; i < Wide; ++i) {
#pragma omp task depend(inoutset : cell)
      add(1);
    }
#pragma omp task depend(in : cell)
    expect("first generation, in", sum, Wide);
    for (int i = 0; i < Wide; ++i) {
#pragma omp task depend(inoutset : cell) depend(out : extra[i])
      add(2);
    }
#pragma omp task depend(inout : cell)
    expect("second generation, inout", sum, 3 * Wide);
    for (int i = 0; i < Wide; ++i) {
#pragma omp task depend(inout : extra[i]) firstprivate(i)
      spin(400), extra[i] = i;
    }
#pragma omp task depend(out : omp_all_memory)
    {
      fence = 0;
      for (int i = 0; i < Wide; ++i)
        fence += extra[i];
      expect("all memory waits for all", fence, Wide * (Wide - 1) / 2);
      spin(1000);
      fence = 1;
    }
    for (int i = 0; i < Wide; ++i) {
#pragma omp task depend(in : extra[i])
      CHECK_EQ("readers wait for all memory", fence, 1);
#pragma omp task depend(inoutset : cell)
      CHECK_EQ("set waits for all memory", fence, 1), add(1);
    }
#pragma omp task depend(inout : omp_all_memory)
    {
      expect("end", sum, 4 * Wide);
      fence = 2;
    }
#pragma omp task depend(mutexinoutset : cell)
    CHECK_EQ("after the last fence", fence, 2);
  }
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    encounter();
  CHECK_USES(region, Replayed, 1);
  return check_done();
}
