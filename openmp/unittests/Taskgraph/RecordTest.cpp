//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Who records, who replays, who refills; which of several graphs; what
// divergences and a reset leave behind; many ids at one site.

#include "taskgraph/record.h"
#include "Taskgraph/FakeTask.h"
#include "taskgraph/graph_builder.h"
#include "taskgraph/inputs.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <malloc.h>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <thread>

using namespace ompx;

namespace {

const ompx_taskgraph_site_t FakeSite = {
    {nullptr}, "file.cpp", "function", 1, 1, 1, 0, nullptr, nullptr};

/// A construct and its record; the arguments of its block are one number.
class RecordTest : public testing::Test {
protected:
  Site *const site = Site::create(FakeSite, 0);
  Record &record = site->first;
  kmp_int64 now = 0;
  Instance *instance = nullptr;
  const char *reason = nullptr; // of what was chosen last
  struct {
    int recorded, replayed, refilled, diverged, plain;
  } counts = {};

  ~RecordTest() override {
    record.reset();
    Site::destroy(site);
  }
  Way choose(bool proved, bool may_refill = true) {
    Choice choice = record.choose({proved, may_refill}, &now);
    instance = choice.instance;
    reason = choice.reason;
    return choice.way;
  }
  /// A graph whose block read the number as it is now; or one of a block that
  /// is not proved.
  Graph *newGraph(bool proved) { return newGraph(proved, now); }
  static Graph *newGraph(bool proved, kmp_int64 now, kmp_uint32 tasks = 1,
                         bool depend = true) {
    GraphBuilder builder(proved);
    FakeTask task;
    kmp_depend_info_t on = dependence(64, KMP_DEP_INOUT);
    for (kmp_uint32 i = 0; i < tasks; ++i)
      builder.addTask(NodeKind::Task, task.task(), &PlainMaker, depend, &on);
    Graph *graph = builder.finish(sizeof(now));
    if (proved) {
      graph->inputs = new Inputs;
      graph->inputs->add(OMPX_BASE_ARGS, &now, sizeof(now), &now);
    }
    return graph;
  }
  /// An encounter with this number, from begin to end.
  Way encounter(bool proved, kmp_int64 number, double made = 1) {
    now = number;
    Way way = choose(proved);
    if (way == Way::Record)
      record.publish(newGraph(proved));
    if (way == Way::Replay || way == Way::Refill) {
      const Graph *graph = instance->graph;
      instance->spoiled = made != 1;
      record.release(instance);
      if (way == Way::Refill)
        record.ended(graph, made);
    }
    return way;
  }

