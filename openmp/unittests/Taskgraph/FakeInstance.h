//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Nodes for what queues and links them.

#ifndef OMPX_UNITTESTS_TASKGRAPH_FAKEINSTANCE_H
#define OMPX_UNITTESTS_TASKGRAPH_FAKEINSTANCE_H

#include "Taskgraph/FakeTask.h"
#include "taskgraph/graph_builder.h"
#include "taskgraph/instance.h"

#include <memory>

namespace ompx {

/// An instance of a graph of independent tasks.
struct FakeInstance {
  std::unique_ptr<Graph> graph;
  Instance *instance;

  explicit FakeInstance(int count) {
    GraphBuilder builder(true);
    FakeTask task;
    for (int i = 0; i < count; ++i)
      builder.addTask(NodeKind::Task, task.task(), &PlainMaker, 0, nullptr);
    graph.reset(builder.finish(0));
    instance = Instance::create(*graph);
  }
  FakeInstance(const FakeInstance &) = delete;
  ~FakeInstance() { Instance::destroy(instance); }
  NodeRef operator[](int i) const { return {*instance, kmp_uint32(i)}; }
};

} // namespace ompx

#endif // OMPX_UNITTESTS_TASKGRAPH_FAKEINSTANCE_H
