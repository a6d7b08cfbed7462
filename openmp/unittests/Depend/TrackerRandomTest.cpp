//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Random tasks, issued and released in random orders, against an oracle: by one
// thread, where exactly the right tasks must be ready after each step, and by
// several at once, where no task may run too early and all must run. The same
// checks must find the mistakes of trackers that overlook an access.

#include "Depend/SerialOracle.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <atomic>
#include <chrono>

using namespace ompx;

namespace {

/// How many steps of a random run left the wrong tasks ready.
int wrongSteps(const Tracker &tracker, unsigned seed) {
  std::mt19937 random(seed);
  auto below = [&random](size_t n) { return size_t(random() % n); };
  int count = 5 + int(below(90));
  std::vector<RandomTask> tasks =
      randomTasks(seed, count, 1 + int(below(8)), seed % 2);
  SerialOracle oracle(tasks);
  TrackerDriver driver(tracker);
  std::vector<int> running;
  std::set<int> waiting;
  size_t eagerness = 1 + below(5); // of releases
  int wrong = 0;

  auto becameReady = [&](int task) {
    wrong += waiting.erase(task) != 1;
    running.push_back(task);
  };
  for (int issued = 0; issued < count || !running.empty();) {
    if (issued < count && (running.empty() || below(eagerness) == 0)) {
      waiting.insert(issued);
      oracle.start(issued);
      if (driver.issue(tasks[issued].accesses, tasks[issued].all))
        becameReady(issued);
      ++issued;
    } else {
      size_t which = below(running.size());
      int task = running[which];
      running.erase(running.begin() + long(which));
      oracle.end(task);
      for (int ready : driver.release(task))
        becameReady(ready);
    }
    for (int ready : driver.searchAll())
      becameReady(ready);
    bool right = true;
    for (int task : waiting)
      right &= !oracle.ready(task);
    for (int task : running)
      right &= oracle.ready(task);
    wrong += !right;
  }
  // Tasks that a broken tracker lost.
  wrong += !waiting.empty();
  return wrong;
}

/// Ready tasks, first in, first out. Orders what happened before a push with
/// what follows its pop, and nothing else.
class Handover {
  std::vector<std::atomic<int>> slots;
  std::atomic<int> head{0}, tail{0};

public:
  explicit Handover(int count) : slots(size_t(count)) {
    for (auto &slot : slots)
      slot = -1;
  }
  bool push(int task) {
    // mo: relaxed; the slot's value is what is published
    int at = tail.fetch_add(1, std::memory_order_relaxed);
    if (at >= int(slots.size()))
      return false; // a task was ready twice
    // mo: release; pairs with Handover::pop()
    slots[size_t(at)].store(task, std::memory_order_release);
    return true;
  }
  int pop() {
    // mo: relaxed; only a place
    int at = head.load(std::memory_order_relaxed);
    while (at < int(slots.size())) {
      // mo: acquire; pairs with Handover::push()
      int task = slots[size_t(at)].load(std::memory_order_acquire);
      // mo: relaxed; only a place
      if (task < 0 ||
          head.compare_exchange_weak(at, at + 1, std::memory_order_relaxed))
        return task;
    }
    return -1;
  }
};

struct Outcome {
  int early =
      0; // tasks that ran before one that they must come after had ended
  int run = 0;
  bool twice = false; // a task was ready more than once
};

/// One thread issues, then runs tasks as the others do all the time.
/// use_data: not for a broken tracker, whose tasks race.
Outcome runConcurrently(const Tracker &tracker, unsigned seed, int count,
                        int threads, bool use_data = true) {
  constexpr auto relaxed = std::memory_order_relaxed; // mo: says itself
  std::vector<RandomTask> tasks = randomTasks(seed, count, 12, seed % 2);
  SerialOracle oracle(tasks);
  std::vector<std::atomic<int>> ended(oracle.generations.size());
  for (auto &counter : ended)
    counter = 0;
  // Plain variables: tasks that have a version for themselves write it, others
  // read it, and ThreadSanitizer sees whether the tracker orders them.
  std::vector<int> data(size_t(oracle.versions));
  TrackerDriver driver(tracker, size_t(count));
  Handover ready(count);
  std::atomic<int> run{0}, early{0}, sum{0};
  std::atomic<bool> open{false}, twice{false};
  auto give_up = std::chrono::steady_clock::now() + std::chrono::minutes(2);

  auto execute = [&](int task) {
    bool in_time = true;
    for (int g : oracle.of_task[task])
      for (int before = oracle.generations[g].before; before >= 0 && in_time;
           before = oracle.generations[before].before)
        // mo: relaxed; the tracker must have ordered it
        in_time =
            ended[before].load(relaxed) == oracle.generations[before].size;
    for (int g : oracle.of_task[task]) {
      const SerialOracle::Generation &generation = oracle.generations[g];
      if (!use_data)
        break;
      if (in_time && generation.size == 1)
        data[size_t(generation.version)] = task;
      else if (in_time)
        sum.fetch_add(data[size_t(generation.version)], relaxed); // mo: a sink
    }
    for (int g : oracle.of_task[task])
      ended[g].fetch_add(1, relaxed);   // mo: relaxed; as above
    early.fetch_add(!in_time, relaxed); // mo: read after the team has ended
    for (int next : driver.release(task))
      if (!ready.push(next))
        twice = true;
    run.fetch_add(1, relaxed); // mo: relaxed; a count
  };
  onTeam(threads, [&](int thread) {
    if (thread == 0)
      for (int i = 0; i < count; ++i) {
        if (driver.issue(tasks[i].accesses, tasks[i].all) && !ready.push(i))
          twice = true;
        // The first tasks end only when there are many that wait for them.
        if (i == count / 8)
          open.store(true, relaxed); // mo: relaxed; a start signal
      }
    // mo: relaxed; a start signal
    while (!open.load(relaxed))
      KMP_YIELD(TRUE);
    // mo: relaxed; a count
    while (run.load(relaxed) < count) {
      int task = ready.pop();
      if (task < 0)
        task = driver.search();
      if (task >= 0) {
        execute(task);
        continue;
      }
      KMP_YIELD(TRUE);
      if (std::chrono::steady_clock::now() > give_up)
        break; // a tracker lost a task
    }
  });
  return {early, run, twice};
}

/// A tracker that overlooks one access in seven.
const Tracker *complete_twin;
unsigned accesses_issued;
bool issueForgetfully(const IssueContext &context, TrackedTask &task) {
  for (kmp_uint32 i = 0; i < task.access_count; ++i)
    if (++accesses_issued % 7 == 0) {
      Access &last = complete_twin->access(task, task.access_count - 1);
      Access &overlooked = complete_twin->access(task, i);
      overlooked = last;
      --task.access_count;
    }
  return complete_twin->issue(context, task);
}
Tracker forgetfulTwin(const Tracker &tracker) {
  complete_twin = &tracker;
  accesses_issued = 0;
  Tracker twin = tracker;
  twin.issue = issueForgetfully;
  return twin;
}

class TrackerRandomTest : public testing::TestWithParam<const Tracker *> {
protected:
  kmp_info_t *thread = currentThread();
  long blocks_before = liveBlocks();

