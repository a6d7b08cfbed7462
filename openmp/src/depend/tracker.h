//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The contract between libomp and a dependency tracker: given the accesses of a
// parent's tasks in the order of their creation, a tracker says which task is
// ready when. One constant table of functions for each scheme of trackers.def;
// OMPX_DEPEND_TRACKER picks one at start-up.
//
// Who calls what. Tasks of one domain (one parent task) are issued by one
// thread at a time, the one that runs the parent. Releases come from any
// thread, at the same time as each other and as an issue. Domains know nothing
// of each other. A tracker never enqueues a task: it hands ready ones to a
// ReadyList.

#ifndef OMPX_DEPEND_TRACKER_H
#define OMPX_DEPEND_TRACKER_H

#include "depend/access.h"
#include "schedule/lock_set.h"

namespace ompx {

class Domain;
class TicketPool;
struct TrackedTask;

/// What a depend address names, within one domain. The scheme's metadata
/// follow.
struct Object {
  kmp_intptr_t address;
  kmp_uint32 stamp;                // of the last task that named it
  kmp_uint32 access;               // which of that task's accesses
  QueueLock<TrackedTask *> holder; // the running commutative task
};

/// The rest of an object's first line, after `Size` bytes of the scheme's that
/// the issuing thread alone writes: what follows is written by all threads.
template <size_t Size> struct RestOfLine {
  char unused[CACHE_LINE - sizeof(Object) - Size];
};

/// One access of one task. The scheme's tag follows.
struct Access {
  Object *object;
  AccessType type;
};

/// What few tasks have.
struct TaskExtras {
  Domain *domain;    // to which the task holds a reference, or null
  TrackedTask *twin; // in the domain's twin, see Domain::twin; or null
};

/// A task with dependences, from its issue to its release; or a taskwait with
/// dependences (no task). Its scheme's state and its accesses follow. Freed by
/// whoever called Tracker::release().
struct TrackedTask {
  kmp_task_t *task;
  TrackedTask *next;              // in a list, a pool or a queue; one at a time
  std::atomic<kmp_int32> missing; // see CountingTracker
  std::atomic<kmp_uint32> waiting; // 1 until a taskwait may go on
  kmp_uint32 access_count : 31;
  kmp_uint32 excludes : 1;  // it has commutative objects
  kmp_uint32 lock_progress; // of these, see LockProgress
  TaskExtras *extras;       // or null
};

/// Tasks that a release made ready, in the order in which they became so.
class ReadyList {
  TrackedTask *first = nullptr;
  TrackedTask *last = nullptr;

public:
  void add(TrackedTask &task) {
    task.next = nullptr;
    (last ? last->next : first) = &task;
    last = &task;
  }
  bool empty() const { return !first; }
  /// The only task there is, or null.
  TrackedTask *only() const { return first == last ? first : nullptr; }
  TrackedTask *take() {
    TrackedTask *task = first;
    if (task && !(first = task->next))
      last = nullptr;
    return task;
  }
};

/// What a scheme may use while it issues.
struct IssueContext {
  kmp_info_t *thread; // for __kmp_fast_allocate
  TicketPool *pool;   // null unless the tracker searches
};

enum TrackerCapability : kmp_uint32 {
  /// Knows each pair of dependent tasks and tells a tool of it
  /// (ompt_callback_task_dependence).
  KnowsEdges = 1,
  /// Ready tasks are found by threads that search for them, not by releases.
  Searches = 2
};

struct Tracker {
  const char *name;
  kmp_uint32 capabilities;
  size_t object_size; // bytes, with the scheme's part, of each of the three
  size_t task_size;
  size_t access_size;

  /// Makes the scheme's part of a new object. Caller: the issuing thread.
  void (*initObject)(Object &object);
  /// Frees what an object holds. No task refers to it any more.
  void (*freeObject)(kmp_info_t *thread, Object &object);
  /// Orders a task after those issued before. Its accesses are distinct
  /// objects. Returns whether it is ready; if not, another thread may get it,
  /// run it and free it before this returns. Cost: see each scheme.
  bool (*issue)(const IssueContext &context, TrackedTask &task);
  /// The task has ended. Adds the tasks that are ready now, except those of a
  /// tracker that searches. Afterwards nothing refers to the task.
  void (*release)(kmp_info_t *thread, TrackedTask &task, ReadyList &ready);

  Access &access(TrackedTask &task, kmp_uint32 i) const {
    return *reinterpret_cast<Access *>(reinterpret_cast<char *>(&task) +
                                       task_size + i * access_size);
  }
  size_t taskSize(kmp_uint32 access_count) const {
    return task_size + access_count * access_size;
  }
};

#define OMPX_TRACKER(id, name, capabilities, help)                             \
  extern const Tracker tracker_##id;
#include "depend/trackers.def"

} // namespace ompx

#endif // OMPX_DEPEND_TRACKER_H
