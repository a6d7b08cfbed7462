//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Between libomp's tasking and the dependency tracker: tracks tasks with depend
// clauses, and hands tasks that became ready to libomp's queues.

#include "depend/domain.h"
#include "depend/ticket_pool.h"
#include "depend/versions_scheme.h"
#include "kmp_i18n.h"
#include "kmp_itt.h"
#include "kmp_taskdeps.h"
#include "ompx_hooks.h"
#include "schedule/completions.h"
#include "schedule/ready_queue.h"
#include "support/fast_memory.h"
#include "support/settings.h"
#include "taskgraph/replay.h"
#include "taskgraph/worker.h"

namespace ompx {

namespace {

/// In the order of OMPX_DEPEND_TRACKER's values; null: libomp's own.
const Tracker *const trackers[] = {
    nullptr,
#define OMPX_TRACKER(id, name, capabilities, help) &tracker_##id,
#include "depend/trackers.def"
};

/// What twins are tracked by, see Domain::twin.
const Tracker &knows_pairs = tracker_graph_embedded;

const Tracker &tracker() { return *trackers[depend_tracker.chosen]; }

/// The default one again. Functions that are inline and get this have its sizes
/// as constants, and its functions inline.
constexpr Tracker versions = VersionsScheme<0>::table("versions");

bool isVersions() { return depend_tracker == DependTracker::Versions; }

IssueContext contextOf(kmp_info_t *thread, const Tracker &known) {
  bool searches = known.capabilities & Searches;
  return {thread, searches ? &TicketPool::of(thread) : nullptr};
}

struct DependLists { // as libomp's entry points get them
  kmp_int32 count;
  const kmp_depend_info_t *items;
  kmp_int32 count_noalias;
  const kmp_depend_info_t *items_noalias;

