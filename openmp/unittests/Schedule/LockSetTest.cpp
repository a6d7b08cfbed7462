//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Sets of locks: nobody keeps one while it waits for another for the first
// time, and in the end everybody has had all of its own.

#include "schedule/lock_set.h"

#include "gtest/gtest.h"

#include <deque>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

namespace {

struct Task {
  Task *next = nullptr;
  kmp_uint32 progress = 0;
  std::vector<unsigned> locks; // ascending
};

using Lock = ompx::QueueLock<Task *>;

class Locks {
public:
  std::vector<Lock> locks;
  explicit Locks(size_t count) : locks(count) {}

  /// freed: who has got a lock that the task gave back.
  bool acquire(Task &task, std::vector<Task *> &freed) {
    return ompx::acquireAll(
        &task, task.progress, kmp_uint32(task.locks.size()),
        [&](kmp_uint32 i) { return &locks[task.locks[i]]; },
        [&](Task *other) { freed.push_back(other); });
  }
  void release(Task &task, std::vector<Task *> &freed) {
    task.progress = 0;
    for (unsigned lock : task.locks)
      if (Task *other = locks[lock].release())
        freed.push_back(other);
  }
  bool isFree(unsigned lock) {
    if (!locks[lock].tryAcquire())
      return false;
    EXPECT_EQ(locks[lock].release(), nullptr);
    return true;
  }
};

Task taskOf(std::vector<unsigned> locks) {
  Task task;
  task.locks = std::move(locks);
  return task;
}

using Tasks = std::vector<Task *>;

TEST(LockSetTest, TakesWhatIsFree) {
  Locks all(3);
  Task task = taskOf({0, 2});
  Tasks freed;
  ASSERT_TRUE(all.acquire(task, freed));
  EXPECT_FALSE(all.isFree(0));
  EXPECT_TRUE(all.isFree(1));
  EXPECT_FALSE(all.isFree(2));
  all.release(task, freed);
  EXPECT_TRUE(all.isFree(0) && all.isFree(2));
  EXPECT_TRUE(freed.empty());
}

TEST(LockSetTest, NoLockIsNone) {
  kmp_uint32 progress = 0;
  auto none = [](kmp_uint32) { return static_cast<Lock *>(nullptr); };
  auto nobody = [](Task *) { FAIL(); };
  EXPECT_TRUE(ompx::acquireAll<Task *>(nullptr, progress, 5, none, nobody));
  EXPECT_EQ(progress, ompx::LockProgress::None);
}

TEST(LockSetTest, GivesBackWhatItCannotUse) {
  Locks all(3);
  Task holder = taskOf({2}), both = taskOf({0, 1, 2}), other = taskOf({0});
  Tasks freed;
  ASSERT_TRUE(all.acquire(holder, freed));
  EXPECT_FALSE(all.acquire(both, freed));
  EXPECT_TRUE(all.isFree(0) && all.isFree(1));
  ASSERT_TRUE(all.acquire(other, freed));
  all.release(holder, freed);
  ASSERT_EQ(freed, Tasks{&both}); // with lock 2
  freed.clear();
  EXPECT_FALSE(all.acquire(both, freed)); // lock 0 is taken now
  EXPECT_TRUE(all.isFree(1) && all.isFree(2));
  all.release(other, freed);
  ASSERT_EQ(freed, Tasks{&both});
  ASSERT_TRUE(all.acquire(both, freed));
  EXPECT_FALSE(all.isFree(0) || all.isFree(1) || all.isFree(2));
  all.release(both, freed);
  EXPECT_TRUE(all.isFree(0) && all.isFree(1) && all.isFree(2));
}

TEST(LockSetTest, KeepsItsLocksTheThirdTime) {
  Locks all(3);
  Task one = taskOf({2}), two = taskOf({0}), three = taskOf({1}),
       both = taskOf({0, 1, 2});
  Tasks freed;
  ASSERT_TRUE(all.acquire(one, freed));
  EXPECT_FALSE(all.acquire(both, freed)); // waits for 2
  ASSERT_TRUE(all.acquire(three, freed));
  all.release(one, freed);
  EXPECT_FALSE(all.acquire(both, freed)); // has 0, and waits for 1
  EXPECT_FALSE(all.isFree(0));
  EXPECT_TRUE(all.isFree(2));
  freed.clear();
  EXPECT_FALSE(all.acquire(two, freed)); // waits for 0
  all.release(three, freed);
  ASSERT_EQ(freed, Tasks{&both});
  freed.clear();
  ASSERT_TRUE(all.acquire(both, freed));
  all.release(both, freed);
  EXPECT_EQ(freed, Tasks{&two});
}

TEST(LockSetTest, TellsWhoHasGotWhatItGaveBack) {
  Locks all(2);
  Task holder = taskOf({1}), both = taskOf({0, 1}), first = taskOf({0}),
       waiting = taskOf({0});
  Tasks freed;
  // Lock 0 comes to `both` from `first` while `waiting` is queued there, too.
  ASSERT_TRUE(all.acquire(first, freed));
  EXPECT_FALSE(all.acquire(waiting, freed));
  EXPECT_FALSE(all.acquire(both, freed));
  ASSERT_TRUE(all.acquire(holder, freed));
  all.release(first, freed);
  ASSERT_EQ(freed, Tasks{&both}); // the newest
  freed.clear();
  EXPECT_FALSE(all.acquire(both, freed));
  EXPECT_EQ(freed, Tasks{&waiting});
}

class LockSetThreadsTest : public testing::TestWithParam<int> {};

TEST_P(LockSetThreadsTest, EveryTaskRunsOnceAndAlone) {
  constexpr unsigned Count = 6, Rounds = 40, TasksInRound = 200;
  std::mt19937 random(GetParam());
  for (unsigned round = 0; round < Rounds; ++round) {
    Locks all(Count);
    std::vector<Task> tasks(TasksInRound);
    std::deque<Task *> ready;
    for (Task &task : tasks) {
      for (unsigned lock = 0; lock < Count; ++lock)
        if (random() % 2)
          task.locks.push_back(lock);
      ready.push_back(&task);
    }
    std::mutex guard;
    std::vector<std::atomic<int>> holders(Count);
    std::atomic<unsigned> ran{0};
    auto work = [&] {
      // mo: relaxed; a count that ends the loop; pairs with itself
      while (ran.load(std::memory_order_relaxed) < TasksInRound) {
        Task *task = nullptr;
        {
          std::lock_guard<std::mutex> lock(guard);
          if (!ready.empty()) {
            task = ready.front();
            ready.pop_front();
          }
        }
        if (!task) {
          std::this_thread::yield();
          continue;
        }
        Tasks freed;
        if (all.acquire(*task, freed)) {
          for (unsigned lock : task->locks)
            EXPECT_EQ(holders[lock]++, 0);
          for (unsigned lock : task->locks)
            --holders[lock];
          ++ran;
          all.release(*task, freed);
        }
        std::lock_guard<std::mutex> lock(guard);
        ready.insert(ready.end(), freed.begin(), freed.end());
      }
    };
    std::vector<std::thread> threads;
    for (int i = 0; i < GetParam(); ++i)
      threads.emplace_back(work);
    for (std::thread &thread : threads)
      thread.join();
    EXPECT_EQ(ran.load(), TasksInRound);
    for (unsigned lock = 0; lock < Count; ++lock)
      EXPECT_TRUE(all.isFree(lock));
  }
}
INSTANTIATE_TEST_SUITE_P(Threads, LockSetThreadsTest,
                         testing::Values(1, 2, 4, 8));

} // namespace
