// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructs in the block that make no tasks: atomic, critical, simd, flush and
// assume. They have their effect at every encounter, also when several threads
// meet the region at once, and the tasks beside them are recorded and refilled
// as if they were not there.
#include "check.h"

constexpr int Tasks = 12, Encounters = 40, N = 64;

static long atomics, criticals[2];
static Construct region;
static long shared_sums[Tasks];

/// Every thread meets the region.
static void met_by_all(long *sums, int add) {
  MEET(region);
#pragma omp taskgraph
  {
#pragma omp atomic
    ++atomics;
    for (int i = 0; i < Tasks; ++i) {
#pragma omp critical(block_constructs)
      {
        // Both or neither, and nobody in between.
        long seen = criticals[0];
        spin(20);
        criticals[0] = seen + 1;
#pragma omp atomic
        ++criticals[1];
      }
#pragma omp task firstprivate(i)
      {
        sums[i] += add + i;
#pragma omp atomic
        shared_sums[i] += add;
      }
    }
#pragma omp flush
  }
}

static long table[N];
static Construct simd_region;

/// Tasks read what a simd loop of the block has computed, and copy a variable
/// that only the end of such a loop sets.
static void simd_in_the_block(long *out, int e) {
  int steps = 0, last = -1;
  long total = 0;
  MEET(simd_region);
#pragma omp taskgraph
  {
#pragma omp simd linear(steps : 2)
    for (int i = 0; i < N; ++i)
      table[i] = 3 * i;
#pragma omp simd lastprivate(last) reduction(+ : total)
    for (int i = 0; i < N; ++i) {
      last = i;
      total += i;
    }
#pragma omp assume holds(N == 64)
    {
#pragma omp task firstprivate(steps, last, total)
      out[0] += steps + last + total;
    }
    for (int t = 1; t < Tasks; ++t) {
#pragma omp task firstprivate(t)
      out[t] += table[t] + e;
    }
  }
}

int main() {
  long encounters = 0, expected = 0;
#pragma omp parallel reduction(+ : encounters, expected)
  {
    long sums[Tasks] = {};
    for (int e = 0; e < Encounters; ++e) {
      at_depth(e % 5, [&] { met_by_all(sums, e); });
      ++encounters;
      expected += e;
    }
    for (int i = 0; i < Tasks; ++i)
      CHECK_EQ("task beside atomic and critical", sums[i],
               Encounters * (Encounters - 1) / 2 + Encounters * i);
  }
  for (long sum : shared_sums)
    CHECK_EQ("all threads' tasks", sum, expected);
  CHECK_EQ("atomic in the block", atomics, encounters);
  CHECK_EQ("critical in the block", criticals[0], encounters * Tasks);
  CHECK_EQ("atomic in critical", criticals[1], encounters * Tasks);
  CHECK_USES(region, Refilled, -1);

  long out[Tasks] = {};
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    at_depth(e % 7, [&] { simd_in_the_block(out, e); });
  CHECK_EQ("variables that simd loops set", out[0],
           Encounters * (2 * (N - 1) + N - 1 + N * (N - 1) / 2));
  for (int t = 1; t < Tasks; ++t)
    CHECK_EQ("table", out[t],
             Encounters * 3 * t + Encounters * (Encounters - 1) / 2);
  CHECK_USES(simd_region, Refilled, 1);
  return check_done();
}
