//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// How a thread finds ready nodes, runs them and reports their completion; see
// worker.h.

#include "taskgraph/worker.h"
#include "kmp_itt.h"
#include "kmp_wait_release.h"
#include "taskgraph/replay.h"

namespace ompx {

/// The task scheduling constraint, as __kmp_task_is_allowed() has it: while a
/// tied task is suspended, its thread runs only the task's descendants.
bool Worker::allowed(NodeRef node) const {
  if (!constraint)
    return true;
  const kmp_taskdata_t *parent = node.instance().parent;
  while (parent != constraint && parent->td_level > constraint->td_level)
    parent = parent->td_parent;
  return parent == constraint;
}

/// Whether what a node waits for besides its predecessors has come: that the
/// descendants of its group's tasks are gone, or what a lane's next task comes
/// after. Until then it is set aside.
/// Nobody waits for it on a stack, where it would keep the tasks that are
/// suspended below from resuming, and the node from ending if it is one of
/// those that they are needed for.
bool Worker::ready(NodeRef node) const {
  const Instance &from = node.instance();
  if (from.lanes)
    return from.mayGoOn(node.number());
  // In a refill the encountering task waits for them.
  return from.refilling || !from.awaitsDescendants(node.node());
}

/// A usual task: of a replay, not the first, and with the data that the last
/// replay left it, up to values that the encounter may have changed.
[[gnu::always_inline]] inline kmp_task_t *Worker::usualTask(Instance &from,
                                                            const Node &node) {
  if (node.in_place)
    return from.replayed(node);
  // Asked for in this order, data that are as they were cost two comparisons.
  if (from.renewal == Renewal::Stale) {
    if (UNLIKELY(from.isStale(node)))
      return renewTask(from, node);
  } else if (from.renewal == Renewal::Once || from.isStale(node)) {
    return renewTask(from, node);
  } else {
    from.fillChangedValues(node);
  }
  return from.block(node);
}

[[gnu::always_inline]] inline void Worker::runTask(Instance &from,
                                                   const Node &node) {
  if (node.no_runtime && from.usual) {
    kmp_task_t *task = usualTask(from, node);
    (*task->routine)(gtid, task);
    return;
  }
  if (UNLIKELY(!descriptor.isUsual(from, node)))
    return runUnusualTask(from, node);
  kmp_task_t *task = usualTask(from, node);
  (void)descriptor.begin();
  (*task->routine)(gtid, task);
  descriptor.end();
}

[[gnu::always_inline]] inline void Worker::runNode(Instance &from,
                                                   const Node &node) {
  if (node.isTask())
    runTask(from, node);
  else
    runOther(from, node);
}

bool Worker::work() {
  Item item = wait->node ? Item(wait->node) : findOwn();
  if (!item)
    item = steal();
  if (!item)
    return false;
  // The item keeps its replay, and that keeps the team's barrier, from ending.
  __kmp_ompx_go_on(thread->th.th_task_team, wait->thread_finished);
  do {
    runItem(item);
    item = mustStop() || priorityWaits() ? Item() : findOwn();
  } while (item);
  report();
  return true;
}

bool Worker::workOnce() {
  Item item = priorityWaits() ? Item() : findOwn();
  if (!item)
    return false;
  runItem(item);
  report();
  return true;
}

kmp_int64 Worker::runNow(NodeRef node) {
  runChain(node);
  kmp_int64 ran = completed;
  completed = 0;
  return ran;
}

void Worker::runOne(Instance &from, kmp_uint32 number) {
  runNode(from, from.graph->nodes[number]);
}

/// Runs a whole graph on one thread: the nodes' order is a topological one.
void Worker::walk(Instance &serial) {
  const Graph &graph = *serial.graph;
  for (kmp_uint32 i = 0; i < graph.node_count; ++i)
    runNode(serial, graph.nodes[i]);
}

Item Worker::findOwn() {
  // A thread that has reported to the barrier that it is finished has an empty
  // deque, and may not own it any more: the task team may serve other threads
  // by now.
  if (!*wait->thread_finished)
    if (Item item =
            own->pop([this](Item young) { return allowed(young.node()); }))
      return item;
  if (Item item = takeSent(*own))
    return item;
  return takeAside(*own);
}

/// Takes what other threads sent to a queue; returns one item to run.
Item Worker::takeSent(WorkerQueue &from) {
  Item first;
  for (Item item = from.takeSent(), next; item; item = next) {
    // Once queued, another thread may run the node: read the link before.
    next = item.next();
    if (!allowed(item.node()))
      own->setAside(item);
    else if (!first)
      first = item;
    else
      push(item);
  }
  return first;
}

/// Whether a block makes the item's tasks now.
static bool refills(Item item) { return item.node().instance().refilling; }

Item Worker::steal() {
  kmp_int32 count = queues->count;
  if (count < 2)
    return Item();
  // mo: relaxed; a hint
  bool paced = queues->refilling.load(std::memory_order_relaxed) != 0;
  kmp_uint64 now = paced ? KMP_NOW() : 0;
  if (paced && !own->pace.allows(now))
    return Item();
  kmp_int32 victim = chooseVictim(thread, count, [this](kmp_int32 candidate) {
    return !queues->workers[candidate]->seemsEmpty();
  });
  for (kmp_int32 i = 0; i < count && victim >= 0;
       ++i, victim = (victim + 1) % count)
    if (victim != tid)
      if (Item item = stealFrom(*queues->workers[victim])) {
        stolen = refills(item) ? now : 0;
        return item;
      }
  if (paced)
    own->pace.foundNothing(now, 1);
  return Item();
}

Item Worker::stealFrom(WorkerQueue &from) {
  if (Item item = takeSent(from))
    return item;
  if (Item item =
          from.steal(*own, [this](Item old) { return allowed(old.node()); }))
    return item;
  return takeAside(from);
}

void Worker::push(Item item) {
  own->push(item);
  if (UNLIKELY(__kmp_wpolicy_passive &&
               __kmp_dflt_blocktime != KMP_MAX_BLOCKTIME))
    wakeAnother(thread->th.th_team);
}

void Worker::wakeAnother(kmp_team_t *team) {
  for (kmp_int32 i = 0; i < team->t.t_nproc; ++i) {
    kmp_info_t *other = team->t.t_threads[i];
    if (other != thread && other->th.th_sleep_loc != NULL) {
      __kmp_null_resume_wrapper(other);
      break;
    }
  }
}

/// Queues a ready node for all threads; false if it has no priority (or there
/// is no memory).
bool Worker::pushByPriority(TeamQueues &to, NodeRef node) {
  kmp_int32 priority = node.instance().priorityOf(node.number());
  kmp_team_t *team = node.instance().team;
  if (priority == 0 || !to.prioritised.push(node, priority))
    return false;
  // mo: release; who counts it down finds the node; pairs with
  // __kmp_get_priority_task()
  to.priorities_waiting->fetch_add(1, std::memory_order_release);
  if (__kmp_dflt_blocktime != KMP_MAX_BLOCKTIME)
    wakeAnother(team);
  return true;
}

void Worker::pushRoots(Instance &from) {
  const Graph &graph = *from.graph;
  kmp_uint32 roots = graph.root_count; // with the last, the graph may be gone
  NodeRef others, last;
  kmp_uint32 count = 0;
  for (kmp_uint32 i = 0; i < roots; ++i) {
    NodeRef root(from, graph.roots[i]);
    if (!Distribution::wanted()) {
      pushNode(root, true);
    } else if (!pushByPriority(root)) {
      (count++ == 0 ? others : last.next()) = root;
      last = root;
    }
  }
  if (NodeRef first = distribute(from, others, count))
    push(Item::ofNode(first));
}

void Worker::runItem(Item item) {
  if (item.isRange())
    runRange(item.node());
  else
    runChain(item.node());
}

/// Runs nodes, each made ready by the one before, as long as nobody waits for
/// this thread to come back.
void Worker::runChain(NodeRef node) {
  for (kmp_uint32 ran = 1; (node = run(node)); ++ran)
    if (wait->one_task || ran % ChainLength == 0) {
      if (mustStop()) {
        pushNode(node, node.instance().graph->priorities != nullptr);
        return;
      }
      if (node.instance().refilling && tid != node.instance().maker)
        stolen = KMP_NOW(); // whether it pays to go on here
    }
}

/// Runs roots one after the other; while nothing else is there for thieves,
/// offers them the later half of what is left.
void Worker::runRange(NodeRef first) {
  Instance &from = first.instance();
  const kmp_uint32 *roots = from.structure->roots;
  // mo: relaxed; see Item::ofRange()
  auto at =
      kmp_uint32(from.pending[first.number()].load(std::memory_order_relaxed));
  kmp_uint32 end = from.rangeEnd(first.number());
  from.rangeEnd(first.number()) = 0; // the word is its counts[] again
  for (;;) {
    kmp_uint32 next = at + from.stride;
    if (next < end && own->offersNothing()) {
      kmp_uint32 left = (end - next + from.stride - 1) / from.stride;
      kmp_uint32 middle = next + left / 2 * from.stride;
      push(Item::ofRange(from, middle, end));
      end = middle;
    }
    runChain(NodeRef(from, roots[at]));
    at = next;
    if (at >= end)
      return;
    if (mustStop()) {
      push(Item::ofRange(from, at, end));
      return;
    }
  }
}

/// Counts down a node's successors. Returns the first that is ready now, or
/// null; queues the others.
template <typename CountDown>
inline NodeRef Worker::follow(Instance &from, const Successor *s,
                              const Successor *end, CountDown counted) {
  NodeRef next;
  for (; s != end; ++s)
    if (counted(*s)) {
      NodeRef successor(from, s->node());
      if (!next)
        next = successor;
      else
        push(Item::ofNode(successor));
    }
  return next;
}

/// Runs a ready node. Returns a successor that is ready now, if there is one.
NodeRef Worker::run(NodeRef ready) {
  Instance &from = ready.instance();
  if (instance != &from) {
    report();
    instance = &from;
  }
  const Structure &structure = *from.structure;
  const Node &node = structure.nodes[ready.number()];
  const Node &after = (&node)[1];
  if (UNLIKELY(!node.isOrdinary() || from.special ||
               after.first_lock != node.first_lock))
    return runSpecial(from, node, ready);
  runTask(from, from.graph->nodes[ready.number()]);
  ++completed;
  const Successor *s = structure.successors + node.first_successor;
  const Successor *end = structure.successors + after.first_successor;
  return follow(from, s, end,
                [&](Successor edge) { return countDownInReplay(from, edge); });
}

/// The same for a node that is no task, has locks or a priority, or belongs to
/// a refill or a replay that may be followed.
NodeRef Worker::runSpecial(Instance &from, const Node &node, NodeRef ref) {
  if (node.kind == NodeKind::Lane) {
    runLane(from, ref);
    return NodeRef();
  }
  if (node.kind == NodeKind::GroupEnd && !ready(ref)) {
    own->setAside(Item::ofNode(ref));
    return NodeRef();
  }
  const Node &after = (&node)[1];
  bool locked = after.first_lock != node.first_lock;
  if (locked && !acquireLocks(from, node, ref))
    return NodeRef(); // whoever releases the lock runs the node
  if (UNLIKELY(from.graph->has_targets) && node.kind == NodeKind::Task &&
      from.graph->types[node.type].leftToLibomp()) {
    stolen = 0;
    __kmp_omp_task(gtid, from.leftToLibomp(node), false);
    return NodeRef(); // see endLeft()
  }
  if (node.isTask()) // and perhaps a fusion's node; its data are the graph's
    runTask(from, from.graph->nodes[ref.number()]);
  else
    runOther(from, node);
  if (locked)
    releaseLocks(from, node);
  if (from.crossings)
    endSource(from, ref.number());
  ++completed;

  const Successor *s = from.structure->successors + node.first_successor;
  const Successor *end = from.structure->successors + after.first_successor;
  if (from.refilling && !node.runsTasks())
    return endWait(from, node, s, end);
  if (!from.refilling && node.narrows() && Distribution::wanted())
    return distributeSuccessors(from, node, s, end);
  if (node.by_priority)
    return pushSuccessors(from, s, end);
  if (from.refilling && tid != from.maker && own->pace.pauses()) {
    giveBack(from, node, s, end);
    return NodeRef();
  }
  return follow(from, s, end,
                [&](Successor edge) { return countDown(from, edge); });
}

void Worker::runOther(Instance &from, const Node &node) {
  switch (node.kind) {
  case NodeKind::GroupBegin:
    beginGroup(from.graph->groups[node.group], from.group_now[node.group]);
    break;
  case NodeKind::GroupEnd:
    if (!from.refilling)
      endGroup(from.group_now[node.group]);
    break;
  case NodeKind::Fused:
    runFused(from, kmp_uint32(&node - from.fusion->nodes));
    break;
  case NodeKind::Task: // see runNode()
  case NodeKind::Chunk:
  case NodeKind::Join:
  case NodeKind::Wait:
  case NodeKind::Undeferred: // only in refills, where the block runs it
  case NodeKind::End:        // is not run
  case NodeKind::Lane:       // see runSpecial()
    break;
  }
}

/// All of them but the one that is counted like any node.
void Worker::runFused(Instance &from, kmp_uint32 first) {
  const kmp_uint32 *next = from.fusion->next;
  runTask(from, from.graph->nodes[first]);
  for (kmp_uint32 task = next[first]; task != 0; task = next[task]) {
    runTask(from, from.graph->nodes[task]);
    ++completed;
  }
}

/// Gives a task the data of the encounter that is replayed. Returns where it
/// is.
kmp_task_t *Worker::renewTask(Instance &from, const Node &node) {
  const TaskType &type = from.graph->types[node.type];
  if (from.renewal == Renewal::Once) {
    kmp_task_t *task = type.size <= sizeof(room)
                           ? reinterpret_cast<kmp_task_t *>(room)
                           : from.block(node);
    from.fill(node, task);
    return task;
  }
  kmp_uint32 &epoch = from.epochs[&node - from.graph->nodes];
  kmp_task_t *task = from.block(node);
  bool stale = epoch != from.epoch;
  if (type.changes_data || epoch == 0 ||
      (stale && from.whole_in == from.epoch)) {
    from.fill(node, task);
  } else {
    if (stale)
      from.fillAddresses(node, task);
    if (from.renewal == Renewal::Values)
      from.fillChangedValues(node);
  }
  epoch = from.epoch;
  return task;
}

void Worker::runUnusualTask(Instance &from, const Node &node) {
  const TaskType &type = from.graph->types[node.type];
  kmp_task_t *task =
      from.has_block || node.in_place ? from.task(node) : renewTask(from, node);
  const kmp_taskdata_t *td = beginTask(from, node);
  // mo: relaxed; as everywhere, a cancellation is seen sooner or later
  bool discarded =
      __kmp_omp_cancellation &&
      ((td->td_taskgroup &&
        td->td_taskgroup->cancel_request.load(std::memory_order_relaxed)) ||
       // mo: relaxed; as above
       from.team->t.t_cancel_request.load(std::memory_order_relaxed) ==
           cancel_parallel);
  kmp_uint64 stolen_at = stolen;
  kmp_uint64 began = stolen_at ? KMP_NOW() : 0;
  stolen = 0;
  if (UNLIKELY(from.watched))
    runWatched(from, node, task, discarded);
  else if (!discarded)
    runBody(task, *td);
  if (stolen_at)
    own->pace.ran(stolen_at, began, KMP_NOW());
  endTask(from, type, task);
}

/// The task's body has ended, or was not run.
void Worker::endTask(const Instance &from, const TaskType &type,
                     kmp_task_t *task) {
  if (type.flags.destructors_thunk)
    (*task->data1.destructors)(gtid, task);
  if (UNLIKELY(from.watched))
    reportEnded(thread, descriptor.resumes());
  descriptor.end();
}

/// Private copies of the group's reduction items, made for this team.
void Worker::beginGroup(const Group &group, kmp_taskgroup_t *tg) {
  kmp_taskdata_t *current = thread->th.th_current_task;
  kmp_taskgroup_t *current_group = current->td_taskgroup;
  Watcher *watcher = current->td_ompx_watcher; // of a region of its own
  current->td_taskgroup = tg; // where __kmpc_taskred_init() puts them
  current->td_ompx_watcher = nullptr;
  __kmpc_taskred_init(gtid, int(group.reductions), group.items);
  current->td_taskgroup = current_group;
  current->td_ompx_watcher = watcher;
}

void Worker::endGroup(kmp_taskgroup_t *tg) {
  Encounter here = {thread, gtid, nullptr, nullptr, true};
  waitForZero(here, reinterpret_cast<std::atomic<kmp_uint32> *>(&tg->count));
  if (tg->reduce_data)
    __kmp_task_reduction_fini(thread, tg);
}

/// Whether the node has got its locks; if not, whoever releases one that it
/// waits for goes on with it.
bool Worker::acquireLocks(Instance &from, const Node &node, NodeRef ready) {
  const kmp_uint32 *locks = from.graph->node_locks + node.first_lock;
  kmp_uint32 count = (&node)[1].first_lock - node.first_lock;
  return acquireAll(
      ready, from.lockProgress(ready.number()), count,
      [&](kmp_uint32 i) { return &from.locks[locks[i]]; },
      [&](NodeRef waiting) { pushNode(waiting, node.by_priority); });
}

void Worker::releaseLocks(Instance &from, const Node &node) {
  forEachFreed(from, node,
               [&](NodeRef waiting) { pushNode(waiting, node.by_priority); });
}

/// Reports to the instance how many nodes completed here.
void Worker::report() {
  if (completed == 0)
    return;
  // A refill that its maker waits for does not end here. Another may, and the
  // instance may be bound to another encounter before this worker meets it
  // again.
  if (!instance->refilling || tid != instance->maker || instance->record)
    descriptor.unbind();
  kmp_int64 count = completed;
  completed = 0;
  // mo: acq_rel; publishes what the tasks wrote, and the last thread to report
  // sees it all; pairs with Worker::report()
  if (instance->outstanding.fetch_sub(count, std::memory_order_acq_rel) ==
      count)
    finish(*instance);
}

void Worker::letGo(Instance &held) {
  // mo: acq_rel; as in report()
  if (held.outstanding.fetch_sub(1, std::memory_order_acq_rel) == 1)
    finish(held);
}

void Worker::finish(Instance &finished) {
  Record *record = finished.record;
  if (!record) {
    KMP_ATOMIC_DEC(&finished.groups[0].count); // the encountering thread waits
    return;
  }
  kmp_taskdata_t *parent = finished.parent;
  bool holds_parent = finished.holds_parent;
  kmp_taskgroup_t *group = finished.group_now[0];
  kmp_task_team_t *task_team = finished.task_team;
  TeamQueues *team_queues = finished.queues;
  team_queues->unattendedOf(parent).remove(finished);
  KMP_ATOMIC_DEC(&parent->td_ompx_replays);
  record->release(&finished);
  // The group last, as a task leaves it: behind a taskgroup no child is left.
  KMP_ATOMIC_DEC(&parent->td_incomplete_child_tasks);
  if (group)
    KMP_ATOMIC_DEC(&group->count);
  // mo: relaxed; a hint whether to look for work
  team_queues->active.fetch_sub(1, std::memory_order_relaxed);
  // What beginUnattended() held until the very end.
  if (holds_parent)
    __kmp_free_task_and_ancestors(gtid, parent, thread);
  KMP_ATOMIC_DEC(&task_team->tt.tt_unfinished_threads);
}

} // namespace ompx
