//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Inboxes lose nothing, and ranges stay ranges.

#include "Taskgraph/FakeInstance.h"
#include "taskgraph/team_queues.h"

#include "gtest/gtest.h"

#include <memory>
#include <thread>
#include <vector>

using namespace ompx;

namespace {

int countSent(WorkerQueue &queue) {
  int count = 0;
  for (Item item = queue.takeSent(); item; item = item.next())
    ++count;
  return count;
}

TEST(ItemTest, RangesAreTagged) {
  FakeInstance nodes(20);
  Item node = Item::ofNode(nodes[5]);
  EXPECT_TRUE(node);
  EXPECT_FALSE(node.isRange());
  EXPECT_TRUE(node.node() == nodes[5]);
  Item range = Item::ofRange(*nodes.instance, 5, 17);
  EXPECT_TRUE(range.isRange());
  EXPECT_TRUE(range.node() == nodes[5]);
  EXPECT_EQ(nodes.instance->pending[5], 5);
  EXPECT_EQ(nodes.instance->rangeEnd(5), 17u);
  EXPECT_FALSE(Item());
}

TEST(WorkerQueueTest, InboxFromManyThreads) {
  constexpr int Threads = 4, PerThread = 5000;
  auto queue = std::make_unique<WorkerQueue>();
  FakeInstance nodes(Threads * PerThread);
  std::atomic<int> sending{Threads};
  int taken = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < Threads; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < PerThread; ++i)
        queue->send(Item::ofNode(nodes[t * PerThread + i]));
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
  FakeInstance nodes(4);
  queue->send(Item::ofNode(nodes[3]));
  nodes[0].next() = nodes[1];
  nodes[1].next() = nodes[2];
  queue->sendLinked(Item::ofNode(nodes[0]), nodes[2]);
  std::vector<kmp_uint32> taken;
  for (Item item = queue->takeSent(); item; item = item.next())
    taken.push_back(item.node().number());
  EXPECT_EQ(taken, (std::vector<kmp_uint32>{0, 1, 2, 3}));
}

TEST(WorkerQueueTest, RangesStaySoWhenSetAside) {
  auto queue = std::make_unique<WorkerQueue>();
  FakeInstance nodes(3);
  queue->setAside(Item::ofNode(nodes[0]));
  queue->setAside(Item::ofRange(*nodes.instance, 1, 2));
  queue->setAside(Item::ofNode(nodes[2]));
  auto any = [](Item) { return true; };
  for (int i = 2; i >= 0; --i) {
    Item item = queue->takeAside(any);
    EXPECT_TRUE(item.node() == nodes[i]);
    EXPECT_EQ(item.isRange(), i == 1);
  }
  EXPECT_TRUE(queue->seemsEmpty());
}

TEST(WorkerQueueTest, IsNotEmptyWhileSomethingIsSent) {
  auto queue = std::make_unique<WorkerQueue>();
  FakeInstance nodes(1);
  EXPECT_TRUE(queue->seemsEmpty());
  queue->send(Item::ofNode(nodes[0]));
  EXPECT_FALSE(queue->seemsEmpty());
  EXPECT_EQ(countSent(*queue), 1);
  EXPECT_TRUE(queue->seemsEmpty());
}

} // namespace
