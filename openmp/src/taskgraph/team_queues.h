//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The ready nodes of a team's replays: for each thread a queue of nodes that
// became ready there and an inbox for what other threads sent it; for all
// threads a queue of nodes with a priority.
//
// An item is a node, or a range of roots: the first of them, tagged. A range is
// split when it is run and somebody might steal, so a graph of N independent
// tasks costs a queue operation for each thread and split, not one for each
// task.

#ifndef OMPX_TASKGRAPH_TEAM_QUEUES_H
#define OMPX_TASKGRAPH_TEAM_QUEUES_H

#include "schedule/priority_queue.h"
#include "schedule/stealing_queue.h"
#include "shared/hash.h"
#include "support/guard.h"
#include "taskgraph/instance.h"

namespace ompx {

/// A ready node or a range of ready roots, as one word.
class Item {
  kmp_uint64 word;
  static constexpr kmp_uint64 Range = 1;

public:
  Item() : word(Deque::Empty) {}
  explicit Item(kmp_uint64 w) : word(w) {}
  static Item ofNode(NodeRef node) { return Item(node.bits()); }
  /// The roots from place `at` of Structure::roots on, every
  /// Instance::stride-th, below `end`.
  static Item ofRange(Instance &of, kmp_uint32 at, kmp_uint32 end) {
    kmp_uint32 first = of.structure->roots[at];
    // mo: relaxed; published with the item
    of.pending[first].store(kmp_int32(at), std::memory_order_relaxed);
    of.rangeEnd(first) = end;
    return Item(NodeRef(of, first).bits() | Range);
  }
  explicit operator bool() const { return word != Deque::Empty; }
  bool isRange() const { return word & Range; }
  NodeRef node() const { return NodeRef(word & ~Range); }
  /// The next of a list of items.
  Item next() const { return Item(node().next().bits()); }
  void setNext(Item after) const { node().next() = NodeRef(after.bits()); }
  kmp_uint64 bits() const { return word; }
};

class WorkerQueue : public StealingQueue<Item> {
  // Newest of the items that other threads sent, linked by NodeRef::next().
  std::atomic<kmp_uint64> inbox{Deque::Empty};

public:
  /// Caller: any. Whether there seems to be nothing to take.
  bool seemsEmpty() const {
    return StealingQueue::seemsEmpty() &&
           // mo: relaxed; a hint
           inbox.load(std::memory_order_relaxed) == Deque::Empty;
  }
  /// Caller: any. Cost: one RMW.
  void send(Item item) { sendLinked(item, item.node()); }
  /// Sends nodes that are linked by NodeRef::next(), from `first` to `last`.
  void sendLinked(Item first, NodeRef last);
  /// Caller: any. Takes all that was sent; returns the newest, from which
  /// Item::next() leads to the others.
  Item takeSent();
};

/// Replays that their encountering tasks do not wait for, from their start to
/// their end, the youngest first.
class alignas(CACHE_LINE) Unattended {
  kmp_bootstrap_lock_t lock;
  Instance *youngest = nullptr;

public:
  Unattended() { __kmp_init_bootstrap_lock(&lock); }
  void add(Instance &replay);
  /// Who finds a replay gone sees what its tasks wrote.
  void remove(const Instance &replay);
  /// Under the lock: a replay that is shown is not removed meanwhile.
  template <typename Show>
  void forEach(const kmp_taskdata_t *parent, Show show) {
    Guard guard(lock);
    for (Instance *replay = youngest; replay; replay = replay->next)
      if (replay->parent == parent)
        show(*replay);
  }
  /// Those of one task, of a record if one is given.
  kmp_int32 count(const kmp_taskdata_t *parent, const Record *record) {
    kmp_int32 found = 0;
    forEach(parent, [&](const Instance &replay) {
      found += !record || replay.record == record;
    });
    return found;
  }
};

/// The queues of one task team. Made at its first replay, kept until the task
/// team is freed.
class TeamQueues {
public:
  TeamQueues *outgrown; // of when the team was smaller; a straggler may read it
  kmp_int32 count;
  WorkerQueue **workers; // count of them, shared with outgrown ones
  std::atomic<kmp_int32> *priorities_waiting;

  // Replays that have not ended. While zero, no thread of the team looks here.
  alignas(CACHE_LINE) std::atomic<kmp_int32> active{0};
  // Those of them whose block runs and makes the tasks.
  std::atomic<kmp_int32> refilling{0};
  // Of several tasks each, so that few have to wait for one lock.
  Unattended unattended[16];
  // Ready nodes with a priority, of all threads. Each is counted in libomp's
  // tt_num_task_pri, to which `priorities_waiting` points: a thread that looks
  // for work takes the highest, of these or of the tasks that are in no graph,
  // before it looks into any deque.
  alignas(CACHE_LINE) PriorityQueue<NodeRef> prioritised;

  /// Among which an encountering task's are.
  Unattended &unattendedOf(const kmp_taskdata_t *task) {
    return unattended[hashOf(reinterpret_cast<kmp_intptr_t>(task)) % 16];
  }
  /// Sends nodes that are linked by NodeRef::next() to a thread of the team,
  /// and wakes it if it sleeps.
  void send(kmp_task_team_t *task_team, kmp_int32 to, Item first, NodeRef last);

  /// The team's queues, made or grown if need be; null without memory.
  static TeamQueues *of(kmp_task_team_t *task_team);
  static void destroy(kmp_task_team_t *task_team);
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_TEAM_QUEUES_H
