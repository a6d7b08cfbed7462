//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The deque counts: what is pushed comes out exactly once, whoever takes it.

#include "schedule/deque.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <chrono>
#include <sched.h>
#include <thread>
#include <vector>

using ompx::Deque;

namespace {

TEST(DequeTest, OwnerPopsYoungestFirst) {
  Deque deque;
  EXPECT_EQ(deque.pop(), Deque::Empty);
  for (kmp_uintptr_t i = 1; i <= 3; ++i)
    ASSERT_TRUE(deque.push(i * 8));
  EXPECT_FALSE(deque.seemsEmpty());
  for (kmp_uintptr_t i = 3; i > 0; --i)
    EXPECT_EQ(deque.pop(), i * 8);
  EXPECT_EQ(deque.pop(), Deque::Empty);
  EXPECT_TRUE(deque.seemsEmpty());
}

TEST(DequeTest, ThiefTakesOldestFirst) {
  Deque deque;
  EXPECT_EQ(deque.steal(), Deque::Empty);
  for (kmp_uintptr_t i = 1; i <= 3; ++i)
    ASSERT_TRUE(deque.push(i * 8));
  for (kmp_uintptr_t i = 1; i <= 3; ++i)
    EXPECT_EQ(deque.steal(), i * 8);
  EXPECT_EQ(deque.steal(), Deque::Empty);
}

class DequeSizeTest : public testing::TestWithParam<int> {};

TEST_P(DequeSizeTest, GrowthKeepsEverything) {
  Deque deque;
  kmp_uintptr_t count = GetParam();
  for (kmp_uintptr_t i = 1; i <= count; ++i)
    ASSERT_TRUE(deque.push(i));
  for (kmp_uintptr_t i = count; i > 0; --i)
    ASSERT_EQ(deque.pop(), i);
}
INSTANTIATE_TEST_SUITE_P(Sizes, DequeSizeTest,
                         testing::Values(1, 4, 13, 255, 256, 257, 1000, 5000));

class DequeThievesTest : public testing::TestWithParam<int> {};

TEST_P(DequeThievesTest, EveryElementOnce) {
  constexpr kmp_uintptr_t Count = 200000;
  Deque deque;
  std::atomic<bool> stop{false};
  std::vector<std::vector<kmp_uintptr_t>> taken(GetParam() + 1);
  std::vector<std::thread> thieves;
  for (int t = 1; t <= GetParam(); ++t)
    thieves.emplace_back([&, t] {
      while (!stop)
        if (kmp_uintptr_t element = deque.steal())
          taken[t].push_back(element);
    });
  for (kmp_uintptr_t i = 1; i <= Count; ++i) {
    ASSERT_TRUE(deque.push(i));
    if (i % 3 == 0)
      if (kmp_uintptr_t element = deque.pop())
        taken[0].push_back(element);
  }
  while (kmp_uintptr_t element = deque.pop())
    taken[0].push_back(element);
  stop = true;
  for (std::thread &thief : thieves)
    thief.join();
  std::vector<kmp_uintptr_t> all;
  for (auto &part : taken)
    all.insert(all.end(), part.begin(), part.end());
  std::sort(all.begin(), all.end());
  ASSERT_EQ(all.size(), Count);
  for (kmp_uintptr_t i = 0; i < Count; ++i)
    ASSERT_EQ(all[i], i + 1);
}
INSTANTIATE_TEST_SUITE_P(Thieves, DequeThievesTest,
                         testing::Values(1, 2, 4, 8));

/// Writes that take long. Until they are done, what the thread writes next is
/// known to itself only.
class SlowWrites {
  static constexpr size_t Line = 64, Lines = 1 << 16, AtOnce = 40;
  std::vector<char> memory = std::vector<char>(Line * Lines);
  size_t at = 0;

public:
  void operator()() {
    for (size_t i = 0; i < AtOnce; ++i) {
      at = (at + 40503) % Lines;
      memory[at * Line] = 1;
    }
  }
};

/// Keeps the calling thread on one of two processors, if it has two.
class OnProcessor {
  cpu_set_t before;

public:
  explicit OnProcessor(int wanted) {
    sched_getaffinity(0, sizeof(before), &before);
    for (int i = 0; i < CPU_SETSIZE; ++i)
      if (CPU_ISSET(i, &before) && wanted-- == 0) {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(i, &one);
        sched_setaffinity(0, sizeof(one), &one);
      }
  }
  OnProcessor(const OnProcessor &) = delete;
  ~OnProcessor() { sched_setaffinity(0, sizeof(before), &before); }
};

/// The owner takes the younger of two elements without an exchange. A thief
/// that does not see it yet must not take both.
TEST(DequeTest, YoungerOfTwoIsTakenOnce) {
  constexpr kmp_uintptr_t EnoughStolen = 1000;
  // Others may keep the two from running at once.
  auto end = std::chrono::steady_clock::now() + std::chrono::seconds(3);
  Deque deque;
  SlowWrites write_slowly;
  std::atomic<bool> stop{false};
  std::atomic<kmp_uintptr_t> stolen{0};
  std::vector<kmp_uintptr_t> all, by_thief;
  std::thread thief([&] {
    OnProcessor second(1);
    while (!stop)
      if (kmp_uintptr_t element = deque.steal()) {
        by_thief.push_back(element);
        stolen.store(by_thief.size(), std::memory_order_relaxed);
      }
  });
  OnProcessor first(0); // after the thief, which would inherit it
  kmp_uintptr_t count = 0;
  for (int i = 0;; ++i) { // to read the clock each time would be too slow
    if (i % 256 == 0 &&
        (stolen.load(std::memory_order_relaxed) >= EnoughStolen ||
         std::chrono::steady_clock::now() > end))
      break;
    EXPECT_TRUE(deque.push(++count));
    EXPECT_TRUE(deque.push(++count));
    write_slowly();
    while (kmp_uintptr_t element = deque.pop())
      all.push_back(element);
  }
  stop = true;
  thief.join();
  all.insert(all.end(), by_thief.begin(), by_thief.end());
  std::sort(all.begin(), all.end());
  ASSERT_EQ(all.size(), count);
  for (kmp_uintptr_t i = 0; i < count; ++i)
    ASSERT_EQ(all[i], i + 1);
}

} // namespace
