//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What a recording keeps of what its block reads, and who makes its graph.

#include "taskgraph/recorder.h"
#include "FakeTask.h"
#include "taskgraph/record.h"

#include <gtest/gtest.h>

#include <memory>

using namespace ompx;

namespace {

/// What the recording of a block gives that reads so many values and makes one
/// task.
struct ReadsRecorded {
  std::unique_ptr<Graph> graph;
  bool too_much;
};
ReadsRecorded recordReads(int count) {
  static int values[1000];
  FakeTask task;
  void *args = nullptr;
  Recorder recorder(&args, sizeof(args), /*proved=*/true);
  for (int i = 0; i < count; ++i)
    recorder.read(OMPX_BASE_ABSOLUTE, &values[i], sizeof(int));
  recorder.allocated();
  recorder.describe(&PlainMaker);
  recorder.issue(task.task(), 0, nullptr);
  recorder.end();
  const char *reason;
  return {std::unique_ptr<Graph>(recorder.finish(&reason)),
          recorder.readsTooMuch()};
}

} // namespace

TEST(RecorderTest, GraphThatReadsLittleMayBeReplayed) {
  auto [graph, too_much] = recordReads(60);
  ASSERT_TRUE(graph);
  EXPECT_TRUE(graph->inputs);
  EXPECT_FALSE(too_much);
}

TEST(RecorderTest, GraphThatReadsMoreThanItMakesSaysSo) {
  auto [graph, too_much] = recordReads(100);
  ASSERT_TRUE(graph);
  EXPECT_FALSE(graph->inputs);
  EXPECT_TRUE(too_much);
}

namespace {

/// A construct whose recording has not become a graph yet.
class UnfinishedTest : public testing::Test {
  static constexpr ompx_taskgraph_site_t given = {
      {nullptr}, "file.cpp", "function", 1, 1, 1, 0, nullptr, nullptr};
  Site *const site = Site::create(given, 0);

protected:
  Record &record = site->first;

  UnfinishedTest() {
    EXPECT_EQ(choose(), Way::Record);
    EXPECT_FALSE(record.takeUnfinished());
    record.leaveUnfinished(new Recorder);
  }
  ~UnfinishedTest() override {
    record.reset();
    Site::destroy(site);
  }
  Way choose() { return record.choose({/*proved=*/true}, nullptr).way; }
};

} // namespace

TEST_F(UnfinishedTest, IsTakenOnce) {
  EXPECT_EQ(choose(), Way::Plain) << "there is no graph yet";
  Recorder *recorder = record.takeUnfinished();
  ASSERT_TRUE(recorder);
  EXPECT_FALSE(record.takeUnfinished());
  delete recorder;
  record.giveUp();
}

TEST_F(UnfinishedTest, IsDroppedByAReset) {
  record.reset();
  EXPECT_FALSE(record.takeUnfinished());
  EXPECT_EQ(choose(), Way::Record);
  record.giveUp();
}

TEST_F(UnfinishedTest, IsOutdatedAfterAResetWhileItsGraphIsMade) {
  std::unique_ptr<Recorder> recorder(record.takeUnfinished());
  ASSERT_TRUE(recorder);
  record.reset();
  const char *reason;
  Graph *graph = recorder->finish(&reason);
  graph->inputs = new Inputs; // of a block that reads nothing
  record.publish(graph);
  EXPECT_EQ(choose(), Way::Record);
  record.giveUp();
}
