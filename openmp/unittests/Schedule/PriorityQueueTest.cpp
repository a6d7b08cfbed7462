//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The highest priority comes first, and of equals the oldest; what is not
// allowed stays where it is; nothing is lost or taken twice.

#include "schedule/priority_queue.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <random>
#include <thread>
#include <vector>

using namespace ompx;

namespace {

struct Element {
  Element *next = nullptr;
  int number = 0;
  kmp_int32 priority = 0;
};

bool any(const Element *) { return true; }

std::vector<Element> numbered(const std::vector<int> &priorities) {
  std::vector<Element> elements(priorities.size());
  for (size_t i = 0; i < elements.size(); ++i) {
    elements[i].number = int(i);
    elements[i].priority = priorities[i];
  }
  return elements;
}

void pushAll(PriorityQueue<Element *> &queue, std::vector<Element> &elements) {
  for (Element &element : elements)
    ASSERT_TRUE(queue.push(&element, element.priority));
}

TEST(PriorityQueueTest, HighestFirstAndOldestOfEquals) {
  PriorityQueue<Element *> queue;
  EXPECT_EQ(queue.take(1, any), nullptr);
  std::vector<Element> elements = numbered({2, 5, 2, 7, 1, 5, 7, 2});
  for (int round = 0; round < 2; ++round) {
    pushAll(queue, elements);
    for (int expected : {3, 6, 1, 5, 0, 2, 7, 4})
      EXPECT_EQ(queue.take(1, any), &elements[expected]);
    EXPECT_EQ(queue.take(1, any), nullptr);
  }
}

TEST(PriorityQueueTest, AnyOrderOfPushesAndTakes) {
  std::mt19937 random(1);
  PriorityQueue<Element *> queue;
  std::vector<Element> elements(5000);
  std::vector<Element *> waiting; // in the order of the pushes
  size_t pushed = 0, taken = 0;
  while (taken < elements.size()) {
    if (pushed < elements.size() && random() % 5 < 3) {
      Element &element = elements[pushed++];
      element.priority = kmp_int32(random() % 40 + 1);
      ASSERT_TRUE(queue.push(&element, element.priority));
      waiting.push_back(&element);
      continue;
    }
    auto lower = [](const Element *a, const Element *b) {
      return a->priority < b->priority;
    };
    auto first = std::max_element(waiting.begin(), waiting.end(), lower);
    Element *expected = first == waiting.end() ? nullptr : *first;
    ASSERT_EQ(queue.take(1, any), expected);
    if (expected) {
      waiting.erase(first);
      ++taken;
    }
  }
}

TEST(PriorityQueueTest, TakesNothingBelowTheLeast) {
  PriorityQueue<Element *> queue;
  std::vector<Element> elements = numbered({3, 1, KMP_MAX_TASK_PRIORITY_LIMIT});
  pushAll(queue, elements);
  EXPECT_EQ(queue.take(4, any), &elements[2]);
  EXPECT_EQ(queue.take(4, any), nullptr);
  EXPECT_EQ(queue.take(3, any), &elements[0]);
  EXPECT_EQ(queue.take(2, any), nullptr);
  EXPECT_EQ(queue.take(1, any), &elements[1]);
}

TEST(PriorityQueueTest, TakesOnlyWhatIsAllowed) {
  std::vector<Element> elements = numbered({4, 4, 4, 2, 2, 2});
  for (int chosen = 0; chosen < 6; ++chosen) {
    PriorityQueue<Element *> queue;
    pushAll(queue, elements);
    auto allowed = [&](Element *e) { return e == &elements[chosen]; };
    EXPECT_EQ(queue.take(chosen < 3 ? 4 : 2, allowed), &elements[chosen]);
    EXPECT_EQ(queue.take(1, allowed), nullptr);
    // Others have kept their places, and the next is behind them.
    ASSERT_TRUE(queue.push(&elements[chosen], elements[chosen].priority));
    std::vector<int> order = {0, 1, 2, 3, 4, 5};
    auto end = order.begin() + (chosen < 3 ? 3 : 6);
    std::rotate(order.begin() + chosen, order.begin() + chosen + 1, end);
    for (int expected : order)
      EXPECT_EQ(queue.take(1, any), &elements[expected]);
  }
}

TEST(PriorityQueueTest, NothingIsLostAmongThreads) {
  constexpr int Threads = 4, PerThread = 10000;
  PriorityQueue<Element *> queue;
  std::vector<Element> elements(Threads * PerThread);
  std::vector<int> times(elements.size()); // not atomic: one thread takes each
  std::atomic<int> left{Threads * PerThread};
  std::vector<std::thread> threads;
  for (int t = 0; t < Threads; ++t)
    threads.emplace_back([&, t] {
      auto take = [&](kmp_int32 least) {
        if (Element *element = queue.take(least, any)) {
          EXPECT_GE(element->priority, least);
          ++times[element->number];
          --left;
        }
      };
      for (int i = 0; i < PerThread; ++i) {
        Element &element = elements[t * PerThread + i];
        element.number = t * PerThread + i;
        element.priority = 1 + i * 7 % 13;
        EXPECT_TRUE(queue.push(&element, element.priority));
        take(i % 13);
      }
      while (left)
        take(1);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int seen : times)
    EXPECT_EQ(seen, 1);
}

} // namespace
