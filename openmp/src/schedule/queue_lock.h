//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The lock of an object that tasks access commutatively. A task that cannot get
// it is queued here and run by whoever releases it; no thread ever spins on it.
// Used by replays (for NodeState) and by dependency trackers (for TrackedTask).

#ifndef OMPX_SCHEDULE_QUEUE_LOCK_H
#define OMPX_SCHEDULE_QUEUE_LOCK_H

#include "kmp.h"

namespace ompx {

/// Null when free, held(), or the newest waiter, whose `next` leads to the
/// others. Waiter: anything with a member `Waiter *next`.
template <typename Waiter> class QueueLock {
  std::atomic<Waiter *> state{nullptr};
  static Waiter *held() { return reinterpret_cast<Waiter *>(1); }

public:
  /// Acquires for a waiter, or queues it and returns false: from then on another
  /// thread may run it. Cost: one RMW without contention.
  bool acquireOrQueue(Waiter *waiter) {
    Waiter *expected = nullptr;
    for (;;) {
      if (expected == nullptr) {
        // mo: acquire; sees what the last holder wrote; pairs with
        // QueueLock::release()
        if (state.compare_exchange_weak(expected, held(),
                                        std::memory_order_acquire,
                                        // mo: relaxed; retried
                                        std::memory_order_relaxed))
          return true;
        continue;
      }
      waiter->next = expected == held() ? nullptr : expected;
      // mo: release; publishes the waiter and its `next`; pairs with
      // QueueLock::release()
      if (state.compare_exchange_weak(expected, waiter,
                                      std::memory_order_release,
                                      // mo: relaxed; retried
                                      std::memory_order_relaxed))
        return false;
    }
  }

  /// Releases, or hands over to a waiter, which is returned. Cost: one RMW
  /// without contention.
  Waiter *release() {
    Waiter *expected = held();
    // mo: release; publishes what the holder wrote; pairs with
    // QueueLock::acquireOrQueue()
    if (state.compare_exchange_strong(expected, nullptr,
                                      std::memory_order_release,
                                      // mo: acquire; sees the waiter; pairs
                                      // with QueueLock::acquireOrQueue()
                                      std::memory_order_acquire))
      return nullptr;
    // Only the holder removes waiters, so `next` of the newest stays what it is.
    for (;;) {
      Waiter *rest = expected->next ? expected->next : held();
      // mo: acquire; sees the waiters that came meanwhile, which hand the
      // holder's writes on; pairs with QueueLock::acquireOrQueue()
      if (state.compare_exchange_weak(expected, rest, std::memory_order_acquire,
                                      // mo: acquire; as above, pairs with
                                      // QueueLock::acquireOrQueue()
                                      std::memory_order_acquire))
        return expected;
    }
  }
};

} // namespace ompx

#endif // OMPX_SCHEDULE_QUEUE_LOCK_H
