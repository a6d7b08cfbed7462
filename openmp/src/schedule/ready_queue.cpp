//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Queueing, taking and stealing ready tasks, as libomp's tasking calls it; see
// ready_queue.h.

#include "schedule/ready_queue.h"
#include "ompx_hooks.h"
#include "schedule/placement.h"
#include "schedule/untied.h"
#include "support/memory.h"

#include <new>

namespace ompx {

ReadyQueue *ReadyQueue::create() {
  void *memory = allocateAligned(sizeof(ReadyQueue));
  return memory ? ::new (memory) ReadyQueue : nullptr;
}

void ReadyQueue::destroy(ReadyQueue *queue) {
  queue->~ReadyQueue();
  KMP_INTERNAL_FREE(queue);
}

namespace {

ReadyQueue *queueOf(kmp_thread_data_t &data) {
  // mo: acquire; sees the queue; pairs with makeQueue()
  return data.td.td_ompx_ready.load(std::memory_order_acquire);
}

ReadyQueue *makeQueue(kmp_thread_data_t &data) {
  ReadyQueue *queue = ReadyQueue::create();
  if (!queue)
    KMP_FATAL(MemoryAllocFailed);
  // mo: release; publishes the queue; pairs with queueOf()
  data.td.td_ompx_ready.store(queue, std::memory_order_release);
  return queue;
}

kmp_thread_data_t &dataOf(kmp_info_t *thread, kmp_task_team_t *task_team) {
  return task_team->tt.tt_threads_data[thread->th.th_info.ds.ds_tid];
}

/// The queue of the thread that made a child of an implicit task of the team,
/// or null for other tasks.
ReadyQueue *queueOfMaker(kmp_info_t *thread, const kmp_taskdata_t *task) {
  const kmp_taskdata_t *implicit =
      thread->th.th_team->t.t_implicit_task_taskdata;
  kmp_task_team_t *task_team = thread->th.th_task_team;
  kmp_uintptr_t offset = reinterpret_cast<kmp_uintptr_t>(task->td_parent) -
                         reinterpret_cast<kmp_uintptr_t>(implicit);
  kmp_uintptr_t tid = offset / sizeof(kmp_taskdata_t);
  return tid < kmp_uintptr_t(task_team->tt.tt_nproc)
             ? queueOf(task_team->tt.tt_threads_data[tid])
             : nullptr;
}

/// A thief's queue: the routine of the task that it has stolen.
kmp_int32 runStolenTask(kmp_int32 gtid, void *task) {
  kmp_info_t *thread = __kmp_threads[gtid];
  return queueOf(dataOf(thread, thread->th.th_task_team))
      ->runStolen(gtid, *static_cast<kmp_task_t *>(task));
}

/// Apart, so that a throttled maker saves no registers for it.
__attribute__((noinline)) void push(kmp_info_t *thread, kmp_thread_data_t &data,
                                    ReadyQueue *queue, kmp_taskdata_t *task) {
  if (UNLIKELY(!queue))
    queue = makeQueue(data);
  else if (UNLIKELY(queue->pace.pauses()))
    // Only to a thread that does not leave the barrier before the task has
    // ended.
    if (ReadyQueue *makers = queueOfMaker(thread, task))
      if (makers != queue)
        return makers->setAside(task);
  queue->push(task);
}

} // namespace

void ReadyQueue::measure(kmp_taskdata_t &taskdata, kmp_uint64 now) {
  if (taskdata.td_flags.native)
    return; // GOMP's routines are called in another way
#if OMPT_SUPPORT
  if (UNLIKELY(ompt_enabled.enabled))
    return; // a tool is told the frame that calls the routine
#endif
  kmp_task_t *task = KMP_TASKDATA_TO_TASK(&taskdata);
  stolen_at = now;
  stolen_routine = task->routine;
  task->routine = runStolenTask;
}

kmp_int32 ReadyQueue::runStolen(kmp_int32 gtid, kmp_task_t &task) {
  kmp_uint64 stolen = stolen_at; // the body may steal another task
  task.routine = stolen_routine;
  kmp_uint64 began = KMP_NOW();
  kmp_int32 result = callRoutine(gtid, &task);
  pace.ran(stolen, began, KMP_NOW());
  return result;
}

void throttleMaker(kmp_info_t *thread) {
  constexpr kmp_int32 Many = INITIAL_TASK_DEQUE_SIZE; // for each thread
  kmp_task_team_t *task_team = thread->th.th_task_team;
  const kmp_taskdata_t *current = thread->th.th_current_task;
  if (!task_team || !__kmp_enable_task_throttling ||
      KMP_ATOMIC_LD_RLX(&current->td_incomplete_child_tasks) <
          Many * task_team->tt.tt_nproc ||
      current->td_flags.tiedness != TASK_TIED ||
      !KMP_TASKING_ENABLED(task_team))
    return;
  kmp_int32 gtid = __kmp_gtid_from_thread(thread);
  kmp_int32 is_constrained = __kmp_task_stealing_constraint;
  kmp_thread_data_t &data = dataOf(thread, task_team);
  kmp_task_t *task = __kmp_ompx_pop_task(thread, gtid, &data, is_constrained);
  // mo: relaxed; a hint, the search looks again
  if (!task && task_team->tt.tt_ompx_pool.load(std::memory_order_relaxed)) {
    int finished = FALSE;
    bool queued; // one for another time
    task = __kmp_ompx_search(thread, gtid, task_team, is_constrained, &finished,
                             &queued);
  }
  if (task)
    __kmp_invoke_task(gtid, task, thread->th.th_current_task);
}

} // namespace ompx

