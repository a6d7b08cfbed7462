//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The edges between replays that follow one another: three replays have the
// order of their tasks, made one after the other.

#include "taskgraph/following.h"
#include "Taskgraph/FakeTask.h"
#include "taskgraph/graph_builder.h"

#include "gtest/gtest.h"

#include <memory>
#include <random>

using namespace ompx;

namespace {

constexpr kmp_uint32 Replays = 3;
using Tasks = std::vector<std::vector<kmp_depend_info_t>>;
using Order = std::vector<std::vector<bool>>; // [before][after]

std::unique_ptr<Graph> build(const Tasks &tasks) {
  GraphBuilder builder(true);
  FakeTask task;
  for (auto deps : tasks)
    builder.addTask(NodeKind::Task, task.task(), &PlainMaker,
                    kmp_int32(deps.size()), deps.data());
  return std::unique_ptr<Graph>(builder.finish(0));
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

/// As of ordinary tasks.
Order wanted(const Tasks &tasks) {
  size_t n = tasks.size();
  Order order(Replays * n, std::vector<bool>(Replays * n));
  for (size_t j = 0; j < Replays * n; ++j)
    for (size_t i = 0; i < j; ++i)
      order[i][j] = conflict(tasks[i % n], tasks[j % n]);
  close(order);
  return order;
}

/// By the edges within a replay and those to the next one.
Order found(const Graph &graph, const Crossing &crossing) {
  kmp_uint32 n = graph.node_count;
  Order all(Replays * n, std::vector<bool>(Replays * n));
  for (kmp_uint32 r = 0; r < Replays; ++r)
    for (kmp_uint32 i = 0; i < n; ++i) {
      for (kmp_uint32 s = graph.nodes[i].first_successor;
           s < graph.nodes[i + 1].first_successor; ++s)
        all[r * n + i][r * n + graph.successors[s].node()] = true;
      if (r + 1 < Replays)
        crossing.forEachTarget(i, [&](kmp_uint32 target) {
          all[r * n + i][(r + 1) * n + target] = true;
        });
    }
  close(all);
  std::vector<size_t> tasks;
  for (kmp_uint32 i = 0; i < Replays * n; ++i)
    if (graph.nodes[i % n].isTask())
      tasks.push_back(i);
  Order order(tasks.size(), std::vector<bool>(tasks.size()));
  for (size_t i = 0; i < tasks.size(); ++i)
    for (size_t j = 0; j < tasks.size(); ++j)
      order[i][j] = all[tasks[i]][tasks[j]];
  return order;
}

TEST(FollowingTest, HasTheOrderOfTasksMadeOneByOne) {
  static const kmp_uint8 types[] = {KMP_DEP_IN, KMP_DEP_IN, KMP_DEP_INOUT,
                                    KMP_DEP_SET};
  int exist = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    std::mt19937 random(seed);
    Tasks tasks(1 + random() % 20);
    unsigned objects = 1 + random() % 8;
    for (auto &deps : tasks)
      for (unsigned i = random() % 4; i > 0; --i)
        deps.push_back(
            dependence(64 * (1 + random() % objects), types[random() % 4]));
    std::unique_ptr<Graph> graph = build(tasks);
    const Crossing *crossing = Crossing::of(*graph);
    ASSERT_TRUE(crossing);
    ASSERT_EQ(crossing, Crossing::of(*graph));
    if (!crossing->exists())
      continue;
    ++exist;
    ASSERT_EQ(found(*graph, *crossing), wanted(tasks)) << "seed " << seed;
  }
  EXPECT_GT(exist, 500);
}

TEST(FollowingTest, SourcesTargetsAndFreeRoots) {
  kmp_depend_info_t a = dependence(64, KMP_DEP_INOUT);
  kmp_depend_info_t b = dependence(128, KMP_DEP_IN);
  std::unique_ptr<Graph> graph = build({{a}, {b}, {a}, {}});
  const Crossing &crossing = *Crossing::of(*graph);
  ASSERT_TRUE(crossing.exists());
  ASSERT_EQ(crossing.sources.size(), 1u);
  EXPECT_EQ(crossing.sources[0], 2u);
  ASSERT_EQ(crossing.targets.size(), 1u);
  EXPECT_EQ(crossing.targets[0].node, 0u);
  EXPECT_EQ(crossing.targets[0].sources, 1u);
  EXPECT_EQ(crossing.free_roots.size(), 2u) << "readers and the independent";
  EXPECT_FALSE(crossing.isSource(0));
}

TEST(FollowingTest, WhatHasMoreThanTasksDoesNotFollow) {
  kmp_depend_info_t exclusive = dependence(64, KMP_DEP_MTX);
  EXPECT_FALSE(Crossing::of(*build({{exclusive}}))->exists());
  EXPECT_FALSE(Crossing::of(*build({{dependence(0, KMP_DEP_ALL)}}))->exists());
  GraphBuilder builder(true);
  builder.addTaskwait(0, nullptr, false);
  std::unique_ptr<Graph> waits(builder.finish(0));
  EXPECT_FALSE(Crossing::of(*waits)->exists());
  kmp_depend_info_t in = dependence(64, KMP_DEP_IN);
  kmp_depend_info_t set = dependence(64, KMP_DEP_SET);
  EXPECT_FALSE(
      Crossing::of(*build({{set}, {set}, {set}, {in}, {in}, {in}}))->exists())
      << "a join between two replays";
}

} // namespace
