//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The arrays of a task dependency graph: the library fills them when it records
// one, the compiler emits them as constants (static_graph.h).

#ifndef OMPX_SHARED_NODE_H
#define OMPX_SHARED_NODE_H

#include "shared/access.h"

namespace ompx {

enum class NodeKind : uint8_t {
  Task,       // runs a task
  Chunk,      // runs a task of a taskloop
  Join,       // runs nothing: the middle of an all-to-all relation
  Undeferred, // a task that the encountering task ran itself; never replayed
  Wait,       // taskwait
  GroupBegin, // makes the private copies of a taskgroup's reductions
  GroupEnd,   // waits for descendants and combines reductions
  End,        // after the last node, whose successors and locks end there
  Fused,      // in no graph: runs several tasks, see Fusion
  Lane        // likewise, in an order with others; see Lanes
};

/// What a graph that is written for people says, by NodeKind.
constexpr const char *node_kind_names[] = {"task",       "chunk", "join",
                                           "undeferred", "wait",  "group begin",
                                           "group end",  "end"};
static_assert(sizeof(node_kind_names) / sizeof(*node_kind_names) ==
                  unsigned(NodeKind::End) + 1,
              "each kind of node has a name");

/// In a drawing of a graph, in Graphviz's language: how nodes look, and the
/// colour of a task, of the scheme's.
constexpr const char *dot_style =
    "node [shape=box, style=filled, fillcolor=white, colorscheme=set312];";
inline uint32_t dotColour(uint32_t type) { return 1 + type % 12; }

/// What a node is; the state of its execution is in Instance.
struct Node {
  uint32_t first_successor; // in Graph::successors, up to the next node's;
                            // while building: 1 + last target of an edge
  uint32_t predecessors;    // number of incoming edges; while building: the
                            // first of them
  uint32_t first_lock;      // in Graph::node_locks, up to the next node's
  uint32_t group;           // index in Graph::groups
  uint32_t block;           // Task: place in the instance, in TaskUnits
  uint32_t type : 20;       // Task: index in Graph::types; Wait: 1 if the block
                            // goes on at once
  uint32_t bottleneck : 1;  // it and its like are all that can run before what
                            // comes after them, see bottleneck.h
  uint32_t no_runtime : 1;  // Task: leaves its data as they were, and its body
                            // calls nothing of the library
  uint32_t in_place : 1;    // Task: no encounter changes its data; the image is
                            // behind a kmp_task_t, and replays run that one
  uint32_t by_priority : 1; // the graph has priorities
  NodeKind kind : 8;
  void *image; // Task: the data that each replay starts from, if any

  bool isTask() const { return kind <= NodeKind::Chunk; }
  bool runsTasks() const { return isTask() || kind == NodeKind::Fused; }
  /// Of a Wait: whether the block does not wait there.
  bool isNowait() const { return type != 0; }
  /// Whether other threads have nothing to do, more likely than not, when it
  /// makes several nodes ready.
  bool narrows() const { return bottleneck || !runsTasks(); }
  /// Whether its successors become ready in no special way.
  bool isOrdinary() const { return isTask() && !by_priority && !bottleneck; }
};
static_assert(sizeof(Node) == 24 + sizeof(void *),
              "recording and replay touch every one");

/// In which the places of tasks in an instance are counted, in bytes.
constexpr uint64_t TaskUnit = 8;
/// The alignment of a task in libomp's own memory.
constexpr uint64_t MaxTaskAlignment = 64;

/// The alignment that a task may need. own: bytes of its kmp_task_t and what
/// belongs to its type, a multiple of whatever alignment that has.
inline uint64_t alignmentOf(uint64_t own) {
  uint64_t alignment = own & (~own + 1);
  return alignment < MaxTaskAlignment ? alignment : MaxTaskAlignment;
}

/// Gives a task the next place in an instance. own: as for alignmentOf();
/// bytes: with its shared variables. Returns false if there is no such place.
inline bool placeTask(uint32_t &end, uint32_t &place, uint64_t own,
                      uint64_t bytes) {
  uint64_t alignment = alignmentOf(own);
  uint64_t begin = (end * TaskUnit + alignment - 1) & ~(alignment - 1);
  uint64_t after = (begin + bytes + TaskUnit - 1) / TaskUnit;
  place = uint32_t(begin / TaskUnit);
  end = uint32_t(after);
  return after == end;
}

/// An item of a depend clause: the flags as given, and the object by its
/// number.
class Dependence {
  uint32_t word;

public:
  static constexpr uint32_t None = (1u << 24) - 1; // names no object
  Dependence() = default;
  Dependence(uint32_t object, uint8_t flag, bool all_memory)
      : word(object << 8 | (all_memory ? DependAllMemory : flag)) {}
  uint32_t object() const { return word >> 8; }
  uint8_t flags() const { return uint8_t(word); }
  uint32_t bits() const { return word; }
  bool operator==(Dependence other) const { return word == other.word; }
};

/// What a graph that is written for people says.
inline const char *nameOf(Dependence item) {
  if (item.flags() & DependAllMemory)
    return "all";
  AccessType access = accessOf(1, item.flags()); // of any object
  return access == AccessType::None ? "none" : propertiesOf(access).name;
}

/// An edge's target; the low bit says that it is the target's only edge, so
/// that following it needs no atomic operation and no look at the target.
class Successor {
  uint32_t word;

public:
  Successor() = default;
  Successor(uint32_t node, bool only) : word(node << 1 | uint32_t(only)) {}
  uint32_t node() const { return word >> 1; }
  bool onlyPredecessor() const { return word & 1; }
  uint32_t bits() const { return word; }
};

} // namespace ompx

#endif // OMPX_SHARED_NODE_H
