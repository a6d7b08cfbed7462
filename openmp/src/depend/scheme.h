//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Makes the Tracker of a scheme that treats each access on its own and counts
// for each task what it still waits for. A scheme has
//   struct Object, Tag, Task: its part of an object, an access, a task;
//   static kmp_int32 issue(const IssueContext &, ObjectOf<S> &, AccessOf<S> &,
//                          TaskOf<S> &): adds an access; returns how many calls
//       of arrive() it will bring the task;
//   static void release(kmp_info_t *, ObjectOf<S> &, AccessOf<S> &,
//                       TaskOf<S> &, ReadyList &): ends an access;
//   static void releaseTask(kmp_info_t *, TaskOf<S> &, ReadyList &): once,
//       after the task's last access ended;
//   static void freeObject(kmp_info_t *, ObjectOf<S> &).

#ifndef OMPX_DEPEND_SCHEME_H
#define OMPX_DEPEND_SCHEME_H

#include "depend/tracker.h"
#include "support/spin_lock.h"

#include <new>

namespace ompx {

template <typename Scheme> struct ObjectOf : Object {
  typename Scheme::Object scheme;
};
template <typename Scheme> struct AccessOf : Access {
  typename Scheme::Tag tag;
  ObjectOf<Scheme> &target() const {
    return *static_cast<ObjectOf<Scheme> *>(object);
  }
};
template <typename Scheme> struct TaskOf : TrackedTask {
  typename Scheme::Task scheme;
  AccessOf<Scheme> &access(kmp_uint32 i) {
    return reinterpret_cast<AccessOf<Scheme> *>(this + 1)[i];
  }
};

/// The table of a scheme whose operations are members of Functions.
template <typename Scheme, typename Functions>
constexpr Tracker tableOf(const char *name, kmp_uint32 capabilities) {
  return {name,
          capabilities,
          sizeof(ObjectOf<Scheme>),
          sizeof(TaskOf<Scheme>),
          sizeof(AccessOf<Scheme>),
          Functions::initObject,
          Functions::freeObject,
          Functions::issue,
          Functions::release};
}

template <typename Scheme> struct CountingTracker {
  /// More than any task waits for: keeps arrivals from making a task ready that
  /// is still being issued.
  static constexpr kmp_int32 Issuing = 1 << 30;

  static void initObject(Object &object) {
    auto &of = static_cast<ObjectOf<Scheme> &>(object);
    ::new (&of.scheme) typename Scheme::Object();
  }
  static void freeObject(kmp_info_t *thread, Object &object) {
    Scheme::freeObject(thread, static_cast<ObjectOf<Scheme> &>(object));
  }

  static bool issue(const IssueContext &context, TrackedTask &tracked) {
    auto &task = static_cast<TaskOf<Scheme> &>(tracked);
    ::new (&task.scheme) typename Scheme::Task();
    // mo: relaxed; published by the scheme with the task
    task.missing.store(Issuing, std::memory_order_relaxed);
    kmp_int32 waits = 0;
    for (kmp_uint32 i = 0; i < task.access_count; ++i) {
      AccessOf<Scheme> &access = task.access(i);
      waits += Scheme::issue(context, access.target(), access, task);
    }
    if (waits == 0)
      return true; // nobody else counts
    // mo: acq_rel; sees what those wrote who arrived already; pairs with
    // CountingTracker::arrive()
    return task.missing.fetch_sub(Issuing - waits, std::memory_order_acq_rel) ==
           Issuing - waits;
  }

  static void release(kmp_info_t *thread, TrackedTask &tracked,
                      ReadyList &ready) {
    auto &task = static_cast<TaskOf<Scheme> &>(tracked);
    for (kmp_uint32 i = 0; i < task.access_count; ++i) {
      AccessOf<Scheme> &access = task.access(i);
      Scheme::release(thread, access.target(), access, task, ready);
    }
    Scheme::releaseTask(thread, task, ready);
  }

  /// One of the things that a task waits for has come.
  static void arrive(TrackedTask &task, ReadyList &ready) {
    // mo: acq_rel; publishes what the releasing task wrote, and the last to
    // arrive sees it all; pairs with CountingTracker::arrive() and
    // CountingTracker::issue()
    if (task.missing.fetch_sub(1, std::memory_order_acq_rel) == 1)
      ready.add(task);
  }

  static constexpr Tracker table(const char *name, kmp_uint32 capabilities) {
    return tableOf<Scheme, CountingTracker>(name, capabilities);
  }
};

} // namespace ompx

#endif // OMPX_DEPEND_SCHEME_H
