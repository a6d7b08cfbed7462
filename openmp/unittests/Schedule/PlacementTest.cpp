//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Threads by their places in a topology that is made up: which are near, in
// which order nodes are distributed to them, and whom one of them steals from.

#include "schedule/placement.h"
#include "kmp_affinity.h"
#include "schedule/distribution.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <vector>

using namespace ompx;

namespace {

constexpr kmp_hw_t Levels[] = {KMP_HW_SOCKET, KMP_HW_CORE, KMP_HW_THREAD};

class PlacementTest : public testing::Test {
  kmp_topology_t *topology = __kmp_topology;
  size_t mask_size = __kmp_affin_mask_size;
  ReadyTogether roots = taskgraph_roots;
  StealVictim victim = steal_victim;

protected:
  kmp_task_team_t task_team = {};
  std::unique_ptr<kmp_thread_data_t[]> data;
  std::vector<kmp_info_t *> threads;

  PlacementTest() {
    __kmp_topology = kmp_topology_t::allocate(1, 3, Levels);
    if (!KMP_AFFINITY_CAPABLE())
      KMP_AFFINITY_ENABLE(1);
    taskgraph_roots = ReadyTogether::Topology;
    steal_victim = StealVictim::Near;
  }
  ~PlacementTest() override {
    for (kmp_info_t *thread : threads)
      free(thread);
    kmp_topology_t::deallocate(__kmp_topology);
    __kmp_topology = topology;
    __kmp_affin_mask_size = mask_size;
    taskgraph_roots = roots;
    steal_victim = victim;
  }

