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

/// What recorded tasks of one construct have in common, kept once for them all.
struct TaskType {
  static constexpr size_t BlockUnit = CACHE_LINE;
  static constexpr size_t MaxSize = ~kmp_uint32(0) / 2;

  const ompx_taskgraph_task_t *site;
  kmp_task_t head;           // its shareds is null; where they are:
  kmp_uint32 shareds;        // distance from the kmp_task_t, 0 without
  kmp_uint32 size;           // bytes from the kmp_task_t to the end, < MaxSize
  kmp_tasking_flags_t flags; // as the compiler gave them
  // An image is the address of a kmp_task_t of which the last so many bytes are
  // stored: its data, and all of it if a thunk finds the shared variables by
  // it.
  kmp_uint32 stored; // 0 without data; what is left out keeps the alignment

  TaskType(const kmp_task_t *task, const ompx_taskgraph_task_t *made_by);
  /// Why such a task cannot be replayed, or null.
  static const char *obstacleTo(const kmp_task_t *task,
                                const ompx_taskgraph_task_t *made_by);
  bool describes(const kmp_task_t *task,
                 const ompx_taskgraph_task_t *made_by) const {
    const auto *td = reinterpret_cast<const kmp_taskdata_t *>(task) - 1;
    return site == made_by && head.routine == task->routine &&
           td->td_size_alloc == sizeof(*td) + size &&
           memcmp(&flags, &td->td_flags, sizeof(flags)) == 0;
  }

  /// Bytes of a task's own data, behind its kmp_task_t.
  size_t dataSize() const { return size - sizeof(kmp_task_t); }
  /// What a task takes up in an instance.
  kmp_uint32 blockUnits() const {
    return kmp_uint32((sizeof(kmp_taskdata_t) + size + BlockUnit - 1) /
                      BlockUnit);
  }
  /// An image, with nothing in it; null without memory.
  kmp_task_t *allocateImage(Arena &memory) const {
    auto *data = static_cast<char *>(memory.allocate(stored));
    return data ? reinterpret_cast<kmp_task_t *>(data + stored - size)
                : nullptr;
  }
  /// Gives `copy` the data of `task` as far as bytes can copy them: none where
  /// there are non-trivial private ones.
  void copyData(kmp_task_t *copy, const kmp_task_t *task) const {
    if (UNLIKELY(site->flags & OMPX_TASK_NONTRIVIAL))
      memset(static_cast<void *>(copy + 1), 0, dataSize());
    else
      memcpy(static_cast<void *>(copy + 1), task + 1, dataSize());
    if (shareds)
      copy->shareds = reinterpret_cast<char *>(copy) + shareds;
  }
  /// Whether the images contain private objects to be destroyed.
  bool ownsObjects() const {
    return flags.destructors_thunk && (site->flags & OMPX_TASK_NONTRIVIAL);
  }
};
static_assert(sizeof(TaskType) == 64, "the type of a node is found by a shift");

/// What a node is; the state of its execution is in NodeState.
struct Node {
  kmp_uint32 first_successor; // in Graph::successors, up to the next node's;
                              // while building: 1 + last target of an edge
  kmp_uint32 predecessors;    // number of incoming edges; while building: the
                              // first of them
  kmp_uint32 first_lock;      // in Graph::node_locks, up to the next node's
  kmp_uint32 group;           // index in Graph::groups
  kmp_uint32 block;           // Task: place in the instance, in BlockUnits
  kmp_uint32 type : 24;       // Task: index in Graph::types
  NodeKind kind : 8;
  kmp_task_t *image; // Task: the data that each replay starts from, if any
};
static_assert(sizeof(Node) == 32, "recording and replay touch every one");

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
  static constexpr kmp_uint32 MaxTypes = 1u << 24;       // see Node

  kmp_uint32 node_count = 0;
  kmp_uint32 root_count = 0;
  kmp_uint32 type_count = 0;
  kmp_uint32 group_count = 0;
  kmp_uint32 lock_count = 0;
  kmp_uint32 address_count = 0;
  kmp_uint32 item_count = 0;  // reduction items of all groups
  kmp_uint32 block_units = 0; // memory that the tasks of an instance need
  bool names_all_memory = false; // a task depends on omp_all_memory
  bool has_taskwait = false;
  bool has_wait = false; // the block does not end before some of its tasks
  size_t args_size = 0;

  void *args = nullptr;             // of the encounter that was recorded
  Node *nodes = nullptr;            // node_count + 1; the last is the End
  TaskType *types = nullptr;        // of the tasks
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
    destroyImages(nodes, node_count, types, type_count);
    KMP_INTERNAL_FREE(nodes);
  }

  /// The order of `addresses`, as qsort() and bsearch() want it.
  static int compareAddresses(const void *left, const void *right);

  /// Destroys the private objects in the images of nodes.
  static void destroyImages(const Node *nodes, kmp_uint32 count,
                            const TaskType *types, kmp_uint32 type_count);

  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *graph) { KMP_INTERNAL_FREE(graph); }
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_GRAPH_H
