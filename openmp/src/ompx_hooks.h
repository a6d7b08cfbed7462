//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What patched files of libomp call in ours, and what of libomp's tasking ours
// calls beyond kmp.h. The patches' headers say why each hook is needed.

#ifndef OMPX_HOOKS_H
#define OMPX_HOOKS_H

#include "kmp.h"
#include "kmp_str.h"
#include "support/own_data.h"
#include "support/settings.h"
#include "taskgraph/watcher.h"

// Called by libomp ------------------------------------------------------------

/// kmp_settings.cpp: parse and print a variable of support/settings.def.
void __kmp_ompx_stg_parse(char const *name, char const *value, void *data);
void __kmp_ompx_stg_print(kmp_str_buf_t *buffer, char const *name, void *data);
void __kmp_ompx_stg_parse_path(char const *name, char const *value, void *data);
void __kmp_ompx_stg_print_path(kmp_str_buf_t *buffer, char const *name,
                               void *data);

// A task that runs the block of a taskgraph region (kmp_taskdata_t::
// td_ompx_watcher is not null) meets a construct, in the block or in a function
// that it calls. Caller: the thread that runs it.

/// The watcher of the thread's task, or null.
static inline ompx::Watcher *__kmp_ompx_watcher(kmp_int32 gtid) {
  return __kmp_threads[gtid]->th.th_current_task->td_ompx_watcher;
}
/// kmp_tasking.cpp, __kmp_task_alloc(): the memory of a recorded task to be
/// used for the task that is to be made, or null.
kmp_task_t *__kmp_ompx_allocate_watched(ompx::Watcher *watcher, ident_t *loc,
                                        kmp_int32 gtid,
                                        kmp_tasking_flags_t *flags,
                                        size_t task_size, size_t shareds_size,
                                        kmp_routine_entry_t routine);
static inline kmp_task_t *
__kmp_ompx_watch_allocation(ompx::Watcher *watcher, ident_t *loc,
                            kmp_int32 gtid, kmp_tasking_flags_t *flags,
                            size_t task_size, size_t shareds_size,
                            kmp_routine_entry_t routine) {
  if (watcher->allocates)
    return __kmp_ompx_allocate_watched(watcher, loc, gtid, flags, task_size,
                                       shareds_size, routine);
  watcher->allocated();
  return NULL;
}
/// kmp_tasking.cpp, __kmpc_omp_task(); kmp_taskdeps.cpp,
/// __kmpc_omp_task_with_deps(): a task is to be queued. caller: where that was
/// called from. Returns whether all has been done.
bool __kmp_ompx_refill_task(ompx::Watcher *watcher, kmp_task_t *task,
                            kmp_int32 ndeps, kmp_depend_info_t *deps,
                            void *caller, kmp_int32 ndeps_noalias);
void __kmp_ompx_record_task(ompx::Watcher *watcher, kmp_task_t *task,
                            kmp_int32 ndeps, kmp_depend_info_t *deps,
                            void *caller, kmp_int32 ndeps_noalias);
[[gnu::always_inline]] // a recording is made of little else
static inline bool
__kmp_ompx_watch_task(ompx::Watcher *watcher, kmp_task_t *task, kmp_int32 ndeps,
                      kmp_depend_info_t *deps, kmp_int32 ndeps_noalias,
                      void *caller) {
  if (watcher->refills)
    return __kmp_ompx_refill_task(watcher, task, ndeps, deps, caller,
                                  ndeps_noalias);
  __kmp_ompx_record_task(watcher, task, ndeps, deps, caller, ndeps_noalias);
  return false;
}
/// kmp_tasking.cpp, __kmpc_omp_task_begin_if0(): a task is run at once;
/// __kmpc_omp_task_complete_if0(): it has ended. Returns whether all has been
/// done for it, since it is in a recorded task's memory.
bool __kmp_ompx_watch_undeferred(ompx::Watcher *watcher, kmp_task_t *task,
                                 void *caller);