  /// An encounter whose block makes so many tasks; an extra one comes last, or
  /// first.
  void meet(bool proved, kmp_int64 number, kmp_uint32 tasks,
            bool extra_is_first = false) {
    now = number;
    switch (choose(proved)) {
    case Way::Record:
      record.publish(newGraph(proved, now, tasks));
      ++counts.recorded;
      break;
    case Way::Replay:
      record.release(instance);
      ++counts.replayed;
      break;
    case Way::Refill: {
      const Graph *graph = instance->graph;
      kmp_uint32 recorded = graph->node_count;
      bool fits = recorded == tasks;
      double same = extra_is_first ? 0 : std::min(recorded, tasks);
      instance->spoiled = !fits;
      record.release(instance);
      record.ended(graph, fits ? 1 : same / (recorded + 1));
      ++(fits ? counts.refilled : counts.diverged);
      break;
    }
    case Way::Plain:
      ++counts.plain;
      break;
    }
  }
};

TEST_F(RecordTest, OneRecorderThenReplays) {
  EXPECT_EQ(choose(true), Way::Record);
  EXPECT_EQ(choose(true), Way::Plain) << "somebody records already";
  record.publish(newGraph(true));
  EXPECT_EQ(choose(true), Way::Replay);
  Instance *first = instance;
  EXPECT_EQ(choose(true), Way::Replay);
  Instance *second = instance;
  EXPECT_NE(first, second)
      << "replays that overlap have instances of their own";
  record.release(first);
  EXPECT_EQ(choose(true), Way::Replay);
  EXPECT_EQ(instance, first) << "used again";
  record.release(first);
  record.release(second);
}

TEST_F(RecordTest, WhatIsNotProvedIsRefilled) {
  EXPECT_EQ(encounter(false, 1), Way::Record);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(encounter(false, i), Way::Refill);
  EXPECT_EQ(choose(false, /*may_refill=*/false), Way::Plain)
      << "its tasks may depend on some that were made before";
}

TEST_F(RecordTest, TheGraphThatFitsIsReplayed) {
  EXPECT_EQ(encounter(true, 1), Way::Record);
  EXPECT_EQ(encounter(true, 2), Way::Record);
  EXPECT_EQ(encounter(true, 1), Way::Replay);
  EXPECT_EQ(encounter(true, 3), Way::Record);
  const Graph *graphs[4] = {};
  for (int round = 0; round < 3; ++round)
    for (int number = 1; number <= 3; ++number) {
      EXPECT_EQ(encounter(true, number), Way::Replay);
      if (round == 0)
        graphs[number] = instance->graph;
      EXPECT_EQ(instance->graph, graphs[number]);
    }
  EXPECT_TRUE(graphs[1] != graphs[2] && graphs[2] != graphs[3]);
}

TEST_F(RecordTest, TheGraphUsedLongestAgoGoesFirst) {
  for (kmp_uint32 i = 1; i <= Record::MaxGraphs; ++i) {
    EXPECT_EQ(encounter(true, i), Way::Record);
    EXPECT_EQ(encounter(true, i), Way::Replay);
  }
  EXPECT_EQ(encounter(true, 1), Way::Replay);
  EXPECT_EQ(encounter(true, 100), Way::Record); // drives out 2
  EXPECT_EQ(encounter(true, 1), Way::Replay);
  EXPECT_EQ(encounter(true, 3), Way::Replay);
  EXPECT_EQ(encounter(true, 4), Way::Replay);
  EXPECT_EQ(encounter(true, 100), Way::Replay);
  EXPECT_EQ(encounter(true, 2), Way::Record);
}

TEST_F(RecordTest, BlockThatReadsOtherValuesEachTimeIsRefilled) {
  int number = 0, recorded = 0;
  for (int i = 0; i < 1000; ++i) {
    Way way = encounter(true, number++);
    EXPECT_TRUE(way == Way::Record || way == Way::Refill);
    recorded += way == Way::Record;
  }
  EXPECT_EQ(recorded, 7); // 0 to 3, 3 + 17, 3 + 17 + 65, ...
  EXPECT_EQ(encounter(true, number - 1), Way::Refill);
  for (int i = 0; encounter(true, number) != Way::Replay; ++i)
    ASSERT_LT(i, int(Backoff::Longest)) << "some time it is recorded";
  EXPECT_EQ(encounter(true, ++number), Way::Record) << "and anew at once";
}

TEST_F(RecordTest, SetsOfInputsThatTakeTurnsAreAllReplayedInTheEnd) {
  for (int round = 0; round < 20; ++round)
    for (kmp_uint32 i = 1; i <= Record::MaxGraphs; ++i)
      encounter(true, i);
  for (kmp_uint32 i = 1; i <= Record::MaxGraphs; ++i)
    EXPECT_EQ(encounter(true, i), Way::Replay);
}

TEST_F(RecordTest, BlockThatReadsTooMuchIsNotRecordedAgain) {
  ASSERT_EQ(choose(true), Way::Record);
  record.publish(newGraph(false)); // although it is proved
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(encounter(true, i), Way::Refill);
}

TEST_F(RecordTest, ResetKeepsTheGraphForRunningReplays) {
  encounter(true, 0);
  EXPECT_EQ(encounter(true, 0), Way::Replay);
  EXPECT_EQ(choose(true), Way::Replay);
  Instance *running = instance;
  record.reset();
  EXPECT_EQ(choose(true), Way::Record);
  EXPECT_EQ(running->graph->node_count, 1u) << "still there";
  record.release(running);
  record.reset();
  EXPECT_EQ(choose(true), Way::Plain) << "a reset ends no recording";
  record.giveUp();
  EXPECT_EQ(choose(true), Way::Plain);
  record.reset();
  EXPECT_EQ(choose(true), Way::Record) << "until a reset";
  record.abandon();
  EXPECT_EQ(choose(true), Way::Record);
  record.abandon();
}

TEST_F(RecordTest, OneDivergenceNearTheEndIsForgiven) {
  encounter(false, 0);
  for (int i = 0; i < 40; ++i) {
    EXPECT_EQ(encounter(false, 0, 0.9), Way::Refill);
    EXPECT_EQ(encounter(false, 0), Way::Refill);
  }
}

TEST_F(RecordTest, GraphThatTheBlockLeavesEarlyIsRecordedAnew) {
  encounter(false, 0);
  EXPECT_EQ(encounter(false, 0, 0.1), Way::Refill);
  EXPECT_EQ(encounter(false, 0), Way::Record);
  EXPECT_EQ(encounter(false, 0), Way::Refill);
}

TEST_F(RecordTest, PhasesOfAProgramAreEachRecordedAtOnce) {
  for (int phase = 0; phase < 50; ++phase) {
    if (phase != 0) {
      EXPECT_EQ(encounter(false, 0, 0.1), Way::Refill);
    }
    EXPECT_EQ(encounter(false, 0), Way::Record);
    EXPECT_EQ(encounter(false, 0), Way::Refill);
  }
}

TEST_F(RecordTest, BlocksThatNeverRepeatRunPlainlyForLongerAndLonger) {
  int longest = 0, tried_early = 0, tried = 0;
  for (int i = 0, plain = 0; i < 20000; ++i) {
    Way way = encounter(false, 0, 0.1);
    plain = way == Way::Plain ? plain + 1 : 0;
    if (plain > longest)
      longest = plain;
    tried += way != Way::Plain;
    if (i < 80)
      tried_early = tried;
  }
  EXPECT_EQ(longest + 2, int(Backoff::Longest));
  EXPECT_EQ(tried_early, 6);
  EXPECT_EQ(tried, 6 + 2 * 7); // after 65, 257, 1025, 4097, ...
  // A reset begins anew.
  record.reset();
  EXPECT_EQ(encounter(false, 0), Way::Record);
  EXPECT_EQ(encounter(false, 0), Way::Refill);
}

TEST_F(RecordTest, BlockThatFitsNoGraphIsNotTriedWithTheOlderOnes) {
  for (int i = 0; i < 20; ++i)
    meet(true, i, 100 - kmp_uint32(i)); // each graph fits for the most part
  EXPECT_EQ(counts.recorded, int(Record::MaxGraphs));
  EXPECT_EQ(counts.diverged, int(Record::FirstCredit));
  EXPECT_EQ(counts.plain, 20 - counts.recorded - counts.diverged);
  EXPECT_STREQ(reason,
               "its recordings have not paid, and the next one is put off");
  EXPECT_EQ(encounter(true, 2), Way::Replay) << "they are still there";
}

TEST_F(RecordTest, GraphThatMostlyFitsIsTriedAgain) {
  for (bool proved : {true, false})
    for (bool first : {true, false}) {
      record.reset();
      counts = {};
      for (int step = 0; step < 100; ++step)
        meet(proved, step, step % 10 == 0 ? 64 : 63, first);
      EXPECT_GE(counts.refilled, 84) << proved << first;
      EXPECT_EQ(counts.plain, 0) << proved << first;
      EXPECT_LE(counts.recorded, 6) << proved << first;
    }
}

TEST_F(RecordTest, GraphOfTheShapeThatOthersHadIsRefilledAndNotTheNewest) {
  for (int other = 0; other < 4; ++other) {
    record.reset();
    counts = {};
    for (int step = 0; step < 20; ++step)
      meet(true, step, step % 5 == other ? 64 : 31);
    EXPECT_GE(counts.refilled, 11) << other;
    EXPECT_EQ(counts.plain, 0) << other;
  }
}

TEST_F(RecordTest, PhasesWhoseInputsChangeAreRecordedWhenTheyBegin) {
  for (int step = 0; step < 400; ++step)
    meet(true, step, 1 + kmp_uint32(step) / 100, /*extra_is_first=*/true);
  EXPECT_LE(counts.diverged, 3 * 3);
  EXPECT_LE(counts.recorded, 12);
  EXPECT_EQ(counts.plain, 0);
}

TEST_F(RecordTest, GraphsOfTwoShapesStandSideBySide) {
  for (int step = 0; step < 60; ++step) // the second is recorded at the 21st
    meet(true, step, step < 20 ? 5 : 9, true);
  counts = {};
  for (int step = 60; step < 80; ++step)
    meet(true, step, step < 70 ? 9 : 5, true);
  EXPECT_EQ(counts.diverged, 2) << "then the other one is tried";
  EXPECT_EQ(counts.refilled, 18);
}

TEST_F(RecordTest, EveryOtherShapeIsNotWhatIsRecordedEachTime) {
  for (int step = 0; step < 100; ++step)
    meet(false, step, step % 4 == 0 ? 64 : 63, /*extra_is_first=*/true);
  EXPECT_GE(counts.refilled, 60);
}

TEST_F(RecordTest, PlainRunsHaveReasons) {
  EXPECT_EQ(choose(false), Way::Record);
  EXPECT_EQ(choose(false), Way::Plain);
  EXPECT_STREQ(reason, "another thread records it");
  record.publish(newGraph(false));
  EXPECT_EQ(choose(false, /*may_refill=*/false), Way::Plain);
  EXPECT_STREQ(reason,
               "earlier tasks on which its own may depend are unfinished");
  for (int i = 0; i < 5; ++i)
    encounter(false, 0, 0.1);
  EXPECT_EQ(choose(false, /*may_refill=*/false), Way::Plain);
  EXPECT_STREQ(reason,
               "its recordings have not paid, and the next one is put off");
  record.giveUp();
  EXPECT_EQ(choose(false), Way::Plain);
  EXPECT_EQ(reason, nullptr) << "who gave it up knows why";
}

TEST_F(RecordTest, WithoutDependencesOnlyKeptValuesAreWorthARefill) {
  for (bool keeps : {false, true}) {
    for (int i = 0; i < 100; ++i) {
      Way way = choose(false);
      if (way == Way::Record) {
        Graph *graph = newGraph(false, now, 1, /*depend=*/false);
        graph->keeps_values = keeps;
        record.publish(graph);
      }
      ASSERT_EQ(way == Way::Refill, keeps && i > 0);
      if (way == Way::Refill)
        record.release(instance);
    }
    record.reset();
  }
}

TEST_F(RecordTest, EachReasonIsToldOnce) {
  EXPECT_TRUE(record.explainNow("one"));
  EXPECT_FALSE(record.explainNow(std::string("one").c_str()));
  EXPECT_TRUE(record.explainNow("another"));
  EXPECT_FALSE(record.explainNow("one"));
}

TEST_F(RecordTest, BlocksThatOftenEndOtherwiseRunPlainlyForLongerAndLonger) {
  int plain = 0;
  for (int i = 0; i < 1000; ++i)
    plain += encounter(false, 0, 0.9) == Way::Plain;
  EXPECT_GE(plain, 950);
}

TEST_F(RecordTest, SpoiledInstanceIsNotUsedAgain) {
  encounter(false, 0);
  EXPECT_EQ(choose(false), Way::Refill);
  instance->spoiled = true;
  record.release(instance);
  record.ended(nullptr, 0.9); // the graph stays
  EXPECT_EQ(choose(false), Way::Refill);
  EXPECT_FALSE(instance->spoiled);
  record.release(instance);
}

TEST_F(RecordTest, IdleInstancesGoWithAGraphThatASpoiledOneHasKept) {
  auto bytesInUse = [] {
    struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
  };
  size_t before = bytesInUse();
  ASSERT_EQ(choose(false), Way::Record);
  // So large that malloc() counts it as free as soon as it is.
  record.publish(newGraph(false, 0, 10000));
  ASSERT_EQ(choose(false), Way::Refill);
  Instance *spoiled = instance;
  ASSERT_EQ(choose(false), Way::Refill);
  record.release(instance);
  size_t both = bytesInUse();
  record.reset();
  size_t one = bytesInUse();
  EXPECT_LT(one, both) << "the idle one goes at once";
  EXPECT_GT(one, before);
  spoiled->spoiled = true;
  record.release(spoiled);
  EXPECT_LT(bytesInUse(), one) << "the other goes with its refill";
}

TEST_F(RecordTest, ResetsAndDivergencesWhileOthersUseTheGraphs) {
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      std::minstd_rand random(t + 1);
      for (int i = 0; i < 5000; ++i) {
        kmp_int64 number = random() % 3;
        bool proved = random() % 4 != 0;
        auto [way, used, why] = record.choose({proved}, &number);
        if (way == Way::Record) {
          record.publish(newGraph(proved, number));
        } else if (way != Way::Plain) {
          const Graph *graph = used->graph;
          ASSERT_EQ(graph->node_count, 1u);
          bool spoils = way == Way::Refill && random() % 8 == 0;
          used->spoiled = spoils;
          record.release(used);
          if (way == Way::Refill)
            record.ended(graph, spoils ? 0.1 : 1);
        }
        if (random() % 16 == 0)
          record.reset();
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(RecordTest, KnowsWhetherAGraphHasATaskwait) {
  encounter(true, 0);
  EXPECT_FALSE(record.hasTaskwait());
  GraphBuilder builder(true);
  builder.addTaskwait(0, nullptr, false);
  now = 1;
  ASSERT_EQ(choose(true), Way::Record);
  record.publish(builder.finish(sizeof(now)));
  EXPECT_TRUE(record.hasTaskwait());
  record.reset();
  EXPECT_FALSE(record.hasTaskwait());
}

TEST(RecordersTest, ManyThreadsOneRecorder) {
  for (int round = 0; round < 200; ++round) {
    Site *site = Site::create(FakeSite, 0);
    std::atomic<int> recorders{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] {
        recorders +=
            site->first.choose({/*proved=*/false}, nullptr).way == Way::Record;
      });
    for (std::thread &thread : threads)
      thread.join();
    ASSERT_EQ(recorders, 1);
    Site::destroy(site);
  }
}

TEST(SiteTest, KeepsItsOwnCopyOfTheNames) {
  char file[] = "folder/a.cpp", function[] = "f(int)";
  ompx_taskgraph_site_t emitted = {{nullptr}, file, function, 12,     3,
                                   1,         0,    nullptr,  nullptr};
  Site *site = Site::create(emitted, 0);
  memset(file, 'x', sizeof(file) - 1);
  memset(function, 'x', sizeof(function) - 1);
  EXPECT_STREQ(site->place(), "folder/a.cpp:12:3 (f(int))");
  EXPECT_STREQ(site->file, "folder/a.cpp");
  EXPECT_EQ(site->line, 12);
  Site::destroy(site);
}

class NewSite {
public:
  ompx_taskgraph_site_t site = {{nullptr}, "f.cpp", "f",     1,      1,
                                1,         0,       nullptr, nullptr};
};

TEST(FindRecordTest, ManyIdsAtOneSite) {
  NewSite emitted;
  std::set<Record *> records;
  for (kmp_int64 i = 0; i < 100000; ++i) {
    kmp_int64 id = i % 2 ? -i : i << 20;
    Record *record = findRecord(&emitted.site, id);
    ASSERT_TRUE(record);
    ASSERT_EQ(record->id, id);
    ASSERT_TRUE(records.insert(record).second) << "ids must be told apart";
    ASSERT_EQ(findRecord(&emitted.site, id), record);
  }
}

TEST(FindRecordTest, SameIdAtTwoSites) {
  NewSite one, two;
  Record *first = findRecord(&one.site, 7), *second = findRecord(&two.site, 7);
  EXPECT_NE(first, second);
  EXPECT_EQ(Site::latest.load(), &second->site);
  EXPECT_EQ(Site::latest.load()->next, &first->site);
}

TEST(FindRecordTest, ManyThreadsOneRecord) {
  for (int round = 0; round < 200; ++round) {
    NewSite emitted;
    Record *found[4] = {};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&, t] { found[t] = findRecord(&emitted.site, 5); });
    for (std::thread &thread : threads)
      thread.join();
    for (Record *record : found)
      ASSERT_EQ(record, found[0]);
    EXPECT_EQ(Site::latest.load(), &found[0]->site);
  }
}

