//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The ready queue gives each task to exactly one thread that may run it, and
// tells makers of tasks when others have enough to take.

#include "schedule/ready_queue.h"

#include "Taskgraph/FakeTask.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

using namespace ompx;

namespace {

constexpr int Throttle = INITIAL_TASK_DEQUE_SIZE;

/// Tasks whose number is their td_task_id.
struct Tasks {
  std::vector<std::unique_ptr<FakeTask>> tasks;
  explicit Tasks(int count) {
    for (int i = 0; i < count; ++i) {
      tasks.push_back(std::make_unique<FakeTask>());
      tasks.back()->taskdata()->td_task_id = i;
    }
  }
  kmp_taskdata_t *operator[](int i) const { return tasks[i]->taskdata(); }
  void pushAll(ReadyQueue &queue) const {
    for (const auto &task : tasks)
      ASSERT_TRUE(queue.push(task->taskdata()));
  }
};

bool any(kmp_taskdata_t *) { return true; }
bool none(kmp_taskdata_t *) { return false; }

class ReadyQueueTest : public testing::Test {
protected:
  ReadyQueue *queue = ReadyQueue::create();
  ReadyQueue *thief = ReadyQueue::create();
  ~ReadyQueueTest() override {
    ReadyQueue::destroy(queue);
    ReadyQueue::destroy(thief);
  }
};

TEST_F(ReadyQueueTest, OwnerPopsYoungestFirst) {
  EXPECT_TRUE(queue->seemsEmpty());
  EXPECT_EQ(queue->pop(any), nullptr);
  Tasks tasks(3);
  tasks.pushAll(*queue);
  EXPECT_FALSE(queue->seemsEmpty());
  for (int i = 2; i >= 0; --i)
    EXPECT_EQ(queue->pop(any), tasks[i]);
  EXPECT_EQ(queue->pop(any), nullptr);
  EXPECT_TRUE(queue->seemsEmpty());
}

TEST_F(ReadyQueueTest, ThiefTakesOldestFirst) {
  EXPECT_EQ(queue->steal(*thief, any), nullptr);
  Tasks tasks(3);
  tasks.pushAll(*queue);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(queue->steal(*thief, any), tasks[i]);
  EXPECT_EQ(queue->steal(*thief, any), nullptr);
  EXPECT_TRUE(thief->seemsEmpty());
}

TEST_F(ReadyQueueTest, OwnerSetsAsideWhatItMayNotRun) {
  Tasks tasks(3);
  tasks.pushAll(*queue);
  auto not_the_youngest = [&](kmp_taskdata_t *task) {
    return task != tasks[2];
  };
  EXPECT_EQ(queue->pop(not_the_youngest), tasks[1]);
  EXPECT_EQ(queue->pop(not_the_youngest), tasks[0]);
  EXPECT_EQ(queue->pop(not_the_youngest), nullptr);
  EXPECT_FALSE(queue->seemsEmpty());
  EXPECT_EQ(queue->steal(*thief, none), nullptr);
  EXPECT_EQ(queue->steal(*thief, any), tasks[2]);
  EXPECT_TRUE(queue->seemsEmpty());
}

TEST_F(ReadyQueueTest, OwnerTakesBackWhatItMayRunLater) {
  Tasks tasks(2);
  tasks.pushAll(*queue);
  EXPECT_EQ(queue->pop(none), nullptr);
  EXPECT_FALSE(queue->seemsEmpty());
  auto only_the_first = [&](kmp_taskdata_t *task) { return task == tasks[0]; };
  EXPECT_EQ(queue->pop(only_the_first), tasks[0]);
  EXPECT_EQ(queue->pop(any), tasks[1]);
  EXPECT_TRUE(queue->seemsEmpty());
}

TEST_F(ReadyQueueTest, ThiefSetsAsideInItsOwnQueue) {
  Tasks tasks(2);
  tasks.pushAll(*queue);
  auto only_the_second = [&](kmp_taskdata_t *task) { return task == tasks[1]; };
  EXPECT_EQ(queue->steal(*thief, only_the_second), nullptr);
  EXPECT_FALSE(thief->seemsEmpty());
  EXPECT_EQ(queue->steal(*thief, only_the_second), tasks[1]);
  EXPECT_TRUE(queue->seemsEmpty());
  EXPECT_EQ(thief->steal(*queue, any), tasks[0]);
  EXPECT_TRUE(thief->seemsEmpty());
}

TEST_F(ReadyQueueTest, ThrottlesWhenFullAndLooksAgainLater) {
  Tasks tasks(Throttle);
  for (int i = 0; i < Throttle; ++i) {
    EXPECT_FALSE(queue->throttles()) << i;
    ASSERT_TRUE(queue->push(tasks[i]));
  }
  EXPECT_TRUE(queue->throttles());
  while (queue->steal(*thief, any))
    ;
  for (int i = 0; i < Throttle / 8; ++i)
    EXPECT_TRUE(queue->throttles()) << i;
  EXPECT_FALSE(queue->throttles());
}

TEST_F(ReadyQueueTest, LooksAgainOnceTheOwnerTookATask) {
  Tasks tasks(Throttle);
  tasks.pushAll(*queue);
  EXPECT_TRUE(queue->throttles());
  EXPECT_NE(queue->pop(any), nullptr);
  EXPECT_FALSE(queue->throttles());
}

TEST_F(ReadyQueueTest, ThrottlesByWhatThievesLeft) {
  Tasks tasks(Throttle);
  tasks.pushAll(*queue);
  EXPECT_NE(queue->steal(*thief, any), nullptr);
  EXPECT_FALSE(queue->throttles());
}

class StealHalfTest : public testing::TestWithParam<int> {};

TEST_P(StealHalfTest, MovesTheOlderHalfUpToALimit) {
  ReadyQueue *queue = ReadyQueue::create();
  ReadyQueue *thief = ReadyQueue::create();
  int count = GetParam();
  Tasks tasks(count);
  tasks.pushAll(*queue);
  queue->stealHalf(*thief);
  int moved = std::min(count / 2, 32);
  for (int i = moved - 1; i >= 0; --i)
    EXPECT_EQ(thief->pop(any), tasks[i]);
  EXPECT_EQ(thief->pop(any), nullptr);
  for (int i = count - 1; i >= moved; --i)
    EXPECT_EQ(queue->pop(any), tasks[i]);
  EXPECT_EQ(queue->pop(any), nullptr);
  ReadyQueue::destroy(queue);
  ReadyQueue::destroy(thief);
}
INSTANTIATE_TEST_SUITE_P(Counts, StealHalfTest,
                         testing::Values(0, 1, 2, 3, 10, 63, 64, 65, 300));

/// An owner that pushes and pops, two thieves of which one takes halves, and of
/// four kinds of tasks one that each of the three may not run.
TEST(ReadyQueueThreadsTest, EachTaskGoesToOneThreadThatMayRunIt) {
  constexpr int Threads = 3, Count = 20000;
  Tasks tasks(Count);
  ReadyQueue *queues[Threads];
  for (ReadyQueue *&queue : queues)
    queue = ReadyQueue::create();
  std::vector<std::atomic<int>> times_taken(Count);
  std::atomic<int> taken{0};
  std::atomic<int> forbidden{0};
  auto take = [&](int self, kmp_taskdata_t *task) {
    forbidden += task->td_task_id % 4 == self;
    ++times_taken[task->td_task_id];
    ++taken;
  };
  auto search = [&](int self) {
    auto allowed = [self](kmp_taskdata_t *task) {
      return task->td_task_id % 4 != self;
    };
    if (kmp_taskdata_t *task = queues[self]->pop(allowed))
      return take(self, task);
    for (int victim = 0; victim < Threads; ++victim) {
      if (victim == self)
        continue;
      if (kmp_taskdata_t *task =
              queues[victim]->steal(*queues[self], allowed)) {
        take(self, task);
        if (self == 2)
          queues[victim]->stealHalf(*queues[self]);
        return;
      }
    }
    std::this_thread::yield();
  };
  std::vector<std::thread> threads;
  for (int self = 1; self < Threads; ++self)
    threads.emplace_back([&, self] {
      while (taken < Count)
        search(self);
    });
  for (int i = 0; i < Count; ++i) {
    EXPECT_TRUE(queues[0]->push(tasks[i]));
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
  for (ReadyQueue *queue : queues) {
    EXPECT_TRUE(queue->seemsEmpty());
    ReadyQueue::destroy(queue);
  }
}

} // namespace
