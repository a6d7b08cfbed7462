// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Several root threads, each with its own team: one records and exits, others
// replay what it left, at last several at the same time.
#include "check.h"
#include <pthread.h>

constexpr int Roots = 3, Encounters = 25, Tasks = 20;
static Construct region;
static pthread_barrier_t all_done;

static __attribute__((noinline)) void encounter(int e) {
  int cells[Tasks], total = 0;
  MEET(region);
#pragma omp taskgraph
  {
    for (int i = 0; i < Tasks; ++i) {
#pragma omp task shared(cells, e) depend(out : cells[i]) firstprivate(i)
      cells[i] = i + e;
    }
#pragma omp task shared(cells, total)                                          \
    depend(iterator(k = 0 : Tasks), in : cells[k])
    for (int i = 0; i < Tasks; ++i)
      total += cells[i];
  }
  CHECK_EQ("total", total, Tasks * (Tasks - 1) / 2 + Tasks * e);
}

static void encounters(int count, int threads) {
#pragma omp parallel num_threads(threads)
#pragma omp single
  for (int e = 0; e < count; ++e)
    at_depth(e % 7, [=] { encounter(e); });
}

// Root threads that exit have a team of one: libomp of LLVM 22 itself fails an
// assertion when workers outlive the root that allocated their tasks.
static void *exits(void *count) {
  encounters((int)(size_t)count, 1);
  return nullptr;
}

static void *stays(void *) {
  encounters(Encounters, omp_get_max_threads());
  pthread_barrier_wait(&all_done);
  for (;;)
    pause();
}

int main() {
  pthread_t id;
  const int counts[] = {1, Encounters}; // records; replays what has been left
  for (int count : counts) {
    pthread_create(&id, nullptr, exits, (void *)(size_t)count);
    pthread_join(id, nullptr);
  }
  encounters(Encounters, omp_get_max_threads());
  pthread_barrier_init(&all_done, nullptr, Roots + 1);
  for (int t = 0; t < Roots; ++t)
    pthread_create(&id, nullptr, stays, nullptr);
  pthread_barrier_wait(&all_done);
  CHECK_USES(region, Used, -1);
  int status = check_done();
  fflush(stdout);
  _exit(status);
}
