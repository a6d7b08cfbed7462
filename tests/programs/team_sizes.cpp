// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Recorded with one team size and replayed with others, up and down, with
// dynamic adjustment and hot teams resized in between: exact, with dependences
// and a reduction whose copies must suit the replaying team.
#include "check.h"

constexpr int Tasks = 30, Encounters = 3;
static Construct region;
static int threads_seen[64];

static __attribute__((noinline)) void encounter(int id, int e) {
  int cells[Tasks], chain = 0, sum = e;
  MEET(region);
#pragma omp taskgraph graph_id(id)
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task shared(cells) depend(out : cells[i]) firstprivate(i)
      {
        CHECK_EQ("thread of the team",
                 omp_get_thread_num() < omp_get_num_threads(), 1);
        threads_seen[omp_get_thread_num() % 64] = 1;
        spin(300), cells[i] = i;
      }
#pragma omp task shared(cells, chain) depend(in : cells[i])                    \
    depend(inout : chain) firstprivate(i)
      chain = chain * 5 + cells[i];
    }
#pragma omp taskloop reduction(+ : sum) grainsize(2)
    for (int i = 0; i < 64; ++i)
      sum += i;
  }
  unsigned expected = 0;
  for (int i = 0; i < Tasks; ++i)
    expected = expected * 5 + i;
  CHECK_EQ("chain", (unsigned)chain, expected);
  CHECK_EQ("reduction", sum, e + 63 * 32);
}

static void in_team(int threads, int id) {
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (int e = 0; e < Encounters; ++e)
    at_depth(e, [=] { encounter(id, e); });
}

int main() {
  const int sizes[] = {1, 4, 2, 8, 1, 3, 16, 2};
  const int first_sizes[] = {1, 2, 5,
                             12}; // ids: the size of the recording team
  int encounters = 0;
  for (int first : first_sizes) {
    in_team(first, first);
    for (int threads : sizes)
      in_team(threads, first);
    omp_set_dynamic(1);
    in_team(64, first);
    omp_set_dynamic(0);
    encounters += 10 * Encounters;
  }
  CHECK_USES(region, Used, encounters - 1);
  return check_done();
}
