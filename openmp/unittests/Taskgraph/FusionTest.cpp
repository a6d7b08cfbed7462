//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A fusion runs each task once, behind those that it depends on; and a trial
// takes the faster way.

#include "taskgraph/fusion.h"
#include "Taskgraph/GraphFixture.h"
#include "support/settings.h"
#include "taskgraph/instance.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

using namespace ompx;

namespace {

class FusionTest : public GraphFixture {
  FuseTasks setting = taskgraph_fuse;

protected:
  ~FusionTest() override { taskgraph_fuse = setting; }
  /// Rows of tasks, each after `near` of its neighbours in the row above.
  void makeGrid(int rows, int width, int near) {
    for (int row = 0; row < rows; ++row)
      for (int column = 0; column < width; ++column) {
        std::vector<kmp_depend_info_t> items;
        for (int at = std::max(0, column - near);
             at <= std::min(width - 1, column + near); ++at)
          items.push_back(item((1 - row % 2) * width + at, In));
        items.push_back(item(row % 2 * width + column, InOut));
        add(items);
      }
    finish();
  }
  std::unique_ptr<Fusion> fuse(kmp_uint32 team, kmp_uint64 cycles = 1,
                               Fusion::Extent extent = {2, 8192}) {
    return std::unique_ptr<Fusion>(Fusion::create(*graph, team, cycles, extent,
                                                  graph->node_count / 4 * 3));
  }
};

/// Runs the nodes of a fusion one by one, a ready one at random, and looks at
/// every edge of the graph.
void check(const Graph &graph, const Fusion &fusion, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<kmp_uint32> left(graph.node_count), ready, order;
  for (kmp_uint32 i = 0; i < graph.node_count; ++i)
    left[i] = fusion.nodes[i].predecessors;
  ready.assign(fusion.roots, fusion.roots + fusion.root_count);
  kmp_uint32 ran = 0;
  for (; !ready.empty(); ++ran) {
    std::swap(ready[random() % ready.size()], ready.back());
    kmp_uint32 node = ready.back();
    ready.pop_back();
    order.push_back(node);
    if (fusion.nodes[node].kind == NodeKind::Fused)
      for (kmp_uint32 n = fusion.next[node]; n != 0; n = fusion.next[n])
        order.push_back(n);
    size_t others = ready.size();
    for (kmp_uint32 e = fusion.nodes[node].first_successor;
         e < fusion.nodes[node + 1].first_successor; ++e) {
      Successor to = fusion.successors[e];
      EXPECT_EQ(to.onlyPredecessor(),
                fusion.nodes[to.node()].predecessors == 1);
      if (--left[to.node()] == 0)
        ready.push_back(to.node());
    }
    if (fusion.nodes[node].bottleneck && ready.size() > others)
      EXPECT_EQ(others, 0u) << "something else can run beside a bottleneck";
  }
  EXPECT_EQ(ran, fusion.node_count);
  ASSERT_EQ(order.size(), graph.node_count);
  std::vector<kmp_uint32> place(graph.node_count, graph.node_count);
  for (kmp_uint32 i = 0; i < graph.node_count; ++i)
    place[order[i]] = i;
  for (kmp_uint32 i = 0; i < graph.node_count; ++i) {
    ASSERT_LT(place[i], graph.node_count) << i << " did not run";
    for (kmp_uint32 e = graph.nodes[i].first_successor;
         e < graph.nodes[i + 1].first_successor; ++e)
      ASSERT_LT(place[i], place[graph.successors[e].node()]);
  }
}

TEST_F(FusionTest, IndependentTasksBecomeTwoNodesPerThread) {
  makeGrid(1, 100, 0);
  auto fusion = fuse(3);
  ASSERT_TRUE(fusion);
  EXPECT_EQ(fusion->node_count, 6u);
  EXPECT_EQ(fusion->root_count, 6u);
  check(*graph, *fusion, 1);
}

TEST_F(FusionTest, OrOneNodePerThread) {
  makeGrid(1, 100, 0);
  auto fusion = fuse(3, 1, {1, 8192});
  ASSERT_TRUE(fusion);
  EXPECT_EQ(fusion->node_count, 3u);
  check(*graph, *fusion, 1);
}

TEST_F(FusionTest, LongerTasksBecomeMoreNodes) {
  makeGrid(1, 100, 0);
  auto fusion = fuse(3, 1000); // eight are enough
  ASSERT_TRUE(fusion);
  EXPECT_EQ(fusion->node_count, 15u) << "five for each thread";
  EXPECT_FALSE(fuse(3, 8000));
}

TEST_F(FusionTest, AChainBecomesOneNode) {
  makeGrid(50, 1, 0);
  auto fusion = fuse(4);
  ASSERT_TRUE(fusion);
  EXPECT_EQ(fusion->node_count, 1u);
  check(*graph, *fusion, 1);
}

TEST_F(FusionTest, ChainsSideBySideStayApart) {
  makeGrid(10, 8, 0);
  auto fusion = fuse(2);
  ASSERT_TRUE(fusion);
  EXPECT_EQ(fusion->node_count, 4u);
  check(*graph, *fusion, 1);
}

TEST_F(FusionTest, NodesThatAreNoTasksStay) {
  for (int phase = 0; phase < 3; ++phase) {
    for (int i = 0; i < 20; ++i)
      add({item(i, InOut)});
    builder.addTaskwait(0, nullptr, false);
  }
  finish();
  auto fusion = fuse(1);
  ASSERT_TRUE(fusion);
  EXPECT_EQ(fusion->node_count, 3u * (2 + 1));
  check(*graph, *fusion, 1);
  kmp_uint32 waits = 0;
  for (kmp_uint32 i = 0; i < graph->node_count; ++i)
    waits += fusion->nodes[i].kind == NodeKind::Wait;
  EXPECT_EQ(waits, 3u);
}

TEST_F(FusionTest, AWaitBesideTasksStays) {
  for (int row = 0; row < 2; ++row) {
    for (int i = 0; i < 20; ++i)
      add({item(i, InOut)});
    kmp_depend_info_t first = item(0, InOut);
    if (row == 0)
      builder.addTaskwait(1, &first, true);
  }
  finish();
  ASSERT_EQ(graph->nodes[20].kind, NodeKind::Wait);
  auto fusion = fuse(2);
  ASSERT_TRUE(fusion);
  EXPECT_EQ(fusion->nodes[20].kind, NodeKind::Wait);
  EXPECT_EQ(fusion->next[20], 0u);
  check(*graph, *fusion, 1);
}

TEST_F(FusionTest, RowsOfWhichEachNeedsAllOfTheOneBeforeAreBottlenecks) {
  makeGrid(3, 20, 20);
  auto fusion = fuse(2);
  ASSERT_TRUE(fusion);
  kmp_uint32 bottlenecks = 0;
  for (kmp_uint32 i = 0; i < graph->node_count; ++i)
    bottlenecks += fusion->nodes[i].bottleneck;
  EXPECT_EQ(bottlenecks, 2u * 4);
  check(*graph, *fusion, 1);
}

TEST_F(FusionTest, NothingToFuse) {
  makeGrid(20, 3, 1); // as many as threads in each row
  EXPECT_FALSE(fuse(4));
}

TEST_F(FusionTest, TasksThatMayWaitForbidIt) {
  add({});
  task.setGiven(0);
  add({});
  finish();
  EXPECT_FALSE(Fusion::possible(*graph));
  taskgraph_fuse = FuseTasks::Always;
  EXPECT_TRUE(Fusion::possible(*graph));
}

TEST_F(FusionTest, ExclusionForbidsIt) {
  add({item(0, 4)}); // mutexinoutset
  finish();
  EXPECT_FALSE(Fusion::possible(*graph));
}

TEST_F(FusionTest, AnInstanceCountsForTheWayItRuns) {
  makeGrid(4, 20, 1);
  auto fusion = fuse(2);
  ASSERT_TRUE(fusion);
  Instance *instance = Instance::create(*graph);
  ASSERT_TRUE(instance);
  std::unique_ptr<Lanes> lanes(Lanes::create(*graph, 2, Lanes::ByLevel));
  ASSERT_TRUE(lanes);
  WayTrial::Way as_recorded, fused{fusion.get()},
      in_lanes{nullptr, lanes.get()};
  for (WayTrial::Way way :
       {as_recorded, fused, as_recorded, in_lanes, as_recorded}) {
    instance->follow(way);
    instance->prepareCounting();
    if (way.lanes) {
      // mo: relaxed; as where a range of roots is queued
      instance->pending[0].store(7, std::memory_order_relaxed);
      continue;
    }
    const Node *nodes = way.fusion ? way.fusion->nodes : graph->nodes;
    for (kmp_uint32 i = 0; i < graph->node_count; ++i)
      EXPECT_EQ(kmp_uint32(instance->pending[i]), nodes[i].predecessors);
  }
  Instance::destroy(instance);
}

class RandomFusionTest : public FusionTest,
                         public testing::WithParamInterface<unsigned> {};

TEST_P(RandomFusionTest, RunsEachTaskOnceBehindItsPredecessors) {
  addRandomTasks(GetParam());
  finish();
  for (kmp_uint32 team : {1, 2, 5})
    for (kmp_uint64 cycles : {1, 500, 3000})
      for (Fusion::Extent extent : WayTrial::Extents)
        if (auto fusion = fuse(team, cycles, extent))
          check(*graph, *fusion, GetParam());
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomFusionTest, testing::Range(1u, 201u));

class WayTrialTest : public FusionTest {
protected:
  WayTrial trial;
  bool is_kept = false; // the last replay is timed, outside of a trial

