//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The lock of an object that tasks access commutatively. A task that cannot get
// it is queued here and run by whoever releases it; no thread ever spins on it.
// Used by replays (for NodeRef) and by dependency trackers (for TrackedTask *).

#ifndef OMPX_SCHEDULE_QUEUE_LOCK_H
#define OMPX_SCHEDULE_QUEUE_LOCK_H

#include "schedule/link.h"

namespace ompx {

/// Waiter: what link.h can link; its bits are not 1.
template <typename Waiter> class QueueLock {
  using Waiters = Link<Waiter>;
  // Or the newest waiter, which is linked to the others.
  static constexpr kmp_uint64 Free = 0, Held = 1;
  std::atomic<kmp_uint64> state{Free};

public:
  /// Acquires if nobody has it. Cost: one RMW.
  bool tryAcquire() {
    kmp_uint64 expected = Free;
    // mo: acquire; sees what the last holder wrote; pairs with
    // QueueLock::release()
    return state.compare_exchange_strong(expected, Held,
                                         std::memory_order_acquire,
                                         // mo: relaxed; nothing was acquired
                                         std::memory_order_relaxed);
  }

  /// Acquires for a waiter, or queues it and returns false: from then on
  /// another thread may run it. Cost: one RMW without contention.
  bool acquireOrQueue(Waiter waiter) {
    kmp_uint64 expected = Free;
    for (;;) {
      if (expected == Free) {
        // mo: acquire; sees what the last holder wrote; pairs with
        // QueueLock::release()
        if (state.compare_exchange_weak(expected, Held,
                                        std::memory_order_acquire,
                                        // mo: relaxed; retried
                                        std::memory_order_relaxed))
          return true;
        continue;
      }
      Waiters::setNext(waiter, Waiters::of(expected == Held ? 0 : expected));
      // mo: release; publishes the waiter and its `next`; pairs with
      // QueueLock::release()
      if (state.compare_exchange_weak(expected, Waiters::bits(waiter),
                                      std::memory_order_release,
                                      // mo: relaxed; retried
                                      std::memory_order_relaxed))
        return false;
    }
  }

  /// Releases, or hands over to a waiter, which is returned. Cost: one RMW
  /// without contention.
  Waiter release() {
    kmp_uint64 expected = Held;
    // mo: release; publishes what the holder wrote; pairs with
    // QueueLock::acquireOrQueue()
    if (state.compare_exchange_strong(expected, Free, std::memory_order_release,
                                      // mo: acquire; sees the waiter; pairs
                                      // with QueueLock::acquireOrQueue()
                                      std::memory_order_acquire))
      return Waiter();
    // Only the holder removes waiters, so `next` of the newest stays what it
    // is.
    for (;;) {
      Waiter newest = Waiters::of(expected);
      kmp_uint64 rest = Waiters::bits(Waiters::next(newest));
      // mo: acquire; sees the waiters that came meanwhile, which hand the
      // holder's writes on; pairs with QueueLock::acquireOrQueue()
      if (state.compare_exchange_weak(expected, rest != 0 ? rest : Held,
                                      std::memory_order_acquire,
                                      // mo: acquire; as above, pairs with
                                      // QueueLock::acquireOrQueue()
                                      std::memory_order_acquire))
        return newest;
    }
  }
};

} // namespace ompx

#endif // OMPX_SCHEDULE_QUEUE_LOCK_H
