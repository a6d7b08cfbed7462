//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// When the ways to replay a graph are tried: after some replays, after each
// period, and early when replays have become slower.
//
// What was fastest when it was tried need not stay so. A fusion with one node
// for each thread leaves nothing to steal when another process takes half of a
// thread's processor: each replay then takes twice as long. So replays between
// trials are timed, too, each as a whole, and if several in a row take clearly
// longer than the median of their way in the trial, the next trial is now.
//
// What that one finds may be right only as long as the disturbance lasts, and
// nothing tells its end. So if an early trial has changed the way, others
// follow, each after twice as many replays as the one before, until that is a
// whole period. If it has not, replays differ for a reason that no way helps
// against, such as the program's data, and the next trial comes after a whole
// period. Until that one, or the last of those, no replay is timed. So not even
// a program whose replays always differ has more than five of a hundred in
// trials.

#ifndef OMPX_TASKGRAPH_TRIAL_SCHEDULE_H
#define OMPX_TASKGRAPH_TRIAL_SCHEDULE_H

#include "kmp.h"

namespace ompx {

/// It has no clock: who uses it tells what replays took. Any thread may ask and
/// tell. Each number is right by itself, and replays that overlap may mislead
/// it: then a trial comes early, or late.
class TrialSchedule {
public:
  /// Replays before the first trial: what does not replay more would lose by
  /// it. As many as a trial has, so that none that ends loses half.
  static constexpr kmp_uint32 FirstTrial = 32;
  /// Replays from the beginning of a trial to that of the next; and of an early
  /// one that has changed the way.
  static constexpr kmp_uint32 Period = 4096, AfterEarly = 256;
  /// So many slow replays in a row are no chance.
  static constexpr kmp_uint32 InARow = 4;
  /// A replay that takes less is not timed: to read the clock twice takes
  /// longer than some of them. In cycles.
  static constexpr kmp_uint64 LeastTimed = 32768;

  /// The number of the next replay since a trial began, which number 0 does.
  kmp_uint32 next() {
    // mo: relaxed; a statistic
    return replays.fetch_add(1, std::memory_order_relaxed) % Period;
  }
  /// Whether took() wants to know of replays of the kept way.
  bool timesReplays() const {
    // mo: relaxed; a hint
    return limit.load(std::memory_order_relaxed) != 0;
  }
  /// A replay of the kept way has taken so long.
  void took(kmp_uint64 cycles) {
    // mo: relaxed; a number of its own
    kmp_uint64 most = limit.load(std::memory_order_relaxed);
    if (cycles <= most || most == 0) { // a trial has begun since
      // mo: relaxed; a statistic
      if (slow.load(std::memory_order_relaxed) != 0)
        // mo: relaxed; as above
        slow.store(0, std::memory_order_relaxed);
      // mo: relaxed; a statistic
    } else if (slow.fetch_add(1, std::memory_order_relaxed) + 1 == InARow)
      beginEarly();
  }
  /// The trial has ended, and whether the way is another than before; `median`
  /// of the kept way in it.
  void decided(bool changed, kmp_uint64 median) {
    // mo: relaxed; each number is right by itself
    kmp_uint32 until = distance.load(std::memory_order_relaxed);
    bool in_vain = until == AfterEarly && !changed;
    kmp_uint64 most = 0;
    if (in_vain)
      // mo: relaxed; as above
      distance.store(Period, std::memory_order_relaxed);
    else if (until < Period) {
      // mo: relaxed; as above
      replays.fetch_add(Period - until, std::memory_order_relaxed);
      // mo: relaxed; as above
      distance.store(2 * until, std::memory_order_relaxed);
    } else if (median >= LeastTimed)
      most = median + median / 2;
    // mo: relaxed; as above
    slow.store(0, std::memory_order_relaxed);
    // mo: relaxed; as above
    limit.store(most, std::memory_order_relaxed);
  }

private:
  // A trial begins where Period divides it.
  std::atomic<kmp_uint32> replays{Period - FirstTrial};
  // From the beginning of this trial, or the next one, to the one behind it.
  std::atomic<kmp_uint32> distance{Period};
  std::atomic<kmp_uint32> slow{0};  // replays in a row
  std::atomic<kmp_uint64> limit{0}; // slow is what takes longer; 0: none is

  void beginEarly() {
    // mo: relaxed; as in decided()
    limit.store(0, std::memory_order_relaxed);
    // mo: relaxed; as above
    distance.store(AfterEarly, std::memory_order_relaxed);
    // mo: relaxed; as above
    replays.store(0, std::memory_order_relaxed);
  }
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_TRIAL_SCHEDULE_H
