// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Regions that cannot be recorded: each must run as ordinary tasks at every
// encounter, exactly, and say why when OMPX_TASKGRAPH_VERBOSE=1. The argument
// names the case.
#include "check.h"

constexpr int Encounters = 10, N = 6;
static int ran, chain;
static Construct region;

static void add_in_parallel(int count) {
#pragma omp parallel for
  for (int i = 0; i < count; ++i)
    __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
}

static void called_parallel() {
  MEET(region);
#pragma omp taskgraph
  {
    add_in_parallel(N);
  }
}

static void called_parallel_beside_tasks() {
  MEET(region);
#pragma omp taskgraph
  {
#pragma omp task
    __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
    add_in_parallel(N - 2);
#pragma omp task
    __atomic_fetch_add(&ran, 1, __ATOMIC_RELAXED);
  }
}

static void share_loop() {
#pragma omp for
  for (int i = 0; i < N; ++i)
    ++ran;
}

static void share_dynamic_loop() {
#pragma omp for schedule(dynamic) nowait
  for (int i = 0; i < N; ++i)
    ++ran;
}

static void share_block() {
#pragma omp single nowait
  ran += N;
}

static void meet_barrier() {
#pragma omp barrier
  ran += N;
}

// A region that every thread of a team meets, of one thread here.
#define MET_BY_A_TEAM(name, function)                                          \
  static void name() {                                                         \
    _Pragma("omp parallel num_threads(1)") {                                   \
      meet_at(__FILE_NAME__, __LINE__, &region);                               \
      _Pragma("omp taskgraph") { function(); }                                 \
    }                                                                          \
  }
MET_BY_A_TEAM(called_loop, share_loop)
MET_BY_A_TEAM(called_dynamic_loop, share_dynamic_loop)
MET_BY_A_TEAM(called_single, share_block)
MET_BY_A_TEAM(called_barrier, meet_barrier)

static void not_replayable() {
  MEET(region);
#pragma omp taskgraph
  {
    for (int i = 0; i < N; ++i) {
#pragma omp task replayable(false) depend(inout : chain)
      ++ran;
    }
  }
}

static void detached() {
  omp_event_handle_t event = (omp_event_handle_t)0;
  MEET(region);
#pragma omp taskgraph
  {
#pragma omp task detach(event) depend(out : chain)
    {
      ran += N - 1;
      omp_fulfill_event(event);
    }
#pragma omp task depend(in : chain)
    ++ran;
  }
}

static void final_task() {
#pragma omp task final(1) if (0)
  {
    MEET(region);
#pragma omp taskgraph
    {
      for (int i = 0; i < N; ++i) {
#pragma omp task
        ++ran;
      }
    }
  }
}

static void make_task(void *) {
#pragma omp task
  ran += N;
}

/// As code calls it that is compiled for a device.
extern "C" int __kmpc_global_thread_num(void *);
extern "C" void __kmpc_ompx_taskgraph(void *, int, void *, unsigned, long long,
                                      void (*)(void *), void *, size_t);

static void target_construct() {
  static struct {
    void *record;
    const char *file, *function;
    int line, column, version, reserved;
    void *recording, *graph;
  } site = {nullptr, __FILE_NAME__, "target_construct", __LINE__, 1, 1, 0,
            nullptr, nullptr};
  constexpr unsigned TargetFlag = 64;
  meet_at(site.file, site.line, &region);
  __kmpc_ompx_taskgraph(nullptr, __kmpc_global_thread_num(nullptr), &site,
                        TargetFlag, 0, make_task, nullptr, 0);
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*encounter)();
  } cases[] = {{"called_parallel", called_parallel},
               {"called_parallel_beside_tasks", called_parallel_beside_tasks},
               {"called_loop", called_loop},
               {"called_dynamic_loop", called_dynamic_loop},
               {"called_single", called_single},
               {"called_barrier", called_barrier},
               {"not_replayable", not_replayable},
               {"detached", detached},
               {"final_task", final_task},
               {"target_construct", target_construct}};
  for (auto &c : cases)
    if (argc > 1 && !strcmp(c.name, argv[1])) {
#pragma omp parallel
#pragma omp single
      for (int e = 1; e <= Encounters; ++e) {
        at_depth(e % 5, [&] { c.encounter(); });
        CHECK_EQ(c.name, ran, N * e);
      }
      CHECK_USES(region, Plain, 0);
    }
  return check_done();
}