bool __kmp_ompx_watch_undeferred_end(ompx::Watcher *watcher, kmp_task_t *task);
/// kmp_tasking.cpp, __kmp_taskloop(): a taskloop begins.
void __kmp_ompx_watch_taskloop(ompx::Watcher *watcher, bool deferred);
/// kmp_tasking.cpp, __kmp_taskloop_linear(): a chunk is about to be queued.
/// caller: as above, where a tool may want to know it.
#if OMPT_SUPPORT
#define OMPX_CALLER(address) address
#else
#define OMPX_CALLER(address) NULL
#endif
void __kmp_ompx_watch_chunk(ompx::Watcher *watcher, kmp_task_t *chunk,
                            void *caller);
/// kmp_tasking.cpp, __kmpc_omp_taskwait(); kmp_taskdeps.cpp,
/// __kmpc_omp_taskwait_deps_51(): the task waits. Libomp goes on to wait for
/// what is not recorded.
void __kmp_ompx_watch_taskwait(ompx::Watcher *watcher, kmp_int32 ndeps,
                               const kmp_depend_info_t *deps,
                               kmp_int32 ndeps_noalias, bool nowait);
/// kmp_tasking.cpp, __kmpc_taskgroup(), __kmpc_end_taskgroup(): likewise.
void __kmp_ompx_watch_taskgroup(ompx::Watcher *watcher, bool ends);
/// kmp_tasking.cpp, __kmpc_taskred_init(): the taskgroup reduces.
void __kmp_ompx_watch_reductions(ompx::Watcher *watcher, int count,
                                 void *items);

// OMPX_TASKGRAPH_AUTO, see taskgraph/automatic.h.

namespace ompx {
/// What ends a stream of tasks.
enum class StreamEnd {
  Wait,  // its maker waits for all of them, now
  Later, // they are waited for, but not now: a barrier, the maker's end
  Group, // a taskgroup begins
  Other
};
} // namespace ompx
/// kmp_tasking.cpp, __kmp_task_alloc(): the first task since the last wait.
void __kmp_ompx_begin_stream(kmp_info_t *thread, kmp_int32 gtid,
                             const ident_t *loc, kmp_routine_entry_t routine);
static inline void __kmp_ompx_may_begin_stream(kmp_info_t *thread,
                                               kmp_int32 gtid,
                                               const ident_t *loc,
                                               kmp_routine_entry_t routine) {
  const kmp_taskdata_t *maker = thread->th.th_current_task;
  if (UNLIKELY(ompx::taskgraph_auto == ompx::AutoMode::On) &&
      maker->td_ompx_stream == 0 && maker->td_ompx_watcher == NULL)
    __kmp_ompx_begin_stream(thread, gtid, loc, routine);
}
/// kmp_taskdeps.cpp, __kmpc_omp_task_with_deps(): an ordinary task.
void __kmp_ompx_see_task(kmp_info_t *thread, const kmp_task_t *task,
                         kmp_int32 ndeps, const kmp_depend_info_t *deps);
static inline void __kmp_ompx_may_see_task(kmp_info_t *thread,
                                           const kmp_task_t *task,
                                           kmp_int32 ndeps,
                                           const kmp_depend_info_t *deps) {
  if (UNLIKELY(thread->th.th_current_task->td_ompx_stream > 1) && ndeps > 0)
    __kmp_ompx_see_task(thread, task, ndeps, deps);
}
/// kmp_tasking.cpp, __kmp_task_finish(): the maker has ended.
void __kmp_ompx_leave_stream(kmp_info_t *thread, kmp_taskdata_t *maker,
                             ompx::StreamEnd how);
