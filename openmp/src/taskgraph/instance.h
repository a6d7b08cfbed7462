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

#include "schedule/lock_set.h"
#include "schedule/placement.h"
#include "taskgraph/graph.h"
#include "taskgraph/tool.h"

namespace ompx {

class Instance;
class Record;
class TeamQueues;

/// A node of an instance, in one word: what queues, locks and lists hold.
class NodeRef {
  // From the lowest bit: one that is Item's, the node's number, the address of
  // the instance without the bits that its alignment makes zero.
  kmp_uint64 word = 0;

public:
  static constexpr unsigned AddressBits = 47, NumberBits = 26;
  static constexpr unsigned Alignment = 1u
                                        << (1 + NumberBits + AddressBits - 64);

  NodeRef() = default;
  explicit NodeRef(kmp_uint64 bits) : word(bits) {}
  NodeRef(const Instance &of, kmp_uint32 number)
      : word(kmp_uint64(reinterpret_cast<kmp_uintptr_t>(&of))
                 << (64 - AddressBits) |
             kmp_uint64(number) << 1) {}
  explicit operator bool() const { return word != 0; }
  bool operator==(NodeRef other) const { return word == other.word; }
  kmp_uint64 bits() const { return word; }
  kmp_uint32 number() const {
    return (kmp_uint32(word) & ((2u << NumberBits) - 1)) >> 1;
  }
  Instance &instance() const {
    return *reinterpret_cast<Instance *>(
        kmp_uintptr_t(word >> (64 - AddressBits)) &
        ~kmp_uintptr_t(Alignment - 1));
  }
  /// What it is.
  const Node &node() const;
  /// In an inbox, a lock's waiting list, a set-aside list or a priority's
  /// queue.
  NodeRef &next() const;
  void setNext(NodeRef after) const { next() = after; }
};

using NodeLock = QueueLock<NodeRef>;

/// In kmp_taskdata_t::td_ompx_tracked stands the node of a task that is left to
/// libomp.
inline TrackedTask *markedNode(NodeRef node) {
  static_assert(sizeof(TrackedTask *) == sizeof(NodeRef),
                "64-bit systems only");
  return reinterpret_cast<TrackedTask *>(node.bits() | 1);
}
/// The node, or none: a tracked task stands there.
inline NodeRef nodeOf(TrackedTask *tracked) {
  auto word = reinterpret_cast<kmp_uintptr_t>(tracked);
  return word & 1 ? NodeRef(word & ~kmp_uintptr_t(1)) : NodeRef();
}

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

/// Which tasks of a replay need other data than they had in the one before.
enum class Renewal : kmp_uint8 {
  Stale,  // those whose place in Instance::epochs is not Instance::epoch
  Values, // and all that have values, of which some are new
  // All. No replay has used a compiled graph's instance before, and perhaps
  // none will again: tasks that fit are made where the worker has room, and not
  // in Instance::blocks. Instance::epochs is not used.
  Once
};

class Instance {
public:
  Graph *const graph;
  const Structure *structure;  // what this use follows: the graph, `fusion`,
                               // or `lanes`
  char *blocks;                // tasks that are in no image, at Node::block
  NodeLock *locks;             // Graph::lock_count
  kmp_taskgroup_t *groups;     // Graph::group_count: of replays
  kmp_taskgroup_t **group_now; // Graph::group_count: which tasks are in
  void *args;                  // Graph::args_size: of the current encounter
  char *values;                // Graph::value_bytes: copies of Graph::values
  bool *is_new;                // Graph::value_count: since the replay before
  ChangedFields *changed;      // Graph::type_count
  ObjectBinding *objects;      // Graph::address_count: of refills; none of a
                               // compiled graph, which has none
  uint64_t *symbols;           // StaticGraph::symbol_count
  uint64_t *forms;             // StaticGraph::form_count, if there are patches
  ReportedTask *reported = nullptr; // while a tool is attached
  // Of replays that may be followed, by node: whether it has completed, else
  // which of the followers have edges from it. See following.h.
  static constexpr kmp_uint32 MostFollowers = 7;
  static constexpr kmp_uint8 Completed = 1u << MostFollowers;
  std::atomic<kmp_uint8> *crossed = nullptr;
  // By node. Pages of them that nobody touches cost nothing: each is made when
  // a use first needs it.
  // Predecessors that have not completed. The thread that makes it zero sets it
  // back at once, so a finished replay leaves it ready for the next. Of a root
  // that is queued as a range: its place in Graph::roots.
  std::atomic<kmp_int32> *pending;
  kmp_uint32 *epochs; // `epoch` that the task's data are of; 0: none. Only in
                      // graphs that have tasks in `blocks`
  kmp_uint32 *counts; // see rangeEnd(), countedEarly(), lockProgress()
  NodeRef *links;     // NodeRef::next()
  Instance *next = nullptr; // of the graph's idle ones, under the record's
                            // lock; in Unattended