/// As a later run reads it from a file.
Graph *keptGraph(Graph *graph) {
  graph->from_file = true;
  graph->lacks_inputs = graph->inputs;
  delete graph->inputs;
  graph->inputs = nullptr;
  return graph;
}

TEST_F(RecordTest, GraphOfAnEarlierRunIsRefilled) {
  ASSERT_TRUE(record.beginLoading());
  EXPECT_FALSE(record.beginLoading()) << "somebody looks already";
  EXPECT_EQ(choose(false), Way::Plain) << "nobody waits for who looks";
  record.endLoading(keptGraph(newGraph(false)));
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(encounter(false, i), Way::Refill);
  EXPECT_FALSE(record.isFirstToKeep());
  record.reset();
  EXPECT_FALSE(record.beginLoading()) << "once";
  EXPECT_EQ(encounter(false, 1), Way::Record);
}

TEST_F(RecordTest, GraphOfAnEarlierRunThatMayBeReplayedIsRecordedAtTheSecond) {
  ASSERT_TRUE(record.beginLoading());
  record.endLoading(keptGraph(newGraph(true)));
  EXPECT_EQ(encounter(true, 1), Way::Refill);
  EXPECT_EQ(encounter(true, 1), Way::Record);
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(encounter(true, 1), Way::Replay);
}

