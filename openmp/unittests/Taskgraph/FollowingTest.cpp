//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The edges between replays that follow one another: replays of a few graphs
// have the order of their tasks, made one after the other.

#include "taskgraph/following.h"
#include "Taskgraph/FakeTask.h"
#include "taskgraph/graph_builder.h"

#include "gtest/gtest.h"

#include <memory>
#include <random>

using namespace ompx;

namespace {

using Tasks = std::vector<std::vector<kmp_depend_info_t>>;
using Order = std::vector<std::vector<bool>>; // [before][after]

struct Replay { // a graph, and an instance of it
  Tasks tasks;
  std::unique_ptr<Graph> graph;
  Instance *instance;

  explicit Replay(const Tasks &of) : tasks(of) {
    GraphBuilder builder(true);
    FakeTask task;
    for (auto deps : tasks)
      builder.addTask(NodeKind::Task, task.task(), &PlainMaker,
                      kmp_int32(deps.size()), deps.data());
    take(builder);
  }
  explicit Replay(GraphBuilder &builder) { take(builder); }
  Replay(const Replay &) = delete;
  ~Replay() { Instance::destroy(instance); }
  bool isFollowable() const { return Followable::of(*graph)->is; }

private:
  void take(GraphBuilder &builder) {
    graph.reset(builder.finish(0));
    instance = Instance::create(*graph);
  }
};

const Crossing *cross(const Replay &before, const Replay &next) {
  EXPECT_TRUE(before.isFollowable() && next.isFollowable());
  auto find = [&] {
    return Crossing::find(Crossing::newest(*before.graph), *before.instance,
                          *next.instance);
  };
  if (!find())
    Crossing::make(*before.instance, *next.instance);
  return find();
}

bool conflict(const std::vector<kmp_depend_info_t> &a,
              const std::vector<kmp_depend_info_t> &b) {
  for (const kmp_depend_info_t &one : a)
    for (const kmp_depend_info_t &other : b)
      if (one.base_addr == other.base_addr &&
          (one.flag != other.flag || one.flag == KMP_DEP_INOUT))
        return true;
  return false;
}

void close(Order &order) { // what comes later has a larger number
  for (size_t middle = 0; middle < order.size(); ++middle)
    for (size_t before = 0; before < middle; ++before)
      if (order[before][middle])
        for (size_t after = middle + 1; after < order.size(); ++after)
          order[before][after] = order[before][after] || order[middle][after];
}

using Sequence = std::vector<const Replay *>;

/// As of ordinary tasks.
Order wanted(const Sequence &sequence) {
  Tasks tasks;
  for (const Replay *replay : sequence)
    tasks.insert(tasks.end(), replay->tasks.begin(), replay->tasks.end());
  Order order(tasks.size(), std::vector<bool>(tasks.size()));
  for (size_t j = 0; j < tasks.size(); ++j)
    for (size_t i = 0; i < j; ++i)
      order[i][j] = conflict(tasks[i], tasks[j]);
  close(order);
  return order;
}

/// By the edges within the replays, of which none ends, and those from each to
/// what follows it.
Order found(const Sequence &sequence, size_t *links) {
  std::vector<size_t> first; // of each replay, among all nodes
  std::vector<size_t> tasks;
  size_t count = 0;
  for (const Replay *replay : sequence) {
    first.push_back(count);
    for (size_t i = 0; i < replay->graph->node_count; ++i, ++count)
      if (replay->graph->nodes[i].isTask())
        tasks.push_back(count);
  }
  Order all(count, std::vector<bool>(count));
  for (size_t r = 0; r < sequence.size(); ++r) {
    const Graph &graph = *sequence[r]->graph;
    for (kmp_uint32 i = 0; i < graph.node_count; ++i)
      for (kmp_uint32 s = graph.nodes[i].first_successor;
           s < graph.nodes[i + 1].first_successor; ++s)
        all[first[r] + i][first[r] + graph.successors[s].node()] = true;
    Younger younger;
    for (size_t before = r; before-- > 0;) {
      const Replay &from = *sequence[before];
      if (!younger.imply(*from.instance, *sequence[r]->instance)) {
        ++*links;
        for (kmp_uint32 i = 0; i < from.graph->node_count; ++i)
          cross(from, *sequence[r])->forEachTarget(i, [&](kmp_uint32 target) {
            all[first[before] + i][first[r] + target] = true;
          });
      }
      younger.add(*from.instance);
    }
  }
  close(all);
  Order order(tasks.size(), std::vector<bool>(tasks.size()));
  for (size_t i = 0; i < tasks.size(); ++i)
    for (size_t j = 0; j < tasks.size(); ++j)
      order[i][j] = all[tasks[i]][tasks[j]];
  return order;
}

Tasks randomTasks(std::mt19937 &random, unsigned most, bool sets) {
  static const kmp_uint8 types[] = {KMP_DEP_IN, KMP_DEP_IN, KMP_DEP_INOUT,
                                    KMP_DEP_SET};
  Tasks tasks(1 + random() % most);
  unsigned objects = 1 + random() % 8;
  unsigned other = random() % 3;
  for (auto &deps : tasks)
    for (unsigned i = random() % 4; i > 0; --i)
      deps.push_back(dependence(64 * (1 + other + random() % objects),
                                types[random() % (sets ? 4 : 3)]));
  return tasks;
}

bool allCross(const std::vector<std::unique_ptr<Replay>> &replays) {
  for (const auto &one : replays)
    for (const auto &other : replays)
      if (!cross(*one, *other)->exists())
        return false;
  return true;
}

TEST(FollowingTest, HasTheOrderOfTasksMadeOneByOne) {
  int exist = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    std::mt19937 random(seed);
    Replay replay(randomTasks(random, 20, true));
    const Crossing *crossing = cross(replay, replay);
    ASSERT_TRUE(crossing);
    ASSERT_EQ(crossing, cross(replay, replay));
    if (!crossing->exists())
      continue;
    ++exist;
    Sequence three(3, &replay);
    size_t links = 0;
    ASSERT_EQ(found(three, &links), wanted(three)) << "seed " << seed;
    ASSERT_EQ(links, 2u) << "only neighbours of one graph need edges";
  }
  EXPECT_GT(exist, 500);
}

