//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A parent's counter never falls below the number of its unfinished children,
// and is that number once all threads have told.

#include "schedule/completions.h"

#include "Taskgraph/FakeTask.h"
#include "gtest/gtest.h"

#include <atomic>
#include <memory>
#include <random>
#include <thread>
#include <vector>

using namespace ompx;

namespace {

/// A thread's data as far as completions need them.
class FakeThread {
  kmp_info_t *thread;

public:
  FakeThread() {
    size_t size =
        (sizeof(kmp_info_t) + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    thread = static_cast<kmp_info_t *>(aligned_alloc(CACHE_LINE, size));
    memset(static_cast<void *>(thread), 0, size);
  }
  FakeThread(const FakeThread &) = delete;
  ~FakeThread() { free(thread); }
  operator kmp_info_t *() { return thread; }
  kmp_ompx_completions_t &completions() {
    return thread->th.th_ompx_completions;
  }
};

struct FakeParent : FakeTask {
  explicit FakeParent(unsigned type) { taskdata()->td_flags.tasktype = type; }
  void enter(kmp_taskgroup_t *group) { taskdata()->td_taskgroup = group; }
  int count() { return taskdata()->td_incomplete_child_tasks; }
};

struct FakeChild : FakeTask {
  explicit FakeChild(FakeParent &parent) {
    taskdata()->td_parent = parent.taskdata();
    taskdata()->td_taskgroup = parent.taskdata()->td_taskgroup;
    taskdata()->td_flags.tasktype = TASK_EXPLICIT;
  }
};

class CompletionsTest : public testing::Test {
  const int threads_before = __kmp_nth; // the teams of other tests left some

protected:
  FakeThread owner, thief;
  FakeParent parent{TASK_IMPLICIT};
  FakeParent other{TASK_IMPLICIT};
  kmp_taskgroup_t group = {};

