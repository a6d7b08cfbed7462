//===- onetbb.cpp - The graphs with oneTBB --------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// oneTBB finds no dependences: its flow graph gets every edge from the program.
// The edges come from the same table as the checks, outside the timed part;
// making nodes and edges is timed unless the graph is to be rerun. So the
// figures are those of a program that knows its edges for free. Tasks without
// dependences are a task_group.
//
//===----------------------------------------------------------------------===//

#include "model.h"

#include <deque>
#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>

namespace dependences {
namespace {

using tbb::flow::continue_msg;
using Node = tbb::flow::continue_node<continue_msg>;

template <bool Checked> class Flow {
public:
  Flow(Graph &graph, const std::vector<Edge> &edges) {
    const std::int64_t count = graph.taskCount();
    std::vector<char> has_predecessor(count, 0);
    for (std::int64_t task = 0; task < count; ++task)
      nodes.emplace_back(flow, [&graph, task](const continue_msg &) {
        graph.run<Checked>(task);
      });
    for (const Edge &edge : edges) {
      tbb::flow::make_edge(nodes[edge.from], nodes[edge.to]);
      has_predecessor[edge.to] = 1;
    }
    for (std::int64_t task = 0; task < count; ++task)
      if (!has_predecessor[task])
        roots.push_back(task);
  }
  void run() {
    for (std::int64_t root : roots)
      nodes[root].try_put(continue_msg());
    flow.wait_for_all();
  }

private:
  tbb::flow::graph flow;
  std::deque<Node> nodes;
  std::vector<std::int64_t> roots;
};

/// What one run of the program needs; made by inTeam().
struct Run {
  bool rerun;
  std::vector<Edge> edges;
  std::unique_ptr<Flow<false>> timed;
  std::unique_ptr<Flow<true>> checked;
};
std::unique_ptr<Run> current;

template <bool Checked> void runGroup(Graph &graph, bool wait_for_each) {
  tbb::task_group group;
  for (std::int64_t task = 0; task < graph.taskCount(); ++task) {
    group.run([&graph, task] { graph.run<Checked>(task); });
    if (wait_for_each)
      group.wait();
  }
  group.wait();
}

template <bool Checked>
void runFlow(Graph &graph, std::unique_ptr<Flow<Checked>> &kept) {
  if (!current->rerun) {
    Flow<Checked>(graph, current->edges).run();
    return;
  }
  if (!kept)
    kept.reset(new Flow<Checked>(graph, current->edges));
  kept->run();
}

} // namespace

namespace model {

const char *const program = "dependences-onetbb";
const char *const library_symbol = "TBB_runtime_version";

std::string misfit(const Graph &graph, const Setting &setting) {
  if (setting.rerun > 1)
    return "--rerun: 2 and 3 are for OpenMP";
  if (graph.plan.shape == Shape::Fast && !graph.uses.empty())
    return "--access: a task_group has no dependences; only 0 fits";
  for (const Use &use : graph.uses)
    if (use.access == Access::Mutexinoutset)
      return "--access: a flow graph has no mutual exclusion of nodes";
  return tooManyEdges(graph);
}

int inTeam(const Setting &setting, Graph &graph,
           const std::function<void()> &work) {
  const int threads = setting.asleep ? 1 : setting.threads;
  tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                            threads);
  tbb::task_arena arena(threads);
  arena.execute([&] {
    current.reset(
        new Run{setting.rerun != 0, edgesOf(graph), nullptr, nullptr});
    work();
    current.reset();
  });
  return threads;
}

void encounter(Graph &graph, bool checked) {
  if (graph.uses.empty()) {
    const bool wait_for_each = graph.plan.shape == Shape::Fast;
    checked ? runGroup<true>(graph, wait_for_each)
            : runGroup<false>(graph, wait_for_each);
  } else {
    checked ? runFlow<true>(graph, current->checked)
            : runFlow<false>(graph, current->timed);
  }
}

} // namespace model
} // namespace dependences