  // A task whose place in `epochs` differs from this one gets its data anew
  // when it runs, so no replay loops over all.
  kmp_uint32 epoch = 1;
  kmp_uint32 whole_in = 1; // the epoch when more than the arguments changed
  Renewal renewal = Renewal::Stale;
  bool usual = false;   // no refill, no task may be cancelled, nobody watches
  bool watched = false; // by a tool or a debugger
  // It follows another replay or may be followed, or is refilling: each edge is
  // counted.
  bool special = false;
  // Of a replay that may be followed, else null: the newest edges when it
  // began.
  const Crossing *crossings = nullptr;

  // Binding to the current encounter: what a Descriptor takes over.
  kmp_taskdata_t *parent = nullptr; // the encountering task
  bool holds_parent = false;        // an explicit one stays while its tasks do
  kmp_team_t *team = nullptr;
  kmp_task_team_t *task_team = nullptr;
  PlaceOrder threads;  // order in which ready nodes are distributed
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
  bool has_counts = false, has_epochs = false;
  bool new_symbols = false;            // since the replay before
  const Fusion *fusion = nullptr;      // of a replay that fuses tasks
  const Lanes *lanes = nullptr;        // of a replay in lanes
  Lanes::State *lane_states = nullptr; // of lane_count lanes
  kmp_uint32 lane_count = 0;
  const Structure *pending_of = nullptr; // whose numbers `pending` has
  bool used = false;                     // by a replay

