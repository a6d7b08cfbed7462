//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Binding an instance to an encounter, handing out its roots, waiting for its
// end; see replay.h. Running its nodes is in worker.cpp.

#include "taskgraph/replay.h"
#include "kmp_itt.h"
#include "kmp_wait_release.h"
#include "taskgraph/following.h"
#include "taskgraph/outputs.h"
#include "taskgraph/static_load.h"
#include "taskgraph/worker.h"

namespace ompx {

namespace {

void bind(const Encounter &encounter, Instance &instance) {
  instance.bind(encounter.thread, encounter.wait);
  bool had_others = instance.refilled; // the tasks' data are the block's
  instance.refilled = instance.has_block;
  if (instance.refilled)
    return;
  bool once = instance.graph->compiled && !instance.used;
  instance.used = true;
  if (!once)
    instance.prepareEpochs();
  size_t args_size = instance.graph->args_size;
  bool new_values = instance.takeValues(encounter.args);
  instance.renewal = once         ? Renewal::Once
                     : new_values ? Renewal::Values
                                  : Renewal::Stale;
  bool same_args = memcmp(instance.args, encounter.args, args_size) == 0;
  if (!same_args)
    memcpy(instance.args, encounter.args, args_size);
  same_args &=
      !instance.takeSymbolsAndForms(encounter.args) && !instance.new_symbols;
  instance.new_symbols = false;
  if (same_args && !had_others)
    return;
  // Every replay visits every task, and one that has missed epochs is renewed,
  // so the number may wrap; 0 is for tasks that were never run.
  if (++instance.epoch == 0)
    instance.epoch = 1;
  if (had_others)
    instance.whole_in = instance.epoch;
}

/// Gives every thread its part of the roots, or all to this one. O(threads),
/// whatever the number of roots, unless they have priorities.
void queueRoots(const Encounter &encounter, Instance &instance,
                TeamQueues &queues) {
  const Graph &graph = *instance.graph;
  kmp_int32 tid = encounter.thread->th.th_info.ds.ds_tid;
  if (UNLIKELY(graph.priorities != nullptr))
    return Worker(encounter.thread, encounter.gtid, &queues, nullptr)
        .pushRoots(instance);
  kmp_uint32 roots = instance.structure->root_count;
  instance.stride = 1;
  if (!Distribution::wanted())
    return queues.workers[tid]->send(Item::ofRange(instance, 0, roots));
  Distribution distribution(roots, instance.threads, tid);
  instance.stride = distribution.stride();
  for (kmp_uint32 part = distribution.parts(); part-- > 0;) {
    Item range = Item::ofRange(instance, distribution.begin(part),
                               distribution.end(part));
    queues.send(instance.task_team, distribution.threadOfPart(part), range,
                range.node());
  }
}

/// Keeps the encountering task, its group and the team's barrier from ending.
void beginUnattended(Instance &instance) {
  kmp_taskdata_t *parent = instance.parent;
  KMP_ATOMIC_INC(&parent->td_incomplete_child_tasks);
  if (instance.holds_parent)
    KMP_ATOMIC_INC(&parent->td_allocated_child_tasks);
  if (kmp_taskgroup_t *group = instance.group_now[0])
    KMP_ATOMIC_INC(&group->count);
  KMP_ATOMIC_INC(&instance.task_team->tt.tt_unfinished_threads);
  KMP_ATOMIC_INC(&parent->td_ompx_replays);
  instance.queues->unattendedOf(parent).add(instance);
}

/// How many such replays of a record, or of any, an encountering task has.
kmp_int32 countUnattended(const Encounter &encounter, const Record *record) {
  // mo: acquire; sees the queues; pairs with TeamQueues::of()
  TeamQueues *queues =
      encounter.thread->th.th_task_team->tt.tt_ompx_queues.load(
          std::memory_order_acquire);
  const kmp_taskdata_t *task = encounter.thread->th.th_current_task;
  return queues->unattendedOf(task).count(task, record);
}

/// Runs other tasks while pending(), as a task that waits, but at no barrier.
/// Nothing is pending once `counter` is zero.
template <typename Pending>
void waitWhile(const Encounter &encounter, std::atomic<kmp_uint32> *counter,
               Pending pending) {
  if (!pending())
    return;
  kmp_taskdata_t *current = encounter.thread->th.th_current_task;
  OMPX_IN_LIBRARY(current);
  kmp_int32 waiting_before = current->td_taskwait_thread;
  current->td_taskwait_ident = encounter.loc;
  current->td_taskwait_thread = encounter.gtid + 1;
  kmp_flag_32<false, false> flag(counter, 0U);
  int thread_finished = FALSE;
  while (pending())
    if (!flag.execute_tasks(encounter.thread, encounter.gtid, FALSE,
                            &thread_finished USE_ITT_BUILD_ARG(NULL),
                            __kmp_task_stealing_constraint))
      KMP_YIELD_OVERSUB();
  current->td_taskwait_thread = waiting_before;
}

} // namespace

void waitForZero(const Encounter &encounter, std::atomic<kmp_uint32> *counter) {
  waitWhile(encounter, counter, [counter] {
    // mo: acquire; sees what those wrote who counted down; pairs with
    // Worker::finish() and with libomp's __kmp_task_finish
    return counter->load(std::memory_order_acquire) != 0;
  });
}

void waitForReplays(const Encounter &encounter, const Record *record,
                    kmp_int32 fewer_than) {
  kmp_taskdata_t *task = encounter.thread->th.th_current_task;
  kmp_int32 counted = -1; // so many were left when they were counted
  waitWhile(encounter,
            reinterpret_cast<std::atomic<kmp_uint32> *>(&task->td_ompx_replays),
            [&, task] {
              kmp_int32 all = KMP_ATOMIC_LD_ACQ(&task->td_ompx_replays);
              if (all < fewer_than)
                return false;
              // A replay that ends leaves the list before this number.
              if (!record || all == counted)
                return true;
              counted = all;
              return countUnattended(encounter, record) >= fewer_than;
            });
}

void waitForOtherReplays(const Encounter &encounter, const Record *but) {
  kmp_taskdata_t *task = encounter.thread->th.th_current_task;
  waitWhile(encounter,
            reinterpret_cast<std::atomic<kmp_uint32> *>(&task->td_ompx_replays),
            [&, task, but] {
              kmp_int32 all = KMP_ATOMIC_LD_ACQ(&task->td_ompx_replays);
              // Of the two a replay that ends leaves the list first.
              return all != 0 &&
                     (!but || all > countUnattended(encounter, but));
            });
}

void waitForNodes(const Encounter &encounter, Instance &instance,
                  kmp_int64 left) {
  std::atomic<kmp_uint32> never{1};
  waitWhile(encounter, &never, [&instance, left] {
    // mo: acquire; sees what the tasks wrote; pairs with Worker::report()
    return instance.outstanding.load(std::memory_order_acquire) > left;
  });
}

TeamQueues *beginInstance(const Encounter &encounter, Record &record,
                          Instance &instance, bool alone) {
  kmp_info_t *thread = encounter.thread;
  const Graph &graph = *instance.graph;
  bind(encounter, instance);
  instance.record = nullptr;
  instance.special = instance.refilling;
  instance.crossings = nullptr;
  if (alone || __kmp_tasking_mode == tskm_immediate_exec ||
      graph.node_count == 0)
    return nullptr;
  TeamQueues *queues = TeamQueues::of(instance.task_team);
  if (!queues) // no memory: one thread runs all
    return nullptr;
  instance.prepareCounting();
  instance.threads.take(instance.team->t.t_threads,
                        instance.task_team->tt.tt_nproc);
  // mo: relaxed; published with the nodes
  instance.outstanding.store(kmp_int64(graph.node_count) + instance.refilling,
                             std::memory_order_relaxed);
  if (!KMP_TASKING_ENABLED(instance.task_team))
    __kmp_enable_tasking(instance.task_team, thread);
  // mo: relaxed; a hint whether to look for work
  queues->active.fetch_add(1, std::memory_order_relaxed);
  if (!encounter.wait) {
    instance.record = &record;
    instance.queues = queues;
    if (!instance.refilling) // else when the block ends, which may wait before
      beginUnattended(instance);
  }
  return queues;
}

bool endInstance(const Encounter &encounter, Record &record, Instance &instance,
                 TeamQueues *queues, kmp_int64 less, bool wait) {
  auto *waiting =
      reinterpret_cast<std::atomic<kmp_uint32> *>(&instance.groups[0].count);
  if (!queues) {
    KMP_ATOMIC_DEC(&instance.groups[0].count);
    if (wait)
      waitForZero(encounter, waiting);
    return true;
  }
  if (!wait)
    beginUnattended(instance);
  else if (!encounter.wait)    // else the last node may have ended
    instance.record = nullptr; // of which finish() would release it
  // mo: acq_rel; as in Worker::report(). Without a wait, who makes it zero
  // releases the instance.
  if (less != 0 &&
      instance.outstanding.fetch_sub(less, std::memory_order_acq_rel) == less)
    Worker(encounter.thread, encounter.gtid, queues, nullptr).finish(instance);
  if (!wait)
    return false;
  waitForZero(encounter, waiting);
  // mo: relaxed; a hint whether to look for work
  queues->active.fetch_sub(1, std::memory_order_relaxed);
  return true;
}

void predict(const Encounter &encounter, Instance &instance) {
  const Graph &graph = *instance.graph;
  instance.refilling = instance.has_block = false;
  instance.takeValues(encounter.args);
  memcpy(instance.args, encounter.args, graph.args_size);
  (void)instance.takeSymbolsAndForms(encounter.args);
  for (kmp_uint32 i = 0; i < graph.node_count; ++i)
    if (graph.nodes[i].isTask() && !graph.nodes[i].in_place)
      instance.fill(graph.nodes[i], instance.block(graph.nodes[i]));
  instance.refilled = true; // the next replay makes all anew
}

void replay(const Encounter &encounter, Record &record, Instance &instance,
            bool ordered, const Links &links) {
  instance.refilling = instance.has_block = false;
  bool block_waits = instance.graph->has_wait, alone = encounter.isAlone();
  // Whoever follows a replay has to know of the end of each task.
  WayTrial::Way way;
  if (encounter.wait && !alone)
    way = instance.graph->trial.choose(*instance.graph,
                                       encounter.thread->th.th_team_nproc);
  instance.follow(way);
  if (way.lanes && !instance.prepareLanes())
    instance.follow({}); // without memory
  kmp_uint64 begin = way.isTimed() ? KMP_NOW() : 0;
  // Now: whoever goes on behind a replay that nobody waits for reads it.
  if (instance.graph->outputs)
    instance.graph->outputs->write(encounter.args);
  TeamQueues *queues =
      beginInstance(encounter, record, instance, alone || way.alone);
  bool may_be_followed =
      queues && !encounter.wait && ordered && mayBeFollowed(instance);
  instance.special = may_be_followed || !links.isEmpty();
  if (!links.isEmpty())
    follow(encounter, links, instance, *queues);
  else if (queues)
    queueRoots(encounter, instance, *queues);
  else
    Worker(encounter.thread, encounter.gtid, nullptr, nullptr).walk(instance);
  if (queues && !encounter.wait) { // the instance may be another replay's now
    if (block_waits)
      waitForReplays(encounter, &record);
    return;
  }
  bool ended =
      endInstance(encounter, record, instance, queues, 0, encounter.wait);
  if (way.isTimed())
    instance.graph->trial.took(way, KMP_NOW() - begin);
  instance.follow({});
  if (ended)
    record.release(&instance);
}

} // namespace ompx

