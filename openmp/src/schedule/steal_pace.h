//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// When a thief should not steal. Stealing a task moves its memory from one core
// to another and, when it is freed, back, which delays the thread that made it.
// If the task's body takes no longer than that, the program is faster without
// the thief. So a thief times each stolen task. While stealing does not pay, it
// pauses, each time longer, and tasks that a stolen task makes ready go back to
// the thread that made it. A look into a queue moves memory, too: a thief that
// finds nothing waits, before it looks again, about as long as it has looked so
// far.

#ifndef OMPX_SCHEDULE_STEAL_PACE_H
#define OMPX_SCHEDULE_STEAL_PACE_H

#include "kmp.h"

namespace ompx {

/// One thread's, as a thief. Times are in cycles of the time stamp counter.
class StealPace {
  /// From the steal to the start of the body, times this, is about what the
  /// steal costs the team: the way back is as long.
  static constexpr kmp_uint64 Ways = 2;
  static constexpr kmp_uint64 FirstPause = 4;
  static constexpr kmp_uint64 MostPause = 64; // times what the task took
  static constexpr kmp_uint64 LongestPause =
      1 << 18; // in case it was interrupted
  static constexpr kmp_uint64 FirstWait = 64;
  static constexpr kmp_uint64 LongestWait = 4096;

  kmp_uint64 pause = 0; // times what the last stolen task took; 0: it paid
  kmp_uint64 wait = 0;  // after the last look, when it found nothing
  kmp_uint64 not_before = 0;

public:
  /// Whether to look for something to steal now.
  bool allows(kmp_uint64 now) const { return kmp_int64(now - not_before) >= 0; }
  /// Whether stealing does not pay, so that nothing should be kept from others.
  bool pauses() const { return pause != 0; }
  /// There was nothing to steal. `looks`: how many such looks see every thread.
  void foundNothing(kmp_uint64 now, kmp_uint64 looks) {
    wait = grown(wait, FirstWait, LongestWait);
    not_before = now + wait / looks;
  }
  /// A task was stolen, its body began, its body ended.
  void ran(kmp_uint64 stolen, kmp_uint64 began, kmp_uint64 ended) {
    kmp_uint64 body = ended - began;
    kmp_uint64 cost = (began - stolen) * Ways;
    pause = body >= cost ? 0 : grown(pause, FirstPause, MostPause);
    kmp_uint64 time = pause * (body + cost);
    not_before = ended + (time < LongestPause ? time : LongestPause);
    wait = 0;
  }

private:
  static kmp_uint64 grown(kmp_uint64 last, kmp_uint64 first, kmp_uint64 most) {
    return last == 0 ? first : last * 2 < most ? last * 2 : most;
  }
};

} // namespace ompx

#endif // OMPX_SCHEDULE_STEAL_PACE_H