TEST_F(RecordTest, GraphOfAnEarlierRunCostsNoRefills) {
  for (int other = 0; other < 5; ++other) {
    int refilled[2];
    for (bool kept : {false, true}) {
      record.reset();
      counts = {};
      Graph *graph = kept ? keptGraph(newGraph(true, 0, other ? 31 : 64)) : 0;
      record.endLoading(graph);
      for (int step = 0; step < 20; ++step)
        meet(true, step, step % 5 == other ? 64 : 31);
      EXPECT_EQ(counts.plain, 0) << other;
      EXPECT_LE(counts.recorded, kept ? 3 : 4) << other;
      refilled[kept] = counts.refilled;
    }
    EXPECT_GE(refilled[true], refilled[false]) << other;
  }
}

TEST_F(RecordTest, ThereIsNoGraphOfAnEarlierRun) {
  ASSERT_TRUE(record.beginLoading());
  record.endLoading(nullptr);
  EXPECT_EQ(encounter(true, 1), Way::Record);
  EXPECT_TRUE(record.isFirstToKeep());
  EXPECT_FALSE(record.isFirstToKeep());
  EXPECT_EQ(encounter(true, 1), Way::Replay);
}

TEST_F(RecordTest, WhoHasAGraphDoesNotLookForOne) {
  EXPECT_EQ(encounter(true, 1), Way::Record);
  EXPECT_FALSE(record.beginLoading());
}

TEST_F(RecordTest, GraphOfAnEarlierRunThatDoesNotFitIsReplaced) {
  ASSERT_TRUE(record.beginLoading());
  record.endLoading(keptGraph(newGraph(false)));
  EXPECT_EQ(encounter(false, 1, 0.9), Way::Refill);
  EXPECT_FALSE(record.isFirstToKeep()) << "it may fit the next time";
  EXPECT_EQ(encounter(false, 1, 0.1), Way::Refill);
  EXPECT_EQ(encounter(false, 1), Way::Record);
  EXPECT_TRUE(record.isFirstToKeep());
  EXPECT_EQ(encounter(false, 1, 0.1), Way::Refill);
  EXPECT_FALSE(record.isFirstToKeep()) << "that was of this run";
}

} // namespace
