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

/// Each edge of a full graph costs memory; more are an experiment in swapping.
constexpr std::int64_t most_edges = 20000000;

struct Edge {
  std::int64_t from, to;
};

template <bool Checked> void runTask(Graph &graph, std::int64_t task) {
  if constexpr (Checked)
    graph.enter(task);
  if (graph.cycles)
    spin(graph.cycles);
  if constexpr (Checked)
    graph.leave(task);
}

std::int64_t edgeCount(const Graph &graph) {
  std::vector<std::int64_t> previous(graph.generations.size(), 0);
  std::vector<std::int32_t> newest(graph.object_count, -1);
  for (const Use &use : graph.uses) {
    if (newest[use.object] != use.generation) {
      previous[use.generation] =
          newest[use.object] < 0 ? 0
                                 : graph.generations[newest[use.object]].size;
      newest[use.object] = use.generation;
    }
  }
  std::int64_t edges = 0;
  for (const Use &use : graph.uses)
    edges += previous[use.generation];
  return edges;
}

/// All pairs of one generation and the next of the same object.
std::vector<Edge> edgesOf(const Graph &graph) {
  std::vector<std::vector<std::int64_t>> members(graph.generations.size());
  std::vector<std::int32_t> before(graph.generations.size(), -1);
  std::vector<std::int32_t> newest(graph.object_count, -1);
  std::vector<Edge> edges;
  for (std::int64_t task = 0; task < graph.taskCount(); ++task)
    for (std::int64_t i = graph.first_use[task]; i < graph.first_use[task + 1];
         ++i) {
      const Use &use = graph.uses[i];
      if (newest[use.object] != use.generation) {
        before[use.generation] = newest[use.object];
        newest[use.object] = use.generation;
      }
      members[use.generation].push_back(task);
      if (before[use.generation] >= 0)
        for (std::int64_t from : members[before[use.generation]])
          edges.push_back({from, task});
    }
  return edges;
}

template <bool Checked> class Flow {
public:
  Flow(Graph &graph, const std::vector<Edge> &edges) {
    const std::int64_t count = graph.taskCount();
    std::vector<char> has_predecessor(count, 0);
    for (std::int64_t task = 0; task < count; ++task)
      nodes.emplace_back(flow, [&graph, task](const continue_msg &) {
        runTask<Checked>(graph, task);
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
    group.run([&graph, task] { runTask<Checked>(graph, task); });
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

std::string misfit(const Graph &graph, const Setting &) {
  if (graph.plan.shape == Shape::Fast && !graph.uses.empty())
    return "--access: a task_group has no dependences; only 0 fits";
  for (const Use &use : graph.uses)
    if (use.access == Access::Mutexinoutset)
      return "--access: a flow graph has no mutual exclusion of nodes";
  if (edgeCount(graph) > most_edges)
    return "--tasks: the graph has " + std::to_string(edgeCount(graph)) +
           " edges, more than " + std::to_string(most_edges);
  return "";
}

int inTeam(const Setting &setting, Graph &graph,
           const std::function<void()> &work) {
  const int threads = setting.asleep ? 1 : setting.threads;
  tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                            threads);
  tbb::task_arena arena(threads);
  arena.execute([&] {
    current.reset(new Run{setting.rerun, edgesOf(graph), nullptr, nullptr});
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
