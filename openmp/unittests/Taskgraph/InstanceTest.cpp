//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Locks of commutative tasks: one holder at a time, nobody is forgotten. Tasks
// lie as close as their alignment allows. An instance starts from the graph's
// state; a task, from a copy of its image. Each task has its own priority.

#include "taskgraph/instance.h"
#include "Taskgraph/FakeInstance.h"
#include "taskgraph/graph_builder.h"

#include "gtest/gtest.h"

#include <malloc.h>
#include <memory>
#include <thread>
#include <vector>

using namespace ompx;

namespace {

TEST(NodeLockTest, HandsOverToEveryWaitingNodeOnce) {
  NodeLock lock;
  FakeInstance nodes(4);
  EXPECT_TRUE(lock.acquireOrQueue(nodes[0]));
  for (kmp_uint32 i = 1; i < 4; ++i)
    EXPECT_FALSE(lock.acquireOrQueue(nodes[i]));
  std::vector<kmp_uint32> woken;
  while (NodeRef next = lock.release())
    woken.push_back(next.number());
  EXPECT_EQ(woken, (std::vector<kmp_uint32>{3, 2, 1}));
  EXPECT_TRUE(lock.acquireOrQueue(nodes[0])) << "free again";
  EXPECT_FALSE(lock.release());
}

TEST(NodeLockTest, NeverTwoHoldersAndNobodyLost) {
  constexpr int Threads = 4, PerThread = 20000;
  NodeLock lock;
  FakeInstance nodes(Threads * PerThread);
  int holders = 0;     // not atomic: the lock protects it
  long long turns = 0; // likewise
  std::atomic<int> errors{0};
  // Runs a node that holds the lock, then those it is handed over to.
  auto run = [&] {
    do {
      if (++holders != 1)
        ++errors;
      ++turns;
      --holders;
    } while (lock.release());
  };
  std::vector<std::thread> threads;
  for (int t = 0; t < Threads; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < PerThread; ++i)
        if (lock.acquireOrQueue(nodes[t * PerThread + i]))
          run();
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(errors, 0);
  EXPECT_EQ(turns, Threads * PerThread);
}

TEST(NodeRefTest, IsAnInstanceAndANumber) {
  FakeInstance nodes(3), others(3);
  EXPECT_EQ(&nodes[2].instance(), nodes.instance);
  EXPECT_EQ(&others[2].instance(), others.instance);
  EXPECT_EQ(nodes[2].number(), 2u);
  EXPECT_EQ(&nodes[2].node(), nodes.graph->nodes + 2);
  EXPECT_FALSE(nodes[2] == others[2]);
  EXPECT_TRUE(nodes[0]) << "although its number is 0";
  nodes[0].next() = others[1];
  EXPECT_TRUE(NodeRef(nodes[0].bits()).next() == others[1]);
  kmp_uint32 last = (1u << NodeRef::NumberBits) - 1;
  EXPECT_EQ(NodeRef(*nodes.instance, last).number(), last);
  EXPECT_EQ(&NodeRef(*nodes.instance, last).instance(), nodes.instance);
}

TEST(InstanceTest, PlacesTasksByTheAlignmentThatTheirSizeAllows) {
  kmp_uint32 end = 0, place;
  auto next = [&](kmp_uint64 own, kmp_uint64 bytes) {
    EXPECT_TRUE(placeTask(end, place, own, bytes));
    return place * TaskUnit;
  };
  EXPECT_EQ(next(56, 56), 0u);
  EXPECT_EQ(next(40, 57), 56u) << "any multiple of 8";
  EXPECT_EQ(next(48, 48), 128u) << "a multiple of 16, behind 113 bytes";
  EXPECT_EQ(next(96, 104), 192u) << "of 32";
  EXPECT_EQ(next(128, 128), 320u) << "64 is the most";
  EXPECT_EQ(next(40, 40), 448u);
  EXPECT_EQ(end * TaskUnit, 488u);
  end = ~kmp_uint32(0) - 4;
  EXPECT_TRUE(placeTask(end, place, 40, 32));
  EXPECT_FALSE(placeTask(end, place, 40, 40));
}

TEST(InstanceTest, StartsFromTheImages) {
  GraphBuilder builder(true);
  kmp_depend_info_t dep = dependence(64, KMP_DEP_INOUT);
  for (int i = 0; i < 100; ++i) {
    FakeTask task{i};
    builder.addTask(NodeKind::Task, task.task(), &PlainMaker, i % 2, &dep);
  }
  std::unique_ptr<Graph> graph(builder.finish(0));
  mallopt(M_PERTURB, 0xaa); // new memory has something in it
  Instance *instance = Instance::create(*graph);
  mallopt(M_PERTURB, 0);
  ASSERT_TRUE(instance);
  EXPECT_FALSE(instance->pending_of);
  instance->refilling = true;
  instance->prepareCounting();
  EXPECT_TRUE(instance->pending_of && instance->has_counts);
  EXPECT_FALSE(instance->has_epochs);
  instance->prepareEpochs();
  for (kmp_uint32 i = 0; i < graph->node_count; ++i) {
    const Node &node = graph->nodes[i];
    EXPECT_EQ(instance->epochs[i], 0u) << "it has no data yet";
    EXPECT_EQ(instance->counts[i], 0u);
    instance->fill(node, instance->block(node));
    EXPECT_EQ(FakeTask::valueOf(instance->block(node)), kmp_int32(i));
    EXPECT_EQ(instance->pending[i], kmp_int32(node.predecessors));
  }
  for (kmp_uint32 i = 0; i < graph->node_count; ++i)
    EXPECT_EQ(FakeTask::valueOf(instance->block(graph->nodes[i])), kmp_int32(i))
        << "another task's data overlap";
  Instance::destroy(instance);
}

class PriorityTest : public testing::Test {
  const kmp_int32 before = __kmp_max_task_priority;

protected:
  std::vector<int> given = {3, 0, -7, 12, 1};
  /// Tasks of one type with these priorities, and one that has none.
  std::unique_ptr<Graph> graphOf(kmp_int32 max_priority) {
    __kmp_max_task_priority = max_priority;
    GraphBuilder builder(true);
    for (size_t i = 0; i < given.size(); ++i) {
      FakeTask task{kmp_int32(i)};
      task.taskdata()->td_flags.priority_specified = 1;
      task.task()->data2.priority = given[i];
      builder.addTask(NodeKind::Task, task.task(), &PlainMaker, 0, nullptr);
    }
    FakeTask none;
    builder.addTask(NodeKind::Task, none.task(), &PlainMaker, 0, nullptr);
    builder.addTaskwait(0, nullptr, false);
    return std::unique_ptr<Graph>(builder.finish(0));
  }
  ~PriorityTest() override { __kmp_max_task_priority = before; }
};

TEST_F(PriorityTest, EachTaskHasItsOwn) {
  std::unique_ptr<Graph> graph = graphOf(10);
  ASSERT_TRUE(graph->priorities);
  EXPECT_EQ(graph->type_count, 2u);
  Instance *instance = Instance::create(*graph);
  const int effective[] = {3, 0, 0, 10, 1, 0, KMP_MAX_TASK_PRIORITY_LIMIT};
  for (kmp_uint32 i = 0; i < graph->node_count; ++i) {
    const Node &node = graph->nodes[i];
    EXPECT_TRUE(node.by_priority);
    EXPECT_FALSE(node.isOrdinary());
    EXPECT_EQ(instance->priorityOf(i), effective[i]) << i;
    if (i >= given.size())
      continue;
    kmp_task_t *task = instance->block(node);
    task->data2.priority = 77; // as of a refill
    instance->fill(node, task);
    EXPECT_EQ(task->data2.priority, given[i]);
  }
  Instance::destroy(instance);
}

TEST_F(PriorityTest, RefilledTasksSayTheirs) {
  std::unique_ptr<Graph> graph = graphOf(10);
  Instance *instance = Instance::create(*graph);
  auto refill = [&](kmp_uint32 node, int priority) {
    instance->block(graph->nodes[node])->data2.priority = priority;
    instance->has_block = true;
    kmp_int32 seen = instance->priorityOf(node);
    instance->has_block = false;
    return seen;
  };
  EXPECT_EQ(refill(1, 4), 4);
  EXPECT_EQ(refill(1, 100), 10);
  EXPECT_EQ(refill(1, -1), 0);
  EXPECT_EQ(refill(5, 4), 0) << "without such a clause";
  EXPECT_EQ(instance->priorityOf(1), 0) << "in a replay";
  Instance::destroy(instance);
}

TEST_F(PriorityTest, NoneWhereTheLibraryHeedsNone) {
  std::unique_ptr<Graph> graph = graphOf(0);
  EXPECT_FALSE(graph->priorities);
  for (kmp_uint32 i = 0; i < graph->node_count; ++i)
    EXPECT_FALSE(graph->nodes[i].by_priority);
  EXPECT_TRUE(graph->nodes[0].isOrdinary());
}

TEST(InstanceTest, TakesValuesAndTellsWhetherTheyChanged) {
  static int global = 5;
  static const ompx_taskgraph_field_t fields[] = {
      {nullptr, 4, 0, 64, 4, OMPX_FIELD_VALUE}, // (*(int **)args)[1]
      {nullptr, 0, 8, 72, 8, 0},                // an address
      {&global, 0, -1, 80, 4, OMPX_FIELD_VALUE},
      {nullptr, 8, OMPX_BASE_ARGS, 88, 8, OMPX_FIELD_VALUE}};
  static const ompx_taskgraph_task_t maker = {fields, 4, 0};
  int variable[2] = {1, 2}, other[2] = {1, 2};
  void *args[2] = {variable, &args};
  GraphBuilder builder(true);
  FakeTask task;
  builder.addTask(NodeKind::Task, task.task(), &maker, 0, nullptr);
  std::unique_ptr<Graph> graph(builder.finish(sizeof(args)));
  ASSERT_EQ(graph->value_count, 3u);
  Instance *instance = Instance::create(*graph);
  ASSERT_TRUE(instance);
  auto value = [&](kmp_uint32 field) {
    int seen;
    memcpy(&seen, instance->values + graph->fields[0].values[field].place, 4);
    return seen;
  };
  EXPECT_TRUE(instance->takeValues(args)) << "there were none";
  EXPECT_EQ(value(0), 2);
  EXPECT_EQ(value(1), 5);
  instance->epoch = 1;
  EXPECT_FALSE(instance->takeValues(args));
  args[0] = other; // the same bytes
  EXPECT_FALSE(instance->takeValues(args));
  other[1] = 3;
  EXPECT_TRUE(instance->takeValues(args));
  EXPECT_EQ(value(0), 3);
  const ChangedFields &changed = instance->changed[0];
  ASSERT_EQ(changed.count, 1u);
  EXPECT_EQ(changed.fields[0].to, graph->fields[0].values[0].to);
  global = 6;
  EXPECT_TRUE(instance->takeValues(args));
  ASSERT_EQ(changed.count, 1u);
  EXPECT_EQ(changed.fields[0].to, graph->fields[0].values[1].to);
  EXPECT_EQ(value(1), 6);
  args[1] = nullptr; // the word itself
  EXPECT_TRUE(instance->takeValues(args));
  EXPECT_FALSE(instance->takeValues(args));
  Instance::destroy(instance);
}

} // namespace
