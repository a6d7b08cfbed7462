//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Finding ready nodes and running them: what a thread does for the replays of
// its team. replay.h says what the hot path costs.

#ifndef OMPX_TASKGRAPH_WORKER_H
#define OMPX_TASKGRAPH_WORKER_H

#include "ompx_hooks.h"
#include "schedule/distribution.h"
#include "schedule/untied.h"
#include "taskgraph/descriptor.h"
#include "taskgraph/team_queues.h"

namespace ompx {

/// One thread's work on the team's replays, from when it looks for work until
/// it finds none. Lives on the thread's stack; a task that waits makes another.
class Worker {
  kmp_info_t *const thread;
  const kmp_int32 gtid;
  const kmp_int32 tid;
  TeamQueues *const queues; // null while one thread walks a graph alone
  WorkerQueue *const own;
  const kmp_ompx_wait_t *const wait;
  // The suspended tied task whose descendants alone may run here, or null.
  const kmp_taskdata_t *constraint = nullptr;
  Descriptor descriptor;
  Instance *instance = nullptr; // of the completions not yet reported
  kmp_int64 completed = 0;
  kmp_uint64 stolen =
      0; // when the node that runs next was, if that is measured
  alignas(MaxTaskAlignment) char room[256]; // for a task of Instance::once

public:
  Worker(kmp_info_t *th, kmp_int32 g, TeamQueues *q, const kmp_ompx_wait_t *w)
      : thread(th), gtid(g), tid(th->th.th_info.ds.ds_tid), queues(q),
        own(q ? q->workers[tid] : nullptr), wait(w), descriptor(th) {
    if (!w || !w->is_constrained)
      return;
    const kmp_taskdata_t *tied = th->th.th_current_task->td_last_tied;
    if (tied->td_flags.tasktype == TASK_EXPLICIT ||
        tied->td_taskwait_thread > 0) // else suspended at a barrier
      constraint = tied;
  }

