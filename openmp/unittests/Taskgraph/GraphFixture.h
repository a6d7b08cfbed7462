//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Graphs for tests of the ways in which one graph may be run.

#ifndef OMPX_UNITTESTS_TASKGRAPH_GRAPHFIXTURE_H
#define OMPX_UNITTESTS_TASKGRAPH_GRAPHFIXTURE_H

#include "Taskgraph/FakeTask.h"
#include "taskgraph/graph_builder.h"

#include "gtest/gtest.h"

#include <memory>
#include <random>
#include <vector>

namespace ompx {

/// One graph of tasks that do not wait for other threads.
class GraphFixture : public testing::Test {
protected:
  static constexpr kmp_uint8 In = 1, InOut = 3;
  FakeTask task;
  GraphBuilder builder{true};
  std::unique_ptr<Graph> graph;

  GraphFixture() { task.setGiven(OMPX_ALLOC_CANNOT_WAIT); }
  static kmp_depend_info_t item(int object, kmp_uint8 flag) {
    static char objects[1000];
    kmp_depend_info_t made = {};
    made.base_addr = reinterpret_cast<kmp_intptr_t>(&objects[object]);
    made.flag = flag;
    return made;
  }
  void add(std::vector<kmp_depend_info_t> items) {
    builder.addTask(NodeKind::Task, task.task(), &PlainMaker,
                    kmp_int32(items.size()), items.data());
  }
  void join() { builder.addTaskwait(0, nullptr, false); }
  /// Up to 400 tasks with dependences, and some joins and waits among them.
  void addRandomTasks(unsigned seed) {
    std::mt19937 random(seed);
    int objects = 1 + int(random() % 60), count = 1 + int(random() % 400);
    for (int i = 0; i < count; ++i) {
      std::vector<kmp_depend_info_t> items;
      for (unsigned n = random() % 4; n > 0; --n)
        items.push_back(
            item(int(random() % objects), random() % 3 ? In : InOut));
      add(items);
      if (random() % 50 == 0)
        join();
      else if (random() % 50 == 0)
        builder.addTaskwait(kmp_int32(items.size()), items.data(), false);
    }
  }
  void finish() { graph.reset(builder.finish(0)); }
};

} // namespace ompx

#endif // OMPX_UNITTESTS_TASKGRAPH_GRAPHFIXTURE_H
