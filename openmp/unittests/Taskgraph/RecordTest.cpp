//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Who records, who replays, what a reset leaves behind; many ids at one site.

#include "taskgraph/record.h"
#include "Taskgraph/FakeTask.h"
#include "taskgraph/graph_builder.h"

#include "gtest/gtest.h"

#include <set>
#include <thread>

using namespace ompx;

namespace {

Graph *newGraph() {
  GraphBuilder builder;
  FakeTask task;
  builder.addTask(task.task(), &PlainSite, nullptr, false, 0, nullptr);
  return builder.finish(0);
}

TEST(RecordTest, OneRecorderThenReplays) {
  Record record(0);
  EXPECT_EQ(record.acquire(), nullptr);
  EXPECT_TRUE(record.beginRecording());
  EXPECT_FALSE(record.beginRecording()) << "somebody records already";
  EXPECT_EQ(record.acquire(), nullptr) << "an unfinished record never matches";
  record.publish(newGraph());
  EXPECT_FALSE(record.beginRecording());
  Instance *first = record.acquire();
  Instance *second = record.acquire();
  ASSERT_TRUE(first && second);
  EXPECT_NE(first, second)
      << "replays that overlap have instances of their own";
  record.release(first);
  EXPECT_EQ(record.acquire(), first) << "used again";
  record.release(first);
  record.release(second);
  record.reset();
}

TEST(RecordTest, ResetKeepsTheGraphForRunningReplays) {
  Record record(0);
  record.beginRecording();
  record.publish(newGraph());
  Instance *running = record.acquire();
  record.reset();
  EXPECT_EQ(record.acquire(), nullptr);
  EXPECT_EQ(running->graph->node_count, 1u) << "still there";
  record.release(running);
  EXPECT_TRUE(record.beginRecording());
  record.reset();
  EXPECT_FALSE(record.beginRecording()) << "a reset ends no recording";
  record.giveUp();
  EXPECT_FALSE(record.beginRecording()) << "runs plainly";
  record.reset();
  EXPECT_TRUE(record.beginRecording()) << "until a reset";
  record.abandon();
  EXPECT_TRUE(record.beginRecording());
  record.abandon();
}

TEST(RecordTest, ManyThreadsOneRecorder) {
  for (int round = 0; round < 200; ++round) {
    Record record(0);
    std::atomic<int> recorders{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&] { recorders += record.beginRecording(); });
    for (std::thread &thread : threads)
      thread.join();
    ASSERT_EQ(recorders, 1);
  }
}

TEST(FindRecordTest, ManyIdsAtOneSite) {
  ompx_taskgraph_site_t site = {};
  std::set<Record *> records;
  for (kmp_int64 i = 0; i < 100000; ++i) {
    kmp_int64 id = i % 2 ? -i : i << 20;
    Record *record = findRecord(&site, id);
    ASSERT_TRUE(record);
    ASSERT_EQ(record->id, id);
    ASSERT_TRUE(records.insert(record).second) << "ids must be told apart";
    ASSERT_EQ(findRecord(&site, id), record);
  }
}

TEST(FindRecordTest, SameIdAtTwoSites) {
  ompx_taskgraph_site_t one = {}, two = {};
  EXPECT_NE(findRecord(&one, 7), findRecord(&two, 7));
}

TEST(FindRecordTest, ManyThreadsOneRecord) {
  for (int round = 0; round < 200; ++round) {
    ompx_taskgraph_site_t site = {};
    Record *found[4] = {};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
      threads.emplace_back([&, t] { found[t] = findRecord(&site, 5); });
    for (std::thread &thread : threads)
      thread.join();
    for (Record *record : found)
      ASSERT_EQ(record, found[0]);
  }
}

} // namespace