static inline void __kmp_ompx_end_last_stream(kmp_info_t *thread,
                                              kmp_taskdata_t *maker) {
  if (UNLIKELY(maker->td_ompx_stream > 1))
    __kmp_ompx_leave_stream(thread, maker, ompx::StreamEnd::Later);
}
/// kmp_tasking.cpp, __kmpc_omp_taskwait(), __kmpc_taskgroup(),
/// __kmpc_end_taskgroup(), __kmp_taskloop(); kmp_barrier.cpp,
/// __kmp_join_barrier(); and who calls __kmp_ompx_met().
static inline void __kmp_ompx_end_stream(kmp_info_t *thread,
                                         kmp_taskdata_t *maker,
                                         ompx::StreamEnd how) {
  if (UNLIKELY(maker->td_ompx_stream > 1))
    __kmp_ompx_leave_stream(thread, maker, how);
  else if (UNLIKELY(maker->td_ompx_stream == 1)) // one that is left alone
    maker->td_ompx_stream = how == ompx::StreamEnd::Other;
}

namespace ompx {
/// What else a block may meet that a graph cannot have.
enum class Construct { Parallel, Worksharing, Barrier };
} // namespace ompx
void __kmp_ompx_watch_construct(ompx::Watcher *watcher, ompx::Construct met);
/// kmp_runtime.cpp, __kmp_fork_call(), __kmp_serialized_parallel(),
/// __kmp_enter_single(); kmp_barrier.cpp, __kmp_barrier_template();
/// kmp_dispatch.cpp, __kmp_dispatch_init(); kmp_sched.cpp,
/// __kmp_for_static_init(): a thread meets a construct.
static inline void __kmp_ompx_met(kmp_info_t *thread, ompx::Construct met) {
  if (met != ompx::Construct::Worksharing)
    __kmp_ompx_end_stream(thread, thread->th.th_current_task,
                          met == ompx::Construct::Barrier
                              ? ompx::StreamEnd::Later
                              : ompx::StreamEnd::Other);
  if (UNLIKELY(thread->th.th_current_task->td_ompx_watcher != NULL))
    __kmp_ompx_watch_construct(thread->th.th_current_task->td_ompx_watcher,
                               met);
}

/// kmp_runtime.cpp, __kmp_internal_end(): the library ends.
void __kmp_ompx_end();

/// Whether a task's children are tracked by one of depend/trackers.def rather
/// than by libomp's own `hash`. The same for the whole life of a task.
bool __kmp_ompx_tracks(const kmp_taskdata_t *parent);
/// kmp_taskdeps.cpp, __kmpc_omp_task_with_deps(): a task with dependences was
/// made. Returns whether it must wait; then it may have run already.
bool __kmp_ompx_issue(kmp_info_t *thread, kmp_taskdata_t *parent,
                      kmp_task_t *task, kmp_int32 count,
                      const kmp_depend_info_t *items, kmp_int32 count_noalias,
                      const kmp_depend_info_t *items_noalias);
/// kmp_taskdeps.h, __kmp_release_deps(): a tracked task has ended.
void __kmp_ompx_release(kmp_int32 gtid, kmp_taskdata_t *taskdata);
/// kmp_taskdeps.cpp, __kmpc_omp_taskwait_deps_51(): runs other tasks until the
/// dependences are fulfilled.
void __kmp_ompx_wait_dependences(ident_t *loc, kmp_info_t *thread,
                                 kmp_int32 gtid, kmp_int32 count,
                                 const kmp_depend_info_t *items,
                                 kmp_int32 count_noalias,
                                 const kmp_depend_info_t *items_noalias);
/// Runs other tasks until the children of the current task, which has a domain,
/// that access an object have ended. addresses: null means all objects.
void __kmp_ompx_wait_for_objects(ident_t *loc, kmp_info_t *thread,
                                 kmp_int32 gtid, const kmp_intptr_t *addresses,
                                 kmp_uint32 count);
/// kmp_tasking.cpp: a task that has a domain is freed, and all its children but
/// proxy tasks have ended; or it is implicit and ends, perhaps before them.
void __kmp_ompx_close_domain(kmp_info_t *thread, kmp_taskdata_t *taskdata);
/// kmp_runtime.cpp, __kmp_internal_join() for the primary thread, which may
/// soon be gone, __kmp_free_team_arrays() for all: domains that implicit tasks
/// left.
void __kmp_ompx_free_domains(kmp_taskdata_t *implicit_tasks, int count);