  /// Further threads: the socket and the core of each, or that it is not bound.
  struct Place {
    int socket, core;
  };
  static constexpr Place Unbound = {kmp_hw_thread_t::UNKNOWN_ID,
                                    kmp_hw_thread_t::UNKNOWN_ID};
  void bind(std::vector<Place> places) {
    for (Place place : places) {
      auto *thread = static_cast<kmp_info_t *>(
          aligned_alloc(alignof(kmp_info_t), sizeof(kmp_info_t)));
      memset(static_cast<void *>(thread), 0, sizeof(*thread));
      thread->th.th_info.ds.ds_tid = int(threads.size());
      thread->th.th_x = unsigned(threads.size());
      thread->th.th_a = 5; // of the random numbers
      thread->th.th_task_team = &task_team;
      kmp_affinity_ids_t &ids = thread->th.th_topology_ids;
      ids.ids[KMP_HW_SOCKET] = place.socket;
      ids.ids[KMP_HW_CORE] = place.core;
      ids.ids[KMP_HW_THREAD] = place.core;
      threads.push_back(thread);
    }
    data.reset(new kmp_thread_data_t[threads.size()]());
    for (size_t i = 0; i < threads.size(); ++i)
      data[i].td.td_thr = threads[i];
    task_team.tt.tt_threads_data = data.get();
  }
  std::vector<int> ordered(PlaceOrder &order) {
    order.take(threads.data(), kmp_uint32(threads.size()));
    std::vector<int> numbers;
    for (kmp_uint32 rank = 0; rank < order.count(); ++rank) {
      numbers.push_back(order.thread(rank));
      EXPECT_EQ(order.rankOf(numbers.back()), rank);
    }
    return numbers;
  }
  /// Whom a thread chooses, in many tries, if only these have work.
  std::vector<int> chosen(int thief, std::vector<int> busy) {
    std::vector<int> times(threads.size() + 1);
    for (int i = 0; i < 100; ++i)
      ++times[1 + chooseVictim(threads[thief], kmp_int32(threads.size()),
                               [&](kmp_int32 candidate) {
                                 EXPECT_NE(candidate, thief);
                                 return std::find(busy.begin(), busy.end(),
                                                  candidate) != busy.end();
                               })];
    std::vector<int> all;
    for (size_t i = 0; i < times.size(); ++i)
      if (times[i] != 0)
        all.push_back(int(i) - 1);
    return all;
  }
};
constexpr PlacementTest::Place PlacementTest::Unbound;

TEST_F(PlacementTest, CommonLevels) {
  bind({{0, 0}, {0, 1}, {1, 0}, {0, 0}, Unbound, Unbound});
  EXPECT_EQ(commonLevels(threads[0], threads[1]), 1);
  EXPECT_EQ(commonLevels(threads[0], threads[2]), 0); // another socket's core 0
  EXPECT_EQ(commonLevels(threads[0], threads[3]), 3);
  EXPECT_EQ(commonLevels(threads[0], threads[4]), 0);
  EXPECT_EQ(commonLevels(threads[4], threads[5]), 0);
}

TEST_F(PlacementTest, NeighboursInTheOrderShareASocket) {
  bind({{0, 0}, {1, 0}, {0, 1}, {1, 1}});
  PlaceOrder order;
  EXPECT_EQ(ordered(order), (std::vector<int>{0, 2, 1, 3}));
  EXPECT_EQ(ordered(order), (std::vector<int>{0, 2, 1, 3}));
  Distribution distribution(8, order, 0);
  std::vector<int> of;
  for (kmp_uint32 position = 0; position < 8; ++position)
    of.push_back(distribution.threadOf(position));
  EXPECT_EQ(of, (std::vector<int>{0, 0, 2, 2, 1, 1, 3, 3}));
}

TEST_F(PlacementTest, FewNodesStayNearWhoMadeThemReady) {
  bind({{0, 0}, {1, 0}, {0, 1}, {1, 1}});
  PlaceOrder order;
  (void)ordered(order);
  Distribution distribution(2, order, 1);
  EXPECT_EQ(distribution.threadOf(0), 1);
  EXPECT_EQ(distribution.threadOf(1), 3);
}

TEST_F(PlacementTest, FollowsThreadsThatAreBoundAnew) {
  bind({{0, 0}, {1, 0}, {0, 1}});
  PlaceOrder order;
  EXPECT_EQ(ordered(order), (std::vector<int>{0, 2, 1}));
  threads[0]->th.th_topology_ids.ids[KMP_HW_SOCKET] = 2;
  EXPECT_EQ(ordered(order), (std::vector<int>{2, 1, 0}));
  bind({{3, 0}, {0, 0}}); // a larger team
  EXPECT_EQ(ordered(order), (std::vector<int>{4, 2, 1, 0, 3}));
  threads.resize(3); // and a smaller one; the two are lost
  EXPECT_EQ(ordered(order), (std::vector<int>{2, 1, 0}));
}

TEST_F(PlacementTest, UnboundThreadsAreInTheOrderOfTheirNumbers) {
  bind({Unbound, Unbound, Unbound});
  PlaceOrder order;
  EXPECT_EQ(ordered(order), (std::vector<int>{0, 1, 2}));
}

TEST_F(PlacementTest, ByNumberUnlessAskedFor) {
  taskgraph_roots = ReadyTogether::Blocks;
  bind({{1, 0}, {0, 0}});
  PlaceOrder order;
  EXPECT_EQ(ordered(order), (std::vector<int>{0, 1}));
}

TEST_F(PlacementTest, StealsFromTheNearestThatHasWork) {
  bind({{0, 0}, {1, 0}, {0, 1}, {1, 1}});
  EXPECT_EQ(chosen(0, {1, 2, 3}), (std::vector<int>{2}));
  EXPECT_EQ(chosen(3, {0, 1, 2}), (std::vector<int>{1}));
  EXPECT_EQ(chosen(0, {1, 3}), (std::vector<int>{1, 3}));
  EXPECT_EQ(chosen(0, {}), (std::vector<int>{-1}));
}

TEST_F(PlacementTest, StealsFromAnyIfAskedFor) {
  steal_victim = StealVictim::Random;
  bind({{0, 0}, {1, 0}, {0, 1}, {1, 1}});
  EXPECT_EQ(chosen(0, {2}), (std::vector<int>{1, 2, 3}));
}

TEST_F(PlacementTest, TheOnlyOtherIsTheVictim) {
  bind({{0, 0}, {1, 0}});
  EXPECT_EQ(chosen(1, {}), (std::vector<int>{0}));
}

} // namespace
