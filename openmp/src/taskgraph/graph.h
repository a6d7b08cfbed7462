//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The structure of a recorded task dependency graph: nodes and successor lists
// in flat arrays (compressed sparse rows). It never changes once made, so any
// number of instances (instance.h) may replay it at the same time.
//
// Nodes are numbered in the order of their creation. Every edge leads from a
// lower to a higher number, so that order is a topological one: a team of one
// thread replays by walking the array.

#ifndef OMPX_TASKGRAPH_GRAPH_H
#define OMPX_TASKGRAPH_GRAPH_H

#include "support/vector.h"
#include "taskgraph/abi.h"

namespace ompx {

enum class NodeKind : kmp_uint8 {
  Task,       // runs an image of a recorded task
  Join,       // runs nothing: taskwait, or the middle of an all-to-all relation
  GroupBegin, // makes the private copies of a taskgroup's reductions
  GroupEnd,   // waits for descendants and combines reductions
  End         // after the last node: the end of a replay that nobody waits for
};

/// What a node is; the state of its execution is in NodeState.
struct Node {
  kmp_uint32 first_successor; // in Graph::successors, up to the next node's;
                              // while building: 1 + last target of an edge
  kmp_uint32 predecessors;    // number of incoming edges
  kmp_uint32 first_lock;      // in Graph::node_locks, up to the next node's
  kmp_uint32 group;           // index in Graph::groups
  kmp_uint32 block;           // Task: place in the instance, in BlockUnits
  kmp_uint32 image_size;      // Task: bytes from kmp_task_t to the end
  NodeKind kind;
  bool has_successor;        // while building
  kmp_tasking_flags_t flags; // Task: as the compiler gave them
  kmp_task_t *image;         // Task: what each replay starts from
  const ompx_taskgraph_task_t *site;
};

/// A taskgroup of the region. Group 0 is the taskgraph's own implicit one.
struct Group {
  kmp_uint32 parent;
  kmp_uint32 reductions;       // number of items
  ompx_taskred_input_t *items; // as recorded
  ompx_taskred_refresh_t refresh;
  kmp_uint32 first_item; // in the instance's items
};

/// An edge's target; the low bit says that it is the target's only edge, so
/// that following it needs no atomic operation and no look at the target.
class Successor {
  kmp_uint32 word;

public:
  Successor() = default;
  Successor(kmp_uint32 node, bool only) : word(node << 1 | kmp_uint32(only)) {}
  kmp_uint32 node() const { return word >> 1; }
  bool onlyPredecessor() const { return word & 1; }
};

class Instance;

class Graph {
public:
  static constexpr kmp_uint32 MaxNodes = (1u << 31) - 1; // see Successor
  static constexpr size_t BlockUnit = CACHE_LINE;

  kmp_uint32 node_count = 0;
  kmp_uint32 root_count = 0;
  kmp_uint32 group_count = 0;
  kmp_uint32 lock_count = 0;
  kmp_uint32 address_count = 0;
  kmp_uint32 item_count = 0;  // reduction items of all groups
  kmp_uint32 block_units = 0; // memory that the tasks of an instance need
  bool has_taskwait = false;
  bool has_wait = false; // the block does not end before some of its tasks
  size_t args_size = 0;

  void *args = nullptr;             // of the encounter that was recorded
  Node *nodes = nullptr;            // node_count + 1; the last is the End
  Successor *successors = nullptr;  // edges by source
  kmp_uint32 *roots = nullptr;      // nodes without predecessors
  kmp_uint32 *node_locks = nullptr; // ascending for each node
  Group *groups = nullptr;
  kmp_intptr_t *addresses = nullptr; // ascending: what the tasks depend on
  Arena memory;                      // the other arrays and the images

  // Under the lock of the Record that owns the graph:
  Instance *idle = nullptr; // instances that no replay uses
  kmp_uint32 users = 0;     // replays, and the record while this is its graph
  Graph *next_dead = nullptr;

  ~Graph() {
    for (kmp_uint32 i = 0; i < node_count; ++i)
      destroyImage(nodes[i]);
    KMP_INTERNAL_FREE(nodes);
  }

  /// The order of `addresses`, as qsort() and bsearch() want it.
  static int compareAddresses(const void *left, const void *right);

  /// Destroys the private objects in a node's image.
  static void destroyImage(const Node &node);
  /// Bytes of a task's kmp_taskdata_t and image in an instance.
  static size_t blockSize(size_t image_size) {
    return sizeof(kmp_taskdata_t) + image_size;
  }
  /// Makes `copy` (size bytes) hold what bytes can copy of `task`: all of it,
  /// or no more than the kmp_task_t where there are non-trivial private data.
  /// shareds points into the copy.
  static void copyTask(kmp_task_t *copy, const kmp_task_t *task, size_t size,
                       const ompx_taskgraph_task_t *site);

  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *graph) { KMP_INTERNAL_FREE(graph); }
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_GRAPH_H