namespace ompx {
enum class Queued {
  Yes,
  RunNow, // no: the thread is to run it, because others have enough to take
  Unusual // no: see what __kmp_push_task() does with it
};
} // namespace ompx
/// kmp_tasking.cpp, __kmp_omp_task(): queues a task that is like most. Caller:
/// any thread, which becomes the queue's owner if it is not.
ompx::Queued __kmp_ompx_queue_task(kmp_int32 gtid, kmp_taskdata_t *task);
/// kmp_tasking.cpp, __kmp_push_task(): queues a ready task. Returns false if
/// the thread is to run it now, because it makes more tasks than others take.
/// Caller: the queue's owner.
bool __kmp_ompx_push_task(kmp_info_t *thread, kmp_int32 gtid,
                          kmp_thread_data_t *data, kmp_taskdata_t *task);
/// kmp_tasking.cpp, __kmp_execute_tasks_template(): the youngest ready task or
/// null. Caller: the queue's owner. A thread that has told the barrier that it
/// is finished is not: its queue is empty, and the task team may serve others.
kmp_task_t *__kmp_ompx_pop_task(kmp_info_t *thread, kmp_int32 gtid,
                                kmp_thread_data_t *data,
                                kmp_int32 is_constrained);
/// A thread looks for a task that others could take. If it has told the barrier
/// that it is finished, it takes that back before: else the barrier might end
/// while it runs the task, and what the task makes ready would stay in its
/// queue. Called before and after; taken: it has got one. Where something else
/// keeps the barrier from ending, __kmp_ompx_go_on() is called when it has.
static inline bool __kmp_ompx_begin_taking(kmp_task_team_t *task_team,
                                           const int *thread_finished) {
  if (!*thread_finished)
    return false;
  KMP_ATOMIC_INC(&task_team->tt.tt_unfinished_threads);
  return true;
}
static inline void __kmp_ompx_end_taking(kmp_task_team_t *task_team,
                                         int *thread_finished,
                                         bool was_finished, bool taken) {
  if (!was_finished)
    return;
  if (taken)
    *thread_finished = FALSE;
  else
    KMP_ATOMIC_DEC(&task_team->tt.tt_unfinished_threads);
}
static inline void __kmp_ompx_go_on(kmp_task_team_t *task_team,
                                    int *thread_finished) {
  bool was_finished = __kmp_ompx_begin_taking(task_team, thread_finished);
  __kmp_ompx_end_taking(task_team, thread_finished, was_finished, true);
}
/// kmp_tasking.cpp, __kmp_steal_task(): a task of another thread, or null.
kmp_task_t *__kmp_ompx_steal_task(kmp_info_t *thread, kmp_int32 gtid,
                                  kmp_task_team_t *task_team,
                                  kmp_thread_data_t *victim,
                                  int *thread_finished,
                                  kmp_int32 is_constrained);
/// kmp_tasking.cpp, __kmp_execute_tasks_template(): the thread, by its number
/// in the team, to try to steal from; another than the caller. Cost: O(threads
/// * levels of the topology) with OMPX_STEAL_VICTIM=near.
kmp_int32 __kmp_ompx_choose_victim(kmp_info_t *thread,
                                   kmp_task_team_t *task_team);
/// kmp_tasking.cpp, __kmp_execute_tasks_template(): whether a thread's queue
/// seems to have tasks.
bool __kmp_ompx_has_tasks(kmp_thread_data_t *data);
/// kmp_tasking.cpp, __kmp_free_task_threads_data().
void __kmp_ompx_free_ready_queue(kmp_thread_data_t *data);

/// kmp_alloc.cpp, ___kmp_fast_allocate(): while a tool is attached, memory that
/// ends with KMP_INTERNAL_FREE(). Else, or without memory, null.
void *__kmp_ompx_allocate_for_tool(size_t size);

