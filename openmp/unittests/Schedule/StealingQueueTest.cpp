//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The queue gives each element to exactly one thread that may run it.

#include "schedule/stealing_queue.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <memory>
#include <thread>
#include <vector>

using namespace ompx;

namespace {

struct Piece {
  int number;
  Piece *next;
};
using Queue = StealingQueue<Piece *>;

bool any(Piece *) { return true; }
bool none(Piece *) { return false; }
auto only(int number) {
  return [number](Piece *piece) { return piece->number == number; };
}

class StealingQueueTest : public testing::Test {
protected:
  Queue queue, thief;
  std::vector<std::unique_ptr<Piece>> pieces;

  ~StealingQueueTest() override { steal_amount = StealAmount::One; }
  void push(int count) {
    for (int i = 0; i < count; ++i) {
      pieces.push_back(std::make_unique<Piece>(Piece{i, nullptr}));
      queue.push(pieces[i].get());
    }
  }
  /// The numbers of all pieces, as they come from take().
  template <typename Take> static std::vector<int> all(Take take) {
    std::vector<int> numbers;
    while (Piece *piece = take())
      numbers.push_back(piece->number);
    return numbers;
  }
};
using Numbers = std::vector<int>;

TEST_F(StealingQueueTest, OwnerPopsYoungestFirst) {
  EXPECT_TRUE(queue.seemsEmpty());
  EXPECT_TRUE(queue.offersNothing());
  push(3);
  EXPECT_FALSE(queue.seemsEmpty());
  EXPECT_FALSE(queue.offersNothing());
  EXPECT_EQ(all([&] { return queue.pop(any); }), (Numbers{2, 1, 0}));
  EXPECT_TRUE(queue.seemsEmpty());
}

TEST_F(StealingQueueTest, ThiefTakesOldestFirst) {
  push(3);
  EXPECT_EQ(all([&] { return queue.steal(thief, any); }), (Numbers{0, 1, 2}));
  EXPECT_TRUE(thief.seemsEmpty());
}

TEST_F(StealingQueueTest, WhatTheOwnerMayNotRunHidesNothingOlder) {
  push(4);
  EXPECT_EQ(queue.pop(only(1)), pieces[1].get());
  EXPECT_FALSE(queue.seemsEmpty());
  EXPECT_EQ(all([&] { return queue.takeAside(any); }), (Numbers{2, 3}));
  EXPECT_EQ(queue.pop(any), pieces[0].get());
  EXPECT_TRUE(queue.seemsEmpty());
}

TEST_F(StealingQueueTest, ThiefSetsAsideInItsOwnQueue) {
  push(2);
  EXPECT_EQ(queue.steal(thief, only(1)), nullptr);
  EXPECT_EQ(queue.steal(thief, only(1)), pieces[1].get());
  EXPECT_TRUE(queue.seemsEmpty());
  EXPECT_TRUE(thief.offersNothing());
  EXPECT_FALSE(thief.seemsEmpty());
  EXPECT_EQ(thief.takeAside(any), pieces[0].get());
  EXPECT_TRUE(thief.seemsEmpty());
}

TEST_F(StealingQueueTest, TakesFromAsideOnlyWhatIsAllowed) {
  push(4);
  EXPECT_EQ(queue.pop(none), nullptr);
  EXPECT_TRUE(queue.offersNothing());
  for (int number : {1, 3, 0, 2}) {
    EXPECT_FALSE(queue.seemsEmpty());
    EXPECT_EQ(queue.takeAside(none), nullptr);
    EXPECT_EQ(queue.takeAside(only(number)), pieces[number].get());
    EXPECT_EQ(queue.takeAside(only(number)), nullptr);
  }
  EXPECT_TRUE(queue.seemsEmpty());
}

TEST_F(StealingQueueTest, LooksAtAFewOfManyAsideAndAtOthersNext) {
  push(300);
  EXPECT_EQ(queue.pop(none), nullptr);
  for (int number : {299, 0, 150}) {
    Piece *found = nullptr;
    int asked = 0, calls = 0;
    for (; !found && calls < 10; ++calls)
      found = queue.takeAside(
          [&](Piece *piece) { return ++asked, piece->number == number; });
    EXPECT_EQ(found, pieces[number].get());
    EXPECT_LE(asked, calls * 64);
  }
  queue.setAside(pieces[0].get());
  std::vector<int> left = all([&] { return queue.takeAside(any); });
  std::sort(left.begin(), left.end());
  EXPECT_EQ(left.size(), 298u);
  EXPECT_EQ(std::unique(left.begin(), left.end()), left.end());
  EXPECT_TRUE(queue.seemsEmpty());
}

TEST_F(StealingQueueTest, WhatWasLookedAtGoesBehindTheLastThatIsLeft) {
  push(100);
  for (int i = 0; i < 10; ++i)
    queue.setAside(queue.pop(any));
  EXPECT_EQ(queue.takeAside(only(99)), pieces[99].get()) << "the last";
  EXPECT_EQ(queue.pop(none), nullptr);
  EXPECT_EQ(queue.takeAside(none), nullptr);
  EXPECT_EQ(all([&] { return queue.takeAside(any); }).size(), 99u);
}

TEST_F(StealingQueueTest, MovesHalfOnlyIfSoSet) {
  push(9);
  EXPECT_EQ(queue.steal(thief, any), pieces[0].get());
  EXPECT_TRUE(thief.seemsEmpty());
  steal_amount = StealAmount::Half;
  EXPECT_EQ(queue.steal(thief, any), pieces[1].get());
  EXPECT_EQ(all([&] { return thief.pop(any); }), (Numbers{4, 3, 2}));
  EXPECT_EQ(queue.steal(thief, none), nullptr);
  EXPECT_TRUE(thief.offersNothing());
}

class StealHalfTest : public StealingQueueTest,
                      public testing::WithParamInterface<int> {};

TEST_P(StealHalfTest, MovesTheOlderHalfUpToALimit) {
  int count = GetParam();
  push(count);
  queue.stealHalf(thief);
  int moved = std::min(count / 2, 32);
  for (int i = moved - 1; i >= 0; --i)
    EXPECT_EQ(thief.pop(any), pieces[i].get());
  EXPECT_EQ(thief.pop(any), nullptr);
  for (int i = count - 1; i >= moved; --i)
    EXPECT_EQ(queue.pop(any), pieces[i].get());
  EXPECT_EQ(queue.pop(any), nullptr);
}
INSTANTIATE_TEST_SUITE_P(Counts, StealHalfTest,
                         testing::Values(0, 1, 2, 3, 10, 63, 64, 65, 300));

/// An owner that pushes and pops, two thieves of which one takes halves, and of
/// four kinds of pieces one that each of the three may not run.
TEST(StealingQueueThreadsTest, EachPieceGoesToOneThreadThatMayRunIt) {
  constexpr int Threads = 3, Count = 20000;
  std::vector<Piece> pieces(Count);
  Queue queues[Threads];
  std::vector<std::atomic<int>> times_taken(Count);
  std::atomic<int> taken{0};
  std::atomic<int> forbidden{0};
  auto search = [&](int self) {
    auto allowed = [self](Piece *piece) { return piece->number % 4 != self; };
    Piece *piece = queues[self].pop(allowed);
    if (!piece)
      piece = queues[self].takeAside(allowed);
    for (int victim = 0; !piece && victim < Threads; ++victim) {
      if (victim == self)
        continue;
      piece = queues[victim].steal(queues[self], allowed);
      if (piece && self == 2)
        queues[victim].stealHalf(queues[self]);
      if (!piece)
        piece = queues[victim].takeAside(allowed);
    }
    if (!piece)
      return std::this_thread::yield();
    forbidden += !allowed(piece);
    ++times_taken[piece->number];
    ++taken;
  };
  std::vector<std::thread> threads;
  for (int self = 1; self < Threads; ++self)
    threads.emplace_back([&, self] {
      while (taken < Count)
        search(self);
    });
  for (int i = 0; i < Count; ++i) {
    pieces[i].number = i;
    queues[0].push(&pieces[i]);
    if (i % 3 == 0)
      search(0);
  }
  while (taken < Count)
    search(0);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(taken, Count);
  EXPECT_EQ(forbidden, 0);
  for (int i = 0; i < Count; ++i)
    ASSERT_EQ(times_taken[i], 1) << i;
  for (Queue &queue : queues)
    EXPECT_TRUE(queue.seemsEmpty());
}

} // namespace
