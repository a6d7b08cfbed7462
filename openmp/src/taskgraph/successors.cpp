//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Who gets the nodes that a completed one has made ready, where that is not
// simply its own thread: at a bottleneck, in a refill, in a graph with
// priorities.

#include "taskgraph/worker.h"

namespace ompx {

/// A wait of a refill, or a node between two generations, has completed. What
/// comes after a wait is made after it; its counters must be right by then.
NodeRef Worker::endWait(Instance &from, const Node &node, const Successor *s,
                        const Successor *end) {
  NodeRef next;
  for (; s != end; ++s)
    if (countDown(from, *s)) {
      NodeRef successor(from, s->node());
      if (next)
        pushNode(next, node.by_priority);
      next = successor;
    }
  if (node.by_priority)
    next = unlessPriorityWaits(next);
  kmp_uint32 number = kmp_uint32(&node - from.graph->nodes) + 1;
  // mo: relaxed; set before the node was made
  if (from.awaited.load(std::memory_order_relaxed) == number)
    // mo: release; the block goes on with what the tasks wrote; pairs with
    // waitForZero()
    from.awaited.store(0, std::memory_order_release);
  return next;
}

/// A predecessor of each has completed. Links those that are ready by
/// NodeRef::next(), but for those that wait by priority; returns how many.
kmp_uint32 Worker::linkReady(Instance &from, const Node &node,
                             const Successor *s, const Successor *end,
                             NodeRef *first, NodeRef *last) {
  kmp_uint32 count = 0;
  for (; s != end; ++s)
    if (countDown(from, *s)) {
      NodeRef successor(from, s->node());
      if (UNLIKELY(node.by_priority) && pushByPriority(successor))
        continue;
      (count++ == 0 ? *first : last->next()) = successor;
      *last = successor;
    }
  return count;
}

/// What a node of a refill has made ready goes to the thread that makes the
/// tasks, since moving their memory to this one takes longer than they do.
void Worker::giveBack(Instance &from, const Node &node, const Successor *s,
                      const Successor *end) {
  NodeRef first, last;
  if (linkReady(from, node, s, end, &first, &last) != 0)
    queues->send(from.task_team, from.maker, Item::ofNode(first), last);
}

/// Distributes those of a bottleneck's successors that are ready now to the
/// team's threads. (Elsewhere they may be busy, and it is better to go on with
/// what is in the cache.) Returns the first of this thread's.
NodeRef Worker::distributeSuccessors(Instance &from, const Node &node,
                                     const Successor *s, const Successor *end) {
  NodeRef ready, newest;
  kmp_uint32 count = linkReady(from, node, s, end, &ready, &newest);
  NodeRef next = distribute(from, ready, count);
  return UNLIKELY(node.by_priority) ? unlessPriorityWaits(next) : next;
}

/// Distributes ready nodes, linked by NodeRef::next(). Returns the first of
/// this thread's.
NodeRef Worker::distribute(Instance &from, NodeRef node, kmp_uint32 count) {
  if (count <= 1)
    return node;
  Distribution distribution(count, from.threads, tid);
  NodeRef next;
  for (kmp_uint32 position = 0; position < count;) {
    kmp_int32 to = distribution.threadOf(position++);
    NodeRef first = node, last = node;
    node = node.next(); // once it is queued, another thread may run it
    if (to == tid) {
      if (!next)
        next = first;
      else
        push(Item::ofNode(first));
      continue;
    }
    for (; position < count && distribution.threadOf(position) == to;
         ++position) {
      last = node;
      node = node.next();
    }
    queues->send(from.task_team, to, Item::ofNode(first), last);
  }
  return next;
}

/// In a graph with priorities: a task has completed. The last of the successors
/// that are ready now runs next, if nothing waits that should run first.
NodeRef Worker::pushSuccessors(Instance &from, const Successor *s,
                               const Successor *end) {
  NodeRef next;
  for (; s != end; ++s)
    if (countDown(from, *s)) {
      NodeRef successor(from, s->node());
      if (next)
        pushNode(next, true);
      next = successor;
    }
  return unlessPriorityWaits(next);
}

/// What it has made ready goes to the thread that makes the tasks: this one may
/// be a hidden helper, which runs nothing else.
void Worker::endLeft(NodeRef ended) {
  Instance &from = ended.instance();
  const Node &node = ended.node();
  const Node &after = (&node)[1];
  // mo: acquire; sees the queues; pairs with TeamQueues::of()
  TeamQueues &to =
      *from.task_team->tt.tt_ompx_queues.load(std::memory_order_acquire);
  NodeRef first, last;
  auto send = [&](NodeRef ready) {
    if (UNLIKELY(node.by_priority) && pushByPriority(to, ready))
      return;
    (first ? last.next() : first) = ready;
    last = ready;
  };
  forEachFreed(from, node, send);
  for (kmp_uint32 i = node.first_successor; i < after.first_successor; ++i) {
    kmp_uint32 successor = from.graph->successors[i].node();
    if (from.countDown(successor)) // this may be the maker's number elsewhere
      send(NodeRef(from, successor));
  }
  if (first)
    to.send(from.task_team, from.maker, Item::ofNode(first), last);
  // mo: acq_rel; as in Worker::report()
  if (from.outstanding.fetch_sub(1, std::memory_order_acq_rel) == 1)
    finish(from);
}

NodeRef Worker::unlessPriorityWaits(NodeRef next) {
  if (!next || !priorityWaits())
    return next;
  pushNode(next, true);
  return NodeRef();
}

} // namespace ompx