kmp_int32 __kmp_ompx_choose_victim(kmp_info_t *thread,
                                   kmp_task_team_t *task_team) {
  ompx::ReadyQueue *own = ompx::queueOf(ompx::dataOf(thread, task_team));
  if (own && !own->pace.allows(KMP_NOW()))
    return -1;
  kmp_int32 team = task_team->tt.tt_nproc;
  kmp_int32 victim = ompx::chooseVictim(thread, team, [=](kmp_int32 candidate) {
    kmp_thread_data_t &data = task_team->tt.tt_threads_data[candidate];
    return __kmp_ompx_has_tasks(&data) || TCR_4(data.td.td_deque_ntasks) != 0;
  });
  // One without tasks may sleep, and is woken then.
  return victim < 0 ? ompx::anyOther(thread, team) : victim;
}

ompx::Queued __kmp_ompx_queue_task(kmp_int32 gtid, kmp_taskdata_t *task) {
  kmp_info_t *thread = __kmp_threads[gtid];
  kmp_task_team_t *task_team = thread->th.th_task_team;
  const kmp_tasking_flags_t flags = task->td_flags;
  if (UNLIKELY(flags.tiedness != TASK_TIED || flags.task_serial ||
               flags.proxy || flags.hidden_helper || flags.priority_specified ||
               task->td_depnode || !task_team ||
               !KMP_TASKING_ENABLED(task_team) || __kmp_wpolicy_passive))
    return ompx::Queued::Unusual;
  ompx::ReadyQueue *queue = ompx::queueOf(ompx::dataOf(thread, task_team));
  if (UNLIKELY(!queue || queue->pace.pauses()))
    return ompx::Queued::Unusual;
  // See __kmp_ompx_push_task().
  if (task->td_parent == thread->th.th_current_task &&
      __kmp_enable_task_throttling && queue->throttles())
    return ompx::Queued::RunNow;
  queue->push(task);
  return ompx::Queued::Yes;
}

bool __kmp_ompx_push_task(kmp_info_t *thread, kmp_int32 gtid,
                          kmp_thread_data_t *data, kmp_taskdata_t *task) {
  ompx::ReadyQueue *queue = ompx::queueOf(*data);
  // Whoever makes tasks is throttled, not whoever released them: running them
  // here would nest one released task in the other. The scheduling constraint
  // allows a child of the current task always, a lock of mutexinoutset may not.
  if (queue && task->td_parent == thread->th.th_current_task &&
      __kmp_enable_task_throttling && queue->throttles() &&
      (!task->td_depnode ||
       __kmp_task_is_allowed(gtid, __kmp_task_stealing_constraint, task,
                             thread->th.th_current_task)))
    return false;
  ompx::push(thread, *data, queue, task);
  return true;
}

bool __kmp_ompx_has_tasks(kmp_thread_data_t *data) {
  ompx::ReadyQueue *queue = ompx::queueOf(*data);
  return queue && !queue->seemsEmpty();
}

kmp_task_t *__kmp_ompx_pop_task(kmp_info_t *thread, kmp_int32 gtid,
                                kmp_thread_data_t *data,
                                kmp_int32 is_constrained) {
  ompx::ReadyQueue *queue = ompx::queueOf(*data);
  if (!queue)
    return NULL;
  const kmp_taskdata_t *current = thread->th.th_current_task;
  kmp_taskdata_t *task = queue->pop([=](kmp_taskdata_t *candidate) {
    // A child of the tied task that is suspended last; most are.
    if (candidate->td_parent == current->td_last_tied &&
        candidate->td_flags.tiedness == TASK_TIED && !candidate->td_depnode)
      return true;
    return __kmp_task_is_allowed(gtid, is_constrained, candidate, current);
  });
  return task ? KMP_TASKDATA_TO_TASK(task) : NULL;
}

kmp_task_t *__kmp_ompx_steal_task(kmp_info_t *thread, kmp_int32 gtid,
                                  kmp_task_team_t *task_team,
                                  kmp_thread_data_t *victim,
                                  int *thread_finished,
                                  kmp_int32 is_constrained) {
  kmp_thread_data_t &own = ompx::dataOf(thread, task_team);
  ompx::ReadyQueue *to = ompx::queueOf(own);
  if (!to)
    to = ompx::makeQueue(own);
  kmp_uint64 began = KMP_NOW();
  if (!to->pace.allows(began))
    return NULL;
  ompx::ReadyQueue *from = ompx::queueOf(*victim);
  if (!from || from->seemsEmpty()) {
    kmp_int32 others = task_team->tt.tt_nproc - 1;
    bool sees_one = ompx::steal_victim == ompx::StealVictim::Random;
    to->pace.foundNothing(began, sees_one ? others : 1);
    return NULL;
  }
  bool was_finished = __kmp_ompx_begin_taking(task_team, thread_finished);
  auto allowed = [=](kmp_taskdata_t *candidate) {
    return __kmp_task_is_allowed(gtid, is_constrained, candidate,
                                 thread->th.th_current_task);
  };
  kmp_taskdata_t *task = from->steal(*to, allowed);
  if (!task)
    task = from->takeAside(allowed);
  if (task)
    to->measure(*task, began);
  __kmp_ompx_end_taking(task_team, thread_finished, was_finished,
                        task || !to->seemsEmpty());
  return task ? KMP_TASKDATA_TO_TASK(task) : NULL;
}

void __kmp_ompx_free_ready_queue(kmp_thread_data_t *data) {
  if (ompx::ReadyQueue *queue = ompx::queueOf(*data))
    ompx::ReadyQueue::destroy(queue);
  // mo: relaxed; no other thread uses the task team any more
  data->td.td_ompx_ready.store(nullptr, std::memory_order_relaxed);
}
