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

#ifndef OMPX_TASKGRAPH_INSTANCE_H
#define OMPX_TASKGRAPH_INSTANCE_H

#include "schedule/queue_lock.h"
#include "taskgraph/graph.h"

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
    kmp_uint32 locks_held; // of the node's locks, while it acquires them
  };
  kmp_uint32 epoch; // Instance::epoch that the task's data were made for
};
static_assert(sizeof(NodeState) == 32, "a replay touches every one of these");

using NodeLock = QueueLock<NodeState>;

class Instance {
public:
  Graph *const graph;
  NodeState *states;           // one for each node, and for the End
  char *blocks;                // tasks, at Node::block
  NodeLock *locks;             // Graph::lock_count
  kmp_taskgroup_t *groups;     // Graph::group_count
  ompx_taskred_input_t *items; // Graph::item_count
  void *args;                  // Graph::args_size: of the current encounter
  Instance *next = nullptr;    // in Record's lists, under its lock

  // Binding to the current encounter. A task whose NodeState::epoch differs
  // from this one takes it over when it runs, so no replay loops over all.
  kmp_uint32 epoch = 0;
  kmp_taskdata_t *parent = nullptr; // the encountering task
  kmp_team_t *team = nullptr;
  kmp_task_team_t *task_team = nullptr;
  kmp_int32 level = 0;                  // of the encountering task
  kmp_taskgroup_t *top_group = nullptr; // of tasks that are in no inner group
  kmp_internal_control_t icvs;
  bool serial = false;    // team of one thread
  bool refreshed = false; // all tasks were refreshed when the replay started
  kmp_uint32 stride = 1;  // distance of a range's roots

  // Nodes that have not completed, less what threads have yet to report.
  alignas(CACHE_LINE) std::atomic<kmp_int64> outstanding{0};
  // Of a replay that nobody waits for, else null: whom to tell of its end.
  Record *record = nullptr;
  TeamQueues *queues = nullptr;
  // A task of such a replay left descendants, which refer to it, and through it
  // to the encountering task.
  std::atomic<bool> has_descendants{false};
  bool holds_parent = false; // an explicit task, whose memory must stay

  /// A new instance, or null without memory. Cost: O(nodes).
  static Instance *create(Graph &graph);
  /// The instance must be quiet().
  static void destroy(Instance *instance);

  kmp_taskdata_t *taskdata(const Node &node) const {
    return reinterpret_cast<kmp_taskdata_t *>(blocks + size_t(node.block) *
                                                           TaskType::BlockUnit);
  }
  kmp_taskgroup_t *group(kmp_uint32 index) const {
    return index == 0 ? top_group : &groups[index];
  }
  /// Whether no descendant of a task refers to it any more; if so, nothing of
  /// the last replay is left. One thread at a time, after the last node. Cost:
  /// O(nodes) for all calls up to the one that says so.
  bool quiet();

private:
  kmp_uint32 quiet_nodes = 0; // quiet() has seen that those below it are
  explicit Instance(Graph &structure) : graph(&structure) {}
  void initTask(const Node &node);
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_INSTANCE_H
