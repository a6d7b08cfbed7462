//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// How untied tasks go on; see untied.h.

#include "schedule/untied.h"
#if OMPT_SUPPORT
#include "ompt-specific.h"
#endif

namespace ompx {

std::atomic<bool> untied_tasks_yield{false};

/// Calls the routine until it does not ask to go on.
static kmp_int32 callParts(kmp_info_t *thread, kmp_int32 gtid, kmp_task_t *task,
                           kmp_taskdata_t *taskdata, kmp_task_t *node) {
  kmp_ompx_untied_t outer = thread->th.th_ompx_untied;
  kmp_int32 result;
  thread->th.th_ompx_untied = {taskdata, false, node, false, NULL};
  do {
    thread->th.th_ompx_untied.goes_on = false;
    thread->th.th_ompx_untied.yielded = NULL;
    result = (*task->routine)(gtid, task);
  } while (thread->th.th_ompx_untied.goes_on);
  thread->th.th_ompx_untied = outer;
  return result;
}

kmp_int32 callUntied(kmp_info_t *thread, kmp_int32 gtid, kmp_task_t *task) {
  kmp_taskdata_t *taskdata = KMP_TASK_TO_TASKDATA(task);
#if OMPT_SUPPORT
  if (UNLIKELY(ompt_enabled.enabled)) // a tool is told who calls the routine
    taskdata->ompt_task_info.frame.exit_frame.ptr = OMPT_GET_FRAME_ADDRESS(0);
#endif
  return callParts(thread, gtid, task, taskdata, NULL);
}

void callUntiedNode(kmp_info_t *thread, kmp_int32 gtid, kmp_task_t *task) {
  (void)callParts(thread, gtid, task, NULL, task);
}

bool goOnAsNode(kmp_info_t *thread, kmp_int32 gtid, kmp_task_t *task) {
  if (thread->th.th_ompx_untied.called)
    callUntiedNode(thread, gtid, task);
  else
    thread->th.th_ompx_untied.goes_on = true;
  return true;
}

bool goesOnAtOnce(kmp_int32 gtid, const kmp_taskdata_t *task) {
  const kmp_info_t *thread = __kmp_threads[gtid];
  return task->td_flags.task_serial ||
         thread->th.th_ompx_untied.yielded != task;
}

void goOn(kmp_int32 gtid, kmp_task_t *task) {
  kmp_info_t *thread = __kmp_threads[gtid];
  if (thread->th.th_ompx_untied.task == KMP_TASK_TO_TASKDATA(task))
    thread->th.th_ompx_untied.goes_on = true;
  else // the program itself has called the routine, for an undeferred task
    callUntied(thread, gtid, task);
}

} // namespace ompx
