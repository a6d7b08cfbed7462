//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The tickets scheme [Vandierendonck 2013, section 4.4, figure 5]: an object
// has four ticket queues, R for readers, W for writers, C for commutative tasks
// and P for reductions. A task takes a ticket of its own queue and copies the
// next ones of the others; it is ready when the others have got that far.
// Nothing leads from a task to its successors: the waiting ones are in a
// TicketPool.
//
// Issue: O(1) for each access without an atomic read-modify-write, and the
// pool's lock for a task that must wait. Release: one RMW for each access, and
// one load. Memory: 16 bytes for each access.
//
// Differs: Concurrent tasks share P with reductions, so P may hold two kinds at
// once. When the kind changes, the new one waits until P has got as far as the
// tickets taken before, and so do later tasks of that kind, while the earlier
// ones among them return theirs: `at least`, where other queues compare for
// equality. A task knows its depth, which orders the pool: the paper does not
// say from where; here each object keeps that of its youngest generation.

#ifndef OMPX_DEPEND_TICKETS_SCHEME_H
#define OMPX_DEPEND_TICKETS_SCHEME_H

#include "depend/scheme.h"
#include "depend/ticket_pool.h"

namespace ompx {

struct TicketsScheme {
  enum Queue : kmp_uint8 { R, W, C, P, Queues };
  static constexpr Queue own_queue[AccessTypes] = {R, W, W, C, P, P};
  struct Tag {
    kmp_uint32 ticket[Queues];
  };
  struct Task {
    TicketPool *pool;
    kmp_uint32 depth;
  };
  struct ForIssue {
    kmp_uint32 next[Queues]; // ticket; wraps
    kmp_uint32 kind_begin;   // where in P its newest kind began
    kmp_uint32 depth = 0;    // of the youngest generation's tasks, at least
    kmp_uint32 below = 0;    // all tasks so far
    AccessType kind = AccessType::None;     // the newest in P
    AccessType youngest = AccessType::None; // type of the youngest generation
  };
  struct Object : ForIssue, RestOfLine<sizeof(ForIssue)> {
    std::atomic<kmp_uint32> global[Queues]; // returned

    explicit Object(kmp_uint32 start) {
      kind_begin = start;
      for (kmp_uint32 queue = R; queue < Queues; ++queue) {
        next[queue] = start;
        // mo: relaxed; published with the first task
        global[queue].store(start, std::memory_order_relaxed);
      }
    }
  };
  using AccessTo = AccessOf<TicketsScheme>;
  using WaitingTask = TaskOf<TicketsScheme>;

  static void take(AccessTo &access) {
    Object &md = access.target().scheme;
    Tag &tag = access.tag;
    for (kmp_uint32 queue = R; queue < Queues; ++queue)
      tag.ticket[queue] = md.next[queue];
    Queue own = own_queue[unsigned(access.type)];
    ++md.next[own];
    if (own != P)
      return;
    // mo: relaxed; ready() reads it again
    kmp_uint32 global = md.global[P].load(std::memory_order_relaxed);
    if (access.type != md.kind) {
      md.kind = access.type;
      md.kind_begin = tag.ticket[P];
    } else if (reached(global, md.kind_begin)) {
      md.kind_begin = global; // so that it is never 2^31 tickets away
    }
    tag.ticket[P] = md.kind_begin;
  }

  /// Whether a counter is at least `ticket`. At most 2^31 tickets of a queue
  /// are out at any time.
  static bool reached(kmp_uint32 global, kmp_uint32 ticket) {
    return kmp_int32(global - ticket) >= 0;
  }

  static bool ready(const AccessTo &access) {
    if (propertiesOf(access.type).renames)
      return true;
    const Object &md = access.target().scheme;
    Queue own = own_queue[unsigned(access.type)];
    for (kmp_uint32 queue = R; queue < Queues; ++queue) {
      if (queue == own && (own == R || own == C))
        continue;
      // mo: seq_cst; sees what the returning tasks wrote; either it sees a
      // ticket returned or TicketPool::released() sees that this load was part
      // of a finished look; pairs with TicketsScheme::release()
      kmp_uint32 global = md.global[queue].load(std::memory_order_seq_cst);
      kmp_uint32 ticket = access.tag.ticket[queue];
      if (queue == own && own == P ? !reached(global, ticket)
                                   : global != ticket)
        return false;
    }
    return true;
  }

  static bool ready(TrackedTask &tracked) {
    auto &task = static_cast<WaitingTask &>(tracked);
    for (kmp_uint32 i = 0; i < task.access_count; ++i)
      if (!ready(task.access(i)))
        return false;
    return true;
  }

  static kmp_uint32 depthOf(TrackedTask &tracked) {
    return static_cast<WaitingTask &>(tracked).scheme.depth;
  }

  static void setDepth(WaitingTask &task) {
    kmp_uint32 depth = 0;
    for (kmp_uint32 i = 0; i < task.access_count; ++i) {
      AccessTo &access = task.access(i);
      Object &md = access.target().scheme;
      if (!joins(access.type, md.youngest)) {
        md.youngest = access.type;
        md.depth = md.below;
      }
      if (depth < md.depth)
        depth = md.depth;
    }
    for (kmp_uint32 i = 0; i < task.access_count; ++i) {
      Object &md = task.access(i).target().scheme;
      if (md.below <= depth)
        md.below = depth + 1;
    }
    task.scheme.depth = depth;
  }

  static bool issue(const IssueContext &context, TrackedTask &tracked) {
    auto &task = static_cast<WaitingTask &>(tracked);
    task.scheme.pool = context.pool;
    for (kmp_uint32 i = 0; i < task.access_count; ++i)
      take(task.access(i));
    setDepth(task);
    return ready(task) || !context.pool->put(context.thread, task);
  }

  static void release(kmp_info_t *, TrackedTask &tracked, ReadyList &ready) {
    auto &task = static_cast<WaitingTask &>(tracked);
    TicketPool *pool = task.scheme.pool;
    for (kmp_uint32 i = 0; i < task.access_count; ++i) {
      AccessTo &access = task.access(i);
      // mo: seq_cst; publishes what the task wrote; ordered before the load in
      // TicketPool::released(); pairs with TicketsScheme::ready()
      access.target().scheme.global[own_queue[unsigned(access.type)]].fetch_add(
          1, std::memory_order_seq_cst);
    }
    pool->released();
    // With OMP_WAIT_POLICY=passive those who would search may sleep. This
    // thread runs a task, so it has not finished.
    int finished = FALSE;
    if (UNLIKELY(__kmp_wpolicy_passive))
      while (TrackedTask *found = pool->take(&finished))
        ready.add(*found);
  }

  static void freeObject(kmp_info_t *, ompx::Object &) {}
};

/// Start: the first ticket of each queue; for tests of the wrap-around.
template <kmp_uint32 Start> struct TicketsTracker : TicketsScheme {
  static void initObject(ompx::Object &object) {
    auto &of = static_cast<ObjectOf<TicketsScheme> &>(object);
    ::new (&of.scheme) TicketsScheme::Object(Start);
  }
  static constexpr Tracker table(const char *name) {
    return tableOf<TicketsScheme, TicketsTracker>(name, Searches);
  }
};

} // namespace ompx

#endif // OMPX_DEPEND_TICKETS_SCHEME_H
