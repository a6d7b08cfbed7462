//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Adding tasks to a pool and searching it; see ticket_pool.h.

#include "depend/ticket_pool.h"
#include "depend/tickets_scheme.h"
#include "ompx_hooks.h"

namespace ompx {

TicketPool &TicketPool::of(kmp_info_t *thread) {
  kmp_task_team_t *task_team = thread->th.th_task_team;
  std::atomic<TicketPool *> &place = task_team->tt.tt_ompx_pool;
  // mo: acquire; sees the pool; pairs with TicketPool::of()
  TicketPool *pool = place.load(std::memory_order_acquire);
  if (pool)
    return *pool;
  __kmp_acquire_bootstrap_lock(&task_team->tt.tt_threads_lock);
  // mo: relaxed; written under the lock only
  pool = place.load(std::memory_order_relaxed);
  if (!pool) {
    pool = ::new (__kmp_allocate(sizeof(TicketPool))) TicketPool(task_team);
    // mo: release; publishes the pool; pairs with TicketPool::of() and
    // __kmp_ompx_search()
    place.store(pool, std::memory_order_release);
  }
  __kmp_release_bootstrap_lock(&task_team->tt.tt_threads_lock);
  return *pool;
}

TicketPool::~TicketPool() {
  __kmp_free(slots);
  __kmp_free(occupied);
}

bool TicketPool::put(kmp_info_t *thread, TrackedTask &task) {
  if (!KMP_TASKING_ENABLED(task_team))
    __kmp_enable_tasking(task_team, thread); // else nobody would search
  kmp_uint32 depth = TicketsScheme::depthOf(task);
  lock.lock();
  // Tickets may have been returned since the caller looked, and a sweep may
  // have ended that they set off. Those returned after this look set off
  // another.
  if (TicketsScheme::ready(task)) {
    lock.unlock();
    return false;
  }
  // mo: relaxed; under the lock
  kmp_uint32 before = count.fetch_add(1, std::memory_order_relaxed);
  if (before == 0)
    KMP_ATOMIC_INC(&task_team->tt.tt_unfinished_threads);
  if (before == 0 || depth < lowest)
    lowest = depth;
  if (UNLIKELY(before >= slot_count))
    resize(slot_count * 2);
  append(depth & (slot_count - 1), task);
  lock.unlock();
  return true;
}

TrackedTask *TicketPool::take(int *thread_finished) {
  // mo: relaxed; hints, right sooner or later, that spare the lock
  if (count.load(std::memory_order_relaxed) == 0 ||
      // mo: relaxed; as above
      state.load(std::memory_order_relaxed) == Settled)
    return nullptr;
  lock.lock();
  // mo: relaxed; under the lock
  kmp_uint32 before = count.load(std::memory_order_relaxed);
  TrackedTask *task = before ? find() : nullptr;
  if (task) {
    // The thread keeps the barrier from ending before the pool stops doing so.
    __kmp_ompx_go_on(task_team, thread_finished);
    // mo: relaxed; under the lock
    count.store(before - 1, std::memory_order_relaxed);
    if (before == 1)
      KMP_ATOMIC_DEC(&task_team->tt.tt_unfinished_threads);
    if (UNLIKELY(slot_count > FirstSlots && before * 8 < slot_count))
      resize(slot_count / 2);
  }
  lock.unlock();
  return task;
}

void TicketPool::released() {
  // mo: seq_cst; after the tickets were returned: if a sweep has begun since,
  // either it sees them or this load sees it; pairs with TicketPool::sweep()
  if (state.load(std::memory_order_seq_cst) != Changed)
    // mo: seq_cst; as above; pairs with TicketPool::sweep()
    state.store(Changed, std::memory_order_seq_cst);
}

/// A ready task, taken off its chain. The pool is not empty.
TrackedTask *TicketPool::find() {
  kmp_uint32 mask = slot_count - 1;
  auto nextRound = [this](kmp_uint32 at) {
    at = nextOccupied(at);
    return at < slot_count ? at : nextOccupied(0);
  };
  kmp_uint32 first = nextRound(lowest & mask);
  lowest += (first - lowest) & mask;
  kmp_uint32 looks = FrontLooks;
  kmp_uint32 at = first;
  do {
    if (TrackedTask *task = look(at, looks))
      return task;
    at = nextRound((at + 1) & mask);
  } while (looks && at != first);
  return sweep();
}

TrackedTask *TicketPool::sweep() {
  if (sweep_slot == slot_count) {
    // mo: seq_cst; sees tickets returned before, see TicketPool::released()
    state.exchange(Sweeping, std::memory_order_seq_cst);
    sweepFrom(0);
  }
  for (kmp_uint32 left = SweepLooks; left && sweep_slot < slot_count;) {
    kmp_uint32 looks = left < sweep_left ? left : sweep_left;
    left -= looks;
    sweep_left -= looks;
    kmp_uint32 unused = looks;
    if (TrackedTask *task = look(sweep_slot, unused)) {
      sweep_left += unused;
      return task;
    }
    if (unused)
      sweep_left = 0; // others took tasks from this chain
    left += unused;
    if (sweep_left == 0)
      sweepFrom(sweep_slot + 1);
  }
  kmp_uint32 expected = Sweeping;
  if (sweep_slot == slot_count)
    // mo: seq_cst; as for the exchange; a release since then makes it fail
    state.compare_exchange_strong(expected, Settled, std::memory_order_seq_cst,
                                  // mo: relaxed; the state stays
                                  std::memory_order_relaxed);
  return nullptr;
}

void TicketPool::sweepFrom(kmp_uint32 at) {
  sweep_slot = nextOccupied(at);
  if (sweep_slot < slot_count)
    sweep_left = slots[sweep_slot].count;
}

/// Looks at up to `looks` tasks of a chain, moving those that are not ready to
/// its end, and counts the looks down.
TrackedTask *TicketPool::look(kmp_uint32 at, kmp_uint32 &looks) {
  Slot &slot = slots[at];
  for (kmp_uint32 i = slot.count; i > 0 && looks > 0; --i) {
    --looks;
    TrackedTask *task = slot.first;
    if (TicketsScheme::ready(*task)) {
      removeFirst(at);
      return task;
    }
    if (task->next) {
      slot.first = task->next;
      slot.last->next = task;
      slot.last = task;
      task->next = nullptr;
    }
  }
  return nullptr;
}

void TicketPool::append(kmp_uint32 at, TrackedTask &task) {
  Slot &slot = slots[at];
  task.next = nullptr;
  (slot.count ? slot.last->next : slot.first) = &task;
  slot.last = &task;
  ++slot.count;
  occupied[at / 64] |= kmp_uint64(1) << (at % 64);
}

void TicketPool::removeFirst(kmp_uint32 at) {
  Slot &slot = slots[at];
  slot.first = slot.first->next;
  if (--slot.count == 0)
    occupied[at / 64] &= ~(kmp_uint64(1) << (at % 64));
}

/// The first slot with tasks from `at` on, or slot_count.
kmp_uint32 TicketPool::nextOccupied(kmp_uint32 at) const {
  if (at >= slot_count)
    return slot_count;
  kmp_uint64 word = occupied[at / 64] & (~kmp_uint64(0) << (at % 64));
  for (kmp_uint32 i = at / 64;;) {
    if (word)
      return i * 64 + kmp_uint32(__builtin_ctzll(word));
    if (++i == slot_count / 64)
      return slot_count;
    word = occupied[i];
  }
}

void TicketPool::resize(kmp_uint32 wanted) {
  Slot *old = slots;
  kmp_uint64 *old_occupied = occupied;
  kmp_uint32 old_count = slot_count;
  slot_count = wanted;
  slots = static_cast<Slot *>(__kmp_allocate(wanted * sizeof(Slot)));
  occupied = static_cast<kmp_uint64 *>(
      __kmp_allocate(wanted / 64 * sizeof(kmp_uint64)));
  for (kmp_uint32 i = 0; i < old_count; ++i)
    for (TrackedTask *task = old[i].count ? old[i].first : nullptr; task;) {
      TrackedTask *next = task->next;
      append(TicketsScheme::depthOf(*task) & (wanted - 1), *task);
      task = next;
    }
  if (old) {
    __kmp_free(old);
    __kmp_free(old_occupied);
  }
  // A sweep in progress begins anew.
  if (sweep_slot == old_count)
    sweep_slot = slot_count;
  else
    sweepFrom(0);
}

} // namespace ompx

void __kmp_ompx_free_pool(kmp_task_team_t *task_team) {
  // mo: relaxed; the task team has no users any more
  ompx::TicketPool *pool =
      task_team->tt.tt_ompx_pool.load(std::memory_order_relaxed);
  if (!pool)
    return;
  pool->~TicketPool();
  __kmp_free(pool);
  // mo: relaxed; as above
  task_team->tt.tt_ompx_pool.store(nullptr, std::memory_order_relaxed);
}
