// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Blocks that make the same tasks at nearly all encounters, and now and then
// one more, or twice as many: most encounters are refills. The arguments say
// which: every so many encounters, the remainder.
#include "check.h"

constexpr int Encounters = 100, N = 32;
static long cells[N + 1], expected;
static Construct first, last, twice;

static __attribute__((noinline)) void one_more() {
#pragma omp task depend(inout : cells[N])
  cells[N] += 1;
}

static void check_mostly_refilled(const char *name, const Construct &construct,
                                  int odd) {
  ompx_taskgraph_counts_t n = counts_of(&construct);
  printf("%s: %d recorded %d replayed %d refilled %d diverged %d plain\n", name,
         int(n.recorded), int(n.replayed), int(n.refilled), int(n.diverged),
         int(n.plain));
  CHECK_EQ("encounters",
           n.recorded + n.replayed + n.refilled + n.diverged + n.plain,
           construct.met);
  if (runs_plainly())
    return;
  CHECK_EQ("plain", n.plain, 0);
  CHECK(int(n.recorded) <= 7);
  CHECK(int(n.diverged) <= odd + 6);
}

int main(int argc, char **argv) {
  int every = argc > 1 ? atoi(argv[1]) : 10,
      rest = argc > 2 ? atoi(argv[2]) : 0;
  int odd = 0;
#pragma omp parallel
#pragma omp single
  for (int e = 0; e < Encounters; ++e) {
    bool is_odd = e % every == rest;
    odd += is_odd;
    MEET(first);
#pragma omp taskgraph
    {
      if (e % every == rest)
        one_more();
      for (int i = 1; i < N; ++i) {
#pragma omp task depend(in : cells[i - 1]) depend(inout : cells[i])
        cells[i] += 1;
      }
    }
    MEET(last);
#pragma omp taskgraph
    {
      for (int i = 1; i < N; ++i) {
#pragma omp task depend(in : cells[i - 1]) depend(inout : cells[i])
        cells[i] += 1;
      }
      if (e % every == rest)
        one_more();
    }
    MEET(twice);
#pragma omp taskgraph
    {
      int count = e % every == rest ? N : N / 2;
      for (int i = 1; i < count; ++i) {
#pragma omp task depend(in : cells[i - 1]) depend(inout : cells[i])
        cells[i] += 1;
      }
    }
    expected += 2;
    CHECK_EQ("always", cells[1], expected + e + 1);
    CHECK_EQ("in the second half", cells[N - 1], expected + odd);
    CHECK_EQ("one more", cells[N], 2 * odd);
  }
  check_mostly_refilled("first", first, odd);
  check_mostly_refilled("last", last, odd);
  check_mostly_refilled("twice", twice, odd);
  return check_done();
}
