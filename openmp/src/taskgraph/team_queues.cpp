//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Making a team's queues; inboxes; see team_queues.h.

#include "taskgraph/team_queues.h"
#include "kmp_wait_release.h"
#include "support/memory.h"

#include <new>

namespace ompx {

void WorkerQueue::sendLinked(Item first, NodeRef last) {
  // mo: relaxed; only linked to, not read
  kmp_uint64 newest = inbox.load(std::memory_order_relaxed);
  do
    last.next() = NodeRef(newest);
  // mo: release; publishes the nodes, their links and the instance's binding;
  // pairs with WorkerQueue::takeSent()
  while (!inbox.compare_exchange_weak(newest, first.bits(),
                                      std::memory_order_release,
                                      // mo: relaxed; retried
                                      std::memory_order_relaxed));
}

Item WorkerQueue::takeSent() {
  // mo: relaxed; a hint that spares the exchange
  if (inbox.load(std::memory_order_relaxed) == Deque::Empty)
    return Item();
  // mo: acquire; sees the items and what they name; pairs with
  // WorkerQueue::send()
  return Item(inbox.exchange(Deque::Empty, std::memory_order_acquire));
}

void Unattended::add(Instance &replay) {
  Guard guard(lock);
  replay.next = youngest;
  youngest = &replay;
}

void Unattended::remove(const Instance &replay) {
  Guard guard(lock);
  Instance **link = &youngest;
  while (*link != &replay)
    link = &(*link)->next;
  *link = replay.next;
}

void TeamQueues::send(kmp_task_team_t *task_team, kmp_int32 to, Item first,
                      NodeRef last) {
  workers[to]->sendLinked(first, last);
  kmp_info_t *thread = task_team->tt.tt_threads_data[to].td.td_thr;
  if (__kmp_dflt_blocktime != KMP_MAX_BLOCKTIME &&
      TCR_PTR(CCAST(void *, thread->th.th_sleep_loc)) != NULL)
    __kmp_null_resume_wrapper(thread);
}

TeamQueues *TeamQueues::of(kmp_task_team_t *task_team) {
  kmp_int32 wanted = task_team->tt.tt_nproc;
  std::atomic<TeamQueues *> &place = task_team->tt.tt_ompx_queues;
  // mo: acquire; sees the queues; pairs with TeamQueues::of()
  TeamQueues *queues = place.load(std::memory_order_acquire);
  if (queues && queues->count >= wanted)
    return queues;

  __kmp_acquire_bootstrap_lock(&task_team->tt.tt_threads_lock);
  // mo: relaxed; written under the lock only
  queues = place.load(std::memory_order_relaxed);
  if (!queues || queues->count < wanted) {
    void *memory = allocateAligned(sizeof(TeamQueues));
    auto **workers = static_cast<WorkerQueue **>(
        KMP_INTERNAL_CALLOC(wanted, sizeof(WorkerQueue *)));
    kmp_int32 made = queues ? queues->count : 0;
    kmp_int32 old_count = made;
    for (kmp_int32 i = 0; workers && i < made; ++i)
      workers[i] = queues->workers[i];
    for (; memory && workers && made < wanted; ++made) {
      void *worker = allocateAligned(sizeof(WorkerQueue));
      if (!worker)
        break;
      workers[made] = ::new (worker) WorkerQueue;
    }
    if (!memory || !workers || made < wanted) {
      for (kmp_int32 i = old_count; workers && i < made; ++i) {
        workers[i]->~WorkerQueue();
        KMP_INTERNAL_FREE(workers[i]);
      }
      KMP_INTERNAL_FREE(workers);
      KMP_INTERNAL_FREE(memory);
      queues = nullptr;
    } else {
      auto *grown = ::new (memory) TeamQueues;
      grown->outgrown = queues;
      grown->count = wanted;
      grown->workers = workers;
      grown->priorities_waiting = &task_team->tt.tt_num_task_pri;
      // mo: release; publishes the queues; pairs with TeamQueues::of() and
      // __kmp_ompx_execute()
      place.store(grown, std::memory_order_release);
      queues = grown;
    }
  }
  __kmp_release_bootstrap_lock(&task_team->tt.tt_threads_lock);
  return queues;
}

void TeamQueues::destroy(kmp_task_team_t *task_team) {
  // mo: relaxed; the task team has no users any more
  TeamQueues *queues =
      task_team->tt.tt_ompx_queues.load(std::memory_order_relaxed);
  for (kmp_int32 i = 0; queues && i < queues->count; ++i) {
    queues->workers[i]->~WorkerQueue();
    KMP_INTERNAL_FREE(queues->workers[i]);
  }
  while (queues) {
    TeamQueues *outgrown = queues->outgrown;
    KMP_INTERNAL_FREE(queues->workers);
    queues->~TeamQueues();
    KMP_INTERNAL_FREE(queues);
    queues = outgrown;
  }
  // mo: relaxed; as above
  task_team->tt.tt_ompx_queues.store(nullptr, std::memory_order_relaxed);
}

} // namespace ompx
