// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// taskloop in the region: grainsize, num_tasks, strict, collapse, negative
// stride, no iterations, more chunks than the library makes at once,
// lastprivate, firstprivate, unsigned and 64-bit indices.
#include "check.h"

constexpr int N = 300, Encounters = 12;
static int hits[10][N], last_value, signed_sum;
static Construct region;

static __attribute__((noinline)) void encounter(int e) {
  int last = -1, base = e;
  MEET(region);
#pragma omp taskgraph
  {
#pragma omp taskloop nogroup grainsize(7)
    for (int i = 0; i < N; ++i)
      ++hits[0][i];
#pragma omp taskloop nogroup num_tasks(5)
    for (int i = 0; i < N; ++i)
      ++hits[1][i];
#pragma omp taskloop nogroup grainsize(strict : 9)
    for (long i = 0; i < N; ++i)
      ++hits[2][i];
#pragma omp taskloop nogroup num_tasks(strict : 11)
    for (unsigned i = 0; i < (unsigned)N; ++i)
      ++hits[3][i];
#pragma omp taskloop nogroup collapse(2) grainsize(4)
    for (int i = 0; i < N / 10; ++i)
      for (int j = 0; j < 10; ++j)
        ++hits[4][i * 10 + j];
#pragma omp taskloop nogroup
    for (int i = N - 1; i >= 0; i -= 3)
      ++hits[5][i];
#pragma omp taskloop nogroup
    for (int i = 5; i < 5; ++i)
      ++hits[6][i];
#pragma omp taskloop nogroup grainsize(1) // one chunk an iteration
    for (int i = 0; i < N; ++i)
      ++hits[7][i];
#pragma omp taskloop nogroup num_tasks(3) lastprivate(last) shared(last_value)
    for (int i = 0; i < N; i += 2) {
      last = i;
      if (i == N - 2)
        last_value = i;
    }
#pragma omp taskloop nogroup firstprivate(base) shared(signed_sum)
    for (signed char i = -20; i <= 20; i += 4) {
      __atomic_fetch_add(&signed_sum, base + i, __ATOMIC_RELAXED);
      base += 0;
    }
#pragma omp taskloop nogroup grainsize(1000)
    for (int i = 0; i < N; ++i)
      ++hits[8][i];
#pragma omp taskloop nogroup if (0)
    for (unsigned long long i = 0; i < N; ++i)
      ++hits[9][i];
  }
  CHECK_EQ("lastprivate", last, N - 2);
}

int main() {
#pragma omp parallel
#pragma omp single
  for (int e = 1; e <= Encounters; ++e) {
    last_value = 0, signed_sum = 0;
    at_depth(e % 7, [=] { encounter(e); });
    CHECK_EQ("last iteration", last_value, N - 2);
    CHECK_EQ("signed char index", signed_sum, 11 * e);
    for (int loop = 0; loop < 10; ++loop)
      for (int i = 0; i < N; ++i)
        CHECK_EQ("iteration", hits[loop][i],
                 loop == 6                 ? 0
                 : loop == 5 && i % 3 != 2 ? 0
                                           : e);
  }
  CHECK_USES(region, Refilled, 1);
  return check_done();
}
