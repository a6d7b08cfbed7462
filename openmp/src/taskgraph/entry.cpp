//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What compiled programs call; docs/entry-points.md explains the arguments.
//
// An encounter of a taskgraph construct replays, records, or runs its block
// plainly; the choice is made in __kmpc_taskgraph(). Inside the block the other
// entry points do what the ordinary ones do, and tell the recorder if there is
// one.

#include "kmp_i18n.h"
#include "kmp_itt.h"
#include "kmp_taskdeps.h"
#include "ompx_hooks.h"
#include "support/settings.h"
#include "taskgraph/record.h"
#include "taskgraph/recorder.h"
#include "taskgraph/replay.h"

namespace ompx {

namespace {

/// One encounter of a construct.
struct Region {
  Encounter encounter;
  const ompx_taskgraph_site_t *site;
  ompx_region_t block;
  size_t args_size;

  kmp_taskdata_t *task() const { return encounter.thread->th.th_current_task; }
};

void runPlainly(const Region &region) {
  const Encounter &e = region.encounter;
  if (e.wait)
    __kmpc_taskgroup(e.loc, e.gtid);
  region.block(e.args);
  if (e.wait)
    __kmpc_end_taskgroup(e.loc, e.gtid);
}

void explain(const Region &region, const char *reason) {
  kmp_str_buf_t place;
  __kmp_str_buf_init(&place);
  __kmp_str_buf_print(&place, "%s:%d:%d (%s)", region.site->file,
                      region.site->line, region.site->column,
                      region.site->function);
  __kmp_msg(kmp_ms_inform, KMP_MSG(TaskgraphPlain, place.str, reason),
            __kmp_msg_null);
  __kmp_str_buf_free(&place);
}

/// Why this encounter can be neither recorded nor replayed, or null.
const char *obstacleTo(const Region &region, kmp_uint32 flags) {
  if (flags & OMPX_TASKGRAPH_TARGET)
    return "a target construct cannot be replayed yet";
  if (!taskgraph_enabled)
    return "OMPX_TASKGRAPH is off";
  if (__kmp_tasking_mode == tskm_immediate_exec)
    return "KMP_TASKING=0 makes every task run at once";
  if (region.task()->td_flags.final)
    return "it is met in a final task";
#if OMPT_SUPPORT
  if (ompt_enabled.enabled)
    return "a tool is attached, which expects to see tasks made";
#endif
  return nullptr;
}

/// Runs the block as ordinary tasks and records what it does.
void record(const Region &region, Record &record) {
  const Encounter &e = region.encounter;
  kmp_taskdata_t *task = region.task();
  kmp_taskgroup_t *outer = task->td_taskgroup;
  kmp_taskgroup_t group = {};
  if (e.wait) {
    group.parent = outer;
    task->td_taskgroup = &group;
  }

  Recorder recorder(task, e.args, region.args_size);
  task->td_ompx_recorder = &recorder;
  region.block(e.args);
  task->td_ompx_recorder = nullptr;
  const char *reason;
  Graph *graph = recorder.finish(&reason);

  if (e.wait) {
    waitForZero(e, reinterpret_cast<std::atomic<kmp_uint32> *>(&group.count));
    task->td_taskgroup = outer;
  }
  const kmp_taskgroup_t *cancellable = e.wait ? &group : outer;
  // mo: acquire; after the tasks that could have cancelled, which libomp's
  // __kmpc_cancel does with an exchange
  if (cancellable && cancellable->cancel_request.load(
                         std::memory_order_acquire) != cancel_noreq) {
    delete graph; // what was discarded is not in it
    record.abandon();
    return;
  }
  if (graph) {
    record.publish(graph);
    return;
  }
  record.giveUp();
  if (taskgraph_verbose && record.explainNow())
    explain(region, reason);
}

bool isUnfinished(kmp_int32 gtid, kmp_depnode_t *node) {
  if (!node)
    return false;
  KMP_ACQUIRE_DEPNODE(gtid, node);
  bool unfinished = node->dn.task != NULL;
  KMP_RELEASE_DEPNODE(gtid, node);
  return unfinished;
}

/// Whether a task that is not of a replay may be unfinished on which tasks of
/// the graph depend. Cost: O(1).
bool mayDependOnOutside(const Region &region, const Graph &graph) {
  return (graph.address_count != 0 || graph.names_all_memory) &&
         KMP_ATOMIC_LD_ACQ(&region.task()->td_incomplete_child_tasks) != 0;
}

/// Whether the graph's tasks may depend on any object: on all memory, or on
/// objects of which is not known where they are, because the region's variables
/// are elsewhere now.
bool mayDependOnAnything(const Region &region, const Graph &graph) {
  return graph.names_all_memory ||
         memcmp(graph.args, region.encounter.args, graph.args_size) != 0;
}

/// Whether an unfinished task that is not of a replay accesses an object that
/// the graph's tasks depend on. Cost: O(1) if the encountering task has no
/// unfinished children or none with dependences, else O(objects it names).
bool dependsOnOutside(const Region &region, const Graph &graph) {
  kmp_int32 gtid = region.encounter.gtid;
  kmp_dephash_t *hash = region.task()->td_dephash;
  if (!hash || !mayDependOnOutside(region, graph))
    return false;
  if (isUnfinished(gtid, hash->last_all))
    return true;
  bool anything = mayDependOnAnything(region, graph);
  for (size_t i = 0; i < hash->size; ++i)
    for (kmp_dephash_entry_t *e = hash->buckets[i]; e; e = e->next_in_bucket) {
      bool unfinished = isUnfinished(gtid, e->last_out);
      for (auto *l = e->last_set; l && !unfinished; l = l->next)
        unfinished = isUnfinished(gtid, l->node);
      if (unfinished &&
          (anything ||
           bsearch(&e->addr, graph.addresses, graph.address_count,
                   sizeof(kmp_intptr_t), Graph::compareAddresses)))
        return true;
    }
  return false;
}

/// The same with a dependency tracker, which knows best what to wait for.
void waitForOutside(const Region &region, const Graph &graph) {
  const Encounter &e = region.encounter;
  if (!region.task()->td_ompx_domain || !mayDependOnOutside(region, graph))
    return;
  bool anything = mayDependOnAnything(region, graph);
  __kmp_ompx_wait_for_objects(e.loc, e.thread, e.gtid,
                              anything ? nullptr : graph.addresses,
                              graph.address_count);
}

void encounterRegion(const Region &region, kmp_uint32 flags,
                     kmp_int64 graph_id) {
  const Encounter &e = region.encounter;
  if (Recorder *outer = region.task()->td_ompx_recorder) {
    outer->cannotReplay("another taskgraph region is met in the region");
    runPlainly(region);
    return;
  }
  Record *known = findRecord(const_cast<ompx_taskgraph_site_t *>(region.site),
                             flags & OMPX_TASKGRAPH_HAS_ID ? graph_id : 0);
  if (!known) {
    runPlainly(region);
    return;
  }
  if (!(flags & OMPX_TASKGRAPH_NOWAIT))
    waitForReplays(e, *known);
  if (flags & OMPX_TASKGRAPH_IF_FALSE) {
    runPlainly(region);
    return;
  }
  if (const char *obstacle = obstacleTo(region, flags)) {
    if (taskgraph_verbose && known->explainNow())
      explain(region, obstacle);
    runPlainly(region);
    return;
  }
  if (flags & OMPX_TASKGRAPH_RESET)
    known->reset();
  if (Instance *instance = known->acquire()) {
    // A taskwait in the region, or a dependence, may concern earlier tasks.
    if (instance->graph->has_taskwait ||
        dependsOnOutside(region, *instance->graph))
      __kmpc_omp_taskwait(e.loc, e.gtid);
    waitForOutside(region, *instance->graph);
    replay(e, *known, *instance);
  } else if (known->beginRecording()) {
    record(region, *known);
  } else {
    runPlainly(region);
  }
}

kmp_taskdata_t *currentTask(kmp_int32 gtid) {
  return __kmp_threads[gtid]->th.th_current_task;
}

} // namespace
} // namespace ompx

