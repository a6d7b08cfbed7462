//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What changes while a graph is replayed: a task's copy of its data, the
// countdown of its predecessors, locks, taskgroups. One instance serves one
// replay at a time and is used again by the next; replays that overlap use
// instances of their own.
//
// A task has no kmp_taskdata_t here: it runs under its worker's, descriptor.h.

#ifndef OMPX_TASKGRAPH_INSTANCE_H
#define OMPX_TASKGRAPH_INSTANCE_H

#include "schedule/queue_lock.h"
#include "taskgraph/graph.h"
#include "taskgraph/tool.h"

namespace ompx {

class Instance;
class Record;
class TeamQueues;

/// A node's state. Two share a cache line.
struct NodeState {
  // Predecessors that have not completed. The thread that makes it zero sets it
  // back at once, so a finished replay leaves it ready for the next. A root,
  // which has none, keeps its place in Graph::roots here.
  std::atomic<kmp_int32> pending;
  kmp_uint32 id; // index in Graph::nodes
  Instance *instance;
  NodeState *next; // in an inbox, a lock's waiting list, or a set-aside list
  union {
    kmp_uint32 range_end;  // root queued as a range: end of it in Graph::roots
    kmp_uint32 counted;    // see Instance::countEarly(); 0 when made
    kmp_uint32 locks_held; // of the node's locks, while it acquires them
  };
  kmp_uint32 epoch; // Instance::epoch that the task's data are of; 0: none
};
static_assert(sizeof(NodeState) == 32, "a replay touches every one of these");

using NodeLock = QueueLock<NodeState>;

/// The object that stands in a refill for a recorded one.
struct ObjectBinding {
  kmp_intptr_t address;
  kmp_uint32 refill; // the last, by Instance::refills, that named it
};

/// The fields of a task type whose values are others than in the replay before.
struct ChangedFields {
  ValueField *fields;
  kmp_uint32 count;
  kmp_uint32 words; // the first of them, of 4 or 8 bytes
};

class Instance {
public:
  Graph *const graph;
  NodeState *states;           // one for each node
  char *blocks;                // tasks that are in no image, at Node::block
  NodeLock *locks;             // Graph::lock_count
  kmp_taskgroup_t *groups;     // Graph::group_count: of replays
  kmp_taskgroup_t **group_now; // Graph::group_count: which tasks are in
  void *args;                  // Graph::args_size: of the current encounter
  char *values;                // Graph::value_bytes: copies of Graph::values
  bool *is_new;                // Graph::value_count: since the replay before
  ChangedFields *changed;      // Graph::type_count
  ObjectBinding *objects;      // Graph::address_count: of the refills
  uint64_t *symbols;           // StaticGraph::symbol_count
  ToldTask *told = nullptr;    // while a tool is attached
  Instance *next = nullptr;    // in Record's lists, under its lock

  // A task whose NodeState::epoch differs from this one gets its data anew when
  // it runs, so no replay loops over all.
  kmp_uint32 epoch = 1;
  kmp_uint32 whole_in = 1; // the epoch when more than the arguments changed
  bool new_values = false; // since the last replay
  bool usual = false;   // no refill, no task may be cancelled, nobody watches
  bool watched = false; // by a tool or a debugger

  // Binding to the current encounter: what a Descriptor takes over.
  kmp_taskdata_t *parent = nullptr; // the encountering task
  bool holds_parent = false;        // an explicit one stays while its tasks do
  kmp_team_t *team = nullptr;
  kmp_task_team_t *task_team = nullptr;
  kmp_int32 level = 0; // of the encountering task
  kmp_uint32 run_flags =
      0; // of running tasks, what is not TaskType::ownFlags()
  kmp_internal_control_t icvs;
  kmp_uint32 stride = 1; // distance of a range's roots
  kmp_uint32 refills = 0;
  // The block runs and makes the tasks: a node becomes ready when it has been
  // made, too. Its counter starts as in a replay and ends at -1 for a moment.
  bool refilling = false;
  // The tasks' data are the block's; not where the library makes the tasks of a
  // replay in this way, for a tool.
  bool has_block = false;
  kmp_int32 maker = 0;   // which thread of the team runs the block
  kmp_uint32 made = 0;   // nodes that the block has made; the maker's
  bool tiny = false;     // the tasks of the last refill were too small to move
  bool refilled = false; // the last use was a refill
  // Tasks of it were left to libomp's ordinary path: not to be used again.
  bool spoiled = false;

