//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// When a thief should not steal. Taking a task moves its memory from one core to
// another and, when it is freed, back, which delays the thread that made it. The
// program is faster without the thief if it needs much longer for a task than its
// maker needs to make (and, when its queue is full, to run) one; or if all that it
// does for a task takes no longer than a few accesses to the other core's memory,
// of which a steal is one or two. So makers measure the one, thieves the other,
// and a thief that does not pay pauses, each time longer, until it does.

#ifndef OMPX_SCHEDULE_STEAL_PACE_H
#define OMPX_SCHEDULE_STEAL_PACE_H

#include "kmp.h"

namespace ompx {

/// How long a thread takes to make a task: mean of the last Interval, in cycles
/// of the time stamp counter. 0 if not known.
class MakingPace {
  static constexpr kmp_uint32 Interval = 32;
  kmp_uint32 made = 0;
  kmp_uint64 since = 0;
  std::atomic<kmp_uint64> each{0};

public:
  /// Caller: owner, once for each task. Cost: a few instructions, and now and
  /// then a look at the clock.
  void count() {
    if (++made % Interval != 0)
      return;
    kmp_uint64 now = KMP_NOW();
    if (since)
      // mo: relaxed; a measurement
      each.store((now - since) / Interval, std::memory_order_relaxed);
    since = now;
  }
  kmp_uint64 time() const {
    // mo: relaxed; a measurement
    return each.load(std::memory_order_relaxed);
  }
};

/// One thread's, as a thief.
class StealPace {
  static constexpr kmp_uint64 TooSlow = 2;  // times as long as the maker
  static constexpr kmp_uint64 TooShort = 4; // times as long as the steal
  static constexpr kmp_uint64 FirstPause = 4;
  static constexpr kmp_uint64 LongestPause = 64; // times as long as a task took

  kmp_uint64 began = 0; // the last steal that brought a task; 0: judged
  kmp_uint64 makers_time = 0;
  kmp_uint64 steal_time = 0;
  kmp_uint32 completed = 0; // tasks that the thread had run then
  kmp_uint64 pause = 0;
  kmp_uint64 not_before = 0;

public:
  /// Whether to steal now. `completed_now`: tasks that the thread has run.
  bool allows(kmp_uint64 now, kmp_uint32 completed_now) {
    if (began) {
      kmp_uint32 tasks = completed_now - completed;
      kmp_uint64 each = (now - began) / (tasks ? tasks : 1);
      began = 0;
      bool pays = each <= makers_time * TooSlow && each > steal_time * TooShort;
      pause = pays                        ? 0
              : pause == 0                ? FirstPause
              : pause * 2 <= LongestPause ? pause * 2
                                          : LongestPause;
      not_before = now + pause * each;
    }
    return kmp_int64(now - not_before) >= 0;
  }
  /// A steal from a thread with this pace has brought a task.
  void took(kmp_uint64 began_at, kmp_uint64 now, kmp_uint32 completed_before,
            const MakingPace &maker) {
    makers_time = maker.time();
    steal_time = now - began_at;
    began = makers_time ? began_at : 0;
    completed = completed_before;
  }
};

} // namespace ompx

#endif // OMPX_SCHEDULE_STEAL_PACE_H