  CompletionsTest() { __kmp_nth = 0; } // no more than processors
  ~CompletionsTest() override { __kmp_nth = threads_before; }
  std::unique_ptr<FakeChild> make(FakeParent &of) {
    countChild(owner, of.taskdata());
    return std::make_unique<FakeChild>(of);
  }
};

TEST_F(CompletionsTest, NextChildTakesThePlaceOfOneThatItsParentsThreadRan) {
  for (int i = 0; i < 3; ++i) {
    auto child = make(parent);
    EXPECT_EQ(parent.count(), 1);
    completeChild(owner, child->taskdata(), parent.taskdata());
    EXPECT_EQ(parent.count(), 1);
  }
  reportCompletions(owner.completions());
  EXPECT_EQ(parent.count(), 0);
}

TEST_F(CompletionsTest, WhoWaitsIsToldOfItsLastChildAtOnce) {
  CompletionCounting counting(owner);
  auto first = make(parent), last = make(parent);
  completeChild(owner, first->taskdata(), parent.taskdata());
  counting.ran(parent.taskdata());
  EXPECT_EQ(parent.count(), 2); // not the last
  completeChild(owner, last->taskdata(), parent.taskdata());
  counting.ran(other.taskdata()); // somebody else waits
  EXPECT_EQ(parent.count(), 2);
  counting.ran(parent.taskdata());
  EXPECT_EQ(parent.count(), 0);
  EXPECT_EQ(owner.completions().count, 0);
}

TEST_F(CompletionsTest, OfEachChildBeforeTheProcessorIsGivenUp) {
  __kmp_nth = __kmp_xproc + __kmp_avail_proc + 1;
  CompletionCounting counting(thief);
  auto first = make(parent), second = make(parent);
  completeChild(thief, first->taskdata(), nullptr);
  EXPECT_EQ(parent.count(), 2);
  counting.ran(other.taskdata()); // yields next
  EXPECT_EQ(parent.count(), 1);
}

TEST_F(CompletionsTest, ExplicitParentIsToldAtOnce) {
  FakeParent explicit_parent(TASK_EXPLICIT);
  explicit_parent.enter(&group);
  auto child = make(explicit_parent), second = make(explicit_parent);
  EXPECT_EQ(explicit_parent.count(), 2);
  EXPECT_EQ(group.count, 2);
  completeChild(owner, child->taskdata(), explicit_parent.taskdata());
  EXPECT_EQ(explicit_parent.count(), 1);
  EXPECT_EQ(group.count, 1);
  CompletionCounting counting(thief);
  completeChild(thief, second->taskdata(), parent.taskdata());
  EXPECT_EQ(explicit_parent.count(), 0);
  EXPECT_EQ(group.count, 0);
}

TEST_F(CompletionsTest, ToldAtOnceOutsideOfTheLoop) {
  auto child = make(parent);
  completeChild(thief, child->taskdata(), other.taskdata());
  EXPECT_EQ(parent.count(), 0);
}

TEST_F(CompletionsTest, ThiefTellsBeforeItRunsAnotherParentsTask) {
  parent.enter(&group);
  auto one = make(parent), two = make(parent), three = make(parent);
  auto elsewhere = make(other);
  CompletionCounting counting(thief);
  EXPECT_FALSE(counting.next(one->task()));
  completeChild(thief, one->taskdata(), nullptr);
  EXPECT_FALSE(counting.next(two->task()));
  completeChild(thief, two->taskdata(), nullptr);
  EXPECT_EQ(parent.count(), 3);
  EXPECT_EQ(group.count, 3);
  EXPECT_TRUE(counting.next(elsewhere->task()));
  EXPECT_EQ(parent.count(), 1);
  EXPECT_EQ(group.count, 1);
  EXPECT_FALSE(counting.next(three->task()));
  completeChild(thief, three->taskdata(), nullptr);
  EXPECT_TRUE(counting.next(nullptr));
  EXPECT_FALSE(counting.next(nullptr));
  EXPECT_EQ(parent.count(), 0);
  EXPECT_EQ(group.count, 0);
}

TEST_F(CompletionsTest, ThiefTellsBeforeItRunsAnotherGroupsTask) {
  auto outside = make(parent);
  parent.enter(&group);
  auto inside = make(parent);
  CompletionCounting counting(thief);
  EXPECT_FALSE(counting.next(inside->task()));
  completeChild(thief, inside->taskdata(), nullptr);
  EXPECT_EQ(group.count, 1);
  EXPECT_TRUE(counting.next(outside->task()));
  EXPECT_EQ(group.count, 0);
}

TEST_F(CompletionsTest, CompletedByAnotherThreadMakesNoRoom) {
  auto child = make(parent);
  CompletionCounting counting(thief);
  completeChild(thief, child->taskdata(), nullptr);
  auto next = make(parent);
  EXPECT_EQ(parent.count(), 2);
  counting.next(nullptr);
  EXPECT_EQ(parent.count(), 1);
}

TEST_F(CompletionsTest, ToldBeforeAndAfterTheLoop) {
  auto before = make(parent), inside = make(parent);
  completeChild(owner, before->taskdata(), parent.taskdata());
  EXPECT_EQ(parent.count(), 2);
  {
    CompletionCounting counting(owner);
    EXPECT_EQ(parent.count(), 1);
    completeChild(owner, inside->taskdata(), nullptr);
    EXPECT_EQ(parent.count(), 1);
  }
  EXPECT_EQ(parent.count(), 0);
  EXPECT_FALSE(owner.completions().counts);
}

TEST_F(CompletionsTest, InnerLoopTellsWhatTheOuterOneCounted) {
  auto outer_child = make(parent), inner_child = make(other),
       last = make(parent);
  CompletionCounting outer(thief);
  completeChild(thief, outer_child->taskdata(), nullptr);
  {
    CompletionCounting inner(thief);
    EXPECT_EQ(parent.count(), 1);
    completeChild(thief, inner_child->taskdata(), nullptr);
    EXPECT_EQ(other.count(), 1);
  }
  EXPECT_EQ(other.count(), 0);
  completeChild(thief, last->taskdata(), nullptr);
  EXPECT_EQ(parent.count(), 1); // the outer loop still counts
  EXPECT_TRUE(outer.next(nullptr));
  EXPECT_EQ(parent.count(), 0);
}

TEST_F(CompletionsTest, GroupsAreKeptApart) {
  auto outside = make(parent);
  parent.enter(&group);
  auto inside = make(parent);
  EXPECT_EQ(group.count, 1);
  completeChild(owner, inside->taskdata(), parent.taskdata());
  parent.enter(nullptr);
  auto next = make(parent); // does not take the place of one in the group
  EXPECT_EQ(parent.count(), 3);
  EXPECT_EQ(group.count, 1);
  completeChild(owner, outside->taskdata(), parent.taskdata());
  EXPECT_EQ(group.count, 0);
  EXPECT_EQ(parent.count(), 2);
  reportCompletions(owner.completions());
  EXPECT_EQ(parent.count(), 1);
}

TEST_F(CompletionsTest, EndedTaskIsNoLongerOneOfThoseThatKeepItsMemory) {
  FakeTask task;
  std::atomic<kmp_int32> &keep = task.taskdata()->td_allocated_child_tasks;
  keep = 1;
  EXPECT_EQ(endTask(task.taskdata()), 0);
  EXPECT_EQ(keep, 0);
  keep = 4; // with three children
  EXPECT_EQ(endTask(task.taskdata()), 3);
  EXPECT_EQ(keep, 3);
}

/// Random steps of three threads, each of which runs one parent: it makes
/// children in changing groups, completes anybody's, and enters and leaves
/// loops.
class CompletionOrdersTest : public testing::TestWithParam<unsigned> {};

TEST_P(CompletionOrdersTest, CountersCoverUnfinishedChildren) {
  constexpr int Threads = 3, Groups = 3, Steps = 2000;
  std::mt19937 random(GetParam());
  auto below = [&random](unsigned n) { return int(random() % n); };
  FakeThread threads[Threads];
  FakeParent parents[Threads] = {FakeParent(TASK_IMPLICIT),
                                 FakeParent(TASK_IMPLICIT),
                                 FakeParent(TASK_EXPLICIT)};
  kmp_taskgroup_t groups[Groups] = {};
  std::vector<std::unique_ptr<CompletionCounting>> loops[Threads];
  std::vector<std::unique_ptr<FakeChild>> children; // unfinished
  auto check = [&] {
    for (FakeParent &parent : parents) {
      int unfinished = 0, untold = 0;
      for (auto &child : children)
        unfinished += child->taskdata()->td_parent == parent.taskdata();
      for (FakeThread &thread : threads)
        if (thread.completions().parent == parent.taskdata())
          untold += thread.completions().count;
      ASSERT_EQ(parent.count(), unfinished + untold);
    }
    for (kmp_taskgroup_t &group : groups) {
      int unfinished = 0, untold = 0;
      for (auto &child : children)
        unfinished += child->taskdata()->td_taskgroup == &group;
      for (FakeThread &thread : threads)
        if (thread.completions().group == &group)
          untold += thread.completions().count;
      ASSERT_EQ(group.count, unfinished + untold);
    }
  };
  for (int step = 0; step < Steps; ++step) {
    int t = below(Threads);
    FakeParent &own = parents[t];
    switch (below(6)) {
    case 0:
      if (int choice = below(Groups + 1))
        own.enter(&groups[choice - 1]);
      else
        own.enter(nullptr);
      break;
    case 1:
    case 2:
      countChild(threads[t], own.taskdata());
      children.push_back(std::make_unique<FakeChild>(own));
      break;
    case 3:
    case 4:
      if (!children.empty()) {
        std::swap(children[below(children.size())], children.back());
        std::unique_ptr<FakeChild> child = std::move(children.back());
        children.pop_back();
        if (!loops[t].empty() && below(2)) // else it is undeferred
          loops[t].back()->next(child->task());
        completeChild(threads[t], child->taskdata(), own.taskdata());
      }
      break;
    case 5:
      if (loops[t].size() < 3 && below(2))
        loops[t].push_back(std::make_unique<CompletionCounting>(threads[t]));
      else if (!loops[t].empty())
        loops[t].pop_back();
      break;
    }
    check();
    if (HasFatalFailure())
      FAIL() << "step " << step;
  }
  for (int t = 0; t < Threads; ++t) {
    while (!loops[t].empty())
      loops[t].pop_back();
    reportCompletions(threads[t].completions());
    EXPECT_EQ(threads[t].completions().count, 0);
  }
  check();
}
INSTANTIATE_TEST_SUITE_P(Seeds, CompletionOrdersTest, testing::Range(1u, 21u));

/// A maker that completes some children itself, and two threads that complete
/// the others meanwhile.
TEST(CompletionThreadsTest, NothingIsLost) {
  constexpr int Threads = 2, Count = 10000;
  FakeParent parent(TASK_IMPLICIT);
  kmp_taskgroup_t group = {};
  parent.enter(&group);
  FakeChild child(parent); // stands for all
  FakeThread owner, others[Threads];
  std::atomic<int> to_complete{0};
  std::atomic<bool> made_all{false};
  std::vector<std::thread> threads;
  for (FakeThread &other : others)
    threads.emplace_back([&] {
      CompletionCounting counting(other);
      for (;;) {
        bool last = made_all;
        int left = to_complete;
        while (left > 0 && !to_complete.compare_exchange_weak(left, left - 1))
          ;
        if (left > 0) {
          counting.next(child.task());
          completeChild(other, child.taskdata(), nullptr);
        } else if (last) {
          return;
        } else {
          counting.next(nullptr);
          std::this_thread::yield();
        }
      }
    });
  for (int i = 0; i < Count; ++i) {
    countChild(owner, parent.taskdata());
    EXPECT_GT(parent.count(), 0);
    if (i % 3 == 0)
      completeChild(owner, child.taskdata(), parent.taskdata());
    else
      ++to_complete;
  }
  made_all = true;
  for (std::thread &thread : threads)
    thread.join();
  reportCompletions(owner.completions());
  EXPECT_EQ(parent.count(), 0);
  EXPECT_EQ(group.count, 0);
}

} // namespace
