//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The nodes before bottlenecks, in graphs by hand and in random ones, where
// they follow from which nodes can be reached.

#include "shared/bottleneck.h"
#include "support/vector.h"

#include "gtest/gtest.h"

#include <random>
#include <set>
#include <utility>
#include <vector>

using namespace ompx;

namespace {

using Edges = std::set<std::pair<kmp_uint32, kmp_uint32>>;
using Nodes = std::set<kmp_uint32>;

Nodes bottlenecks(kmp_uint32 count, const Edges &edges) {
  Nodes found, marked;
  EXPECT_TRUE(findBottlenecks<Vector>(
      count,
      [&](auto visit) {
        for (auto [from, to] : edges)
          visit(from, to);
      },
      [&](kmp_uint32 node) {
        EXPECT_TRUE(found.insert(node).second) << "marked twice: " << node;
      }));

  std::vector<Node> nodes(count + 1);
  std::vector<Successor> successors;
  auto edge = edges.begin();
  for (kmp_uint32 node = 0; node <= count; ++node) {
    nodes[node].first_successor = kmp_uint32(successors.size());
    for (; edge != edges.end() && edge->first == node; ++edge)
      successors.push_back(Successor(edge->second, false));
  }
  EXPECT_TRUE(markBottlenecks<Vector>(nodes.data(), count, successors.data()));
  for (kmp_uint32 node = 0; node < count; ++node)
    if (nodes[node].bottleneck)
      marked.insert(node);
  EXPECT_EQ(marked, found);
  return found;
}

/// The same by the definition: every node before the place is reached from none
/// behind it and leads to all behind it; and two at least begin there.
Nodes expected(kmp_uint32 count, const Edges &edges) {
  std::vector<std::vector<bool>> leads(count, std::vector<bool>(count));
  for (kmp_uint32 from = count; from-- > 0;)
    for (auto [source, to] : edges)
      if (source == from) {
        leads[from][to] = true;
        for (kmp_uint32 node = 0; node < count; ++node)
          leads[from][node] = leads[from][node] || leads[to][node];
      }
  Nodes found;
  for (kmp_uint32 place = 1; place < count; ++place) {
    bool all = true;
    for (kmp_uint32 from = 0; from < place; ++from)
      for (kmp_uint32 to = place; to < count; ++to)
        all = all && leads[from][to];
    Nodes last, first;
    for (kmp_uint32 node = 0; node < place; ++node)
      last.insert(node);
    for (kmp_uint32 node = place; node < count; ++node)
      first.insert(node);
    for (auto [from, to] : edges) {
      if (to < place)
        last.erase(from);
      if (from >= place)
        first.erase(to);
    }
    if (all && first.size() > 1)
      found.insert(last.begin(), last.end());
  }
  return found;
}

/// Rows of tasks, each after all of the row before.
Edges rows(const std::vector<kmp_uint32> &widths) {
  Edges edges;
  kmp_uint32 begin = 0;
  for (size_t row = 0; row + 1 < widths.size(); ++row) {
    kmp_uint32 next = begin + widths[row];
    for (kmp_uint32 from = begin; from < next; ++from)
      for (kmp_uint32 to = next; to < next + widths[row + 1]; ++to)
        edges.insert({from, to});
    begin = next;
  }
  return edges;
}

TEST(BottleneckTest, IndependentTasksHaveNone) {
  EXPECT_EQ(bottlenecks(5, {}), Nodes());
}

TEST(BottleneckTest, TaskThatAllOthersComeAfter) {
  EXPECT_EQ(bottlenecks(4, {{0, 1}, {0, 2}, {0, 3}}), Nodes({0}));
}

TEST(BottleneckTest, TaskThatOneComesAfterMakesNothingToDeal) {
  EXPECT_EQ(bottlenecks(4, {{0, 1}, {1, 2}, {2, 3}}), Nodes());
}

TEST(BottleneckTest, TaskBesideAChainIsNotBefore) {
  EXPECT_EQ(bottlenecks(5, {{0, 2}, {0, 3}, {1, 4}}), Nodes());
  EXPECT_EQ(bottlenecks(5, {{0, 2}, {0, 3}, {2, 4}}), Nodes()) << "1 is a root";
}

TEST(BottleneckTest, RowsOfWhichEachComesAfterAllOfTheOneBefore) {
  EXPECT_EQ(bottlenecks(9, rows({3, 2, 4})), Nodes({0, 1, 2, 3, 4}));
  EXPECT_EQ(bottlenecks(7, rows({3, 1, 3})), Nodes({3}));
}

TEST(BottleneckTest, OneEdgeLessIsNone) {
  Edges edges = rows({3, 3});
  edges.erase({1, 4});
  EXPECT_EQ(bottlenecks(6, edges), Nodes());
}

TEST(BottleneckTest, EdgesThatLeadFartherChangeNothing) {
  Edges edges = rows({2, 1, 2});
  edges.insert({0, 4});
  edges.insert({1, 3});
  EXPECT_EQ(bottlenecks(5, edges), Nodes({2}));
}

TEST(BottleneckTest, RandomGraphsAsReachabilityHasIt) {
  kmp_uint32 with = 0;
  for (unsigned seed = 1; seed <= 2000; ++seed) {
    std::mt19937 random(seed);
    // Rows of which a few edges are missing, or led farther.
    std::vector<kmp_uint32> widths(1 + random() % 5);
    kmp_uint32 count = 0;
    for (kmp_uint32 &width : widths)
      count += width = 1 + random() % 4;
    Edges edges = rows(widths);
    for (unsigned change = random() % 3; change > 0 && count > 1; --change) {
      kmp_uint32 to = 1 + random() % (count - 1), from = random() % to;
      if (!edges.erase({from, to}))
        edges.insert({from, to});
    }
    Nodes right = expected(count, edges);
    with += !right.empty();
    EXPECT_EQ(bottlenecks(count, edges), right) << "seed " << seed;
  }
  EXPECT_GT(with, 500u);
  EXPECT_LT(with, 1900u);
}

} // namespace