  // Nodes that have not completed, less what threads have yet to report. While
  // the block of a refill runs, one more.
  alignas(CACHE_LINE) std::atomic<kmp_int64> outstanding{0};
  // Of a replay that nobody waits for, else null: notified of its end.
  Record *record = nullptr;
  TeamQueues *queues = nullptr;
  // 1 + the node that the encountering task waits for in the block of a refill.
  std::atomic<kmp_uint32> awaited{0};
  struct Follower {
    Instance *instance;
    const Crossing *crossing;
  } followers[MostFollowers];
  kmp_uint32 follower_count = 0; // the encountering task's

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
  /// In a refill: the block has made the task of a node that is left to libomp.
  void leaveToLibomp(kmp_uint32 node, kmp_task_t *task) {
    kmp_task_t *place = block(graph->nodes[node]);
    place->shareds = task;
    place->data2 = task->data2; // its priority
    KMP_TASK_TO_TASKDATA(task)->td_ompx_tracked =
        markedNode(NodeRef(*this, node));
  }
  kmp_task_t *leftToLibomp(const Node &node) const {
    return static_cast<kmp_task_t *>(block(node)->shareds);
  }
  /// Makes the encounter the one whose tasks run. Its tasks' group: the first
  /// of `groups`, or that of the encountering task.
  void bind(kmp_info_t *thread, bool own_group);
  /// Gives a task all data that the program would give it now.
  void fill(const Node &node, kmp_task_t *task) const;
  /// Those of them that are addresses of variables, or that symbols of a
  /// compiled graph give.
  void fillAddresses(const Node &node, kmp_task_t *task) const;
  /// Whether it has the data of another epoch, or none.
  bool isStale(const Node &node) const {
    return epochs[&node - graph->nodes] != epoch;
  }
  /// Those in its block that are values of variables and others than in the
  /// replay before, whose data it has.
  void fillChangedValues(const Node &node) {
    kmp_task_t *task = block(node);
    auto *base = reinterpret_cast<char *>(task);
    const ChangedFields &of_type = changed[node.type];
    const ValueField *field = of_type.fields;
    for (const ValueField *end = field + of_type.words; field != end; ++field)
      if (field->size == 8)
        memcpy(base + field->to, values + field->place, 8);
      else
        memcpy(base + field->to, values + field->place, 4);
    if (UNLIKELY(of_type.words != of_type.count))
      copyValues(task, field, of_type.fields + of_type.count);
  }
  /// Of a root that is queued as a range: the end of it in Graph::roots.
  kmp_uint32 &rangeEnd(kmp_uint32 node) { return counts[node]; }
  /// In a refill, of a node that the block has not made: see countEarly().
  kmp_uint32 &countedEarly(kmp_uint32 node) { return counts[node]; }
  /// Of a node that acquires or has its locks: see LockProgress.
  kmp_uint32 &lockProgress(kmp_uint32 node) { return counts[node]; }
  /// Which way a use runs; Way() for the nodes as they are. Before
  /// prepareCounting().
  void follow(const WayTrial::Way &way) {
    fusion = way.fusion;
    lanes = way.lanes;
    structure = fusion  ? static_cast<const Structure *>(fusion)
                : lanes ? static_cast<const Structure *>(lanes)
                        : graph;
  }
  /// That no lane has run. Returns whether there was memory. Before a use by
  /// several threads that is in lanes. Cost: O(lanes).
  bool prepareLanes();
  /// Whether the next step of a lane may run: what it waits for in other lanes
  /// has run, and if it ends a taskgroup, so have descendants.
  bool mayGoOn(kmp_uint32 lane) const;
  /// In a replay: of the end of a taskgroup, whether descendants of its tasks
  /// have not ended.
  bool awaitsDescendants(const Node &node) const {
    return node.kind == NodeKind::GroupEnd &&
           KMP_ATOMIC_LD_ACQ(&group_now[node.group]->count) != 0;
  }
  /// `pending` as it is between uses, and `counts` where they are read before
  /// they are written. Before a use by several threads. Cost: the first time
  /// O(nodes).
  void prepareCounting();
  /// No task of the instance has data. Before a use of `epochs`; likewise.
  void prepareEpochs();
  /// In a refill: a predecessor has completed on the maker's thread, and the
  /// block has not made the node: nobody else needs to know.
  void countEarly(kmp_uint32 node) { ++countedEarly(node); }
  /// In a refill: the block has made the node. Returns whether all of its
  /// predecessors have completed.
  bool countMade(kmp_uint32 node) {
    kmp_uint32 predecessors = graph->nodes[node].predecessors;
    kmp_uint32 early = predecessors != 0 ? countedEarly(node) : 0;
    countedEarly(node) = 0;
    return early == predecessors || countDown(node, 1 + kmp_int32(early));
  }
  /// With which a ready node is queued, 0 for none; of a graph with priorities.
  kmp_int32 priorityOf(kmp_uint32 node) const;
  /// In a refill: predecessors have completed, or the block has made the node.
  /// Returns whether that was the last of it all.
  bool countDown(kmp_uint32 node, kmp_int32 by = 1) {
    return countDownTo(-1, node, by);
  }
  /// Likewise in a replay, where the nodes are there.
  bool countDownInReplay(kmp_uint32 node) { return countDownTo(0, node, 1); }
  /// Takes the symbols of a compiled graph, and the forms. Returns whether one
  /// has another value than the last time.
  bool takeSymbolsAndForms(const void *now);
  /// Takes the values of Graph::values for this encounter. Returns whether one
  /// is another than the last time; if so, `changed` says whose.
  bool takeValues(const void *now);

private:
  explicit Instance(Graph &of) : graph(&of), structure(&of) {}
  bool countDownTo(kmp_int32 end, kmp_uint32 node, kmp_int32 by) {
    // mo: acq_rel; publishes what was written before, the task's data or what
    // a predecessor wrote, and the last to count sees it all; pairs with
    // Instance::countDownTo()
    if (pending[node].fetch_sub(by, std::memory_order_acq_rel) != by + end)
      return false;
    // mo: relaxed; for the next use of the instance
    pending[node].store(kmp_int32(structure->nodes[node].predecessors),
                        std::memory_order_relaxed);
    return true;
  }
  void fillPriority(const Node &node, kmp_task_t &task) const;
  [[gnu::noinline]] void copyValues(kmp_task_t *task, const ValueField *begin,
                                    const ValueField *end) const;
};

inline const Node &NodeRef::node() const {
  return instance().graph->nodes[number()];
}
inline NodeRef &NodeRef::next() const { return instance().links[number()]; }

} // namespace ompx

#endif // OMPX_TASKGRAPH_INSTANCE_H
