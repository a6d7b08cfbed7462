//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The ready queue tells makers of tasks when others have enough to take. (Who
// takes which: StealingQueueTest.cpp.)

#include "schedule/ready_queue.h"

#include "Taskgraph/FakeTask.h"
#include "gtest/gtest.h"

#include <memory>
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
      queue.push(task->taskdata());
  }
};

bool any(kmp_taskdata_t *) { return true; }

class ReadyQueueTest : public testing::Test {
protected:
  ReadyQueue *queue = ReadyQueue::create();
  ReadyQueue *thief = ReadyQueue::create();
  ~ReadyQueueTest() override {
    ReadyQueue::destroy(queue);
    ReadyQueue::destroy(thief);
  }
};

TEST_F(ReadyQueueTest, OwnerTakesBackWhatItMayRunLater) {
  Tasks tasks(4);
  tasks.pushAll(*queue);
  auto only = [&](int i) {
    return [&tasks, i](kmp_taskdata_t *task) { return task == tasks[i]; };
  };
  for (int i : {1, 3, 0, 2}) {
    EXPECT_EQ(queue->pop([](kmp_taskdata_t *) { return false; }), nullptr);
    EXPECT_FALSE(queue->seemsEmpty());
    EXPECT_EQ(queue->pop(only(i)), tasks[i]);
  }
  EXPECT_TRUE(queue->seemsEmpty());
}

TEST_F(ReadyQueueTest, ThrottlesWhenFullAndLooksAgainLater) {
  Tasks tasks(Throttle);
  for (int i = 0; i < Throttle; ++i) {
    EXPECT_FALSE(queue->throttles()) << i;
    queue->push(tasks[i]);
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

} // namespace