  /// The first replays, before a trial begins.
  void pass(WayTrial &before) {
    for (kmp_uint32 i = 0; i < TrialSchedule::FirstTrial; ++i) {
      WayTrial::Way way = before.choose(*graph, 2);
      EXPECT_FALSE(way.fusion || way.alone || way.isTimed());
    }
  }
  static constexpr int Trial = WayTrial::TrialLength;
  /// A trial in which each turn's replays go these ways.
  static std::string turns(const std::string &ways) {
    std::string replays;
    for (char way : ways)
      replays.append(WayTrial::TurnLength, way);
    return replays;
  }
  /// How long a replay takes in each way.
  struct Times {
    kmp_uint64 as_recorded, some, most, alone, lanes;
  };
  /// Of each of the next replays, if they take so long: whether it fuses no
  /// tasks (-), some (s) or as many as it may (m), runs on one thread (a),
  /// or in lanes (l).
  std::string next(int replays, Times times, kmp_uint32 team = 2) {
    std::string ways;
    for (int i = 0; i < replays; ++i) {
      WayTrial::Way way = trial.choose(*graph, team);
      EXPECT_LE(way.alone + !!way.fusion + !!way.lanes, 1);
      bool coarse = way.fusion && way.fusion->node_count == team;
      kmp_uint64 time = way.lanes    ? times.lanes
                        : way.alone  ? times.alone
                        : coarse     ? times.most
                        : way.fusion ? times.some
                                     : times.as_recorded;
      if (way.isTimed())
        trial.took(way, time);
      is_kept = way.is_kept;
      ways += way.lanes    ? 'l'
              : way.alone  ? 'a'
              : coarse     ? 'm'
              : way.fusion ? 's'
                           : '-';
    }
    return ways;
  }
};

TEST_F(WayTrialTest, TakesTheFastestWay) {
  makeGrid(1, 100, 0);
  pass(trial);
  auto again = [this](Times times) {
    EXPECT_EQ(next(Trial, times), turns("-sal-ms-lam-"));
    std::string way = next(1, times);
    (void)next(int(TrialSchedule::Period) - Trial - 1, {});
    return way;
  };
  EXPECT_EQ(again({5000, 4000, 3000, 6000, 5500}), "m");
  EXPECT_EQ(again({5000, 3000, 4000, 6000, 5500}), "s");
  EXPECT_EQ(again({5000, 3000, 4000, 2000, 5500}), "a");
  EXPECT_EQ(again({5000, 3000, 4000, 6000, 2500}), "l");
  EXPECT_EQ(again({4000, 4800, 4900, 5000, 4100}), "-");
}

TEST_F(WayTrialTest, WhoeverComesBehindAnotherWayIsNotTimed) {
  makeGrid(1, 100, 0);
  pass(trial);
  for (int i = 0; i < Trial; ++i) {
    WayTrial::Way way = trial.choose(*graph, 2);
    EXPECT_EQ(way.isTimed(), i < 3 ? i != 0 : way.time && i % 3 != 0) << i;
    if (way.isTimed())
      trial.took(way, way.lanes ? 3000 : 4000);
  }
  EXPECT_EQ(next(1, {}), "l");
}

TEST_F(WayTrialTest, WhatIsAQuarterSlowerIsTriedOnce) {
  makeGrid(1, 100, 0);
  pass(trial);
  EXPECT_EQ(next(Trial + 2, {4000, 5100, 4800, 5100, 5100}),
            "---ss-aa-ll----mmm------------mmm-----");
}

TEST_F(WayTrialTest, OfEachWayTheMedianCounts) {
  makeGrid(1, 100, 0);
  pass(trial);
  EXPECT_EQ(next(21, {5000, 4000, 3000, 6000, 5500}), turns("-sal-ms"));
  EXPECT_EQ(next(2, {10, 0, 0, 0, 0}), "--")
      << "a replay that has little to do";
  EXPECT_EQ(next(8, {5000, 4000, 3000, 6000, 5500}), "-lllaaam");
  EXPECT_EQ(next(1, {5000, 4000, 90000, 6000, 5500}), "m") << "a disturbed one";
  EXPECT_EQ(next(5, {5000, 4000, 3000, 6000, 5500}), "m---m");
}

TEST_F(WayTrialTest, WhenReplaysBecomeSlowAnotherTrialBegins) {
  makeGrid(1, 100, 0);
  pass(trial);
  Times quiet = {50000, 45000, 40000, 60000, 55000};
  Times disturbed = {60000, 70000, 80000, 90000, 85000}; // by one process
  EXPECT_EQ(next(Trial + 200, quiet),
            turns("-sal-ms-lam-") + std::string(200, 'm'));
  EXPECT_EQ(next(4 + Trial + 2, disturbed),
            "mmmm---sssaa-ll----mm-sss-------------"
            "----");
  EXPECT_FALSE(is_kept);
  int until = int(TrialSchedule::AfterEarly) - Trial - 2;
  EXPECT_EQ(next(until, quiet), std::string(until, '-'));
  EXPECT_EQ(next(Trial + 2, quiet), turns("-sal-ms-lam-") + "mm")
      << "it has gone";
  EXPECT_FALSE(is_kept) << "another trial comes soon";
}

TEST_F(WayTrialTest, NotIfTheEarlyOneFindsTheSame) {
  makeGrid(1, 100, 0);
  pass(trial);
  Times some = {50000, 45000, 40000, 60000, 55000}; // and twice as much to do:
  Times more = {100000, 90000, 80000, 120000, 110000};
  EXPECT_EQ(next(Trial + 2, some), turns("-sal-ms-lam-") + "mm");
  EXPECT_EQ(next(4 + Trial + 2, more), "mmmm" + turns("-sal-ms-lam-") + "mm");
  EXPECT_FALSE(is_kept);
  int until = int(TrialSchedule::Period) - Trial - 2;
  EXPECT_EQ(next(until, some), std::string(until, 'm'));
  EXPECT_EQ(next(Trial + 2, some), turns("-sal-ms-lam-") + "mm");
  EXPECT_TRUE(is_kept);
}

TEST_F(WayTrialTest, ReplaysAsRecordedMayBecomeSlow) {
  makeGrid(1, 100, 0);
  pass(trial);
  EXPECT_EQ(next(Trial + 2, {40000, 45000, 45000, 45000, 45000}),
            turns("-sal-ms-lam-") + "--");
  EXPECT_TRUE(is_kept);
  EXPECT_EQ(next(4 + Trial + 2, {90000, 80000, 80000, 80000, 50000}),
            "----" + turns("-sal-ms-lam-") + "ll");
}

TEST_F(WayTrialTest, OneThreadAloneMayBecomeSlow) {
  makeGrid(1, 100, 0);
  pass(trial);
  EXPECT_EQ(next(Trial + 2, {90000, 80000, 70000, 40000, 60000}),
            turns("-sal-ms-lam-") + "aa");
  EXPECT_TRUE(is_kept);
  EXPECT_EQ(next(4 + 4, {90000, 80000, 70000, 80000, 60000}), "aaaa---s");
}

TEST_F(WayTrialTest, LongTasksAreNotTried) {
  makeGrid(1, 100, 0);
  pass(trial);
  EXPECT_EQ(next(Trial + 2, {100 * 4096 / 2, 4000, 0, 0, 300000}),
            "---------ll----sss------------sss---ss")
      << "not to the lesser extent, with one in each node, nor alone";
  WayTrial another;
  pass(another);
  for (int i = 0; i < Trial + 2; ++i) {
    WayTrial::Way way = another.choose(*graph, 2);
    EXPECT_FALSE(way.fusion || way.alone || way.lanes);
    if (way.isTimed())
      another.took(way, 100 * (1 << 22) / 2);
  }
}

TEST_F(WayTrialTest, AnotherTeamDoesNotUseIt) {
  makeGrid(1, 100, 0);
  pass(trial);
  EXPECT_EQ(next(Trial + 2, {5000, 4000, 3000, 6000, 5500}),
            turns("-sal-ms-lam-") + "mm");
  EXPECT_EQ(next(3, {5000, 4000, 3000, 6000, 5500}, 3), "---");
  EXPECT_EQ(next(3, {5000, 4000, 3000, 6000, 5500}), "mmm");
}

TEST_F(WayTrialTest, AFewTasksRunOnOneThreadIfThatIsFaster) {
  makeGrid(1, 1, 0);
  pass(trial);
  EXPECT_EQ(next(Trial + 2, {8000, 0, 0, 5000, 0}),
            turns("--a------a--") + "aa");
  WayTrial another;
  pass(another);
  for (int i = 0; i < Trial + 2; ++i) {
    WayTrial::Way way = another.choose(*graph, 2);
    EXPECT_FALSE(way.alone) << "the only task is long";
    if (way.isTimed())
      another.took(way, 9000);
  }
}

TEST_F(WayTrialTest, WhileReplaysOverlapThatTellNoTimeNoneIsTried) {
  makeGrid(1, 100, 0);
  pass(trial);
  for (int i = 0; i < Trial + 2; ++i) {
    WayTrial::Way way = trial.choose(*graph, 2);
    EXPECT_FALSE(way.fusion || way.alone || way.lanes) << i;
  }
}

TEST_F(WayTrialTest, AnEmptyGraph) {
  finish();
  pass(trial);
  EXPECT_EQ(next(Trial, {5000, 4000, 3000, 1, 1}), std::string(Trial, '-'));
}

TEST_F(WayTrialTest, WhatMayWaitIsNotTried) {
  add({});
  task.setGiven(0);
  add({});
  finish();
  pass(trial);
  EXPECT_EQ(next(Trial, {5000, 4000, 3000, 1, 1}), std::string(Trial, '-'));
}

TEST_F(WayTrialTest, WhatLeavesNoFewerNodesIsNotTried) {
  makeGrid(100, 2, 0); // two chains, which become two nodes in any case
  pass(trial);
  EXPECT_EQ(next(Trial + 2, {5000, 0, 4000, 6000, 4500}),
            turns("-mall-m-la-l") + "mm");
}

TEST_F(WayTrialTest, AsTold) {
  makeGrid(1, 100, 0);
  taskgraph_fuse = FuseTasks::Off;
  EXPECT_EQ(next(20, {5000, 4000, 3000, 2000, 1000}), "--------------------");
  taskgraph_fuse = FuseTasks::Always;
  EXPECT_EQ(next(20, {3000, 4000, 5000, 2000, 1000}), "ssssssssssssssssssss");
  taskgraph_fuse = FuseTasks::Alone;
  EXPECT_EQ(next(20, {3000, 4000, 5000, 6000, 1000}), "aaaaaaaaaaaaaaaaaaaa");
  taskgraph_fuse = FuseTasks::Lanes;
  EXPECT_EQ(next(20, {3000, 4000, 5000, 6000, 9000}), "llllllllllllllllllll");
}

} // namespace
