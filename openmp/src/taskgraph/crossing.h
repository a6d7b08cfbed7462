//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The edges from a replay of one graph to a later one, of the same or of
// another graph: they follow from the depend clauses by the rule of edges
// within a graph, applied to the tasks of the one and then to those of the
// other. Two tasks name the same object if they name the same address, so edges
// hold for the objects that they were made for. following.h says who uses them.

#ifndef OMPX_TASKGRAPH_CROSSING_H
#define OMPX_TASKGRAPH_CROSSING_H

#include "support/vector.h"
#include "taskgraph/instance.h"

namespace ompx {

/// What is asked of a graph before replays of it may overlap with others, found
/// out when it is first asked for.
class Followable {
public:
  const kmp_uint64 number; // another one for each graph of the program
  /// Whether the graph has nothing but tasks and joins, no locks and no
  /// priorities, and none of its tasks depends on all memory.
  bool is = false;
  Vector<kmp_uint32> forms; // of a compiled graph, that its objects have

  /// Null without memory. Cost: once O(nodes + objects). Any thread.
  static const Followable *of(Graph &graph);

  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *made) { KMP_INTERNAL_FREE(made); }

private:
  explicit Followable(kmp_uint64 of) : number(of) {}
  bool fill(const Graph &graph);
};

/// Whether two instances are bound to replays of one graph, with the same
/// objects. After Followable::of() of the graph. Cost: O(forms).
bool haveSameObjects(const Instance &one, const Instance &other);

class Crossing {
public:
  struct Target {
    kmp_uint32 node;
    kmp_uint32 sources; // how many nodes of the replay before it comes after
  };
  static constexpr kmp_uint32 MostOfGraph = 16;

  /// From a replay of `before` to one of `next`, if it is `newest` or older
  /// than that; or null. Cost: O(crossings * forms).
  static const Crossing *find(const Crossing *newest, const Instance &before,
                              const Instance &next);
  /// Makes it, for later replays of the graph of `before`, unless it has too
  /// many. Both graphs are followable, and `before` does not end meanwhile.
  /// Cost: O(nodes + dependences) of both.
  static void make(const Instance &before, const Instance &next);
  /// The newest from the graph; or null.
  static const Crossing *newest(const Graph &graph) {
    // mo: acquire; sees what was made; pairs with Crossing::make()
    return graph.crossings.load(std::memory_order_acquire);
  }

  /// Whether the one may follow the other: there is no relation of all to all
  /// between them.
  bool exists() const { return may_follow; }
  /// Goes on with each node of the next replay that comes after a node.
  template <typename GoOn> void forEachTarget(kmp_uint32 node, GoOn on) const {
    for (kmp_uint32 i = first[node]; i < first[node + 1]; ++i)
      on(edges[i]);
  }

  const Crossing *const older; // from the same graph
  Vector<kmp_uint32> sources;
  Vector<Target> targets;
  // What Instance::crossed begins with, if this is the newest.
  Vector<kmp_uint8> marks;

  /// Also of all older ones.
  static void destroy(const Crossing *newest);

  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *crossing) { KMP_INTERNAL_FREE(crossing); }

private:
  const kmp_uint64 next_graph; // Followable::number
  Vector<kmp_uint64> places;   // values of the forms of both
  bool may_follow = false;
  Vector<kmp_uint32> first; // of each node, in `edges`, up to the next one's
  Vector<kmp_uint32> edges;

  Crossing(const Crossing *before_it, kmp_uint64 of)
      : older(before_it), next_graph(of) {}
  bool isFor(const Instance &before, const Instance &next) const;
  bool takePlaces(const Instance &of);
  bool fill(const Instance &before, const Instance &next);
  bool mark(kmp_uint32 nodes);
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_CROSSING_H