/// The queues of the thread's team, if it should look there; else null.
static ompx::TeamQueues *queuesOf(const kmp_info_t *thread,
                                  kmp_task_team_t *task_team) {
  // mo: acquire; sees the queues; pairs with TeamQueues::of()
  ompx::TeamQueues *queues =
      task_team->tt.tt_ompx_queues.load(std::memory_order_acquire);
  // mo: relaxed; a hint, seen sooner or later
  if (!queues || queues->active.load(std::memory_order_relaxed) == 0 ||
      thread->th.th_info.ds.ds_tid >= queues->count ||
      thread->th.th_task_team != task_team) // has left the team
    return nullptr;
  return queues;
}

bool __kmp_ompx_execute(kmp_info_t *thread, kmp_int32 gtid,
                        kmp_task_team_t *task_team,
                        const kmp_ompx_wait_t &wait) {
  ompx::TeamQueues *queues = queuesOf(thread, task_team);
  return queues && ompx::Worker(thread, gtid, queues, &wait).work();
}

kmp_ompx_node_t __kmp_ompx_take_node(kmp_info_t *thread, kmp_int32 gtid,
                                     kmp_task_team_t *task_team,
                                     kmp_int32 is_constrained,
                                     kmp_int32 least) {
  ompx::TeamQueues *queues = queuesOf(thread, task_team);
  if (!queues)
    return 0;
  kmp_ompx_wait_t wait = {nullptr, nullptr, false, is_constrained, nullptr, 0};
  return ompx::Worker(thread, gtid, queues, &wait).takeByPriority(least).bits();
}

void __kmp_ompx_wait_for_replays(ident_t *loc, kmp_info_t *thread,
                                 kmp_int32 gtid) {
  ompx::waitForOtherReplays({thread, gtid, loc, nullptr, true}, nullptr);
}

void __kmp_ompx_free_queues(kmp_task_team_t *task_team) {
  ompx::TeamQueues::destroy(task_team);
}
