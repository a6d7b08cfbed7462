// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Constructs in the block that make no tasks: atomic, critical, simd, flush and
// assume. They have their effect when the block runs, also when
// several threads run it at once, and the tasks beside them are replayed as if
// they were not there.
#include "check.h"

constexpr int Tasks = 12, Encounters = 40, N = 64;

static long atomics, criticals[2], blocks;
static long shared_sums[Tasks];

/// Every thread meets the region: the block runs in several at first.
static void met_by_all(long *sums, int add) {
#pragma omp taskgraph
  {
    count_block(&blocks);
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

static long simd_blocks, table[N];

/// Tasks read what a simd loop of the block has computed, and copy a variable
/// that only the end of such a loop sets.
static void simd_in_the_block(long *out, int e) {
  int steps = 0, last = -1;
  long total = 0;
#pragma omp taskgraph
  {
    count_block(&simd_blocks);
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
  CHECK_EQ("atomic in the block", atomics, blocks);
  CHECK_EQ("critical in the block", criticals[0], blocks * Tasks);
  CHECK_EQ("atomic in critical", criticals[1], blocks * Tasks);
  if (runs_plainly())
    CHECK_EQ("blocks", blocks, encounters);
  else
    CHECK(blocks < encounters);

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
  CHECK_BLOCKS(simd_blocks, Encounters, 1);
  return check_done();
}
