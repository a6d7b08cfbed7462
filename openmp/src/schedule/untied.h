//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Untied tasks. Clang splits their bodies at task scheduling points: at each,
// the task's routine asks for its task to be queued again, and returns; the
// next call goes on behind that point. The first call does nothing but that.
//
// Here the thread goes on with the task at once, as OpenMP allows: it calls the
// routine again when that has returned. So a part costs two calls and no queue,
// and the stack does not grow with the number of parts. Only a task that has
// called taskyield is queued, so that others can run first, which may be below
// it on this thread's stack.
//
// Why no program hangs. A task that waits keeps its thread's stack: what runs
// meanwhile runs on top, and the task resumes when that has ended, even if what
// it waits for has ended earlier. It waits for descendants of its own. The
// rules of __kmp_task_is_allowed() are:
//
//  1. A task begins on top of suspended tied tasks only if it is a descendant
//  of
//     them all. (OpenMP demands it of tied tasks. Were untied ones exempt,
//     their tied children could not run above them, and perhaps on no thread.)
//  2. An untied task that has begun goes on only where the stack is empty, or
//     where the task that is suspended on top is its ancestor.
//
// If no thread could go on, each would be suspended in a task T(i) that waits
// for a task Y(i). By 1 and 2 the thread may run Y(i) if it is queued, so Y(i)
// is suspended on the stack of another thread, below T(i+1) or equal to it.
// Look at the topmost task F of that stack that began there; those above went
// on there, so by 2 each is an ancestor of the next, and T(i+1) is F or its
// descendant. If Y(i) is below F, then F began after Y(i) did, and so after
// T(i) did; T(i+1) began not before F. If it is not below F, then T(i+1) is
// Y(i) or a descendant of it, and so of T(i). Either way T(i+1) began after
// T(i) did: no circle of waits can close. tests/models/task_scheduling.py
// explores small programs exhaustively, and finds the states that are stuck
// without 1 or 2.

#ifndef OMPX_SCHEDULE_UNTIED_H
#define OMPX_SCHEDULE_UNTIED_H

#include "kmp.h"

namespace ompx {

/// Whether a task that is to be run is an untied one that goes on.
inline bool hasBegun(const kmp_taskdata_t *task) {
  return task->td_flags.tiedness == TASK_UNTIED && task->td_flags.started;
}

/// Calls the routine of an untied task until the task has ended or is queued.
/// Caller: the thread that has started the task.
kmp_int32 callUntied(kmp_info_t *thread, kmp_int32 gtid, kmp_task_t *task);

/// The same for every task; a tied one's routine is called once.
inline kmp_int32 callRoutine(kmp_int32 gtid, kmp_task_t *task) {
  if (UNLIKELY(KMP_TASK_TO_TASKDATA(task)->td_flags.tiedness != TASK_TIED))
    return callUntied(__kmp_threads[gtid], gtid, task);
  return (*task->routine)(gtid, task);
}

/// The same for the task of a node, which the thread runs under a descriptor.
/// It always goes on at once, so no graph has one that yields.
void callUntiedNode(kmp_info_t *thread, kmp_int32 gtid, kmp_task_t *task);

/// The program itself calls the routine of a node's task until `outer`, what
/// was there before, is put back.
inline kmp_ompx_untied_t beginCalledNode(kmp_info_t *thread, kmp_task_t *task) {
  kmp_ompx_untied_t outer = thread->th.th_ompx_untied;
  thread->th.th_ompx_untied = {NULL, false, task, true, NULL};
  return outer;
}

/// Has the task of a node go on that is handed over: the thread runs it, and
/// it is untied. Returns whether it is such a task.
bool goOnAsNode(kmp_info_t *thread, kmp_int32 gtid, kmp_task_t *task);
inline bool goesOnAsNode(kmp_int32 gtid, kmp_task_t *task) {
  kmp_info_t *thread = __kmp_threads[gtid];
  return UNLIKELY(thread->th.th_ompx_untied.node == task) &&
         goOnAsNode(thread, gtid, task);
}

/// Whether an untied task of this process has called taskyield: it may wait for
/// a task that is below it on its thread's stack, as long as it is queued.
extern std::atomic<bool> untied_tasks_yield;

/// The current task reaches a taskyield.
inline void noteYield(kmp_info_t *thread) {
  kmp_taskdata_t *task = thread->th.th_current_task;
  thread->th.th_ompx_untied.yielded = task;
  if (task->td_flags.tiedness == TASK_UNTIED)
    // mo: relaxed; whoever meets a region after the task's end sees it by that
    untied_tasks_yield.store(true, std::memory_order_relaxed);
}

/// The current task, which is untied, asks to be queued. Whether it goes on at
/// once instead.
bool goesOnAtOnce(kmp_int32 gtid, const kmp_taskdata_t *task);

/// Has the current task, which is untied, go on when its routine has returned.
void goOn(kmp_int32 gtid, kmp_task_t *task);

} // namespace ompx

#endif // OMPX_SCHEDULE_UNTIED_H
