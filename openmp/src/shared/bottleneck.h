//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Finds the bottlenecks of a graph: places where all nodes before have
// completed before any node behind becomes ready, as at a barrier. A join is
// one; so is a task that every other task comes before or after, and so are two
// generations if each task of the second comes after each task of the first.
// When the last node before a bottleneck completes, the other threads have
// nothing to run, so the nodes that become ready are distributed to all of
// them.

#ifndef OMPX_SHARED_BOTTLENECK_H
#define OMPX_SHARED_BOTTLENECK_H

#include "shared/node.h"

namespace ompx {

/// Finds the nodes before bottlenecks that two nodes at least come after at
/// once, and calls mark(node) for each. for_each_edge(visit) calls visit(from,
/// to) for each edge once; from < to < count. Returns whether there was memory.
/// Cost: O(nodes + edges).
///
/// A place has so many nodes before it. Its sources are the nodes before it
/// without a successor before it; its targets those behind it without a
/// predecessor behind it. There is a bottleneck if each source has an edge to
/// each target: if the edges between the two are as many as pairs. A node is a
/// source, a node is a target, and an edge leads from one to the other in all
/// places of an interval, so one pass counts them by where they begin and end.
template <template <typename> class Array, typename ForEachEdge, typename Mark>
bool findBottlenecks(uint32_t count, ForEachEdge for_each_edge, Mark mark) {
  Array<uint32_t> first_target, after_sources; // of each node, 0 without
  Array<uint32_t> sources, targets, across;    // changes from place to place
  if (!first_target.resizeZeroed(count) || !after_sources.resizeZeroed(count) ||
      !sources.resizeZeroed(count + 2) || !targets.resizeZeroed(count + 2) ||
      !across.resizeZeroed(count + 2))
    return false;
  for_each_edge([&](uint32_t from, uint32_t to) {
    if (first_target[from] == 0 || to < first_target[from])
      first_target[from] = to;
    if (after_sources[to] <= from)
      after_sources[to] = from + 1;
  });
  auto add = [](Array<uint32_t> &changes, uint32_t first, uint32_t last) {
    ++changes[first];
    --changes[last + 1];
  };
  for (uint32_t node = 0; node < count; ++node) {
    add(sources, node + 1, first_target[node] ? first_target[node] : count);
    add(targets, after_sources[node], node);
  }
  for_each_edge([&](uint32_t from, uint32_t to) {
    if (after_sources[to] <= first_target[from])
      add(across, after_sources[to], first_target[from]);
  });
  uint32_t before = 0, behind = 0, between = 0, found = 0;
  for (uint32_t place = 0; place <= count; ++place) {
    before += sources[place];
    behind += targets[place];
    between += across[place];
    found += before != 0 && behind > 1 && between == uint64_t(before) * behind;
    sources[place] = found; // bottlenecks so far
  }
  for (uint32_t node = 0; node < count; ++node)
    if (sources[first_target[node] ? first_target[node] : node] !=
        sources[node])
      mark(node);
  return true;
}

/// Marks them in `count` nodes whose edges are in `successors`, those of a node
/// ascending; no node is marked before. Most graphs have no place to which all
/// nodes before it lead, and the last of them to another, too.
template <template <typename> class Array>
bool markBottlenecks(Node *nodes, uint32_t count, const Successor *successors) {
  bool any = false;
  uint32_t farthest = 0; // of the nodes' first successors
  for (uint32_t node = 0; node < count && !any; ++node) {
    uint32_t first = nodes[node].first_successor;
    uint32_t edges = nodes[node + 1].first_successor - first;
    if (edges == 0)
      break; // nothing comes after it
    if (successors[first].node() > farthest)
      farthest = successors[first].node();
    any = farthest == node + 1 && edges > 1;
  }
  if (!any)
    return true;
  return findBottlenecks<Array>(
      count,
      [&](auto visit) {
        for (uint32_t node = 0; node < count; ++node)
          for (uint32_t e = nodes[node].first_successor;
               e < nodes[node + 1].first_successor; ++e)
            visit(node, successors[e].node());
      },
      [&](uint32_t node) { nodes[node].bottleneck = 1; });
}

} // namespace ompx

#endif // OMPX_SHARED_BOTTLENECK_H
