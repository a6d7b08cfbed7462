//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Nodes that are too small to be scheduled one by one, run together.
//
// A fused node is a list of tasks that one thread runs in their order; it waits
// for the predecessors of all of them. Tasks of one level, the length of the
// longest path from a root, are independent of each other, so any of them may
// be fused, and edges still lead from lower to higher levels: no cycle comes of
// it. Neighbours in the program's order are fused, into as many nodes per
// thread for each level as an Extent says. Then a fused node and its only
// successor, of which it is the only predecessor, become one.
//
// A task A may wait for a task B in a way that no dependence says, such as for
// a variable or a message. If A is fused with a task that B depends on, B waits
// for A, too, and neither ends. So the compiler must have proved of all tasks
// of the graph that they wait for no other thread.

#ifndef OMPX_TASKGRAPH_FUSION_H
#define OMPX_TASKGRAPH_FUSION_H

#include "taskgraph/structure.h"

namespace ompx {

class Graph;

/// A fused node has the number of the first of its tasks; those of the others
/// are not used.
class Fusion : public Structure {
public:
  kmp_uint32 node_count = 0;
  /// Of each task that is fused: the one that runs next, 0 behind the last.
  kmp_uint32 *next = nullptr;

  /// Whether the tasks of a graph may be fused at all, or all be run by one
  /// thread in the order of their numbers: none may wait, has a priority or a
  /// lock, may be suspended and go on elsewhere or is left to libomp.
  static bool possible(const Graph &graph);
  /// How far tasks are fused.
  struct Extent {
    kmp_uint32 per_thread; // nodes, at least, for each level
    /// That a node should take: some times what it costs to hand one to another
    /// thread. Tasks of half of that are not fused at all.
    kmp_uint64 cycles;
  };
  /// For a team of so many threads. task_cycles: the mean duration of a task.
  /// Null if that leaves more than `most` nodes, or without memory. Cost:
  /// O(nodes + edges).
  static Fusion *create(const Graph &graph, kmp_uint32 team,
                        kmp_uint64 task_cycles, Extent extent, kmp_uint32 most);
  ~Fusion();
  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *fusion) { KMP_INTERNAL_FREE(fusion); }
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_FUSION_H
