//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Completed children that a thread has not yet reported to their parent. The
// counters of a parent whose tasks several threads run would otherwise move
// between them with every task.
//
// Two cases. A thread that runs one child after the other of the same parent
// counts them here, and reports them before it runs anything else, steals,
// or stops looking for tasks. Nobody waits longer for it: whoever waits for the
// parent's children, or for the taskgroup, waits for the one that runs now,
// too. And the parent's own thread keeps count of children that it ran itself:
// the next child that it makes takes the place of one, without any atomic
// operation. Only that thread waits for its children, and it reports before it
// waits.
//
// Only for children of implicit tasks, which are not freed before the team's
// threads have met. Counting down late is always safe: it can only keep a wait
// going, never end one early.

#ifndef OMPX_SCHEDULE_COMPLETIONS_H
#define OMPX_SCHEDULE_COMPLETIONS_H

#include "kmp.h"

namespace ompx {

inline void reportCompletions(kmp_ompx_completions_t &counted) {
  if (counted.count == 0)
    return;
  KMP_ATOMIC_SUB(&counted.parent->td_incomplete_child_tasks, counted.count);
  if (counted.group)
    KMP_ATOMIC_SUB(&counted.group->count, counted.count);
  counted.count = 0;
}

/// How many children of the thread's task have not completed. Those that the
/// thread ran itself, but has not reported, are not among them.
inline kmp_int32 countUnfinishedChildren(kmp_info_t *thread,
                                         const kmp_taskdata_t *task) {
  reportCompletions(thread->th.th_ompx_completions);
  // mo: acquire; sees what the children wrote; pairs with completeChild() and
  // Worker::finish()
  return KMP_ATOMIC_LD_ACQ(&task->td_incomplete_child_tasks);
}

/// Lives in libomp's loop that runs tasks.
class CompletionCounting {
  kmp_ompx_completions_t &completions;
  const bool outer;

public:
  explicit CompletionCounting(kmp_info_t *thread)
      : completions(thread->th.th_ompx_completions), outer(completions.counts) {
    reportCompletions(completions);
    completions.counts = true;
  }
  ~CompletionCounting() {
    reportCompletions(completions);
    completions.counts = outer;
  }
  /// A task was run. If it was the last that `waiting` still waited for,
  /// reports it, so that the wait ends without another look for tasks. (A
  /// report is safe at any time.) With more threads than processors, each may
  /// lose its processor for long, so it reports at once.
  void ran(const kmp_taskdata_t *waiting) {
    if (completions.count == 0)
      return;
    if (KMP_OVERSUBSCRIBED) {
      reportCompletions(completions);
      return;
    }
    if (completions.parent != waiting)
      return;
    if (KMP_ATOMIC_LD_RLX(&waiting->td_incomplete_child_tasks) ==
            completions.count ||
        (completions.group &&
         KMP_ATOMIC_LD_RLX(&completions.group->count) == completions.count))
      reportCompletions(completions);
  }
  /// A task is run next, or (null) none was found in the thread's own queue.
  /// Returns whether children were reported, which may end a wait.
  bool next(kmp_task_t *task) {
    if (completions.count == 0)
      return false;
    const kmp_taskdata_t *taskdata = task ? KMP_TASK_TO_TASKDATA(task) : NULL;
    if (taskdata && taskdata->td_parent == completions.parent &&
        taskdata->td_taskgroup == completions.group)
      return false;
    reportCompletions(completions);
    return true;
  }
};

/// A task has completed and released its dependences: reports to its parent and
/// its taskgroup, or counts it. `resumed`: what the thread goes on with.
inline void completeChild(kmp_info_t *thread, const kmp_taskdata_t *task,
                          const kmp_taskdata_t *resumed) {
  kmp_ompx_completions_t &completions = thread->th.th_ompx_completions;
  kmp_taskdata_t *parent = task->td_parent;
  if (parent->td_flags.tasktype != TASK_IMPLICIT ||
      !(completions.counts || parent == resumed)) {
    KMP_ATOMIC_DEC(&parent->td_incomplete_child_tasks);
    if (task->td_taskgroup)
      KMP_ATOMIC_DEC(&task->td_taskgroup->count);
    return;
  }
  if (completions.count &&
      (completions.parent != parent || completions.group != task->td_taskgroup))
    reportCompletions(completions);
  completions.parent = parent;
  completions.group = task->td_taskgroup;
  ++completions.count;
}

/// A task has ended and is no longer one of those that keep its memory. Returns
/// how many are left: children. Without any, nobody else counts here.
inline kmp_int32 endTask(kmp_taskdata_t *task) {
  if (KMP_ATOMIC_LD_ACQ(&task->td_allocated_child_tasks) == 1) {
    KMP_ATOMIC_ST_RLX(&task->td_allocated_child_tasks, 0);
    return 0;
  }
  return KMP_ATOMIC_DEC(&task->td_allocated_child_tasks) - 1;
}

/// The task will be run at once. All flags are loaded next, and a load as wide
/// as they are would have to wait for a narrow store, which the compiler
/// chooses for a single flag.
inline void setTaskSerial(kmp_taskdata_t *task) {
  kmp_tasking_flags_t flags = task->td_flags;
  flags.task_serial = 1;
  kmp_uint32 word;
  KMP_MEMCPY(&word, &flags, sizeof(word));
  // mo: relaxed; for no other thread, but the compiler keeps its width
  reinterpret_cast<std::atomic<kmp_uint32> &>(task->td_flags)
      .store(word, std::memory_order_relaxed);
}

/// A task has got a new child, of its current taskgroup.
inline void countChild(kmp_info_t *thread, kmp_taskdata_t *parent) {
  kmp_ompx_completions_t &completions = thread->th.th_ompx_completions;
  if (completions.count && completions.parent == parent &&
      completions.group == parent->td_taskgroup) {
    --completions.count;
    return;
  }
  KMP_ATOMIC_INC(&parent->td_incomplete_child_tasks);
  if (parent->td_taskgroup)
    KMP_ATOMIC_INC(&parent->td_taskgroup->count);
}

} // namespace ompx

#endif // OMPX_SCHEDULE_COMPLETIONS_H
