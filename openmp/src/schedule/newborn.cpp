//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Where a new worker thread starts. Some kernels, those of virtual machines
// above all, put a new thread on its creator's processor, although others are
// idle, and move it some milliseconds later. Meanwhile it waits for a processor
// that its creator needs for the first tasks. So the creator gives way once, and
// a worker that finds itself on its creator's processor leaves it. Where the
// kernel has placed it elsewhere, that costs one system call of the creator.

#include "ompx_hooks.h"

#if KMP_OS_LINUX
#include <sched.h>

void __kmp_ompx_before_birth(kmp_info_t *worker) {
  worker->th.th_ompx_creator_cpu = sched_getcpu();
}

void __kmp_ompx_after_birth() {
  if (KMP_TRY_YIELD)
    __kmp_yield();
}

void __kmp_ompx_begin_worker(const kmp_info_t *worker) {
  int cpu = worker->th.th_ompx_creator_cpu;
  // Of more workers than processors, each processor gets its share.
  if (cpu < 0 || cpu != sched_getcpu() || __kmp_avail_proc < 2 ||
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
#else
void __kmp_ompx_before_birth(kmp_info_t *) {}
void __kmp_ompx_after_birth() {}
void __kmp_ompx_begin_worker(const kmp_info_t *) {}
#endif