  /// Until the function returns false. Returns whether it never has.
  template <typename Function>
  [[gnu::always_inline]] bool forEach(Function function) const {
    for (kmp_int32 i = 0; i < count; ++i)
      if (!function(items[i]))
        return false;
    for (kmp_int32 i = 0; i < count_noalias; ++i)
      if (!function(items_noalias[i]))
        return false;
    return true;
  }
};

[[gnu::noinline]] Domain &
otherDomainOf(kmp_info_t *thread, kmp_taskdata_t *parent, kmp_int32 made) {
  if (parent->td_ompx_domain &&
      UNLIKELY(parent->td_ompx_domain->parent_ended)) {
    parent->td_ompx_domain->release(thread);
    parent->td_ompx_domain = NULL;
  }
  if (!parent->td_ompx_domain) {
    parent->td_ompx_domain = Domain::create(tracker());
    return *parent->td_ompx_domain;
  }
  Domain &domain = *parent->td_ompx_domain;
  // Rather than let the table grow, forget what is of no consequence any more.
  if (UNLIKELY(domain.full()) && !domain.hasProxies() &&
      !parent->td_flags.team_serial && !parent->td_flags.tasking_ser &&
      countUnfinishedChildren(thread, parent) == made)
    domain.clear(thread);
  return domain;
}

/// The domain of a parent's children, of which `made` are not issued yet.
inline Domain &domainOf(kmp_info_t *thread, kmp_taskdata_t *parent,
                        kmp_int32 made) {
  Domain *domain = parent->td_ompx_domain;
  if (UNLIKELY(!domain || domain->parent_ended || domain->full()))
    return otherDomainOf(thread, parent, made);
  return *domain;
}

/// In place of a tracked task that has only begun: one that names all memory.
[[gnu::noinline]] TrackedTask &trackAll(kmp_info_t *thread, Domain &domain,
                                        TrackedTask &begun) {
  TrackedTask &tracked = domain.makeTask(thread, begun.task, 0, true);
  __kmp_fast_free(thread, &begun);
  domain.nameAll(tracked);
  domain.finishTask(tracked, true);
  return tracked;
}

/// A tracked task with its accesses, not yet issued. `known`: the domain's
/// tracker, which the caller may know.
[[gnu::always_inline]] inline TrackedTask &
track(const Tracker &known, kmp_info_t *thread, Domain &domain,
      kmp_task_t *task, const DependLists &lists) {
  TrackedTask &tracked =
      domain.makeTask(known, thread, task, lists.count + lists.count_noalias);
  if (UNLIKELY(!lists.forEach(
          [&](const kmp_depend_info_t &dep) __attribute__((always_inline)) {
            if (UNLIKELY(isAllMemory(dep)))
              return false;
            AccessType type = accessOf(dep);
            if (!task && type == AccessType::Commutative)
              type = AccessType::InOut; // a taskwait holds no lock
            if (type != AccessType::None)
              domain.name(known, tracked, dep.base_addr, type);
            return true;
          })))
    return trackAll(thread, domain, tracked);
  domain.finishTask(tracked, false);
  return tracked;
}

/// The lock of a task's access, or null.
QueueLock<TrackedTask *> *lockOf(TrackedTask &task, kmp_uint32 access) {
  const Access &of = tracker().access(task, access);
  return propertiesOf(of.type).excludes ? &of.object->holder : nullptr;
}

/// Whether a task has got the locks of its commutative objects; if not, whoever
/// releases one that it waits for goes on here. ready: tasks that have got a
/// lock meanwhile.
bool acquireLocks(TrackedTask &task, ReadyList &ready) {
  return !task.excludes ||
         acquireAll(
             &task, task.lock_progress, task.access_count,
             [&](kmp_uint32 i) { return lockOf(task, i); },
             [&](TrackedTask *waiting) { ready.add(*waiting); });
}

void releaseLocks(TrackedTask &task, ReadyList &ready) {
  for (kmp_uint32 i = 0; i < task.access_count; ++i)
    if (QueueLock<TrackedTask *> *lock = lockOf(task, i))
      if (TrackedTask *waiting = lock->release())
        ready.add(*waiting);
}

/// Queues a ready task, as __kmp_release_deps() does.
[[gnu::noinline]] void start(kmp_int32 gtid, kmp_task_t *task) {
  kmp_taskdata_t *taskdata = KMP_TASK_TO_TASKDATA(task);
  if (KMP_HIDDEN_HELPER_THREAD(gtid) && !taskdata->td_flags.hidden_helper) {
    // A hidden helper thread runs nothing else: to the encountering team.
    kmp_int32 to = taskdata->td_alloc_thread->th.th_info.ds.ds_gtid;
    __kmpc_give_task(task, __kmp_tid_from_gtid(to));
  } else if (__kmp_ompx_queue_task(gtid, taskdata) != Queued::Yes) {
    __kmp_omp_task(gtid, task, false);
  }
}

/// Whether a thread may run a task that it found without queuing it.
bool runsHere(kmp_info_t *thread, kmp_int32 gtid, kmp_int32 is_constrained,
              const kmp_taskdata_t *taskdata) {
  const kmp_tasking_flags_t &flags = taskdata->td_flags;
  return flags.tiedness == TASK_TIED && !flags.task_serial && !flags.proxy &&
         !flags.hidden_helper && !flags.priority_specified &&
         __kmp_task_is_allowed(gtid, is_constrained, taskdata,
                               thread->th.th_current_task);
}

/// Starts what a release made ready. The first of the tasks is queued last: so
/// it is the next that this thread takes, and others steal the rest. Returns
/// whether there was a task.
[[gnu::noinline]] bool startSome(kmp_int32 gtid, ReadyList &ready) {
  kmp_task_t *first = nullptr;
  while (TrackedTask *tracked = ready.take()) {
    if (!acquireLocks(*tracked, ready))
      continue;
    if (!tracked->task)
      // mo: release; publishes what was waited for; pairs with waitForZero()
      tracked->waiting.store(0, std::memory_order_release);
    else if (!first)
      first = tracked->task;
    else
      start(gtid, tracked->task);
  }
  if (first)
    start(gtid, first);
  return first;
}

inline bool startAll(kmp_int32 gtid, ReadyList &ready) {
  if (ready.empty())
    return false;
  TrackedTask *only = ready.only();
  if (!only || UNLIKELY(only->excludes || !only->task))
    return startSome(gtid, ready);
  start(gtid, only->task);
  return true;
}

TaskExtras &extrasOf(kmp_info_t *thread, TrackedTask &task) {
  if (!task.extras)
    task.extras = ::new (__kmp_fast_allocate(thread, sizeof(TaskExtras)))
        TaskExtras{nullptr, nullptr};
  return *task.extras;
}

/// Whether a tool wants to hear of each pair of dependent tasks, which the
/// tracker itself does not know.
bool needsTwins() {
#if OMPT_SUPPORT && OMPT_OPTIONAL
  return UNLIKELY(ompt_enabled.ompt_callback_task_dependence) &&
         !(tracker().capabilities & KnowsEdges);
#else
  return false;
#endif
}

/// Makes and issues a task's twin, which reports to the tool. Before the task
/// is issued, which may run and end then.
[[gnu::noinline]] void issueTwin(kmp_info_t *thread, Domain &domain,
                                 TrackedTask &task, const DependLists &lists) {
  if (!domain.twin)
    domain.twin = Domain::create(knows_pairs);
  TrackedTask &twin =
      track(knows_pairs, thread, *domain.twin, task.task, lists);
  extrasOf(thread, task).twin = &twin;
  (void)knows_pairs.issue({thread, nullptr}, twin);
}

/// Before the task is released: none of those that come after it, as twins do
/// after its twin, can have ended.
[[gnu::noinline]] void endTwin(kmp_info_t *thread, TrackedTask &twin) {
  ReadyList ignored;
  knows_pairs.release(thread, twin, ignored);
  __kmp_fast_free(thread, &twin);
}

/// After the release of the task that had them.
[[gnu::noinline]] void freeExtras(kmp_info_t *thread, TaskExtras *extras) {
  if (extras->domain)
    extras->domain->release(thread);
  __kmp_fast_free(thread, extras);
}

[[gnu::always_inline]] inline void endWith(const Tracker &known,
                                           kmp_info_t *thread, kmp_int32 gtid,
                                           TrackedTask &task) {
  ReadyList ready;
  if (UNLIKELY(task.lock_progress != 0))
    releaseLocks(task, ready);
  TaskExtras *extras = task.extras;
  if (UNLIKELY(extras != nullptr) && extras->twin)
    endTwin(thread, *extras->twin);
  known.release(thread, task, ready);
  if (UNLIKELY(extras != nullptr))
    freeExtras(thread, extras);
  freeFast(thread, &task);
  startAll(gtid, ready);
}

[[gnu::noinline]] void endOther(kmp_info_t *thread, kmp_int32 gtid,
                                TrackedTask &task) {
  endWith(tracker(), thread, gtid, task);
}

inline void end(kmp_info_t *thread, kmp_int32 gtid, TrackedTask &task) {
  if (UNLIKELY(!isVersions()))
    return endOther(thread, gtid, task);
  endWith(versions, thread, gtid, task);
}

/// See __kmp_ompx_issue().
[[gnu::always_inline]] inline bool
issueWith(const Tracker &known, kmp_info_t *thread, kmp_taskdata_t *parent,
          kmp_task_t *task, const DependLists &lists) {
  throttleMaker(thread);
  Domain &domain = domainOf(thread, parent, 1);
  TrackedTask &tracked = track(known, thread, domain, task, lists);
  if (UNLIKELY(tracked.access_count == 0)) {
    __kmp_fast_free(thread, &tracked);
    return false;
  }
  kmp_taskdata_t *taskdata = KMP_TASK_TO_TASKDATA(task);
  taskdata->td_ompx_tracked = &tracked;
  if (UNLIKELY(taskdata->td_flags.detachable || taskdata->td_flags.proxy ||
               taskdata->td_flags.hidden_helper)) {
    domain.retain();
    extrasOf(thread, tracked).domain = &domain;
  }
  if (needsTwins())
    issueTwin(thread, domain, tracked, lists);
  if (!known.issue(contextOf(thread, known), tracked))
    return true;
  if (!UNLIKELY(tracked.excludes))
    return false;
  ReadyList ready;
  bool waits = !acquireLocks(tracked, ready);
  startAll(thread->th.th_info.ds.ds_gtid, ready);
  return waits;
}

[[gnu::noinline]] bool issueOther(kmp_info_t *thread, kmp_taskdata_t *parent,
                                  kmp_task_t *task, const DependLists &lists) {
  return issueWith(tracker(), thread, parent, task, lists);
}

/// A node that is left to libomp has ended. Apart: a worker takes much stack.
[[gnu::noinline]] void endLeft(kmp_info_t *thread, kmp_int32 gtid,
                               NodeRef node) {
  Worker(thread, gtid, nullptr, nullptr).endLeft(node);
}

/// Issues a taskwait and runs other tasks until it is ready.
void waitFor(ident_t *loc, kmp_info_t *thread, kmp_int32 gtid,
             TrackedTask &tracked) {
  if (tracked.access_count == 0) {
    __kmp_fast_free(thread, &tracked);
    return;
  }
  if (!tracker().issue(contextOf(thread, tracker()), tracked)) {
    Encounter here = {thread, gtid, loc, nullptr, true};
    waitForZero(here, &tracked.waiting);
  }
  end(thread, gtid, tracked);
}

} // namespace
} // namespace ompx

