//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Locks of commutative tasks: one holder at a time, nobody is forgotten. An
// instance starts from the graph's state and from copies of its images.

#include "taskgraph/instance.h"
#include "Taskgraph/FakeTask.h"
#include "taskgraph/graph_builder.h"

#include "gtest/gtest.h"

#include <memory>
#include <thread>

using namespace ompx;

namespace {

NodeState *newStates(size_t count) {
  auto *states =
      static_cast<NodeState *>(aligned_alloc(CACHE_LINE, count * CACHE_LINE));
  for (size_t i = 0; i < count; ++i)
    (::new (&states[i]) NodeState)->next = nullptr;
  return states;
}

TEST(NodeLockTest, HandsOverToEveryWaitingNodeOnce) {
  NodeLock lock;
  NodeState *states = newStates(4);
  EXPECT_TRUE(lock.acquireOrQueue(&states[0]));
  for (int i = 1; i < 4; ++i)
    EXPECT_FALSE(lock.acquireOrQueue(&states[i]));
  std::vector<NodeState *> woken;
  while (NodeState *next = lock.release())
    woken.push_back(next);
  EXPECT_EQ(woken.size(), 3u);
  EXPECT_TRUE(lock.acquireOrQueue(&states[0])) << "free again";
  EXPECT_EQ(lock.release(), nullptr);
  free(states);
}

TEST(NodeLockTest, NeverTwoHoldersAndNobodyLost) {
  constexpr int Threads = 4, PerThread = 20000;
  NodeLock lock;
  NodeState *states = newStates(Threads * PerThread);
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
        if (lock.acquireOrQueue(&states[t * PerThread + i]))
          run();
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(errors, 0);
  EXPECT_EQ(turns, Threads * PerThread);
  free(states);
}

TEST(InstanceTest, StartsFromTheImages) {
  GraphBuilder builder(true);
  kmp_depend_info_t dep = dependence(64, KMP_DEP_INOUT);
  for (int i = 0; i < 100; ++i) {
    FakeTask task{i};
    builder.addTask(NodeKind::Task, task.task(), &PlainMaker, i % 2, &dep);
  }
  std::unique_ptr<Graph> graph(builder.finish(0));
  Instance *instance = Instance::create(*graph);
  ASSERT_TRUE(instance);
  kmp_int32 root = 0;
  for (kmp_uint32 i = 0; i < graph->node_count; ++i) {
    const Node &node = graph->nodes[i];
    kmp_taskdata_t *td = instance->taskdata(node);
    EXPECT_EQ(kmp_uintptr_t(td) % CACHE_LINE, 0u);
    kmp_task_t *task = KMP_TASKDATA_TO_TASK(td);
    EXPECT_EQ(FakeTask::valueOf(task), kmp_int32(i));
    EXPECT_EQ(instance->states[i].pending.load(),
              node.predecessors ? kmp_int32(node.predecessors) : root++);
  }
  EXPECT_TRUE(instance->quiet());
  const Node &node = graph->nodes[7];
  instance->taskdata(node)->td_allocated_child_tasks = 2;
  EXPECT_FALSE(instance->quiet()) << "a descendant lives";
  instance->taskdata(node)->td_allocated_child_tasks = 1;
  Instance::destroy(instance);
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
