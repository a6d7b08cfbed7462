//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Nodes that become ready together go to all threads, each exactly once.

#include "schedule/distribution.h"

#include "gtest/gtest.h"

#include <vector>

using namespace ompx;

namespace {

class DistributionTest : public testing::TestWithParam<ReadyTogether> {
protected:
  ReadyTogether setting = taskgraph_roots;
  void TearDown() override { taskgraph_roots = setting; }
};

/// Which thread gets each position, from the parts.
std::vector<int> threadsOfParts(const Distribution &distribution,
                                kmp_uint32 count) {
  std::vector<int> threads(count, -1);
  for (kmp_uint32 part = 0; part < distribution.parts(); ++part)
    for (kmp_uint32 at = distribution.begin(part); at < distribution.end(part);
         at += distribution.stride()) {
      EXPECT_EQ(threads[at], -1) << "handed out twice";
      threads[at] = distribution.threadOfPart(part);
    }
  return threads;
}

TEST_P(DistributionTest, PartsAndPositionsAgreeForEveryTeam) {
  taskgraph_roots = GetParam();
  for (kmp_uint32 team = 1; team < 20; ++team)
    for (kmp_uint32 count = 1; count < 50; ++count) {
      PlaceOrder order(team);
      Distribution distribution(count, order, team / 2);
      std::vector<int> threads = threadsOfParts(distribution, count);
      std::vector<int> load(team);
      for (kmp_uint32 position = 0; position < count; ++position) {
        ASSERT_EQ(distribution.threadOf(position), threads[position])
            << position << " of " << count << " to " << team;
        ++load[threads[position]];
      }
      for (int nodes : load) {
        EXPECT_LE(nodes, int((count + team - 1) / team));
        EXPECT_GE(nodes, int(count / team));
      }
    }
}
INSTANTIATE_TEST_SUITE_P(EachWay, DistributionTest,
                         testing::Values(ReadyTogether::Blocks,
                                         ReadyTogether::RoundRobin));

TEST_F(DistributionTest, NeighboursGoToTheSameThread) {
  taskgraph_roots = ReadyTogether::Blocks;
  EXPECT_EQ(threadsOfParts(Distribution(10, PlaceOrder(3), 2), 10),
            (std::vector<int>{0, 0, 0, 1, 1, 1, 2, 2, 2, 2}));
}

TEST_F(DistributionTest, InTurn) {
  taskgraph_roots = ReadyTogether::RoundRobin;
  EXPECT_EQ(threadsOfParts(Distribution(7, PlaceOrder(3), 2), 7),
            (std::vector<int>{0, 1, 2, 0, 1, 2, 0}));
}

TEST_F(DistributionTest, FewerThanThreadsStayNear) {
  for (ReadyTogether way : {ReadyTogether::Blocks, ReadyTogether::RoundRobin}) {
    taskgraph_roots = way;
    EXPECT_EQ(threadsOfParts(Distribution(3, PlaceOrder(4), 2), 3),
              (std::vector<int>{2, 3, 0}));
  }
}

TEST_F(DistributionTest, ManyNodesDoNotOverflow) {
  taskgraph_roots = ReadyTogether::Blocks;
  PlaceOrder threads(256);
  Distribution distribution(0xf0000000, threads, 0);
  EXPECT_EQ(distribution.threadOf(0xefffffff), 255);
  EXPECT_EQ(distribution.end(255), 0xf0000000);
}

} // namespace
