//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// When trials begin, by made-up times of replays.

#include "taskgraph/trial_schedule.h"

#include "gtest/gtest.h"

#include <functional>

using namespace ompx;

namespace {

constexpr kmp_uint32 Period = TrialSchedule::Period,
                     AfterEarly = TrialSchedule::AfterEarly,
                     InARow = TrialSchedule::InARow, Length = 26;
/// The median in a trial, and what is not yet slow, and slow then.
constexpr kmp_uint64 Median = 40000, Most = 60000, Slow = Most + 1;
static_assert(Median >= TrialSchedule::LeastTimed);

class TrialScheduleTest : public testing::Test {
protected:
  TrialSchedule schedule;
  kmp_uint32 timed = 0; // replays since the last trial

  /// Times of the replays behind a trial, by their numbers.
  using Times = std::function<kmp_uint64(kmp_uint32)>;
  static Times always(kmp_uint64 cycles) {
    return [cycles](kmp_uint32) { return cycles; };
  }

  void first() {
    for (kmp_uint32 i = 0; i < TrialSchedule::FirstTrial; ++i) {
      EXPECT_NE(schedule.next(), 0u);
      EXPECT_FALSE(schedule.timesReplays());
    }
    EXPECT_EQ(schedule.next(), 0u);
  }
  /// The trial that has begun; replays from there until the next one begins.
  kmp_uint32 untilNext(bool changed, kmp_uint64 median, const Times &times) {
    for (kmp_uint32 number = 1; number <= Length; ++number)
      EXPECT_EQ(schedule.next(), number);
    schedule.decided(changed, median);
    kmp_uint32 replay = 0;
    timed = 0;
    do {
      if (schedule.timesReplays()) {
        ++timed;
        schedule.took(times(replay));
      }
      ++replay;
    } while (schedule.next() != 0);
    return Length + replay;
  }
};

TEST_F(TrialScheduleTest, EachPeriod) {
  first();
  for (int trial = 0; trial < 5; ++trial) {
    EXPECT_EQ(untilNext(trial == 0, Median, always(Most)), Period);
    EXPECT_EQ(timed, Period - Length);
  }
}

TEST_F(TrialScheduleTest, EarlyWhenSeveralReplaysInARowAreSlow) {
  first();
  EXPECT_EQ(untilNext(true, Median, always(Slow)), Length + InARow);
}

TEST_F(TrialScheduleTest, EarlyAtAnyTime) {
  first();
  EXPECT_EQ(untilNext(true, Median,
                      [](kmp_uint32 replay) {
                        return replay < 1000 ? Median : 10 * Median;
                      }),
            Length + 1000 + InARow);
}

TEST_F(TrialScheduleTest, ASlowReplayNowAndThenIsNoReason) {
  first();
  EXPECT_EQ(untilNext(true, Median,
                      [](kmp_uint32 replay) {
                        return replay % InARow == 0 ? Median : 9 * Median;
                      }),
            Period);
}

TEST_F(TrialScheduleTest, NorAreSlowReplaysBeforeATrial) {
  first();
  constexpr kmp_uint32 Replays = Period - Length;
  auto at_the_end = [](kmp_uint32 replay) {
    return replay + InARow > Replays ? Slow : Median;
  };
  EXPECT_EQ(untilNext(true, Median,
                      [](kmp_uint32 replay) {
                        return replay + InARow > Replays ? Slow : Median;
                      }),
            Period);
  EXPECT_EQ(untilNext(true, Median,
                      [&](kmp_uint32 replay) {
                        return replay == 0 ? Slow : at_the_end(replay);
                      }),
            Period);
}

TEST_F(TrialScheduleTest, ShortReplaysAreNotTimed) {
  first();
  EXPECT_EQ(untilNext(true, TrialSchedule::LeastTimed - 1, always(Slow)),
            Period);
  EXPECT_EQ(timed, 0u);
  EXPECT_EQ(untilNext(true, TrialSchedule::LeastTimed, always(1)), Period);
  EXPECT_EQ(timed, Period - Length);
}

TEST_F(TrialScheduleTest, AnEarlyTrialThatChangesTheWayIsFollowedByOthers) {
  first();
  EXPECT_EQ(untilNext(true, Median, always(Slow)), Length + InARow);
  bool changed = true; // what the others find does not matter
  for (kmp_uint32 distance = AfterEarly; distance < Period; distance *= 2) {
    EXPECT_EQ(untilNext(changed, Median, always(Slow)), distance);
    EXPECT_EQ(timed, 0u);
    changed = false;
  }
  EXPECT_EQ(untilNext(true, Median, always(Most)), Period);
  EXPECT_EQ(timed, Period - Length) << "now it looks at times again";
  EXPECT_EQ(untilNext(false, Median, always(Slow)), Length + InARow);
}

TEST_F(TrialScheduleTest, OneThatDoesNotWasInVain) {
  first();
  for (int time = 0; time < 3; ++time) {
    EXPECT_EQ(untilNext(true, Median, always(Slow)), Length + InARow);
    EXPECT_EQ(untilNext(false, Median, always(Slow)), Period);
    EXPECT_EQ(timed, 0u);
  }
}

TEST_F(TrialScheduleTest, TimesThatAreToldLateDoNotCount) {
  first();
  EXPECT_EQ(untilNext(true, Median, always(Slow)), Length + InARow);
  auto tell = [&] { // of replays that overlap with the trial
    schedule.took(1);
    for (kmp_uint32 replay = 0; replay < 2 * InARow; ++replay)
      schedule.took(Slow);
  };
  tell();
  for (kmp_uint32 number = 1; number <= Length; ++number)
    EXPECT_EQ(schedule.next(), number);
  schedule.decided(true, Median);
  tell();
  for (kmp_uint32 left = AfterEarly - Length - 1; left > 0; --left)
    EXPECT_NE(schedule.next(), 0u);
  EXPECT_EQ(schedule.next(), 0u);
}

TEST_F(TrialScheduleTest, OfSlowReplaysFewAreInTrials) {
  for (bool changes : {true, false}) {
    schedule.~TrialSchedule();
    new (&schedule) TrialSchedule;
    first();
    kmp_uint32 trials = 0, replays = 0;
    for (; replays < 100 * Period; ++trials)
      replays += untilNext(changes, Median, always(Slow));
    EXPECT_LT(trials * Length, replays / 25);
    EXPECT_GT(trials, 100u);
  }
}

} // namespace
