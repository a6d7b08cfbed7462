//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What patched files of libomp call in ours, and what of libomp's tasking ours
// calls beyond kmp.h. The patches' headers say why each hook is needed.

#ifndef OMPX_HOOKS_H
#define OMPX_HOOKS_H

#include "kmp.h"
#include "kmp_str.h"

// Called by libomp ------------------------------------------------------------

/// kmp_settings.cpp: parse and print a variable of support/settings.def.
void __kmp_ompx_stg_parse(char const *name, char const *value, void *data);
void __kmp_ompx_stg_print(kmp_str_buf_t *buffer, char const *name, void *data);

/// kmp_tasking.cpp, __kmp_task_alloc(): a task that records a region made a
/// task.
void __kmp_ompx_task_made(ompx::Recorder *recorder);
/// kmp_tasking.cpp, __kmp_taskloop_linear(): a chunk is about to be queued.
void __kmp_ompx_taskloop_chunk(ompx::Recorder *recorder, kmp_task_t *chunk);
/// kmp_taskdeps.cpp, __kmpc_omp_taskwait_deps_51(): a task that records a
/// region waits for dependences.
void __kmp_ompx_dependence_wait(ompx::Recorder *recorder);

/// What a thread that looks for work is waiting for.
struct kmp_ompx_wait_t {
  bool (*done)(void *flag); // null: waits until there is nothing to do
  void *flag;
  bool one_task;            // wants to return after one task
  kmp_int32 is_constrained; // see __kmp_task_is_allowed()
  int *thread_finished;     // see __kmp_steal_task()
};
/// kmp_tasking.cpp, __kmp_execute_tasks_template(): runs ready nodes of the
/// team's replays until what is waited for has come or no node is ready.
/// Returns whether it ran any. Caller: a thread of the task team.
bool __kmp_ompx_execute(kmp_info_t *thread, kmp_int32 gtid,
                        kmp_task_team_t *task_team,
                        const kmp_ompx_wait_t &wait);
/// kmp_tasking.cpp, __kmp_free_task_threads_data().
void __kmp_ompx_free_queues(kmp_task_team_t *task_team);

// Functions of libomp that the patches make visible ---------------------------

void __kmp_enable_tasking(kmp_task_team_t *task_team, kmp_info_t *this_thr);
void __kmp_free_task_and_ancestors(kmp_int32 gtid, kmp_taskdata_t *taskdata,
                                   kmp_info_t *thread);
void __kmp_task_reduction_fini(kmp_info_t *th, kmp_taskgroup_t *tg);

#endif // OMPX_HOOKS_H
