//===- task_graph.h - The graph that is simulated ---------------*- C++ -*-===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REPRISE_BENCHMARKS_SIMULATOR_TASK_GRAPH_H
#define REPRISE_BENCHMARKS_SIMULATOR_TASK_GRAPH_H

#include <cstdint>
#include <string>
#include <vector>

namespace simulator {

using Node = std::int32_t;

/// Nodes in the order in which the program makes them, which is a topological
/// one; edges in compressed rows.
struct TaskGraph {
  std::vector<std::int32_t> type; ///< Of each node; NoTask: a join or the like.
  std::vector<std::int32_t> items;        ///< Of its depend clauses.
  std::vector<std::int32_t> predecessors; ///< How many.
  std::vector<std::int64_t> first;        ///< Into `successors`; one more.
  std::vector<Node> successors;
  std::vector<double> body; ///< Nanoseconds of each node's work.

  static constexpr std::int32_t NoTask = -1;

  Node count() const { return static_cast<Node>(type.size()); }
  /// Sum of all bodies.
  double work() const;
  /// The longest path, bodies only.
  double span() const;
  /// Gives the nodes of a type these nanoseconds; all types if there is one
  /// number.
  void setBodies(const std::vector<double> &of_types);
};

/// Builds a graph node by node.
class Builder {
public:
  /// Edges lead from these earlier nodes; duplicates count once.
  Node add(std::vector<Node> from, std::int32_t items, std::int32_t type = 0);
  TaskGraph finish();

private:
  TaskGraph graph;
  std::vector<std::vector<Node>> into;
};

/// A graph by name and numbers: "independent N", "chains W ROWS", "stencil W
/// ROWS", "random W ROWS", "all W ROWS", "fft W ROWS", "tree W ROWS" (as
/// dependences/grid.h), "heat W ROWS" (a wave), "cholesky TILES", "file PATH".
/// A file has the number of nodes, for each its type, its items, the number of
/// its predecessors and these. Throws std::runtime_error.
TaskGraph graphOf(const std::string &name,
                  const std::vector<std::string> &more);

} // namespace simulator

#endif // REPRISE_BENCHMARKS_SIMULATOR_TASK_GRAPH_H