  ~TrackerRandomTest() override { EXPECT_EQ(liveBlocks(), blocks_before); }
};

TEST_P(TrackerRandomTest, ReadyExactlyWhenTheRulesSaySo) {
  for (unsigned seed = 1; seed <= 500; ++seed)
    ASSERT_EQ(wrongSteps(*GetParam(), seed), 0) << "seed " << seed;
}

TEST_P(TrackerRandomTest, AForgetfulTwinIsFound) {
  Tracker twin = forgetfulTwin(*GetParam());
  int found = 0;
  for (unsigned seed = 1; seed <= 100; ++seed)
    found += wrongSteps(twin, seed) != 0;
  EXPECT_GT(found, 80); // the others have few tasks that wait at all
}

TEST_P(TrackerRandomTest, ManyThreads) {
  for (int threads = 2; threads <= 4; ++threads)
    for (unsigned seed = 1; seed <= 4; ++seed) {
      SCOPED_TRACE("threads " + std::to_string(threads) + ", seed " +
                   std::to_string(seed));
      Outcome outcome = runConcurrently(*GetParam(), seed, 3000, threads);
      EXPECT_EQ(outcome.early, 0);
      ASSERT_EQ(outcome.run, 3000);
      EXPECT_FALSE(outcome.twice);
    }
}

TEST_P(TrackerRandomTest, ManyThreadsFindAForgetfulTwin) {
  Tracker twin = forgetfulTwin(*GetParam());
  Outcome outcome = runConcurrently(twin, 1, 3000, 3, false);
  EXPECT_GT(outcome.early, 0);
  EXPECT_EQ(outcome.run, 3000) << "it is ready too early, but it is ready";
}

INSTANTIATE_TEST_SUITE_P(All, TrackerRandomTest,
                         testing::ValuesIn(allTrackers()),
                         [](const auto &info) {
                           return trackerName(*info.param);
                         });

} // namespace
