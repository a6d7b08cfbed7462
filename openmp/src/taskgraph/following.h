//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Replays of one graph that nobody waits for, one after the other: the next one
// begins while the one before runs. Its tasks come after those of the one
// before that their dependences name, so that the iterations of a solver form
// one pipeline. Edges from one replay to the next follow from the depend
// clauses by the rule of edges within a graph.
//
// Only neighbours have edges: what comes after a task of the last replay but
// one comes after one of the last, which accesses the same objects.

#ifndef OMPX_TASKGRAPH_FOLLOWING_H
#define OMPX_TASKGRAPH_FOLLOWING_H

#include "support/vector.h"
#include "taskgraph/replay.h"

namespace ompx {

/// The edges from a replay of a graph to the next one of the same graph with
/// the same objects.
class Crossing {
public:
  struct Target {
    kmp_uint32 node;
    kmp_uint32 sources; // how many nodes of the replay before it comes after
  };

  /// The crossing edges of the graph, made when first asked for; null without
  /// memory. Cost: then O(nodes + dependences). Any thread.
  static const Crossing *of(Graph &graph);
  /// Those that of() has made, or null.
  static const Crossing *known(const Graph &graph) {
    // mo: acquire; sees what was made; pairs with Crossing::of()
    return graph.crossing.load(std::memory_order_acquire);
  }

  /// Whether replays of the graph may follow one another: it has nothing but
  /// tasks and joins, no locks and no priorities, and between two replays no
  /// relation of all to all.
  bool exists() const { return may_follow; }
  /// Goes on with each node of the next replay that comes after a node.
  template <typename GoOn> void forEachTarget(kmp_uint32 node, GoOn on) const {
    for (kmp_uint32 i = first[node]; i < first[node + 1]; ++i)
      on(edges[i]);
  }
  bool isSource(kmp_uint32 node) const {
    return first[node] != first[node + 1];
  }

  Vector<kmp_uint32> sources;
  Vector<Target> targets;
  Vector<kmp_uint32> free_roots; // without predecessors in either replay

  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *crossing) { KMP_INTERNAL_FREE(crossing); }

private:
  bool may_follow = false;
  Vector<kmp_uint32> first; // of each node, in `edges`, up to the next one's
  Vector<kmp_uint32> edges;

  Crossing() = default;
  bool fill(const Graph &graph);
};

/// Of an instance that is bound to a replay that nobody waits for: whether the
/// next one may follow it. To be asked before a node runs. Cost: O(sources).
bool mayBeFollowed(Instance &instance);

/// Queues a replay's nodes as far as they need not wait for those of the one
/// before, which Record::choose() has kept from ending. Cost: O(sources +
/// targets + edges between the two).
void follow(const Encounter &encounter, Instance &before, Instance &instance,
            TeamQueues &queues);

/// The replay may end: none follows it after all.
void letGo(const Encounter &encounter, Instance &before);

} // namespace ompx

#endif // OMPX_TASKGRAPH_FOLLOWING_H
