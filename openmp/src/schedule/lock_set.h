//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Acquires all locks that a waiter needs. The waiter tries each; if one is held
// by another, it releases those it has, so that they do not sit idle, and waits
// for that one. If a further lock is held when it has got that one, it releases
// again. From then on it acquires its locks one by one, in one global order,
// and keeps them while it waits. So each waiter releases at most twice, and
// there is no deadlock.

#ifndef OMPX_SCHEDULE_LOCK_SET_H
#define OMPX_SCHEDULE_LOCK_SET_H

#include "schedule/queue_lock.h"

namespace ompx {

/// How far a waiter has come, as a word.
class LockProgress {
  kmp_uint32 &word;

public:
  /// Which has no lock, and is queued at none; one that has all it needs, of
  /// which there is one at least.
  static constexpr kmp_uint32 None = 0, HasAll = 1;

  explicit LockProgress(kmp_uint32 &of) : word(of) {}
  /// It waits for a lock, or has got it by that, and has no other.
  bool isAlone() const { return word > HasAll && word % 2 == 0; }
  /// Likewise, and has those before it.
  bool isInOrder() const { return word > HasAll && word % 2 == 1; }
  kmp_uint32 lock() const { return word / 2 - 1; }
  // Before it waits: then another thread may go on with it.
  void waitsAlone(kmp_uint32 lock) { word = 2 * lock + 2; }
  void waitsInOrder(kmp_uint32 lock) { word = 2 * lock + 3; }
  void end(bool has_any) { word = has_any ? HasAll : None; }
};

/// Whether a waiter has got all its locks. If not, it is queued at one of them;
/// whoever gets it from QueueLock::release() or `freed` calls this again.
/// lockAt: lock i of `count`, or null, in the order that all waiters share.
/// freed: called with each waiter that has got a lock meanwhile.
/// Cost: one RMW for each lock without contention.
template <typename Waiter, typename LockAt, typename Freed>
bool acquireAll(Waiter waiter, kmp_uint32 &progress_word, kmp_uint32 count,
                LockAt lockAt, Freed freed) {
  LockProgress progress(progress_word);
  kmp_uint32 next = progress.isInOrder() ? progress.lock() + 1 : 0;
  kmp_uint32 kept = progress.isAlone() ? progress.lock() : count;
  while (!progress.isInOrder()) {
    bool has_any = false;
    kmp_uint32 taken = 0;
    for (; taken < count; ++taken)
      if (QueueLock<Waiter> *lock = lockAt(taken)) {
        if (taken != kept && !lock->tryAcquire())
          break;
        has_any = true;
      }
    if (taken == count) {
      progress.end(has_any);
      return true;
    }
    for (kmp_uint32 i = 0; i < count; ++i)
      if (i < taken || i == kept)
        if (QueueLock<Waiter> *lock = lockAt(i))
          if (Waiter other = lock->release())
            freed(other);
    if (kept != count)
      break;
    kept = taken;
    progress.waitsAlone(kept);
    if (!lockAt(kept)->acquireOrQueue(waiter))
      return false;
  }
  for (; next < count; ++next)
    if (QueueLock<Waiter> *lock = lockAt(next)) {
      progress.waitsInOrder(next);
      if (!lock->acquireOrQueue(waiter))
        return false;
    }
  progress.end(true);
  return true;
}

} // namespace ompx

#endif // OMPX_SCHEDULE_LOCK_SET_H