/// z_Linux_util.cpp, __kmp_create_worker(): a worker thread is created next.
/// Caller: its creator.
void __kmp_ompx_before_birth(kmp_info_t *worker);
/// z_Linux_util.cpp, __kmp_launch_worker(): a worker's first act.
void __kmp_ompx_begin_worker(kmp_info_t *worker);
/// kmp_runtime.cpp, __kmp_fork_call(): a thread that has created workers of the
/// team is about to begin a region with them. Waits some 50 microseconds at
/// most, then gives up the processor once.
void __kmp_ompx_await_newborns(kmp_info_t *creator, const kmp_team_t *team);

/// A ready node of a replay (ompx::NodeRef), or 0.
typedef kmp_uint64 kmp_ompx_node_t;
/// kmp_tasking.cpp, __kmp_get_priority_task(): takes the ready node of the
/// team's replays with the highest priority, `least` at least, that the thread
/// may run; or 0. Caller: a thread of the task team that has taken one from
/// tt_num_task_pri.
kmp_ompx_node_t __kmp_ompx_take_node(kmp_info_t *thread, kmp_int32 gtid,
                                     kmp_task_team_t *task_team,
                                     kmp_int32 is_constrained, kmp_int32 least);

/// What a thread that looks for work is waiting for.
struct kmp_ompx_wait_t {
  bool (*done)(void *flag); // null: waits until there is nothing to do
  void *flag;
  bool one_task;            // wants to return after one task
  kmp_int32 is_constrained; // see __kmp_task_is_allowed()
  int *thread_finished;     // see __kmp_steal_task()
  kmp_ompx_node_t node;     // which it has taken and runs first
};
/// kmp_tasking.cpp, __kmp_execute_tasks_template(): runs ready nodes of the
/// team's replays until what is waited for has come or no node is ready.
/// Returns whether it ran any. Caller: a thread of the task team.
bool __kmp_ompx_execute(kmp_info_t *thread, kmp_int32 gtid,
                        kmp_task_team_t *task_team,
                        const kmp_ompx_wait_t &wait);
/// kmp_tasking.cpp, __kmp_execute_tasks_template(): looks for a task that is
/// ready now among those of the team that the tracker does not tell of. Returns
/// one to be run, or null; then `queued` says whether the thread's queue got
/// one. Caller: a thread of the task team, which has a pool.
kmp_task_t *__kmp_ompx_search(kmp_info_t *thread, kmp_int32 gtid,
                              kmp_task_team_t *task_team,
                              kmp_int32 is_constrained, int *thread_finished,
                              bool *queued);
/// kmp_taskdeps.cpp, __kmpc_omp_task_with_deps(),
/// __kmpc_omp_taskwait_deps_51(): what has dependences comes after the replays
/// that the current task did not wait for.
void __kmp_ompx_wait_for_replays(ident_t *loc, kmp_info_t *thread,
                                 kmp_int32 gtid);
/// kmp_tasking.cpp, __kmp_free_task_threads_data().
void __kmp_ompx_free_queues(kmp_task_team_t *task_team);
void __kmp_ompx_free_pool(kmp_task_team_t *task_team);

// Functions of libomp that the patches make visible ---------------------------

void __kmp_enable_tasking(kmp_task_team_t *task_team, kmp_info_t *this_thr);
void __kmp_free_task_and_ancestors(kmp_int32 gtid, kmp_taskdata_t *taskdata,
                                   kmp_info_t *thread);
bool __kmp_task_is_allowed(int gtid, const kmp_int32 is_constrained,
                           const kmp_taskdata_t *tasknew,
                           const kmp_taskdata_t *taskcurr);
void __kmp_invoke_task(kmp_int32 gtid, kmp_task_t *task,
                       kmp_taskdata_t *current_task);
void __kmp_task_reduction_fini(kmp_info_t *th, kmp_taskgroup_t *tg);

#endif // OMPX_HOOKS_H
