//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The pool of waiting tasks: every ready one is found within a bounded number
// of bounded searches, shallow ones first, and the barrier waits for them.

#include "Depend/TrackerDriver.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace ompx;

namespace {

constexpr AccessType In = AccessType::Input;
constexpr AccessType InOut = AccessType::InOut;

TEST(TicketPoolTest, ShallowTasksFirst) {
  TrackerDriver driver(tracker_tickets);
  // A chain on object 0, whose last task, 6 deep, needs object 1, too.
  ASSERT_TRUE(driver.issue({{1, InOut}}));
  ASSERT_TRUE(driver.issue({{0, InOut}}));
  for (int i = 0; i < 5; ++i)
    ASSERT_FALSE(driver.issue({{0, InOut}}));
  ASSERT_FALSE(driver.issue({{0, InOut}, {1, In}})); // 7
  ASSERT_FALSE(driver.issue({{1, In}}));             // 8: 1 deep
  for (int task = 1; task <= 6; ++task) {
    driver.release(task);
    EXPECT_EQ(driver.search(), task < 6 ? task + 1 : -1);
  }
  driver.release(0);
  EXPECT_EQ(driver.search(), 8);
  EXPECT_EQ(driver.search(), 7);
  driver.release(7);
  driver.release(8);
}

TEST(TicketPoolTest, OneReadyTaskAmongThousandsIsFound) {
  constexpr int Waiting = 5000; // on one object each, in chains and alone
  for (bool chained : {false, true}) {
    TrackerDriver driver(tracker_tickets);
    for (int i = 0; i < Waiting; ++i)
      ASSERT_TRUE(driver.issue({{i, InOut}}));
    for (int i = 0; i < Waiting; ++i) {
      std::vector<NamedAccess> accesses = {{i, InOut}};
      if (chained) // as deep as its number: every slot of the table is used
        accesses.push_back({Waiting, In});
      if (chained && i % 2)
        accesses[1].type = InOut;
      ASSERT_FALSE(driver.issue(accesses));
    }
    // What is released is found, although nearly nothing else is ready.
    int found = 0;
    for (int i = 0; i < Waiting; ++i) {
      int released = chained ? i : int(i * 2477LL % Waiting);
      driver.release(released);
      std::vector<int> ready = driver.searchAll();
      ASSERT_EQ(ready, std::vector<int>{Waiting + released});
      driver.release(ready[0]);
      ++found;
      if (i > 60) // searching all in vain takes a while
        break;
    }
    EXPECT_EQ(found, 62);
    std::vector<int> rest;
    for (int i = 0; i < Waiting; ++i) {
      int released = chained ? i : int(i * 2477LL % Waiting);
      if (i > 61)
        driver.release(released);
    }
    do {
      rest = driver.searchAll();
      for (int task : rest)
        driver.release(task);
      found += int(rest.size());
    } while (!rest.empty());
    EXPECT_EQ(found, Waiting);
  }
}

TEST(TicketPoolTest, ReadyTasksBehindManyThatAreNotAreFound) {
  TrackerDriver driver(tracker_tickets);
  ASSERT_TRUE(driver.issue({{0, InOut}}));
  ASSERT_TRUE(driver.issue({{1, InOut}}));
  for (int i = 0; i < 2000; ++i) // shallow, and wait long
    ASSERT_FALSE(driver.issue({{0, In}}));
  for (int i = 0; i < 20; ++i) // a chain beside them, deeper and deeper
    ASSERT_FALSE(driver.issue({{1, InOut}}));
  int task = 1;
  for (int i = 0; i < 20; ++i) {
    driver.release(task);
    int searches = 0;
    while ((task = driver.search()) < 0)
      ASSERT_LE(++searches, 2000 / 8 + 3);
    EXPECT_EQ(task, 2002 + i);
  }
  driver.release(task);
  EXPECT_TRUE(driver.searchAll().empty());
  driver.release(0);
  EXPECT_EQ(driver.searchAll().size(), 2000u);
  for (int i = 0; i < 2000; ++i)
    driver.release(2 + i);
}

TEST(TicketPoolTest, KeepsTheBarrierOpenWhileTasksWait) {
  TrackerDriver driver(tracker_tickets);
  EXPECT_TRUE(driver.issue({{0, InOut}}));
  EXPECT_EQ(driver.barrierHolders(), 0);
  EXPECT_FALSE(driver.issue({{0, In}}));
  EXPECT_FALSE(driver.issue({{0, In}}));
  EXPECT_EQ(driver.barrierHolders(), 1);
  driver.release(0);
  EXPECT_GE(driver.search(), 1);
  EXPECT_EQ(driver.barrierHolders(), 1);
  // A thread that had finished holds the barrier open itself again.
  driver.thread_finished = 1;
  EXPECT_GE(driver.search(), 1);
  EXPECT_FALSE(driver.thread_finished);
  EXPECT_EQ(driver.barrierHolders(), 1);
  driver.release(1);
  driver.release(2);
  driver.letBarrierGo();
}

TEST(TicketPoolTest, ReleasesSearchWhenThreadsSleep) {
  __kmp_wpolicy_passive = true;
  {
    TrackerDriver driver(tracker_tickets);
    EXPECT_TRUE(driver.issue({{0, InOut}}));
    EXPECT_FALSE(driver.issue({{0, In}}));
    EXPECT_FALSE(driver.issue({{0, In}}));
    EXPECT_FALSE(driver.issue({{0, InOut}}));
    EXPECT_EQ(driver.release(0), (std::vector<int>{1, 2}));
    EXPECT_EQ(driver.release(2), std::vector<int>());
    EXPECT_EQ(driver.release(1), std::vector<int>{3});
    EXPECT_EQ(driver.release(3), std::vector<int>());
  }
  __kmp_wpolicy_passive = false;
}

} // namespace
