//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A team's tasks that wait for tickets, by their depth in the task dependency
// graph: a resizable hash table with chaining [Vandierendonck 2013, section
// 4.4]. Threads without work look here for tasks that are ready.
//
// What one search may cost is bounded, because it holds the pool's lock. It
// looks at the 16 shallowest tasks, where ready ones usually are, and then at
// 16 that a sweep through the whole pool has come to, which no search begins
// anew. Tasks looked at in vain go to the end of their chain. So each ready
// task is found after waiting/8 searches at the latest, two sweeps. When a
// sweep found nothing and no task was released since it began, no search is
// made: an idle thread reads one word.
//
// A pool with tasks in it counts as one of the threads that keep the team's
// barrier open, because a ready task that no search has come to yet is in
// nobody's queue.
//
// Differs: a chain holds all depths that are equal modulo the table's size, so
// the order by depth is approximate when tasks' depths differ by more than
// that.

#ifndef OMPX_DEPEND_TICKET_POOL_H
#define OMPX_DEPEND_TICKET_POOL_H

#include "depend/scheme.h"

namespace ompx {

class TicketPool {
  struct Slot { // a chain, linked by TrackedTask::next
    TrackedTask *first;
    TrackedTask *last;
    kmp_uint32 count;
  };
  enum State : kmp_uint32 {
    Settled,  // no task was ready when last looked at, and none released since
    Sweeping, // none released since the sweep began
    Changed   // a task was released
  };
  kmp_task_team_t *const task_team;
  SpinLock lock; // guards the rest, except `state`
  Slot *slots = nullptr;
  kmp_uint64 *occupied = nullptr; // one bit for each slot
  kmp_uint32 slot_count = 0;      // a power of two, at least FirstSlots
  kmp_uint32 lowest = 0;          // no task is shallower
  kmp_uint32 sweep_slot = 0;      // slot_count: no sweep has begun
  kmp_uint32 sweep_left = 0;      // looks left in that slot
  std::atomic<kmp_uint32> count{0};
  alignas(CACHE_LINE) std::atomic<kmp_uint32> state{Changed};

  static constexpr kmp_uint32 FirstSlots = 64; // bits of a word of `occupied`
  static constexpr kmp_uint32 FrontLooks = 16;
  static constexpr kmp_uint32 SweepLooks = 16;

public:
  explicit TicketPool(kmp_task_team_t *t) : task_team(t) { resize(FirstSlots); }
  ~TicketPool();

  /// The pool of a thread's team, made if need be.
  static TicketPool &of(kmp_info_t *thread);

  /// Adds a task; from then on another thread may run it. Returns false if it
  /// is ready instead. Caller: the issuing thread. Cost: amortised O(1).
  bool put(kmp_info_t *thread, TrackedTask &task);
  /// A ready task, which is no longer in the pool, or null if none was found.
  /// Caller: any thread of the team. thread_finished: see __kmp_steal_task().
  /// Cost: looks at FrontLooks + SweepLooks tasks at most.
  TrackedTask *take(int *thread_finished);
  /// Tickets were returned. Caller: any thread. Cost: one load, and one store
  /// if somebody searched since the last release.
  void released();

private:
  TrackedTask *find();
  TrackedTask *sweep();
  TrackedTask *look(kmp_uint32 at, kmp_uint32 &looks);
  void append(kmp_uint32 at, TrackedTask &task);
  void removeFirst(kmp_uint32 at);
  kmp_uint32 nextOccupied(kmp_uint32 at) const;
  void sweepFrom(kmp_uint32 at);
  void resize(kmp_uint32 wanted);
};

} // namespace ompx

#endif // OMPX_DEPEND_TICKET_POOL_H
