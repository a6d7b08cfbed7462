//===- taskflow.cpp - The graphs with Taskflow ----------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Taskflow finds no dependences: like oneTBB's flow graph, its graph gets every
// edge from the table, outside the timed part. Its workers are threads of their
// own; the thread that makes the graph waits for them asleep.
//
//===----------------------------------------------------------------------===//

#include "model.h"

#include <taskflow/taskflow.hpp>

namespace dependences {
namespace {

template <bool Checked> class Flow {
public:
  Flow(Graph &graph, const std::vector<Edge> &edges) {
    std::vector<tf::Task> tasks;
    for (std::int64_t task = 0; task < graph.taskCount(); ++task)
      tasks.push_back(
          flow.emplace([&graph, task] { graph.run<Checked>(task); }));
    for (const Edge &edge : edges)
      tasks[edge.from].precede(tasks[edge.to]);
  }
  void run(tf::Executor &executor) { executor.run(flow).wait(); }

private:
  tf::Taskflow flow;
};

/// What one run of the program needs; made by inTeam().
struct Run {
  bool rerun;
  std::vector<Edge> edges;
  tf::Executor executor;
  std::unique_ptr<Flow<false>> timed;
  std::unique_ptr<Flow<true>> checked;
};
std::unique_ptr<Run> current;

template <bool Checked>
void runFlow(Graph &graph, std::unique_ptr<Flow<Checked>> &kept) {
  if (!current->rerun) {
    Flow<Checked>(graph, current->edges).run(current->executor);
    return;
  }
  if (!kept)
    kept.reset(new Flow<Checked>(graph, current->edges));
  kept->run(current->executor);
}

} // namespace

namespace model {

const char *const program = "dependences-taskflow";
const char *const library_symbol = ""; // it has headers only

std::string misfit(const Graph &graph, const Setting &setting) {
  if (setting.rerun > 1)
    return "--rerun: 2 and 3 are for OpenMP";
  if (graph.plan.shape == Shape::Fast)
    return "--variant: a graph is waited for as a whole";
  for (const Use &use : graph.uses)
    if (use.access == Access::Mutexinoutset)
      return "--access: a graph of Taskflow has no mutual exclusion";
  return tooManyEdges(graph);
}

int inTeam(const Setting &setting, Graph &graph,
           const std::function<void()> &work) {
  const int threads = setting.asleep ? 1 : setting.threads;
  current.reset(new Run{setting.rerun != 0, edgesOf(graph),
                        tf::Executor(threads), nullptr, nullptr});
  work();
  current.reset();
  return threads;
}

void encounter(Graph &graph, bool checked) {
  checked ? runFlow<true>(graph, current->checked)
          : runFlow<false>(graph, current->timed);
}

} // namespace model
} // namespace dependences
