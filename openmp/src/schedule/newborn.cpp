//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The processor of a new worker thread. Some kernels, mostly in virtual
// machines, start a new thread on its creator's processor although others are
// idle, and move it some milliseconds later. Until then it waits for the
// processor on which its creator runs the first tasks. So a thread yields its
// processor once if its workers have not started soon, and a worker that starts
// on its creator's processor moves to another.

#include "ompx_hooks.h"

#if KMP_OS_LINUX
#include <sched.h>

void __kmp_ompx_before_birth(kmp_info_t *worker) {
  // mo: relaxed; read by the worker, which is created next
  worker->th.th_ompx_creator_cpu.store(sched_getcpu(),
                                       std::memory_order_relaxed);
  if (kmp_info_t *creator = __kmp_get_thread())
    creator->th.th_ompx_has_newborns = true;
}

void __kmp_ompx_begin_worker(kmp_info_t *worker) {
  // mo: relaxed; written before the thread was created, and afterwards only a
  // hint for __kmp_ompx_await_newborns()
  int cpu =
      worker->th.th_ompx_creator_cpu.exchange(-1, std::memory_order_relaxed);
  // Of more workers than processors, each processor gets its share.
  if (cpu != sched_getcpu() || __kmp_avail_proc < 2 ||
      worker->th.th_info.ds.ds_gtid % __kmp_avail_proc == 0)
    return;
  cpu_set_t allowed;
  // Fails with more processors than fit, where the kernel knows better anyway.
  if (sched_getaffinity(0, sizeof(allowed), &allowed) != 0)
    return;
  cpu_set_t others = allowed;
  CPU_CLR(cpu, &others);
  if (CPU_COUNT(&others) != 0 &&
      sched_setaffinity(0, sizeof(others), &others) == 0)
    sched_setaffinity(0, sizeof(allowed), &allowed);
}

void __kmp_ompx_await_newborns(kmp_info_t *creator, const kmp_team_t *team) {
  constexpr kmp_uint64 Soon = 1 << 17; // cycles, some 50 microseconds
  creator->th.th_ompx_has_newborns = false;
  kmp_uint64 began = KMP_NOW();
  for (int i = 1; i < team->t.t_nproc; ++i) {
    std::atomic<int> &unborn = team->t.t_threads[i]->th.th_ompx_creator_cpu;
    // mo: relaxed; a hint, nothing is read that the worker has written
    while (unborn.load(std::memory_order_relaxed) >= 0) {
      if (KMP_NOW() - began > Soon) {
        KMP_YIELD(TRUE);
        return;
      }
      KMP_CPU_PAUSE();
    }
  }
}
#else
void __kmp_ompx_before_birth(kmp_info_t *) {}
void __kmp_ompx_begin_worker(kmp_info_t *) {}
void __kmp_ompx_await_newborns(kmp_info_t *, const kmp_team_t *) {}
#endif
