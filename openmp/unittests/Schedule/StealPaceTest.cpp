//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A thief pauses when the tasks that it steals are shorter than what it costs
// to get them, longer each time, and no more when stealing pays again; and it
// looks less often when there is nothing to steal. The times are made up.

#include "schedule/steal_pace.h"

#include "gtest/gtest.h"

using namespace ompx;

namespace {

class StealPaceTest : public testing::Test {
protected:
  kmp_uint64 now = 1000;
  StealPace pace;

  /// Steals a task, needs so long to begin it, and runs it for so long.
  void run(kmp_uint64 getting, kmp_uint64 body) {
    pace.ran(now, now + getting, now + getting + body);
    now += getting + body;
  }
  /// That the thief now pauses for exactly so long.
  void expectPause(kmp_uint64 time) {
    if (time) {
      EXPECT_FALSE(pace.allows(now));
      now += time - 1;
      EXPECT_FALSE(pace.allows(now));
      ++now;
    }
    EXPECT_TRUE(pace.allows(now));
  }
};

TEST_F(StealPaceTest, AllowsTheFirstSteal) {
  EXPECT_TRUE(pace.allows(now));
  EXPECT_FALSE(pace.pauses());
}

TEST_F(StealPaceTest, NoPauseWhenTheBodyIsAsLongAsTheWayThereAndBack) {
  for (kmp_uint64 body : {200, 201, 100000}) {
    run(100, body);
    EXPECT_FALSE(pace.pauses());
    expectPause(0);
  }
}

TEST_F(StealPaceTest, PausesGrowUpToALimit) {
  for (kmp_uint64 times : {4, 8, 16, 32, 64, 64}) {
    run(100, 199);
    EXPECT_TRUE(pace.pauses());
    expectPause(times * 399);
  }
}

TEST_F(StealPaceTest, BeginsAnewAfterATaskThatPaid) {
  run(100, 0);
  expectPause(4 * 200);
  run(100, 0);
  expectPause(8 * 200);
  run(100, 200);
  expectPause(0);
  run(100, 0);
  expectPause(4 * 200);
}

TEST_F(StealPaceTest, AnInterruptedStealDoesNotStopTheThiefForLong) {
  run(kmp_uint64(1) << 40, 10);
  expectPause(kmp_uint64(1) << 18);
}

TEST_F(StealPaceTest, LooksLessOftenInVainUpToALimit) {
  for (kmp_uint64 wait : {64, 128, 256, 512, 1024, 2048, 4096, 4096}) {
    pace.foundNothing(now, 1);
    expectPause(wait);
  }
  EXPECT_FALSE(pace.pauses()); // there was nothing that it kept from others
  run(100, 200);
  pace.foundNothing(now, 1);
  expectPause(64);
}

TEST_F(StealPaceTest, LooksMoreOftenIfALookSeesOneOfManyThreads) {
  pace.foundNothing(now, 16);
  expectPause(4);
}

} // namespace
