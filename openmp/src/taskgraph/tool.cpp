//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Calls of a tool's callbacks; see tool.h. Where a tool could tell the
// difference, this does what kmp_tasking.cpp and kmp_taskdeps.cpp do for
// ordinary tasks.

#include "taskgraph/tool.h"
#include "kmp_itt.h"
#include "taskgraph/static_load.h"
#include "taskgraph/worker.h"
#if OMPT_SUPPORT
#include "ompt-specific.h"
#endif

namespace ompx {

#if OMPT_SUPPORT

// New with each encounter, see Record::release().
struct ReportedTask {
  ompt_data_t data;        // the tool's
  kmp_uint32 reported_to;  // 1 + the last node that it was reported to precede
  kmp_uint32 first_source; // in Sources, up to the next task's
  std::atomic<bool> ended;
};

namespace {

/// Nodes that each node comes after, which a graph does not have.
kmp_uint32 *sourcesOf(const Graph &graph, ReportedTask *reported) {
  return reinterpret_cast<kmp_uint32 *>(reported + graph.node_count + 1);
}

int flagsOf(const Instance &from, kmp_uint32 node) {
  struct {
    kmp_tasking_flags_t td_flags;
  } task, *of = &task;
  const Graph &graph = *from.graph;
  kmp_uint32 word =
      graph.types[graph.nodes[node].type].ownFlags() | from.run_flags;
  memcpy(&task.td_flags, &word, sizeof(word));
  return TASK_TYPE_DETAILS_FORMAT(of);
}

void reportCreation(kmp_info_t *thread, ompt_data_t *task, int flags,
                    bool depends, void *caller) {
  ompt_task_info_t *maker = OMPT_CUR_TASK_INFO(thread);
  if (ompt_enabled.ompt_callback_task_create)
    ompt_callbacks.ompt_callback(ompt_callback_task_create)(
        &maker->task_data, &maker->frame, task, flags, depends, caller);
}

void reportSchedule(ompt_data_t *prior, ompt_task_status_t status,
                    ompt_data_t *next) {
  if (ompt_enabled.ompt_callback_task_schedule)
    ompt_callbacks.ompt_callback(ompt_callback_task_schedule)(prior, status,
                                                              next);
}

/// A node's task has been made by the task that the thread runs.
void reportTask(kmp_info_t *thread, const Instance &from, kmp_uint32 node,
                bool depends, void *caller) {
  reportCreation(thread, &from.reported[node].data, flagsOf(from, node),
                 depends, caller);
}

#if OMPT_OPTIONAL

ompt_dependence_t dependenceOf(kmp_intptr_t address, kmp_uint8 flags) {
  ompt_dependence_type_t type = ompt_dependence_type_out_all_memory;
  if (isAllMemory(address, flags))
    ;
  else if ((flags & (DependIn | DependOut)) == (DependIn | DependOut))
    type = ompt_dependence_type_inout;
  else if (flags & DependOut)
    type = ompt_dependence_type_out;
  else if (flags & DependIn)
    type = ompt_dependence_type_in;
  else if (flags & DependMutexinoutset)
    type = ompt_dependence_type_mutexinoutset;
  else if (flags & DependInoutset)
    type = ompt_dependence_type_inoutset;
  ompt_dependence_t dependence;
  dependence.variable.ptr = reinterpret_cast<void *>(address);
  dependence.dependence_type = type;
  return dependence;
}

/// \param item Gives an item of the depend clauses by its number.
template <typename Item>
void reportItems(kmp_info_t *thread, ompt_data_t *task, kmp_int32 count,
                 Item item) {
  if (count <= 0 || !ompt_enabled.ompt_callback_dependences)
    return;
  auto *items = static_cast<ompt_dependence_t *>(
      KMP_OMPT_DEPS_ALLOC(thread, size_t(count) * sizeof(ompt_dependence_t)));
  for (kmp_int32 i = 0; i < count; ++i)
    items[i] = item(i);
  ompt_callbacks.ompt_callback(ompt_callback_dependences)(task, items, count);
  KMP_OMPT_DEPS_FREE(thread, items);
}

/// What an object of the graph stands for in a replay.
kmp_intptr_t addressOf(const Instance &from, kmp_uint32 object) {
  const Graph &graph = *from.graph;
  if (object == Dependence::None)
    return 0;
  if (!graph.compiled)
    return graph.objects[object];
  const StaticAddress &of = graph.compiled->objects[object];
  return kmp_intptr_t(
      valueOf(*graph.compiled, from.symbols, of.form, of.offset));
}

kmp_int32 dependenceCount(const Graph &graph, kmp_uint32 node) {
  return kmp_int32(graph.first_dependence[node + 1] -
                   graph.first_dependence[node]);
}

/// The items of a node's depend clauses, as recorded.
void reportItemsOf(kmp_info_t *thread, const Instance &from, kmp_uint32 node,
                   ompt_data_t *task) {
  const Graph &graph = *from.graph;
  const Dependence *first = graph.dependences + graph.first_dependence[node];
  reportItems(thread, task, dependenceCount(graph, node), [&](kmp_int32 i) {
    return dependenceOf(addressOf(from, first[i].object()), first[i].flags());
  });
}

/// Of which of the node's unfinished predecessors a task comes after.
void reportSources(const Instance &from, kmp_uint32 node, kmp_uint32 sink,
                   ompt_data_t *task) {
  const Graph &graph = *from.graph;
  const kmp_uint32 *sources = sourcesOf(graph, from.reported);
  for (kmp_uint32 i = from.reported[node].first_source;
       i < from.reported[node + 1].first_source; ++i) {
    kmp_uint32 before = sources[i];
    ReportedTask &source = from.reported[before];
    if (graph.nodes[before].kind == NodeKind::Join) {
      reportSources(from, before, sink, task);
      // mo: acquire; the tool may have freed what it knows of the task; pairs
      // with Worker::runWatched()
    } else if (graph.nodes[before].isTask() && source.reported_to != sink + 1 &&
               !source.ended.load(std::memory_order_acquire)) {
      source.reported_to = sink + 1;
      ompt_callbacks.ompt_callback(ompt_callback_task_dependence)(&source.data,
                                                                  task);
    }
  }
}

void reportEdges(const Instance &from, kmp_uint32 node, ompt_data_t *task) {
  if (ompt_enabled.ompt_callback_task_dependence &&
      dependenceCount(*from.graph, node) != 0)
    reportSources(from, node, node, task);
}

void reportSync(bool listens, ompt_callback_sync_region_t callback,
                kmp_info_t *thread, ompt_sync_region_t kind, Scope scope,
                void *caller) {
  if (listens)
    callback(kind, scope == Scope::Begin ? ompt_scope_begin : ompt_scope_end,
             OMPT_CUR_TEAM_DATA(thread), OMPT_CUR_TASK_DATA(thread), caller);
}

void reportRegion(kmp_info_t *thread, ompt_sync_region_t kind, Scope scope,
                  void *caller) {
  reportSync(ompt_enabled.ompt_callback_sync_region,
             ompt_callbacks.ompt_callback(ompt_callback_sync_region), thread,
             kind, scope, caller);
}

void reportWait(kmp_info_t *thread, ompt_sync_region_t kind, Scope scope,
                void *caller) {
  reportSync(ompt_enabled.ompt_callback_sync_region_wait,
             ompt_callbacks.ompt_callback(ompt_callback_sync_region_wait),
             thread, kind, scope, caller);
}

#else // !OMPT_OPTIONAL

template <typename Item>
void reportItems(kmp_info_t *, ompt_data_t *, kmp_int32, Item) {}
void reportItemsOf(kmp_info_t *, const Instance &, kmp_uint32, ompt_data_t *) {}
void reportEdges(const Instance &, kmp_uint32, ompt_data_t *) {}
void reportRegion(kmp_info_t *, ompt_sync_region_t, Scope, void *) {}
void reportWait(kmp_info_t *, ompt_sync_region_t, Scope, void *) {}

#endif // !OMPT_OPTIONAL

/// Before the event that a task begins.
void initTask(kmp_info_t *thread, kmp_taskdata_t *td, ompt_data_t data,
              void *frame) {
  __ompt_task_init(td, thread->th.th_info.ds.ds_gtid);
  td->ompt_task_info.task_data = data;
  td->ompt_task_info.frame.exit_frame.ptr = frame;
}

void reportBegun(kmp_info_t *thread, kmp_taskdata_t *td,
                 kmp_taskdata_t *outer) {
  ompt_task_status_t status = ompt_task_switch;
  if (thread->th.ompt_thread_info.ompt_task_yielded) {
    status = ompt_task_yield;
    thread->th.ompt_thread_info.ompt_task_yielded = 0;
  }
  reportSchedule(&outer->ompt_task_info.task_data, status,
                 &td->ompt_task_info.task_data);
  td->ompt_task_info.scheduling_parent = outer;
}

bool cancels(const kmp_taskgroup_t *group, kmp_int32 what) {
  // mo: relaxed; as everywhere, a cancellation is seen sooner or later
  return group && group->cancel_request.load(std::memory_order_relaxed) == what;
}

/// The task will not run, since its group or its team was cancelled.
void reportDiscarded(kmp_taskdata_t *td) {
#if OMPT_OPTIONAL
  bool by_group = td->td_taskgroup && !cancels(td->td_taskgroup, cancel_noreq);
  if (ompt_enabled.ompt_callback_cancel)
    ompt_callbacks.ompt_callback(ompt_callback_cancel)(
        &td->ompt_task_info.task_data,
        (by_group ? ompt_cancel_taskgroup : ompt_cancel_parallel) |
            ompt_cancel_discarded_task,
        nullptr);
#else
  (void)td;
#endif
}

} // namespace

bool makeReportedTasks(const Graph &graph, ReportedTask **reported) {
  *reported = nullptr;
  if (!toolListens())
    return true;
  // In order of the targets, as by a counting sort.
  kmp_uint32 count = graph.node_count;
  size_t edges = graph.nodes[count].first_successor;
  auto *tasks = static_cast<ReportedTask *>(
      KMP_INTERNAL_CALLOC(1, (size_t(count) + 1) * sizeof(ReportedTask) +
                                 edges * sizeof(kmp_uint32)));
  if (!tasks)
    return false;
  for (kmp_uint32 i = 0; i < count; ++i)
    tasks[i + 1].first_source =
        tasks[i].first_source + graph.nodes[i].predecessors;
  kmp_uint32 *sources = sourcesOf(graph, tasks);
  for (kmp_uint32 i = 0; i < count; ++i)
    for (kmp_uint32 e = graph.nodes[i].first_successor;
         e < graph.nodes[i + 1].first_successor; ++e) {
      ReportedTask &sink = tasks[graph.successors[e].node()];
      sources[sink.first_source + sink.reported_to++] = i;
    }
  for (kmp_uint32 i = 0; i < count; ++i)
    tasks[i].reported_to = 0;
  *reported = tasks;
  return true;
}

void *callerOf(const kmp_info_t *thread, void *called_from) {
  void *noted = thread->th.ompt_thread_info.return_address;
  return noted ? noted : called_from;
}

InLibrary::InLibrary(kmp_taskdata_t *current, void *frame) : task(nullptr) {
  if (!toolListens() || current->ompt_task_info.frame.enter_frame.ptr)
    return;
  task = current;
  task->ompt_task_info.frame.enter_frame.ptr = frame;
}

InLibrary::~InLibrary() {
  if (task)
    task->ompt_task_info.frame.enter_frame = ompt_data_none;
}

void reportGroup(kmp_info_t *thread, Scope scope, void *caller) {
  reportRegion(thread, ompt_sync_region_taskgroup, scope, caller);
}

void reportGroupWait(kmp_info_t *thread, Scope scope, void *caller) {
  reportWait(thread, ompt_sync_region_taskgroup, scope, caller);
}

void reportTaskwait(kmp_info_t *thread, Scope scope, void *caller) {
  if (scope == Scope::Begin)
    reportRegion(thread, ompt_sync_region_taskwait, scope, caller);
  reportWait(thread, ompt_sync_region_taskwait, scope, caller);
  if (scope == Scope::End)
    reportRegion(thread, ompt_sync_region_taskwait, scope, caller);
}

void reportDependentWait(kmp_info_t *thread, const Instance &from,
                         kmp_uint32 node, Scope scope, void *caller) {
  ompt_data_t *task = &thread->th.ompt_thread_info.task_data;
  if (scope == Scope::Begin) {
    reportCreation(thread, task,
                   ompt_task_taskwait | ompt_task_undeferred |
                       ompt_task_mergeable,
                   true, caller);
    reportItemsOf(thread, from, node, task);
    reportEdges(from, node, task);
  } else {
    reportSchedule(task, ompt_taskwait_complete, nullptr);
    *task = ompt_data_none;
  }
}

void reportWaitEdges(kmp_info_t *thread, const Instance &from,
                     kmp_uint32 node) {
  reportEdges(from, node, &thread->th.ompt_thread_info.task_data);
}

void reportRemade(kmp_info_t *thread, const Instance &from, kmp_uint32 node,
                  void *caller) {
  ompt_data_t *task = &from.reported[node].data;
  void *const *callers = from.graph->callers;
  reportTask(thread, from, node, dependenceCount(*from.graph, node) != 0,
             callers ? callers[node] : caller);
  reportItemsOf(thread, from, node, task);
  reportEdges(from, node, task);
}

void reportMade(kmp_info_t *thread, const Instance &from, kmp_uint32 node,
                kmp_int32 ndeps, const kmp_depend_info_t *deps, void *caller) {
  ompt_data_t *task = &from.reported[node].data;
  reportTask(thread, from, node, ndeps != 0, caller);
  reportItems(thread, task, ndeps, [deps](kmp_int32 i) {
    return dependenceOf(deps[i].base_addr, deps[i].flag);
  });
  reportEdges(from, node, task);
}

void reportUndeferred(kmp_info_t *thread, const Instance &from, kmp_uint32 node,
                      void *caller) {
  kmp_taskdata_t *td = thread->th.th_current_task, *maker = from.parent;
  initTask(thread, td, ompt_data_none, nullptr);
  if (ompt_enabled.ompt_callback_task_create)
    ompt_callbacks.ompt_callback(ompt_callback_task_create)(
        &maker->ompt_task_info.task_data, &maker->ompt_task_info.frame,
        &td->ompt_task_info.task_data,
        flagsOf(from, node) | ompt_task_undeferred, false, caller);
  reportBegun(thread, td, maker);
}

void reportEnded(kmp_info_t *thread, kmp_taskdata_t *outer) {
  if (!toolListens())
    return;
  kmp_taskdata_t *td = thread->th.th_current_task;
  reportSchedule(&td->ompt_task_info.task_data,
                 __kmp_omp_cancellation &&
                         cancels(td->td_taskgroup, cancel_taskgroup)
                     ? ompt_task_cancel
                     : ompt_task_complete,
                 &outer->ompt_task_info.task_data);
}

void Worker::runWatched(const Instance &from, const Node &node,
                        kmp_task_t *task, bool discarded) {
  kmp_taskdata_t *td = thread->th.th_current_task;
  if (!toolListens()) {
    if (!discarded)
      runForDebugger(task, *td);
    return;
  }
  ReportedTask &reported = from.reported[&node - from.graph->nodes];
  ompt_thread_info_t before = thread->th.ompt_thread_info;
  thread->th.ompt_thread_info.wait_id = 0;
  thread->th.ompt_thread_info.task_data = ompt_data_none;
  thread->th.ompt_thread_info.state = thread->th.th_team_serialized
                                          ? ompt_state_work_serial
                                          : ompt_state_work_parallel;
  initTask(thread, td, reported.data, OMPT_GET_FRAME_ADDRESS(0));
  if (discarded) {
    reportDiscarded(td);
  } else {
    reportBegun(thread, td, descriptor.resumes());
    runForDebugger(task, *td);
  }
  thread->th.ompt_thread_info = before;
  td->ompt_task_info.frame.exit_frame = ompt_data_none;
  // mo: release; pairs with reportSources()
  reported.ended.store(true, std::memory_order_release);
}

#else // !OMPT_SUPPORT

bool makeReportedTasks(const Graph &, ReportedTask **reported) {
  *reported = nullptr;
  return true;
}
void *callerOf(const kmp_info_t *, void *) { return nullptr; }
InLibrary::InLibrary(kmp_taskdata_t *current, void *) : task(current) {}
InLibrary::~InLibrary() { (void)task; }
void reportGroup(kmp_info_t *, Scope, void *) {}
void reportGroupWait(kmp_info_t *, Scope, void *) {}
void reportTaskwait(kmp_info_t *, Scope, void *) {}
void reportDependentWait(kmp_info_t *, const Instance &, kmp_uint32, Scope,
                         void *) {}
void reportWaitEdges(kmp_info_t *, const Instance &, kmp_uint32) {}
void reportRemade(kmp_info_t *, const Instance &, kmp_uint32, void *) {}
void reportMade(kmp_info_t *, const Instance &, kmp_uint32, kmp_int32,
                const kmp_depend_info_t *, void *) {}
void reportUndeferred(kmp_info_t *, const Instance &, kmp_uint32, void *) {}
void reportEnded(kmp_info_t *, kmp_taskdata_t *) {}
void Worker::runWatched(const Instance &, const Node &, kmp_task_t *task,
                        bool discarded) {
  kmp_taskdata_t *td = thread->th.th_current_task;
  if (!discarded)
    runForDebugger(task, *td);
}

#endif // !OMPT_SUPPORT

/// It finds the task's code in the kmp_task_t behind the kmp_taskdata_t.
void Worker::runForDebugger(kmp_task_t *task, kmp_taskdata_t &td) {
  reinterpret_cast<kmp_task_t *>(&td + 1)->routine = task->routine;
#if OMPD_SUPPORT
  if (debuggerListens())
    ompd_bp_task_begin();
#endif
  runBody(task, td);
#if OMPD_SUPPORT
  if (debuggerListens())
    ompd_bp_task_end();
#endif
}

} // namespace ompx

/// A tool that looks for races, such as Archer, follows malloc() and free().
/// Where the library used a task's memory again by itself, another thread's, it
/// would see a race of two tasks that have nothing to do with each other.
void *__kmp_ompx_allocate_for_tool(size_t size) {
  return ompx::toolListens() ? KMP_INTERNAL_MALLOC(size) : nullptr;
}
