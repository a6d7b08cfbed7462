//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A thief pauses when it is slower than the maker of what it takes, or when the
// steal takes too much of its time: longer each time, and no more when stealing
// pays again. The times are made up.

#include "schedule/steal_pace.h"

#include "gtest/gtest.h"

#include <chrono>
#include <thread>

using namespace ompx;

namespace {

/// A maker that needs some time, which time() tells, for each task.
class StealPaceTest : public testing::Test {
protected:
  MakingPace maker;
  kmp_uint64 each = 0;   // the maker's time for one task
  kmp_uint64 now = 1000; // made up
  StealPace pace;

  void SetUp() override {
    for (int i = 0; i < 64; ++i) {
      if (i == 48)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      maker.count();
    }
    each = maker.time();
    ASSERT_NE(each, 0u);
  }
  /// Steals and runs one task for so long, of which the steal takes a part.
  void steal(kmp_uint64 duration, kmp_uint64 stealing = 0) {
    pace.took(now, now + stealing, 0, maker);
    now += duration;
  }
  /// That the thief, which ran one task for so long, now pauses for so many
  /// times that.
  void expectPause(kmp_uint64 times, kmp_uint64 duration) {
    if (times) {
      EXPECT_FALSE(pace.allows(now, 1));
      now += times * duration - 1;
      EXPECT_FALSE(pace.allows(now, 1));
      ++now;
    }
    EXPECT_TRUE(pace.allows(now, 1));
  }
};

TEST_F(StealPaceTest, AllowsTheFirstSteal) {
  EXPECT_TRUE(pace.allows(now, 0));
  EXPECT_TRUE(pace.allows(now, 0));
}

TEST_F(StealPaceTest, NoPauseUpToTwiceTheMakersTime) {
  for (kmp_uint64 duration : {kmp_uint64(1), each, each * 2}) {
    steal(duration);
    expectPause(0, duration);
  }
}

TEST_F(StealPaceTest, PausesGrowUpToALimit) {
  kmp_uint64 slow = each * 2 + 1;
  for (kmp_uint64 times : {4, 8, 16, 32, 64, 64}) {
    steal(slow);
    expectPause(times, slow);
  }
}

TEST_F(StealPaceTest, BeginsAnewAfterAFastTask) {
  kmp_uint64 slow = each * 3;
  steal(slow);
  expectPause(4, slow);
  steal(slow);
  expectPause(8, slow);
  steal(each);
  expectPause(0, each);
  steal(slow);
  expectPause(4, slow);
}

TEST_F(StealPaceTest, OneStealMayBringSeveralTasks) {
  // Ten tasks, which the counter of completed tasks wraps in.
  kmp_uint32 before = ~kmp_uint32(0) - 4;
  pace.took(now, now, before, maker);
  EXPECT_TRUE(pace.allows(now + each * 20, before + 10));
  pace.took(now, now, before, maker);
  EXPECT_FALSE(pace.allows(now + each * 20, before + 9));
}

TEST_F(StealPaceTest, PausesWhenAFourthIsSpentOnTheSteal) {
  ASSERT_GE(each, 16u);
  kmp_uint64 stealing = each / 4;
  steal(stealing * 4, stealing);
  expectPause(4, stealing * 4);
  steal(stealing * 4 + 1, stealing);
  expectPause(0, stealing * 4 + 1);
}

TEST_F(StealPaceTest, JudgesEachStealOnce) {
  kmp_uint64 slow = each * 3;
  steal(slow);
  expectPause(4, slow);
  now += slow * 1000; // idle meanwhile, not slow
  expectPause(0, slow);
  steal(slow);
  expectPause(8, slow);
}

TEST_F(StealPaceTest, DoesNotJudgeByAnUnknownMaker) {
  MakingPace unknown;
  EXPECT_EQ(unknown.time(), 0u);
  pace.took(now, now, 0, unknown);
  EXPECT_TRUE(pace.allows(now + each * 1000, 1));
}

TEST(MakingPaceTest, IsUnknownAtFirst) {
  MakingPace maker;
  for (int i = 0; i < 63; ++i) { // the first interval has no beginning
    maker.count();
    EXPECT_EQ(maker.time(), 0u) << i;
  }
  maker.count();
  EXPECT_NE(maker.time(), 0u);
}

} // namespace
