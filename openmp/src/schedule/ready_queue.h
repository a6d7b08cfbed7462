//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// One thread's ready tasks, in place of libomp's locked deque for all tasks
// that the thread itself queues. (Proxy and hidden helper tasks, which other
// threads hand over, stay in libomp's.)

#ifndef OMPX_SCHEDULE_READY_QUEUE_H
#define OMPX_SCHEDULE_READY_QUEUE_H

#include "schedule/stealing_queue.h"

namespace ompx {

/// A task that is queued waits for nothing, so the place that says where is
/// free.
template <> struct Link<kmp_taskdata_t *> {
  static kmp_taskdata_t *next(kmp_taskdata_t *task) {
    return reinterpret_cast<kmp_taskdata_t *>(task->td_taskwait_ident);
  }
  static void setNext(kmp_taskdata_t *task, kmp_taskdata_t *next) {
    task->td_taskwait_ident = reinterpret_cast<ident_t *>(next);
  }
  static kmp_uint64 bits(kmp_taskdata_t *task) {
    return reinterpret_cast<kmp_uintptr_t>(task);
  }
  static kmp_taskdata_t *of(kmp_uint64 bits) {
    return reinterpret_cast<kmp_taskdata_t *>(kmp_uintptr_t(bits));
  }
};

class ReadyQueue : public StealingQueue<kmp_taskdata_t *> {
  /// As many as libomp's deque has room for.
  static constexpr kmp_int64 Throttle = INITIAL_TASK_DEQUE_SIZE;

  // The owner's.
  alignas(CACHE_LINE) kmp_int32 refusals_left = 0; // see throttles()
  kmp_uint64 stolen_at = 0; // the task that it has stolen and will run
  kmp_routine_entry_t stolen_routine = nullptr;

public:
  static ReadyQueue *create();
  static void destroy(ReadyQueue *queue);

  /// Caller: owner, for each task that it makes. Whether it should run it
  /// rather than queue it, since others have enough to take. Once so, it does
  /// not look again for some tasks, and leaves the thieves the line that they
  /// write.
  bool throttles() {
    if (refusals_left > 0) {
      --refusals_left;
      return true;
    }
    if (!deque.holds(Throttle))
      return false;
    refusals_left = Throttle / 8;
    return true;
  }
  /// Caller: owner. The youngest task that it may run, or one set aside, or
  /// null.
  template <typename Allowed> kmp_taskdata_t *pop(Allowed allowed) {
    refusals_left = 0; // the queue is not full for long
    kmp_taskdata_t *task = StealingQueue::pop(allowed);
    return task ? task : takeAside(allowed);
  }
  /// Caller: owner, which has just stolen a task and runs it next: has its pace
  /// told how long the body takes. (It takes the place of the task's routine.)
  void measure(kmp_taskdata_t &taskdata, kmp_uint64 now);
  kmp_int32 runStolen(kmp_int32 gtid, kmp_task_t &task);
};

/// Before a thread makes a task that may have to wait for others: if very many
/// children of the current task have not ended, runs one of the thread's own
/// ready tasks. For each that it makes it runs one then, so that their memory
/// stays in the cache. Tied tasks only: what they may run meanwhile are their
/// descendants, and so tasks cannot nest without end.
/// KMP_ENABLE_TASK_THROTTLING=0 turns it off.
void throttleMaker(kmp_info_t *thread);
} // namespace ompx

#endif // OMPX_SCHEDULE_READY_QUEUE_H