  // Nodes that have not completed, less what threads have yet to report. While
  // the block of a refill runs, one more.
  alignas(CACHE_LINE) std::atomic<kmp_int64> outstanding{0};
  // Of a replay that nobody waits for, else null: whom to tell of its end.
  Record *record = nullptr;
  TeamQueues *queues = nullptr;
  // 1 + the node that the encountering task waits for in the block of a refill.
  std::atomic<kmp_uint32> awaited{0};

  /// A new instance, or null without memory. Cost: O(nodes).
  static Instance *create(Graph &graph);
  static void destroy(Instance *instance);

  /// A task's memory here, which a refill gives to the block's task.
  kmp_task_t *block(const Node &node) const {
    return reinterpret_cast<kmp_task_t *>(blocks +
                                          size_t(node.block) * TaskUnit);
  }
  /// What a replay runs.
  kmp_task_t *replayed(const Node &node) const {
    return node.in_place ? static_cast<kmp_task_t *>(node.image) - 1
                         : block(node);
  }
  kmp_task_t *task(const Node &node) const {
    return has_block ? block(node) : replayed(node);
  }
  /// Makes the encounter the one whose tasks run. Its tasks' group: the first
  /// of `groups`, or that of the encountering task.
  void bind(kmp_info_t *thread, bool own_group);
  /// Gives a task in its block the data that the program would give it now:
  /// those that do not depend on the encounter, its variables' addresses, or
  /// their values.
  void fillImage(const Node &node);
  void fillAddresses(const Node &node);
  void fillValues(const Node &node);
  /// The parts of its data that symbols of a compiled graph give.
  void fillPatches(const Node &node);
  /// As fillValues(), where the task has those of the replay before.
  void fillChangedValues(const Node &node) {
    auto *base = reinterpret_cast<char *>(block(node));
    const ChangedFields &of_type = changed[node.type];
    const ValueField *field = of_type.fields;
    for (const ValueField *end = field + of_type.words; field != end; ++field)
      if (field->size == 8)
        memcpy(base + field->to, values + field->place, 8);
      else
        memcpy(base + field->to, values + field->place, 4);
    if (UNLIKELY(of_type.words != of_type.count))
      copyValues(node, field, of_type.fields + of_type.count);
  }
  /// In a refill: a predecessor has completed on the maker's thread, and the
  /// block has not made the node: nobody else needs to know.
  void countEarly(NodeState &state) { ++state.counted; }
  /// In a refill: the block has made the node. Returns whether all of its
  /// predecessors have completed.
  bool countMade(NodeState &state) {
    kmp_uint32 predecessors = graph->nodes[state.id].predecessors;
    kmp_uint32 early = predecessors != 0 ? state.counted : 0;
    state.counted = 0;
    return early == predecessors || countDown(state, 1 + kmp_int32(early));
  }
  /// With which a ready node is queued, 0 for none; of a graph with priorities.
  kmp_int32 priorityOf(const NodeState &state) const;
  /// In a refill: predecessors have completed, or the block has made the node.
  /// Returns whether that was the last of it all.
  bool countDown(NodeState &state, kmp_int32 by = 1) {
    // mo: acq_rel; publishes what was written before, the task's data or what
    // a predecessor wrote, and the last to count sees it all; pairs with
    // Instance::countDown()
    if (state.pending.fetch_sub(by, std::memory_order_acq_rel) != by - 1)
      return false;
    // mo: relaxed; for the next use of the instance
    state.pending.store(kmp_int32(graph->nodes[state.id].predecessors),
                        std::memory_order_relaxed);
    return true;
  }
  /// Takes the values of Graph::values for this encounter. Returns whether one
  /// is another than the last time; if so, `changed` says whose.
  bool takeValues(const void *now);

private:
  explicit Instance(Graph &structure) : graph(&structure) {}
  void fillPriority(const Node &node, kmp_task_t &task) const;
  [[gnu::noinline]] void copyValues(const Node &node, const ValueField *begin,
                                    const ValueField *end) const;
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_INSTANCE_H
