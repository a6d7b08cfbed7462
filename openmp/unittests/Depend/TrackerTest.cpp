//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Which task waits for which: each pair of access types, generations, several
// objects, all of memory; for every tracker.

#include "Depend/TrackerDriver.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace ompx;

namespace {

using Types = std::vector<AccessType>;
const Types all_types = {AccessType::Input,      AccessType::Output,
                         AccessType::InOut,      AccessType::Commutative,
                         AccessType::Concurrent, AccessType::Reduction};
const Types sharing_types = {AccessType::Input, AccessType::Commutative,
                             AccessType::Concurrent, AccessType::Reduction};

class TrackerTest : public testing::TestWithParam<const Tracker *> {
protected:
  kmp_info_t *thread = currentThread(); // libomp starts before blocks count
  long blocks_before = liveBlocks();

  ~TrackerTest() override { EXPECT_EQ(liveBlocks(), blocks_before); }

  /// Releases a task and compares what is ready afterwards, in any order.
  static void releaseExpecting(TrackerDriver &driver, int task,
                               std::vector<int> expected) {
    std::vector<int> ready = driver.release(task);
    for (int found : driver.searchAll())
      ready.push_back(found);
    std::sort(ready.begin(), ready.end());
    EXPECT_EQ(ready, expected) << "after task " << task;
  }
};

TEST_P(TrackerTest, EachPairOfAccessTypes) {
  // Rows: the first access; columns: the second. 1: it need not wait.
  const bool independent[6][6] = {
      // in out inout mutexinoutset inoutset reduction
      {1, 1, 0, 0, 0, 0}, // in
      {0, 1, 0, 0, 0, 0}, // out, renamed
      {0, 1, 0, 0, 0, 0}, // inout
      {0, 1, 0, 1, 0, 0}, // mutexinoutset
      {0, 1, 0, 0, 1, 0}, // inoutset
      {0, 1, 0, 0, 0, 1}, // reduction
  };
  for (AccessType first : all_types)
    for (AccessType second : all_types) {
      SCOPED_TRACE(propertiesOf(first).name + std::string(", then ") +
                   propertiesOf(second).name);
      bool expected = independent[int(first)][int(second)];
      TrackerDriver driver(*GetParam());
      EXPECT_TRUE(driver.issue({{0, first}}));
      EXPECT_EQ(driver.issue({{0, second}}), expected);
      if (expected)
        releaseExpecting(driver, 1, {}); // the younger one may end first
      releaseExpecting(driver, 0,
                       expected ? std::vector<int>() : std::vector<int>{1});
      if (!expected)
        releaseExpecting(driver, 1, {});
      EXPECT_TRUE(driver.issue({{0, first}})) << "nothing is left";
      releaseExpecting(driver, 2, {});
    }
}

TEST_P(TrackerTest, OneGenerationInAnyOrder) {
  for (AccessType type : sharing_types)
    for (int step : {1, 7, 49}) { // prime to 50
      TrackerDriver driver(*GetParam());
      for (int i = 0; i < 50; ++i)
        EXPECT_TRUE(driver.issue({{0, type}}));
      EXPECT_FALSE(driver.issue({{0, AccessType::InOut}}));
      EXPECT_FALSE(driver.issue({{0, AccessType::InOut}}));
      for (int i = 0; i < 49; ++i)
        releaseExpecting(driver, i * step % 50, {});
      releaseExpecting(driver, 49 * step % 50, {50});
      releaseExpecting(driver, 50, {51});
      releaseExpecting(driver, 51, {});
    }
}

TEST_P(TrackerTest, ThreeGenerations) {
  for (AccessType first : sharing_types)
    for (AccessType second : all_types)
      for (AccessType third : all_types) {
        if (second == AccessType::Output || third == AccessType::Output ||
            joins(second, first) || joins(third, second))
          continue;
        SCOPED_TRACE(propertiesOf(first).name + std::string(", ") +
                     propertiesOf(second).name + ", " +
                     propertiesOf(third).name);
        TrackerDriver driver(*GetParam());
        EXPECT_TRUE(driver.issue({{0, first}}));
        EXPECT_TRUE(driver.issue({{0, first}}));
        EXPECT_FALSE(driver.issue({{0, second}}));
        EXPECT_FALSE(driver.issue({{0, third}}));
        releaseExpecting(driver, 1, {});
        releaseExpecting(driver, 0, {2});
        EXPECT_EQ(driver.issue({{0, third}}), false) << "joins the third";
        releaseExpecting(driver, 2,
                         propertiesOf(third).shares ? std::vector<int>{3, 4}
                                                    : std::vector<int>{3});
        releaseExpecting(driver, 3,
                         propertiesOf(third).shares ? std::vector<int>()
                                                    : std::vector<int>{4});
        releaseExpecting(driver, 4, {});
      }
}

TEST_P(TrackerTest, AGenerationGoesOnAfterItsFirstTasksEnded) {
  for (AccessType type : sharing_types) {
    TrackerDriver driver(*GetParam());
    EXPECT_TRUE(driver.issue({{0, AccessType::InOut}}));
    EXPECT_FALSE(driver.issue({{0, type}}));
    releaseExpecting(driver, 0, {1});
    EXPECT_TRUE(driver.issue({{0, type}}));
    releaseExpecting(driver, 1, {});
    EXPECT_TRUE(driver.issue({{0, type}}));
    EXPECT_FALSE(driver.issue({{0, AccessType::InOut}}));
    releaseExpecting(driver, 3, {});
    releaseExpecting(driver, 2, {4});
    releaseExpecting(driver, 4, {});
  }
}

TEST_P(TrackerTest, WaitsForTheLastOfSeveralObjects) {
  TrackerDriver driver(*GetParam());
  constexpr int Objects = 9;
  std::vector<NamedAccess> all;
  for (int i = 0; i < Objects; ++i) {
    EXPECT_TRUE(driver.issue({{i, all_types[i % 6]}}));
    all.push_back({i, AccessType::InOut});
  }
  EXPECT_FALSE(driver.issue(all));
  EXPECT_FALSE(driver.issue(all));
  for (int i = 0; i < Objects - 1; ++i)
    releaseExpecting(driver, (i + 4) % Objects, {});
  releaseExpecting(driver, 3, {Objects});
  releaseExpecting(driver, Objects, {Objects + 1});
  releaseExpecting(driver, Objects + 1, {});
}

TEST_P(TrackerTest, TwoTasksWithManyObjectsInCommon) {
  TrackerDriver driver(*GetParam());
  std::vector<NamedAccess> mixed;
  for (int i = 0; i < 12; ++i)
    mixed.push_back({i, i % 3 ? AccessType::Input : AccessType::InOut});
  EXPECT_TRUE(driver.issue(mixed));
  EXPECT_FALSE(driver.issue(mixed));
  EXPECT_FALSE(driver.issue(mixed));
  releaseExpecting(driver, 0, {1});
  releaseExpecting(driver, 1, {2});
  releaseExpecting(driver, 2, {});
}

TEST_P(TrackerTest, AnOutputIsANewVersion) {
  TrackerDriver driver(*GetParam());
  EXPECT_TRUE(driver.issue({{0, AccessType::InOut}}));
  EXPECT_TRUE(driver.issue({{0, AccessType::Output}}));
  EXPECT_FALSE(driver.issue({{0, AccessType::Input}}));
  EXPECT_TRUE(driver.issue({{0, AccessType::Output}}));
  EXPECT_FALSE(driver.issue({{0, AccessType::Concurrent}}));
  releaseExpecting(driver, 3, {4});
  releaseExpecting(driver, 0, {});
  releaseExpecting(driver, 1, {2});
  releaseExpecting(driver, 4, {});
  releaseExpecting(driver, 2, {});
}

TEST_P(TrackerTest, OneObjectNamedTwiceIsAccessedStrictly) {
  TrackerDriver driver(*GetParam());
  EXPECT_TRUE(driver.issue({{0, AccessType::Input}, {0, AccessType::Input}}));
  EXPECT_TRUE(driver.issue({{0, AccessType::Input}}));
  EXPECT_FALSE(
      driver.issue({{0, AccessType::Input}, {0, AccessType::Concurrent}}));
  EXPECT_EQ(driver.tracked(2).access_count, 1u);
  EXPECT_EQ(driver.accessType(2, 0), AccessType::InOut);
  releaseExpecting(driver, 0, {});
  releaseExpecting(driver, 1, {2});
  releaseExpecting(driver, 2, {});
}

TEST_P(TrackerTest, AllOfMemory) {
  TrackerDriver driver(*GetParam());
  EXPECT_TRUE(driver.issue({{0, AccessType::Input}}));
  EXPECT_TRUE(driver.issue({{1, AccessType::InOut}}));
  EXPECT_FALSE(driver.issue({}, true));
  EXPECT_FALSE(driver.issue({{0, AccessType::Input}}));
  EXPECT_FALSE(driver.issue({{7, AccessType::Input}})) << "a new object";
  EXPECT_FALSE(driver.issue({}, true));
  releaseExpecting(driver, 1, {});
  releaseExpecting(driver, 0, {2});
  releaseExpecting(driver, 2, {3, 4});
  releaseExpecting(driver, 4, {});
  releaseExpecting(driver, 3, {5});
  releaseExpecting(driver, 5, {});
  EXPECT_TRUE(driver.issue({{7, AccessType::InOut}}));
  releaseExpecting(driver, 6, {});
}

/// As a replay waits for all tasks before it, when it cannot tell which.
TEST_P(TrackerTest, AfterEachObject) {
  TrackerDriver driver(*GetParam());
  EXPECT_TRUE(driver.issue({{0, AccessType::Input}, {1, AccessType::InOut}}));
  EXPECT_FALSE(driver.issueAfterEach());
  releaseExpecting(driver, 0, {1});
  EXPECT_FALSE(driver.issue({}, true));
  EXPECT_FALSE(driver.issueAfterEach());
  EXPECT_FALSE(driver.issue({{0, AccessType::Input}}));
  releaseExpecting(driver, 1, {2});
  releaseExpecting(driver, 2, {3});
  releaseExpecting(driver, 3, {4});
  releaseExpecting(driver, 4, {});
}

TEST_P(TrackerTest, TheTableGrowsWhileTasksWait) {
  constexpr int Objects = 3000;
  TrackerDriver driver(*GetParam());
  for (int i = 0; i < Objects; ++i)
    EXPECT_TRUE(driver.issue({{i, AccessType::InOut}}));
  for (int i = 0; i < Objects; ++i)
    EXPECT_FALSE(driver.issue({{i, AccessType::Input}}));
  for (int i = Objects; i-- > 1;)
    for (int task : driver.release(i))
      EXPECT_EQ(task, Objects + i);
  std::vector<int> found = driver.searchAll();
  EXPECT_EQ(found.size(), driver.searches() ? size_t(Objects - 1) : 0);
  releaseExpecting(driver, 0, {Objects});
  for (int i = 0; i < Objects; ++i)
    EXPECT_TRUE(driver.release(Objects + i).empty());
}

TEST_P(TrackerTest, ClearForgetsEverything) {
  TrackerDriver driver(*GetParam());
  int task = 0;
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 40; ++i)
      EXPECT_TRUE(driver.issue({{round * 40 + i, all_types[i % 6]}}));
    EXPECT_FALSE(driver.issue({}, true));
    for (int i = 0; i < 39; ++i)
      releaseExpecting(driver, task++, {});
    releaseExpecting(driver, task, {task + 1});
    releaseExpecting(driver, task + 1, {});
    task += 2;
    driver.clear();
  }
  EXPECT_FALSE(driver.parent().full());
}

TEST_P(TrackerTest, LocksAreInOneOrder) {
  TrackerDriver driver(*GetParam());
  EXPECT_TRUE(driver.issue({{5, AccessType::InOut},
                            {4, AccessType::InOut},
                            {3, AccessType::InOut},
                            {2, AccessType::InOut},
                            {1, AccessType::InOut}}));
  std::vector<NamedAccess> accesses;
  for (int i = 1; i <= 5; ++i)
    accesses.push_back({i, AccessType::Commutative});
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(driver.issue(accesses));
    std::rotate(accesses.begin(), accesses.begin() + 2, accesses.end());
    for (kmp_uint32 a = 1; a < 5; ++a)
      EXPECT_LT(driver.object(i + 1, a - 1), driver.object(i + 1, a));
  }
  releaseExpecting(driver, 0, {1, 2, 3});
  for (int i = 1; i <= 3; ++i)
    releaseExpecting(driver, i, {});
}

INSTANTIATE_TEST_SUITE_P(All, TrackerTest, testing::ValuesIn(allTrackers()),
                         [](const auto &info) {
                           return trackerName(*info.param);
                         });

} // namespace