TEST(FollowingTest, HasTheOrderOfTasksOfSeveralGraphs) {
  int exist = 0;
  size_t links = 0, pairs = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    std::mt19937 random(seed);
    std::vector<std::unique_ptr<Replay>> graphs;
    for (unsigned g = 2 + random() % 2; g > 0; --g)
      graphs.emplace_back(new Replay(randomTasks(random, 8, seed % 3 == 0)));
    if (!allCross(graphs))
      continue;
    ++exist;
    Sequence sequence;
    for (unsigned i = 0; i <= Links::Most; ++i)
      sequence.push_back(
          graphs[(seed % 2 ? i : random()) % graphs.size()].get());
    pairs += Links::Most * (Links::Most + 1) / 2;
    ASSERT_EQ(found(sequence, &links), wanted(sequence)) << "seed " << seed;
  }
  EXPECT_GT(exist, 800);
  EXPECT_LT(links, pairs * 2 / 3) << "edges that others imply are left out";
}

TEST(FollowingTest, SourcesTargetsAndMarks) {
  kmp_depend_info_t a = dependence(64, KMP_DEP_INOUT);
  kmp_depend_info_t b = dependence(128, KMP_DEP_IN);
  Replay one({{a}, {b}, {a}, {}}), other({{b}, {a, b}});
  const Crossing *itself = cross(one, one);
  ASSERT_TRUE(itself->exists());
  ASSERT_EQ(itself->sources.size(), 1u);
  EXPECT_EQ(itself->sources[0], 2u);
  ASSERT_EQ(itself->targets.size(), 1u);
  EXPECT_EQ(itself->targets[0].node, 0u);
  EXPECT_EQ(itself->targets[0].sources, 1u);
  const Crossing *between = cross(one, other);
  EXPECT_EQ(between->older, itself);
  EXPECT_EQ(cross(one, one), itself);
  ASSERT_EQ(between->sources.size(), 1u);
  EXPECT_EQ(between->targets[0].node, 1u);
  kmp_uint8 completed = Instance::Completed;
  for (kmp_uint32 i = 0; i < 4; ++i)
    EXPECT_EQ(between->marks[i], i == 2 ? 0 : completed);
}

TEST(FollowingTest, SourcesOfAllEdgesAreMarked) {
  kmp_depend_info_t a = dependence(64, KMP_DEP_INOUT);
  kmp_depend_info_t b = dependence(128, KMP_DEP_INOUT);
  Replay both({{a}, {b}}), first({{a}}), second({{b}});
  EXPECT_EQ(cross(both, first)->marks[1], Instance::Completed + 0);
  const Crossing *newest = cross(both, second);
  EXPECT_EQ(newest->marks[0], 0);
  EXPECT_EQ(newest->marks[1], 0);
}

TEST(FollowingTest, AGraphHasSoManyEdgesAndNoMore) {
  kmp_depend_info_t a = dependence(64, KMP_DEP_INOUT);
  Replay before({{a}});
  std::vector<std::unique_ptr<Replay>> others;
  for (kmp_uint32 i = 0; i < Crossing::MostOfGraph; ++i) {
    others.emplace_back(new Replay({{a}}));
    EXPECT_TRUE(cross(before, *others.back()));
  }
  Replay next({{a}});
  EXPECT_FALSE(cross(before, next));
  EXPECT_TRUE(cross(before, *others[0]));
}

TEST(FollowingTest, WhatHasMoreThanTasksDoesNotFollow) {
  kmp_depend_info_t exclusive = dependence(64, KMP_DEP_MTX);
  EXPECT_FALSE(Replay({{exclusive}}).isFollowable());
  EXPECT_FALSE(Replay({{dependence(0, KMP_DEP_ALL)}}).isFollowable());
  GraphBuilder builder(true);
  builder.addTaskwait(0, nullptr, false);
  EXPECT_FALSE(Replay(builder).isFollowable());
  kmp_depend_info_t in = dependence(64, KMP_DEP_IN);
  kmp_depend_info_t set = dependence(64, KMP_DEP_SET);
  Replay joined({{set}, {set}, {set}, {in}, {in}, {in}});
  EXPECT_FALSE(cross(joined, joined)->exists()) << "a join between two replays";
  Replay readers({{in}, {in}, {in}}), writers({{set}, {set}, {set}});
  EXPECT_FALSE(cross(readers, writers)->exists()) << "likewise";
  EXPECT_TRUE(cross(readers, readers)->exists());
}

} // namespace