  bool work();
  /// Runs one ready node, or a chain of them, of the thread's own queue.
  /// Returns whether there was one.
  bool workOnce();
  /// Runs a ready node, and those that it makes ready one after the other.
  /// Returns how many nodes of its replay completed; they are not reported.
  kmp_int64 runNow(NodeRef node);
  void walk(Instance &serial);
  /// Runs a node, and no more: in the order of lanes, or of a block.
  void runOne(Instance &from, kmp_uint32 number);
  /// A node's task begins, or has ended, whose body the thread runs itself.
  const kmp_taskdata_t *beginTask(const Instance &from, const Node &node) {
    (void)descriptor.isUsual(from, node);
    return descriptor.begin();
  }
  void endTask(const Instance &from, const TaskType &type, kmp_task_t *task);
  void beginGroup(const Group &group, kmp_taskgroup_t *tg);
  void endGroup(kmp_taskgroup_t *tg);
  /// A task that was left to libomp has completed, on a thread of any team.
  void endLeft(NodeRef ended);
  /// The instance has another binding for the tasks that run next.
  void bindAnew() { descriptor.unbind(); }
  /// Queues a node that the calling thread has made ready; by_priority of its
  /// graph's nodes.
  void pushNode(NodeRef node, bool by_priority) {
    if (!UNLIKELY(by_priority) || !pushByPriority(node))
      push(Item::ofNode(node));
  }
  /// The same for the roots of a graph with priorities, each by itself.
  void pushRoots(Instance &from);
  /// The node with the highest priority, `least` at least, that may run, if
  /// there is one.
  NodeRef takeByPriority(kmp_int32 least) {
    return queues->prioritised.take(
        least, [this](NodeRef node) { return allowed(node); });
  }
  /// The last node has completed. Nothing may touch the instance afterwards.
  void finish(Instance &finished);
  /// One less of the instance's `outstanding`.
  void letGo(Instance &held);

private:
  bool allowed(NodeRef node) const;
  bool ready(NodeRef node) const;
  static constexpr kmp_uint32 ChainLength = 16; // between looks at the flag
  bool mustStop() const {
    return wait->one_task || (wait->done && wait->done(wait->flag));
  }
  /// Whether something with a priority waits. Then the thread goes on where
  /// libomp looks for work, in __kmp_get_priority_task(), which compares.
  bool priorityWaits() const {
    // mo: relaxed; a hint, who takes it has the queue's lock
    return queues->priorities_waiting->load(std::memory_order_relaxed) != 0;
  }
  // Not inline: nodes that make one other ready need nothing of it.
  [[gnu::noinline]] void push(Item item);
  bool pushByPriority(NodeRef node) { return pushByPriority(*queues, node); }
  bool pushByPriority(TeamQueues &to, NodeRef node);
  void wakeAnother(kmp_team_t *team);
  Item findOwn();
  Item steal();
  Item stealFrom(WorkerQueue &from);
  Item takeSent(WorkerQueue &from);
  Item takeAside(WorkerQueue &from) {
    return from.takeAside([this](Item item) {
      return allowed(item.node()) && ready(item.node());
    });
  }
  void runItem(Item item);
  void runRange(NodeRef first);
  void runChain(NodeRef node);
  NodeRef run(NodeRef ready);
  [[gnu::noinline]] NodeRef runSpecial(Instance &from, const Node &node,
                                       NodeRef ref);
  bool countDown(Instance &from, Successor edge);
  bool countDownInReplay(Instance &from, Successor edge);
  NodeRef endWait(Instance &from, const Node &node, const Successor *s,
                  const Successor *end);
  kmp_uint32 linkReady(Instance &from, const Node &node, const Successor *s,
                       const Successor *end, NodeRef *first, NodeRef *last);
  void giveBack(Instance &from, const Node &node, const Successor *s,
                const Successor *end);
  NodeRef distributeSuccessors(Instance &from, const Node &node,
                               const Successor *s, const Successor *end);
  NodeRef distribute(Instance &from, NodeRef node, kmp_uint32 count);
  NodeRef pushSuccessors(Instance &from, const Successor *s,
                         const Successor *end);
  template <typename CountDown>
  NodeRef follow(Instance &from, const Successor *s, const Successor *end,
                 CountDown counted);
  NodeRef unlessPriorityWaits(NodeRef next);
  void runNode(Instance &from, const Node &node);
  void runFused(Instance &from, kmp_uint32 first);
  [[gnu::noinline]] void runLane(Instance &from, NodeRef ref);
  bool waitForLanes(const Instance &from, const Lanes::Step &step);
  [[gnu::noinline]] void runOther(Instance &from, const Node &node);
  kmp_task_t *usualTask(Instance &from, const Node &node);
  void runTask(Instance &from, const Node &node);
  [[gnu::noinline]] void runUnusualTask(Instance &from, const Node &node);
  [[gnu::noinline]] void runWatched(const Instance &from, const Node &node,
                                    kmp_task_t *task, bool discarded);
  void runForDebugger(kmp_task_t *task, kmp_taskdata_t &td);
  void runBody(kmp_task_t *task, const kmp_taskdata_t &td);
  [[gnu::noinline]] kmp_task_t *renewTask(Instance &from, const Node &node);
  void endSource(Instance &from, kmp_uint32 node);
  bool acquireLocks(Instance &from, const Node &node, NodeRef ready);
  void releaseLocks(Instance &from, const Node &node);
  /// Releases the locks; goes on with each node that has got one by that.
  template <typename GoOn>
  void forEachFreed(Instance &from, const Node &node, GoOn go_on) {
    const kmp_uint32 *locks = from.graph->node_locks + node.first_lock;
    kmp_uint32 count = (&node)[1].first_lock - node.first_lock;
    from.lockProgress(kmp_uint32(&node - from.graph->nodes)) = 0;
    for (kmp_uint32 i = 0; i < count; ++i)
      if (NodeRef waiting = from.locks[locks[i]].release())
        go_on(waiting);
  }
  void report();
};

inline void Worker::runBody(kmp_task_t *task, const kmp_taskdata_t &td) {
  if (td.td_flags.native) // made by GCC's code
    reinterpret_cast<void (*)(void *)>(*task->routine)(task->shareds);
  else if (td.td_flags.tiedness == TASK_UNTIED)
    callUntiedNode(thread, gtid, task);
  else
    (*task->routine)(gtid, task);
}

/// A predecessor has completed. Returns whether it was the successor's last.
inline bool Worker::countDown(Instance &from, Successor edge) {
  if (!from.special)
    return countDownInReplay(from, edge);
  if (!from.refilling) // a task of the replay before may come before it, too
    return from.countDownInReplay(edge.node());
  if (tid == from.maker && edge.node() >= from.made)
    return from.countEarly(edge.node()), false;
  return from.countDown(edge.node());
}

inline bool Worker::countDownInReplay(Instance &from, Successor edge) {
  return edge.onlyPredecessor() || from.countDownInReplay(edge.node());
}

} // namespace ompx

#endif // OMPX_TASKGRAPH_WORKER_H
