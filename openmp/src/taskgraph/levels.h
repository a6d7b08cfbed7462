//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The levels of a graph: a node's is the length of the longest path that leads
// to it. Nodes of one level do not depend on each other.

#ifndef OMPX_TASKGRAPH_LEVELS_H
#define OMPX_TASKGRAPH_LEVELS_H

#include "support/vector.h"
#include "taskgraph/graph.h"

#include <algorithm>

namespace ompx {

struct Levels {
  Vector<kmp_uint32> of;    // of each node
  Vector<kmp_uint32> order; // nodes by level, and in a level by number
  Vector<kmp_uint32> begin; // of each level, in `order`; with the end

  kmp_uint32 count() const { return begin.size() - 1; }
  /// Returns whether there was memory. Cost: O(nodes + edges).
  bool find(const Graph &graph) {
    kmp_uint32 nodes = graph.node_count, levels = nodes ? 1 : 0;
    if (!of.resizeZeroed(nodes) || !order.resizeZeroed(nodes))
      return false;
    for (kmp_uint32 node = 0; node < nodes; ++node)
      for (kmp_uint32 e = graph.nodes[node].first_successor;
           e < graph.nodes[node + 1].first_successor; ++e) {
        kmp_uint32 &of_successor = of[graph.successors[e].node()];
        of_successor = std::max(of_successor, of[node] + 1);
        levels = std::max(levels, of_successor + 1);
      }
    // A counting sort, which leaves each level's end one place too early.
    if (!begin.resizeZeroed(levels + 2))
      return false;
    for (kmp_uint32 node = 0; node < nodes; ++node)
      ++begin[of[node] + 2];
    for (kmp_uint32 level = 2; level < levels + 2; ++level)
      begin[level] += begin[level - 1];
    for (kmp_uint32 node = 0; node < nodes; ++node)
      order[begin[of[node] + 1]++] = node;
    begin.pop();
    return true;
  }
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_LEVELS_H
