//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The entry points that compiled programs call for a taskgraph construct;
// docs/entry-points.md explains the arguments. An encounter becomes a replay, a
// refill, a recording or a plain run here.

#include "kmp_i18n.h"
#include "kmp_itt.h"
#include "kmp_taskdeps.h"
#include "ompx_hooks.h"
#include "schedule/completions.h"
#include "support/settings.h"
#include "taskgraph/cache.h"
#include "taskgraph/check.h"
#include "taskgraph/dump.h"
#include "taskgraph/following.h"
#include "taskgraph/recorder.h"
#include "taskgraph/refill.h"
#include "taskgraph/report.h"
#include "taskgraph/static_load.h"
#if OMPT_SUPPORT
#include "ompt-specific.h"
#endif

namespace ompx {

namespace {

/// One encounter of a construct.
struct Region {
  Encounter encounter;
  ompx_taskgraph_site_t *site;
  ompx_region_t block;
  size_t args_size;

  kmp_taskdata_t *task() const { return encounter.thread->th.th_current_task; }
};

void count(std::atomic<kmp_uint64> &counter) {
  // mo: relaxed; a statistic
  counter.fetch_add(1, std::memory_order_relaxed);
}

/// For a tool, the call comes from the program, where it met the region.
void callForProgram(const Encounter &e, void (*entry)(ident_t *, int)) {
#if OMPT_SUPPORT
  OmptReturnAddressGuard guard(e.gtid, e.caller);
#endif
  entry(e.loc, e.gtid);
}

void runPlainly(const Region &region) {
  const Encounter &e = region.encounter;
  if (e.wait)
    callForProgram(e, __kmpc_taskgroup);
  region.block(e.args);
  if (e.wait)
    callForProgram(e, __kmpc_end_taskgroup);
}

/// The same, counted; with a reason for users, unless they have had it.
void runPlainly(const Region &region, Record &record, const char *reason) {
  if (reason)
    explain(record, reason);
  count(record.site.counts.plain);
  runPlainly(region);
}

/// Why this encounter can only run plainly, or null.
const char *obstacleTo(const Region &region, kmp_uint32 flags) {
  if (flags & OMPX_TASKGRAPH_TARGET)
    return "a target construct cannot be in a graph yet";
  if (taskgraph_mode == TaskgraphMode::Off)
    return "OMPX_TASKGRAPH is off";
  if (__kmp_tasking_mode == tskm_immediate_exec)
    return "KMP_TASKING=0 makes every task run at once";
  if (region.task()->td_flags.final)
    return "it is met in a final task";
  return nullptr;
}

/// Runs the block as ordinary tasks and records what it does; with `proved`,
/// its recording clone, also what it reads. Returns false if the tasks were
/// cancelled: discarded tasks are not in the recording.
bool runAndRecord(const Region &region, ompx_recording_t proved,
                  Recorder &recorder) {
  const Encounter &e = region.encounter;
  kmp_taskdata_t *task = region.task();
  kmp_taskgroup_t *outer = task->td_taskgroup;
  kmp_taskgroup_t group = {};
  if (e.wait) {
    group.parent = outer;
    task->td_taskgroup = &group;
    if (toolListens())
      reportGroup(e.thread, Scope::Begin, e.caller);
  }

  task->td_ompx_watcher = &recorder;
  if (proved)
    proved(e.args, &recorder);
  else
    region.block(e.args);
  task->td_ompx_watcher = nullptr;
  recorder.end();

  if (e.wait) {
    if (toolListens())
      reportGroupWait(e.thread, Scope::Begin, e.caller);
    waitForZero(e, reinterpret_cast<std::atomic<kmp_uint32> *>(&group.count));
    if (toolListens()) {
      reportGroupWait(e.thread, Scope::End, e.caller);
      reportGroup(e.thread, Scope::End, e.caller);
    }
    task->td_taskgroup = outer;
  }
  const kmp_taskgroup_t *cancellable = e.wait ? &group : outer;
  // mo: acquire; after the tasks that could have cancelled, which libomp's
  // __kmpc_cancel does with an exchange
  return !cancellable || cancellable->cancel_request.load(
                             std::memory_order_acquire) == cancel_noreq;
}

/// Makes a graph of a recording, which goes.
void finishRecording(Record &record, const ompx_taskgraph_site_t &site,
                     Recorder *recorder) {
  const char *reason;
  Graph *graph = recorder->finish(&reason);
  delete recorder;
  if (!graph) {
    record.giveUp();
    return explain(record, reason);
  }
  if (taskgraph_dump)
    dump(*graph, site, record.id, record.dumped);
  if (taskgraph_cache)
    leaveInCache(*graph, record, site);
  record.publish(graph);
}

void recordRegion(const Region &region, Record &record) {
  ompx_recording_t proved =
      record.reads_too_much ? nullptr : region.site->recording;
  Graph *keeping = record.keepingValues();
  auto *recorder = new Recorder(region.encounter.args, region.args_size,
                                proved != nullptr, keeping);
  bool whole = recorder && runAndRecord(region, proved, *recorder);
  if (keeping)
    Record::leave(keeping);
  if (!recorder) {
    record.giveUp();
    return runPlainly(region, record, no_memory);
  }
  if (whole && !recorder->refused()) {
    count(record.site.counts.recorded);
    record.reads_too_much |= recorder->readsTooMuch();
    if (taskgraph_dump || taskgraph_cache)
      finishRecording(record, *region.site, recorder);
    else
      record.leaveUnfinished(recorder);
    return;
  }
  count(record.site.counts.plain);
  if (whole) {
    record.giveUp();
    explain(record, recorder->refused());
  } else {
    record.abandon();
    explain(record, "its tasks were cancelled");
  }
  delete recorder;
}

/// Runs the block in place of a replay, and compares.
void check(const Region &region, Record &record, Instance &instance) {
  predict(region.encounter, instance);
  ompx_recording_t proved = region.site->recording;
  Recorder recorder(region.encounter.args, region.args_size, proved != nullptr,
                    instance.graph);
  const char *reason;
  if (runAndRecord(region, proved, recorder))
    if (Graph *made = recorder.finish(&reason)) {
      reportDifference(record, compare(instance, *made));
      delete made;
    }
  record.release(&instance);
}

void refill(const Region &region, Record &record, Instance &instance) {
  const Graph *graph = instance.graph;
  Refill refill(region.encounter, record, instance);
  region.block(region.encounter.args);
  double made = refill.finish();
  record.ended(graph, made);
  count(made == 1 ? record.site.counts.refilled : record.site.counts.diverged);
}

/// Why this encounter cannot use the graph, or null.
const char *obstacleTo(const Region &region, const Graph &graph) {
  if (!graph.has_targets)
    return nullptr;
  if (toolListens())
    return "it has target tasks, and a tool listens";
  const Encounter &e = region.encounter;
  if (e.isAlone() || !TeamQueues::of(e.thread->th.th_task_team))
    return "it has target tasks, and the team has one thread";
  return nullptr;
}

/// Whether ordinary tasks from before the region may be unfinished.
bool mayHaveChildren(const Region &region) {
  // A replay that nobody waits for is a child, too. When it ends, it leaves
  // td_ompx_replays first.
  const kmp_taskdata_t *task = region.task();
  kmp_int32 children = countUnfinishedChildren(region.encounter.thread, task);
  return children != KMP_ATOMIC_LD_ACQ(&task->td_ompx_replays);
}

/// Whether such tasks may be unfinished on which the region's may depend.
bool mayDependOnOutside(const Region &region) {
  const kmp_taskdata_t *task = region.task();
  return (task->td_dephash || task->td_ompx_domain) && mayHaveChildren(region);
}

/// Whether a task from before the region that would be waited for may itself
/// wait, for an event that the region, or what follows, fulfils.
bool mayWaitForEvent(const Region &region, Record &record) {
  const kmp_task_team_t *task_team = region.encounter.thread->th.th_task_team;
  return task_team && UNLIKELY(TCR_4(task_team->tt.tt_found_proxy_tasks)) &&
         (record.hasTaskwait() ? mayHaveChildren(region)
                               : mayDependOnOutside(region));
}

/// Waits for all children of the encountering task. The program has no taskwait
/// there, so a tool gets no event.
void waitForChildren(const Encounter &e) {
  kmp_taskdata_t *task = e.thread->th.th_current_task;
  waitForZero(e, reinterpret_cast<std::atomic<kmp_uint32> *>(
                     &task->td_incomplete_child_tasks));
}

bool isUnfinished(kmp_int32 gtid, kmp_depnode_t *node) {
  if (!node)
    return false;
  KMP_ACQUIRE_DEPNODE(gtid, node);
  bool unfinished = node->dn.task != NULL;
  KMP_RELEASE_DEPNODE(gtid, node);
  return unfinished;
}

/// The order of addresses, as qsort() and bsearch() want it.
int compareAddresses(const void *left, const void *right) {
  kmp_intptr_t a = *static_cast<const kmp_intptr_t *>(left);
  kmp_intptr_t b = *static_cast<const kmp_intptr_t *>(right);
  return a < b ? -1 : a > b;
}

/// Waits for unfinished tasks that access one of the addresses, which ascend
/// where the tasks are libomp's own to track.
void waitForObjects(const Region &region, const Graph &graph,
                    const kmp_intptr_t *addresses) {
  const Encounter &e = region.encounter;
  if (region.task()->td_ompx_domain) { // the tracker knows what to wait for
    __kmp_ompx_wait_for_objects(e.loc, e.thread, e.gtid,
                                graph.names_all_memory ? nullptr : addresses,
                                graph.address_count);
    return;
  }
  kmp_dephash_t *hash = region.task()->td_dephash;
  bool wait = isUnfinished(e.gtid, hash->last_all);
  for (size_t i = 0; i < hash->size && !wait; ++i)
    for (kmp_dephash_entry_t *o = hash->buckets[i]; o; o = o->next_in_bucket) {
      bool unfinished = isUnfinished(e.gtid, o->last_out);
      for (auto *l = o->last_set; l && !unfinished; l = l->next)
        unfinished = isUnfinished(e.gtid, l->node);
      wait |= unfinished && (graph.names_all_memory ||
                             bsearch(&o->addr, addresses, graph.address_count,
                                     sizeof(kmp_intptr_t), compareAddresses));
    }
  if (wait)
    waitForChildren(e);
}

/// To be freed with KMP_INTERNAL_FREE; null without memory.
kmp_intptr_t *copyOfObjects(const Graph &graph) {
  size_t size = graph.address_count * sizeof(kmp_intptr_t);
  auto *copy = static_cast<kmp_intptr_t *>(KMP_INTERNAL_MALLOC(size + 1));
  if (copy)
    memcpy(copy, graph.objects, size);
  return copy;
}

/// Waits for tasks from before the region that access an object that the
/// graph's tasks depend on. Cost: O(1) if there are none with dependences, else
/// O(objects), under the tracker `hash` O(objects * log(objects)).
void waitForOutside(const Region &region, const Graph &graph) {
  const Encounter &e = region.encounter;
  if (!mayDependOnOutside(region))
    return;
  bool in_order = !region.task()->td_ompx_domain;
  kmp_intptr_t *made = nullptr;
  if (!graph.names_all_memory && (graph.compiled || in_order)) {
    made = graph.compiled ? staticAddresses(*graph.compiled, e.args)
                          : copyOfObjects(graph);
    if (!made)
      return waitForChildren(e);
    if (in_order)
      qsort(made, graph.address_count, sizeof(kmp_intptr_t), compareAddresses);
  }
  waitForObjects(region, graph, made ? made : graph.objects);
  KMP_INTERNAL_FREE(made);
}

/// How many replays run at once, of one region and of all that the encountering
/// task meets, of which each follows those before. Each has an instance of its
/// own.
constexpr kmp_int32 MostFollowing = 4, MostOfAll = Links::Most + 1;

/// Whether the region's next replay may follow those that the task has not
/// waited for.
bool mayFollow(const Region &region, kmp_uint32 flags) {
  return !region.encounter.wait &&
         !(flags & (OMPX_TASKGRAPH_NOWAIT | OMPX_TASKGRAPH_RESET)) &&
         KMP_ATOMIC_LD_ACQ(&region.task()->td_ompx_replays) != 0 &&
         taskgraph_mode != TaskgraphMode::Check && !toolListens();
}

/// Uses a graph, or records one, or runs the block plainly. follows: replays
/// may run that the region comes after.
void chooseAndRun(const Region &region, kmp_uint32 flags, Record &record,
                  bool follows) {
  const Encounter &e = region.encounter;
  bool proved = region.site->recording != nullptr;
  // What the block reads behind a taskwait may be what earlier tasks write.
  if (proved && record.hasTaskwait() &&
      countUnfinishedChildren(e.thread, region.task()) != 0)
    waitForChildren(e);
  Choice choice =
      record.choose({proved, !mayDependOnOutside(region), e.isAlone()}, e.args);
  Instance *instance = choice.instance;
  const char *for_ever = instance ? obstacleTo(*instance->graph) : nullptr;
  const char *now =
      instance && !for_ever ? obstacleTo(region, *instance->graph) : nullptr;
  if (for_ever || now) {
    record.release(instance);
    if (for_ever)
      record.giveUp();
    instance = nullptr;
    choice.way = Way::Plain;
    choice.reason = for_ever ? for_ever : now;
  }
  Links links;
  bool begins = follows && choice.way == Way::Replay &&
                links.find(e, *instance, mayDependOnOutside(region));
  if (follows && !begins)
    waitForReplays(e, &record);
  if (instance && !begins && instance->graph->hasDependences()) {
    waitForOtherReplays(e, flags & OMPX_TASKGRAPH_NOWAIT ? &record : nullptr);
    waitForOutside(region, *instance->graph);
  }
  switch (choice.way) {
  case Way::Replay:
    if (taskgraph_mode == TaskgraphMode::Check)
      check(region, record, *instance);
    else if (toolListens())
      replayForTool(e, record, *instance);
    else
      replay(e, record, *instance, !(flags & OMPX_TASKGRAPH_NOWAIT), links);
    count(record.site.counts.replayed);
    break;
  case Way::Refill:
    refill(region, record, *instance);
    break;
  case Way::Record:
    recordRegion(region, record);
    break;
  case Way::Plain:
    runPlainly(region, record, choice.reason);
    break;
  }
}

void encounterRegion(const Region &region, kmp_uint32 flags,
                     kmp_int64 graph_id) {
  const Encounter &e = region.encounter;
  __kmp_ompx_end_stream(e.thread, region.task(), StreamEnd::Other);
  if (region.task()->td_ompx_watcher) { // what it makes is the outer region's
    runPlainly(region);
    return;
  }
  Record *known =
      findRecord(region.site, flags & OMPX_TASKGRAPH_HAS_ID ? graph_id : 0);
  if (!known) {
    runPlainly(region);
    return;
  }
  const char *obstacle = flags & OMPX_TASKGRAPH_IF_FALSE
                             ? "its if clause is false"
                             : obstacleTo(region, flags);
  if (!obstacle && !(flags & OMPX_TASKGRAPH_RESET))
    if (Recorder *recorder = known->takeUnfinished())
      finishRecording(*known, *region.site, recorder);
  bool follows =
      !obstacle && mayFollow(region, flags) && !mayWaitForEvent(region, *known);
  if (follows) {
    waitForReplays(e, known, MostFollowing);
    waitForReplays(e, nullptr, MostOfAll);
  } else if (!(flags & OMPX_TASKGRAPH_NOWAIT) || known->hasLocks()) {
    waitForReplays(e, known);
  }
  if (obstacle)
    return runPlainly(region, *known, obstacle);
  if (flags & OMPX_TASKGRAPH_RESET)
    known->reset();
  if (taskgraph_cache)
    takeFromCache(*known, *region.site);
  if (!follows && mayWaitForEvent(region, *known))
    return runPlainly(region, *known,
                      "a detachable task from before it may be unfinished");
  chooseAndRun(region, flags, *known, follows);
}

} // namespace
} // namespace ompx

extern "C" {

KMP_EXPORT void __kmpc_ompx_taskgraph(ident_t *loc, kmp_int32 gtid,
                                      ompx_taskgraph_site_t *site,
                                      kmp_uint32 flags, kmp_int64 graph_id,
                                      ompx_region_t region, void *args,
                                      size_t args_size) {
  __kmp_assert_valid_gtid(gtid);
  if (UNLIKELY(!TCR_4(__kmp_init_middle)))
    __kmp_middle_initialize();
  bool wait = !(flags & (OMPX_TASKGRAPH_NOGROUP | OMPX_TASKGRAPH_NOWAIT));
  kmp_info_t *thread = __kmp_threads[gtid];
  void *caller = nullptr;
  if (ompx::toolListens())
    caller = ompx::callerOf(thread, __builtin_return_address(0));
  ompx::encounterRegion(
      {{thread, gtid, loc, args, wait, caller}, site, region, args_size}, flags,
      graph_id);
}

} // extern "C"
