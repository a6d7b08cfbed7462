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

#include "schedule/deque.h"
#include "schedule/steal_pace.h"
#include "support/spin_lock.h"
#include "support/vector.h"

namespace ompx {

class ReadyQueue {
  /// As many as libomp's deque has room for.
  static constexpr kmp_int64 Throttle = INITIAL_TASK_DEQUE_SIZE;

  Deque deque;
  kmp_int32 refusals_left = 0; // owner's; see throttles()
  // The owner's, when it steals from others.
  StealPace steal_pace;
  kmp_uint64 stolen_at = 0; // the task that it has stolen and will run
  kmp_routine_entry_t stolen_routine = nullptr;
  // Tasks that a thread took but may not run while it is suspended in a tied
  // task, or whose mutexinoutset lock (tracker `hash`) was taken. Any thread
  // that may run them takes them from here.
  alignas(CACHE_LINE) std::atomic<kmp_uint32> aside_count{0};
  SpinLock aside_lock;
  Vector<kmp_taskdata_t *> aside;

public:
  static ReadyQueue *create();
  static void destroy(ReadyQueue *queue);

  /// Caller: owner. Cost: O(1). Returns false without memory.
  bool push(kmp_taskdata_t *task) {
    return deque.push(reinterpret_cast<kmp_uintptr_t>(task));
  }
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
  /// Caller: any. Whether there seems to be nothing to take.
  bool seemsEmpty() const {
    // mo: relaxed; a hint
    return deque.seemsEmpty() &&
           // mo: relaxed; a hint
           aside_count.load(std::memory_order_relaxed) == 0;
  }
  /// Caller: owner. The youngest task that it may run, or null.
  template <typename Allowed> kmp_taskdata_t *pop(Allowed allowed);
  /// Caller: any, whose own queue is `own`. The oldest task, or one set aside,
  /// that it may run, or null, which may also mean that another was faster.
  template <typename Allowed>
  kmp_taskdata_t *steal(ReadyQueue &own, Allowed allowed);
  StealPace &stealPace() { return steal_pace; }
  /// Caller: owner, which has just stolen a task and runs it next: has its pace
  /// told how long the body takes. (It takes the place of the task's routine.)
  void measure(kmp_taskdata_t &taskdata, kmp_uint64 now);
  kmp_int32 runStolen(kmp_int32 gtid, kmp_task_t &task);
  /// Caller: any. Moves up to half of the tasks to the caller's own queue.
  void stealHalf(ReadyQueue &own);

  /// Caller: any. A task that somebody else is to run, or at another time.
  void setAside(kmp_taskdata_t *task);

private:
  template <typename Allowed> kmp_taskdata_t *takeAside(Allowed allowed);
};

template <typename Allowed> kmp_taskdata_t *ReadyQueue::pop(Allowed allowed) {
  refusals_left = 0; // the queue is not full for long
  while (kmp_uintptr_t word = deque.pop()) {
    auto *task = reinterpret_cast<kmp_taskdata_t *>(word);
    if (allowed(task))
      return task;
    setAside(task);
  }
  return takeAside(allowed);
}

template <typename Allowed>
kmp_taskdata_t *ReadyQueue::steal(ReadyQueue &own, Allowed allowed) {
  if (!deque.seemsEmpty()) {
    // Before it is taken, another thread may run the task and free it.
    if (kmp_uintptr_t word = deque.steal()) {
      auto *task = reinterpret_cast<kmp_taskdata_t *>(word);
      if (allowed(task))
        return task;
      own.setAside(task);
    }
  }
  return takeAside(allowed);
}

template <typename Allowed>
kmp_taskdata_t *ReadyQueue::takeAside(Allowed allowed) {
  // mo: relaxed; a hint that spares the lock
  if (aside_count.load(std::memory_order_relaxed) == 0)
    return nullptr;
  kmp_taskdata_t *taken = nullptr;
  aside_lock.lock();
  for (kmp_uint32 i = 0; i < aside.size(); ++i)
    if (allowed(aside[i])) {
      taken = aside[i];
      aside[i] = aside.back();
      aside.pop();
      // mo: relaxed; under the lock
      aside_count.store(aside.size(), std::memory_order_relaxed);
      break;
    }
  aside_lock.unlock();
  return taken;
}

/// Before a thread makes a task that may have to wait for others: if very many
/// children of the current task have not ended, runs one of the thread's own
/// ready tasks. For each that it makes it runs one then, so that their memory
/// stays in the cache. Tied tasks only: what they may run meanwhile are their
/// descendants, and so tasks cannot nest without end.
/// KMP_ENABLE_TASK_THROTTLING=0 turns it off.
void throttleMaker(kmp_info_t *thread);
} // namespace ompx

#endif // OMPX_SCHEDULE_READY_QUEUE_H