bool __kmp_ompx_tracks(const kmp_taskdata_t *parent) {
  return ompx::trackers[ompx::depend_tracker.chosen] && !parent->td_dephash;
}

bool __kmp_ompx_issue(kmp_info_t *thread, kmp_taskdata_t *parent,
                      kmp_task_t *task, kmp_int32 count,
                      const kmp_depend_info_t *items, kmp_int32 count_noalias,
                      const kmp_depend_info_t *items_noalias) {
  ompx::DependLists lists = {count, items, count_noalias, items_noalias};
  if (UNLIKELY(!ompx::isVersions()))
    return ompx::issueOther(thread, parent, task, lists);
  return ompx::issueWith(ompx::versions, thread, parent, task, lists);
}

kmp_task_t *__kmp_ompx_search(kmp_info_t *thread, kmp_int32 gtid,
                              kmp_task_team_t *task_team,
                              kmp_int32 is_constrained, int *thread_finished,
                              bool *queued) {
  if (thread->th.th_task_team != task_team) // has left the team
    return NULL;
  *queued = false;
  // mo: acquire; sees the pool; pairs with TicketPool::of()
  ompx::TicketPool *pool =
      task_team->tt.tt_ompx_pool.load(std::memory_order_acquire);
  while (ompx::TrackedTask *found = pool->take(thread_finished)) {
    ompx::ReadyList ready;
    bool waits = !ompx::acquireLocks(*found, ready);
    *queued |= ompx::startAll(gtid, ready);
    if (waits)
      continue; // whoever releases the lock starts it
    kmp_task_t *task = found->task;
    if (!task) {
      // mo: release; publishes what was waited for; pairs with waitForZero()
      found->waiting.store(0, std::memory_order_release);
      continue;
    }
    if (!*queued && ompx::runsHere(thread, gtid, is_constrained,
                                   KMP_TASK_TO_TASKDATA(task)))
      return task;
    ompx::start(gtid, task);
    *queued = true;
    break;
  }
  return NULL;
}

