//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Inboxes and set-aside lists lose nothing and respect what is allowed.

#include "schedule/team_queues.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <memory>
#include <new>
#include <thread>
#include <vector>

using namespace ompx;

namespace {

struct States {
  NodeState *states;
  explicit States(int count)
      : states(static_cast<NodeState *>(
            aligned_alloc(CACHE_LINE, size_t(count) * CACHE_LINE))) {
    for (int i = 0; i < count; ++i)
      ::new (&states[i]) NodeState;
  }
  ~States() { free(states); }
  NodeState *operator[](int i) { return &states[i]; }
};

int countSent(WorkerQueue &queue) {
  int count = 0;
  for (kmp_uintptr_t word = queue.takeSent(); word != Deque::Empty;) {
    ++count;
    word = reinterpret_cast<kmp_uintptr_t>(Item(word).node()->next);
  }
  return count;
}

TEST(ItemTest, RangesAreTagged) {
  States states(1);
  Item node = Item::ofNode(states[0]);
  EXPECT_TRUE(node);
  EXPECT_FALSE(node.isRange());
  Item range = Item::ofRange(states[0], 17);
  EXPECT_TRUE(range.isRange());
  EXPECT_EQ(range.node(), states[0]);
  EXPECT_EQ(states[0]->range_end, 17u);
  EXPECT_FALSE(Item());
}

TEST(WorkerQueueTest, InboxFromManyThreads) {
  constexpr int Threads = 4, PerThread = 5000;
  auto queue = std::make_unique<WorkerQueue>();
  States states(Threads * PerThread);
  std::atomic<int> sending{Threads};
  int taken = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < Threads; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < PerThread; ++i)
        queue->send(Item::ofNode(states[t * PerThread + i]));
      --sending;
    });
  while (sending)
    taken += countSent(*queue);
  for (std::thread &thread : threads)
    thread.join();
  taken += countSent(*queue);
  EXPECT_EQ(taken, Threads * PerThread);
}

TEST(WorkerQueueTest, LinkedNodesComeBeforeWhatWasThere) {
  auto queue = std::make_unique<WorkerQueue>();
  States states(4);
  queue->send(Item::ofNode(states[3]));
  states[0]->next = states[1];
  states[1]->next = states[2];
  queue->sendLinked(Item::ofNode(states[0]), states[2]);
  std::vector<NodeState *> taken;
  for (kmp_uintptr_t word = queue->takeSent(); word != Deque::Empty;
       word = reinterpret_cast<kmp_uintptr_t>(Item(word).node()->next))
    taken.push_back(Item(word).node());
  EXPECT_EQ(taken, (std::vector<NodeState *>{states[0], states[1], states[2],
                                             states[3]}));
}

TEST(WorkerQueueTest, TakesFromAsideOnlyWhatIsAllowed) {
  auto queue = std::make_unique<WorkerQueue>();
  States states(3);
  for (int i = 0; i < 3; ++i)
    queue->setAside(Item::ofNode(states[i]));
  auto only = [&](int i) {
    return [&states, i](NodeState *node) { return node == states[i]; };
  };
  EXPECT_EQ(queue->takeAside(only(1)).node(), states[1]);
  EXPECT_FALSE(queue->takeAside(only(1)));
  EXPECT_EQ(queue->takeAside(only(2)).node(), states[2]);
  EXPECT_EQ(queue->takeAside(only(0)).node(), states[0]);
  EXPECT_EQ(queue->aside_count, 0u);
}

} // namespace
