//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Lanes run each task once, behind those that it depends on, at any speed; and
// wait no more often than they have to.

#include "taskgraph/lanes.h"
#include "Taskgraph/GraphFixture.h"

#include "gtest/gtest.h"

#include <functional>
#include <memory>
#include <random>
#include <vector>

using namespace ompx;

namespace {

class LanesTest : public GraphFixture {
protected:
  std::unique_ptr<Lanes> lanes;

  void finish(kmp_uint32 team, Lanes::Division division = Lanes::ByLevel) {
    GraphFixture::finish();
    lanes.reset(Lanes::create(*graph, team, division));
  }
  std::vector<kmp_uint32> nodesOf(kmp_uint32 lane) const {
    std::vector<kmp_uint32> nodes;
    for (kmp_uint32 s = lanes->first_step[lane];
         s < lanes->first_step[lane + 1]; ++s)
      nodes.push_back(lanes->steps[s].node);
    return nodes;
  }
  kmp_uint32 waitCount() const {
    return lanes->steps[lanes->first_step[lanes->count]].first_wait;
  }
  void check(unsigned seed) const;
};

/// Runs the lanes, at random speeds, and looks at every edge.
void LanesTest::check(unsigned seed) const {
  std::mt19937 random(seed);
  std::unique_ptr<Lanes::State, void (*)(void *)> states(
      Lanes::makeStates(lanes->count),
      [](void *memory) { KMP_INTERNAL_FREE(memory); });
  std::vector<bool> ran(graph->node_count);
  std::vector<std::vector<kmp_uint32>> before(graph->node_count);
  for (kmp_uint32 node = 0; node < graph->node_count; ++node)
    for (kmp_uint32 e = graph->nodes[node].first_successor;
         e < graph->nodes[node + 1].first_successor; ++e)
      before[graph->successors[e].node()].push_back(node);
  std::function<bool(kmp_uint32)> ended = [&](kmp_uint32 node) {
    if (graph->nodes[node].kind != NodeKind::Join &&
        graph->nodes[node].kind != NodeKind::Wait)
      return bool(ran[node]);
    for (kmp_uint32 predecessor : before[node])
      if (!ended(predecessor))
        return false;
    return true;
  };
  kmp_uint32 left = graph->node_count - lanes->joins;
  for (int idle = 0; left > 0 && idle < 1000; ++idle) {
    kmp_uint32 lane = random() % lanes->count;
    Lanes::State &state = states.get()[lane];
    for (kmp_uint32 most = random() % 8; most > 0; --most) {
      kmp_uint32 at = lanes->first_step[lane] + state.done;
      if (at == lanes->first_step[lane + 1] ||
          lanes->awaitedBy(lanes->steps[at], states.get()) != lanes->count)
        break;
      kmp_uint32 node = lanes->steps[at].node;
      ASSERT_FALSE(ran[node]) << node << " runs twice";
      for (kmp_uint32 predecessor : before[node])
        ASSERT_TRUE(ended(predecessor))
            << node << " runs before " << predecessor;
      ran[node] = true;
      ++state.done;
      --left;
      idle = 0;
    }
  }
  EXPECT_EQ(left, 0u) << "all lanes wait";
}

TEST_F(LanesTest, IndependentTasksAreDividedAsALoop) {
  for (int i = 0; i < 9; ++i)
    add({});
  finish(3);
  ASSERT_TRUE(lanes);
  EXPECT_EQ(nodesOf(0), (std::vector<kmp_uint32>{0, 1, 2}));
  EXPECT_EQ(nodesOf(1), (std::vector<kmp_uint32>{3, 4, 5}));
  EXPECT_EQ(nodesOf(2), (std::vector<kmp_uint32>{6, 7, 8}));
  EXPECT_EQ(waitCount(), 0u);
}

TEST_F(LanesTest, AJoinIsABarrier) {
  constexpr int Phases = 10;
  for (int phase = 0; phase < Phases; ++phase) {
    for (int i = 0; i < 12; ++i)
      add({});
    join();
  }
  finish(3);
  ASSERT_TRUE(lanes);
  EXPECT_EQ(lanes->joins, graph->node_count - 12 * Phases);
  EXPECT_EQ(waitCount(), (Phases - 1) * 3u * 2u)
      << "each lane, before the first task of a phase, for each other";
  check(1);
}

TEST_F(LanesTest, ATaskIsInTheLaneOfWhatItWrites) {
  for (int step = 0; step < 5; ++step)
    for (int i = 0; i < 8; ++i)
      add({item(i, InOut)});
  finish(2);
  ASSERT_TRUE(lanes);
  EXPECT_EQ(waitCount(), 0u);
  for (kmp_uint32 lane = 0; lane < 2; ++lane)
    for (kmp_uint32 node : nodesOf(lane))
      EXPECT_EQ(node % 8 / 4, lane);
}

TEST_F(LanesTest, AWaveFrontStaysInItsSlabs) {
  constexpr int Slabs = 8, Chunks = 16; // as LU's sweeps
  auto cell = [](int slab, int chunk) { return slab * Chunks + chunk; };
  for (int slab = 0; slab < Slabs; ++slab)
    for (int chunk = 0; chunk < Chunks; ++chunk) {
      std::vector<kmp_depend_info_t> items;
      if (slab > 0)
        items.push_back(item(cell(slab - 1, chunk), In));
      if (chunk > 0)
        items.push_back(item(cell(slab, chunk - 1), In));
      items.push_back(item(cell(slab, chunk), InOut));
      add(items);
    }
  finish(2, Lanes::ByType);
  ASSERT_TRUE(lanes);
  for (kmp_uint32 lane = 0; lane < 2; ++lane)
    for (kmp_uint32 node : nodesOf(lane))
      EXPECT_EQ(node / Chunks / (Slabs / 2), lane);
  EXPECT_EQ(waitCount(), kmp_uint32(Chunks))
      << "the first of the upper slabs for the last of the lower ones";
  EXPECT_EQ(nodesOf(0)[3], 3u * Chunks) << "what the other lane needs first";
  for (unsigned seed = 1; seed < 20; ++seed)
    check(seed);
}

TEST_F(LanesTest, WhatSeveralWriteIsInNoLane) {
  for (int phase = 0; phase < 4; ++phase) {
    for (int i = 0; i < 8; ++i)
      add({item(0, 8)}); // inoutset
    add({item(0, InOut)});
  }
  finish(2);
  ASSERT_TRUE(lanes);
  EXPECT_EQ(nodesOf(0).size(), 4u * 4 + 4);
  EXPECT_EQ(nodesOf(1).size(), 4u * 4);
  check(1);
}

TEST_F(LanesTest, ALoopOverAnArrayFindsItWhereAnotherLeftIt) {
  for (int i = 0; i < 4; ++i) // a narrow level before the wide one
    add({item(i, InOut)});
  join();
  for (int i = 0; i < 8; ++i)
    add({item(i, InOut)});
  finish(2);
  ASSERT_TRUE(lanes);
  for (kmp_uint32 lane = 0; lane < 2; ++lane)
    for (kmp_uint32 node : nodesOf(lane))
      EXPECT_EQ((node < 4 ? 0 : (node - 5) / 4), lane);
}

TEST_F(LanesTest, WhatFollowsFromAnotherWaitIsLeftOut) {
  for (int round = 0; round < 4; ++round)
    for (int lane = 0; lane < 3; ++lane)
      add({item(lane, InOut)});
  add({item(0, In), item(1, InOut)});              // lane 1, behind 0
  add({item(0, In), item(1, In), item(2, InOut)}); // lane 2, behind both
  finish(3);
  ASSERT_TRUE(lanes);
  EXPECT_EQ(waitCount(), 2u) << "that lane 1 is there says that lane 0 is";
  check(1);
}

TEST_F(LanesTest, WhatHasWorkForOneIsInNoLanes) {
  for (int i = 0; i < 20; ++i)
    add({item(0, InOut)});
  finish(2);
  EXPECT_FALSE(lanes);
}

TEST_F(LanesTest, NoLaneIsEmpty) {
  for (int i = 0; i < 2; ++i)
    add({});
  finish(5);
  ASSERT_FALSE(lanes) << "three threads of five would have nothing to do";
}

TEST_F(LanesTest, AnEmptyGraph) {
  finish(2);
  EXPECT_FALSE(lanes);
}

class RandomLanesTest : public LanesTest,
                        public testing::WithParamInterface<unsigned> {};

TEST_P(RandomLanesTest, RunEachTaskOnceBehindItsPredecessors) {
  addRandomTasks(GetParam());
  // Every seed another team and division, all pairs of them in turn.
  finish(2 + GetParam() / Lanes::DivisionCount % 5,
         Lanes::Division(GetParam() % Lanes::DivisionCount));
  if (!lanes)
    return;
  for (unsigned seed = 1; seed < 6; ++seed)
    check(seed);
}
INSTANTIATE_TEST_SUITE_P(Seeds, RandomLanesTest, testing::Range(1u, 301u));

} // namespace