void __kmp_ompx_release(kmp_int32 gtid, kmp_taskdata_t *taskdata) {
  ompx::TrackedTask *tracked = taskdata->td_ompx_tracked;
  taskdata->td_ompx_tracked = NULL;
  kmp_info_t *thread = __kmp_threads[gtid];
  ompx::NodeRef node = ompx::nodeOf(tracked);
  if (UNLIKELY(bool(node)))
    return ompx::endLeft(thread, gtid, node);
  ompx::end(thread, gtid, *tracked);
}

void __kmp_ompx_wait_dependences(ident_t *loc, kmp_info_t *thread,
                                 kmp_int32 gtid, kmp_int32 count,
                                 const kmp_depend_info_t *items,
                                 kmp_int32 count_noalias,
                                 const kmp_depend_info_t *items_noalias) {
  kmp_taskdata_t *parent = thread->th.th_current_task;
  // No task with dependences was made, or none was deferred.
  if (!parent->td_ompx_domain || !thread->th.th_task_team)
    return;
  ompx::Domain &domain = ompx::domainOf(thread, parent, 0);
  ompx::DependLists lists = {count, items, count_noalias, items_noalias};
  ompx::TrackedTask &tracked =
      ompx::track(ompx::tracker(), thread, domain, NULL, lists);
  if (ompx::needsTwins() && tracked.access_count != 0)
    ompx::issueTwin(thread, domain, tracked, lists);
  ompx::waitFor(loc, thread, gtid, tracked);
}

void __kmp_ompx_wait_for_objects(ident_t *loc, kmp_info_t *thread,
                                 kmp_int32 gtid, const kmp_intptr_t *addresses,
                                 kmp_uint32 count) {
  ompx::Domain &domain = ompx::domainOf(thread, thread->th.th_current_task, 0);
  bool all = addresses == NULL;
  ompx::TrackedTask &tracked = domain.makeTask(thread, NULL, count, all);
  if (all)
    domain.nameEach(tracked);
  for (kmp_uint32 i = 0; !all && i < count; ++i)
    domain.nameKnown(tracked, addresses[i], ompx::AccessType::InOut);
  domain.finishTask(tracked, all);
  ompx::waitFor(loc, thread, gtid, tracked);
}

void __kmp_ompx_close_domain(kmp_info_t *thread, kmp_taskdata_t *taskdata) {
  // An implicit task ends before the barrier that waits for its children.
  // mo: acquire; sees what the children released; pairs with
  // __kmp_task_finish()
  if (taskdata->td_flags.tasktype == TASK_IMPLICIT &&
      taskdata->td_incomplete_child_tasks.load(std::memory_order_acquire) !=
          0) {
    taskdata->td_ompx_domain->parent_ended = true;
    return;
  }
  taskdata->td_ompx_domain->release(thread);
  taskdata->td_ompx_domain = NULL;
}

void __kmp_ompx_free_domains(kmp_taskdata_t *implicit_tasks, int count) {
  for (int i = 0; i < count; ++i)
    if (implicit_tasks[i].td_ompx_domain) {
      // The thread may be gone, and with it what it allocated for objects.
      implicit_tasks[i].td_ompx_domain->release(NULL);
      implicit_tasks[i].td_ompx_domain = NULL;
    }
}