void __kmp_ompx_task_made(ompx::Recorder *recorder) { ++recorder->made_tasks; }

void __kmp_ompx_dependence_wait(ompx::Recorder *recorder) {
  ++recorder->dependence_waits;
}

void __kmp_ompx_cannot_replay(ompx::Recorder *recorder, ompx::Construct met) {
  switch (met) {
  case ompx::Construct::Parallel:
    return recorder->cannotReplay(
        "a function called from the region opens a parallel region");
  case ompx::Construct::Worksharing:
    return recorder->cannotReplay(
        "a function called from the region contains a worksharing construct");
  case ompx::Construct::Barrier:
    return recorder->cannotReplay(
        "a function called from the region contains a barrier");
  }
}

void __kmp_ompx_taskloop_chunk(ompx::Recorder *recorder, kmp_task_t *chunk) {
  recorder->taskloopChunk(chunk);
}

extern "C" {

KMP_EXPORT void __kmpc_taskgraph(ident_t *loc, kmp_int32 gtid,
                                 ompx_taskgraph_site_t *site, kmp_uint32 flags,
                                 kmp_int64 graph_id, ompx_region_t region,
                                 void *args, size_t args_size) {
  __kmp_assert_valid_gtid(gtid);
  if (UNLIKELY(!TCR_4(__kmp_init_middle)))
    __kmp_middle_initialize();
  bool wait = !(flags & (OMPX_TASKGRAPH_NOGROUP | OMPX_TASKGRAPH_NOWAIT));
  ompx::encounterRegion(
      {{__kmp_threads[gtid], gtid, loc, args, wait}, site, region, args_size},
      flags, graph_id);
}

KMP_EXPORT void __kmpc_taskgraph_task(ident_t *loc, kmp_int32 gtid,
                                      kmp_task_t *task,
                                      const ompx_taskgraph_task_t *site,
                                      kmp_int32 undeferred, kmp_int32 ndeps,
                                      kmp_depend_info_t *deps) {
  __kmp_assert_valid_gtid(gtid);
  ompx::Recorder *recorder = ompx::currentTask(gtid)->td_ompx_recorder;
  if (recorder)
    recorder->task(task, site, undeferred, ndeps, deps);
  if (!undeferred) {
    if (ndeps > 0)
      __kmpc_omp_task_with_deps(loc, gtid, task, ndeps, deps, 0, NULL);
    else
      __kmpc_omp_task(loc, gtid, task);
    return;
  }
  if (ndeps > 0) {
    if (recorder)
      recorder->dependenceWait();
    __kmpc_omp_taskwait_deps_51(loc, gtid, ndeps, deps, 0, NULL, FALSE);
  }
  __kmpc_omp_task_begin_if0(loc, gtid, task);
  (*task->routine)(gtid, task);
  __kmpc_omp_task_complete_if0(loc, gtid, task);
}

KMP_EXPORT void __kmpc_taskgraph_taskloop(
    ident_t *loc, kmp_int32 gtid, kmp_task_t *task,
    const ompx_taskgraph_task_t *site, kmp_int32 if_val, kmp_uint64 *lb,
    kmp_uint64 *ub, kmp_int64 st, kmp_int32 nogroup, kmp_int32 sched,
    kmp_uint64 grainsize, kmp_int32 modifier, void *task_dup) {
  __kmp_assert_valid_gtid(gtid);
  ompx::Recorder *recorder = ompx::currentTask(gtid)->td_ompx_recorder;
  if (recorder) {
    recorder->taskloopPattern();
    recorder->taskloop = site;
    recorder->taskloop_undeferred = if_val == 0;
  }
  __kmpc_taskloop_5(loc, gtid, task, if_val, lb, ub, st, nogroup, sched,
                    grainsize, modifier, task_dup);
  if (recorder)
    recorder->taskloop = nullptr;
}

KMP_EXPORT void __kmpc_taskgraph_taskwait(ident_t *loc, kmp_int32 gtid,
                                          kmp_int32 ndeps,
                                          kmp_depend_info_t *deps,
                                          kmp_int32 nowait) {
  __kmp_assert_valid_gtid(gtid);
  if (ompx::Recorder *recorder = ompx::currentTask(gtid)->td_ompx_recorder)
    recorder->taskwait(ndeps, deps, nowait);
  if (ndeps > 0)
    __kmpc_omp_taskwait_deps_51(loc, gtid, ndeps, deps, 0, NULL, nowait);
  else
    __kmpc_omp_taskwait(loc, gtid);
}

KMP_EXPORT void __kmpc_taskgraph_taskgroup(ident_t *loc, kmp_int32 gtid) {
  __kmp_assert_valid_gtid(gtid);
  if (ompx::Recorder *recorder = ompx::currentTask(gtid)->td_ompx_recorder)
    recorder->beginGroup();
  __kmpc_taskgroup(loc, gtid);
}

KMP_EXPORT void __kmpc_taskgraph_end_taskgroup(ident_t *loc, kmp_int32 gtid) {
  __kmp_assert_valid_gtid(gtid);
  if (ompx::Recorder *recorder = ompx::currentTask(gtid)->td_ompx_recorder)
    recorder->endGroup();
  __kmpc_end_taskgroup(loc, gtid);
}

KMP_EXPORT void *__kmpc_taskgraph_taskred_init(ident_t *loc, kmp_int32 gtid,
                                               kmp_int32 num, void *input,
                                               ompx_taskred_refresh_t refresh) {
  __kmp_assert_valid_gtid(gtid);
  (void)loc;
  if (ompx::Recorder *recorder = ompx::currentTask(gtid)->td_ompx_recorder)
    recorder->reductions(kmp_uint32(num),
                         static_cast<const ompx_taskred_input_t *>(input),
                         refresh);
  return __kmpc_taskred_init(gtid, num, input);
}

} // extern "C"
