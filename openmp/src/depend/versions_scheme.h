//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The versions scheme [Tillenius 2015, section 3.1]: an object counts the
// accesses that have ended, its version; a task requires of each object the
// version at which all accesses that it comes after have ended. A task that
// must wait is parked at the first of its objects that is not there yet, and
// whoever brings that object to the required version goes on checking from
// there.
//
// So a task is found when it is ready without edges between tasks, and without
// a pool to search: each access is checked once, in O(1), and a task is in at
// most one queue at a time. This answers what [Vandierendonck 2013] leaves open
// for tickets: successors found, no edges kept.
//
// Issue: O(1) for each access, no RMW; the object's lock if the task must park,
// and one RMW if it is the next to be woken there. Release: one RMW for each
// access; the object's lock only if a task is to be woken there. Memory: 4
// bytes for each access.
//
// Differs: versions wrap. Of the tasks that are parked at an object, those that
// came in the order of their versions are a list; one that comes late, from
// another object, goes to a heap [Fredman 1986, pairing heap]: O(1), and
// O(log(heap)) amortised when it is woken.

#ifndef OMPX_DEPEND_VERSIONS_SCHEME_H
#define OMPX_DEPEND_VERSIONS_SCHEME_H

#include "depend/scheme.h"

#include <utility>

namespace ompx {

/// Start: the first version of each object; for tests of the wrap-around.
template <kmp_uint32 Start> struct VersionsScheme {
  /// Of the object for each access. 31 bits, as Object::word has them.
  struct Tag {
    kmp_uint32 required;
  };
  struct Task {
    kmp_uint32 reached; // accesses known to have their version
    TrackedTask *child; // in Object::late; TrackedTask::next is a sibling
  };
  struct ForIssue {
    kmp_uint32 issued = Start;   // accesses
    kmp_uint32 required = Start; // by the youngest generation
    AccessType youngest = AccessType::None;
  };
  struct Object : ForIssue, RestOfLine<sizeof(ForIssue)> {
    // Version << 1 | whether tasks may be parked.
    std::atomic<kmp_uint32> word{Start << 1};
    SpinLock lock; // guards list and heap
    // While tasks may be parked: no version before this one wakes any. Written
    // under the lock.
    std::atomic<kmp_uint32> due{Start};
    TrackedTask *head = nullptr;
    TrackedTask *tail = nullptr;
    TrackedTask *late = nullptr; // root of the heap; all come before `tail`
  };

  using Self = VersionsScheme;
  static TaskOf<Self> &taskOf(TrackedTask &task) {
    return static_cast<TaskOf<Self> &>(task);
  }
  static Object &objectOf(Access &access) {
    return static_cast<AccessOf<Self> &>(access).target().scheme;
  }
  /// Of the access at which a task is parked.
  static kmp_uint32 requiredOf(TrackedTask &task) {
    TaskOf<Self> &of = taskOf(task);
    return of.access(of.scheme.reached).tag.required;
  }

  /// Whether a word's version is at least the required one. At most 2^30
  /// accesses of one object are outstanding, so the difference of two versions,
  /// modulo 2^31, tells which is older.
  static bool reached(kmp_uint32 word, kmp_uint32 required) {
    return kmp_int32((word & ~1u) - (required << 1)) >= 0;
  }

  static void initObject(ompx::Object &object) {
    ::new (&static_cast<ObjectOf<Self> &>(object).scheme) Object();
  }
  static void freeObject(kmp_info_t *, ompx::Object &object) {
    KMP_DEBUG_ASSERT(!static_cast<ObjectOf<Self> &>(object).scheme.head &&
                     !static_cast<ObjectOf<Self> &>(object).scheme.late);
    (void)object;
  }

  static bool issue(const IssueContext &, TrackedTask &tracked) {
    TaskOf<Self> &task = taskOf(tracked);
    for (kmp_uint32 i = 0; i < task.access_count; ++i) {
      AccessOf<Self> &access = task.access(i);
      Object &md = access.target().scheme;
      if (!joins(access.type, md.youngest)) {
        md.required = md.issued;
        md.youngest = access.type;
      }
      ++md.issued;
      access.tag.required = md.required;
    }
    task.scheme.reached = 0;
    return advance(task);
  }

  /// Checks the accesses from Task::reached on. Returns whether all are there;
  /// if not, the task is parked, and another thread may own it.
  static bool advance(TaskOf<Self> &task) {
    for (; task.scheme.reached < task.access_count; ++task.scheme.reached) {
      AccessOf<Self> &access = task.access(task.scheme.reached);
      Object &md = access.target().scheme;
      // mo: acquire; sees what the tasks wrote that brought the version; pairs
      // with VersionsScheme::release()
      if (!reached(md.word.load(std::memory_order_acquire),
                   access.tag.required) &&
          park(md, access.tag.required, task))
        return false;
    }
    return true;
  }

  static bool park(Object &md, kmp_uint32 required, TrackedTask &task) {
    md.lock.lock();
    // mo: acquire; sees what tasks wrote that brought the version; pairs with
    // VersionsScheme::release(). If it is not there yet and the flag is set,
    // whoever brings it sees the flag, and a `due` that is not later: that was
    // published with the flag, or wakes too early.
    kmp_uint32 word = md.word.load(std::memory_order_acquire);
    // mo: relaxed; under the lock
    if (!(word & 1) ||
        before(required, md.due.load(std::memory_order_relaxed))) {
      // mo: relaxed; under the lock, and published by the flag
      md.due.store(required, std::memory_order_relaxed);
      // mo: acq_rel; whoever brings a later version sees the flag and `due`,
      // and takes the lock; sees what tasks wrote that brought this one; pairs
      // with VersionsScheme::release()
      word = md.word.fetch_or(1, std::memory_order_acq_rel);
    }
    bool parked = !reached(word, required);
    if (parked)
      insert(md, required, task);
    md.lock.unlock();
    return parked;
  }

  static void insert(Object &md, kmp_uint32 required, TrackedTask &task) {
    task.next = nullptr;
    if (md.head && before(required, requiredOf(*md.tail))) {
      taskOf(task).scheme.child = nullptr;
      md.late = meld(md.late, &task);
    } else {
      (md.head ? md.tail->next : md.head) = &task;
      md.tail = &task;
    }
  }

  /// The version that the next of the parked tasks requires.
  static kmp_uint32 firstDue(Object &md) {
    kmp_uint32 listed = requiredOf(*md.head);
    if (!md.late)
      return listed;
    kmp_uint32 late = requiredOf(*md.late);
    return before(late, listed) ? late : listed;
  }

  static bool before(kmp_uint32 one, kmp_uint32 other) {
    return kmp_int32((one - other) << 1) < 0;
  }

  /// One heap of two, either of which may be null.
  static TrackedTask *meld(TrackedTask *one, TrackedTask *other) {
    if (!one || !other)
      return one ? one : other;
    if (before(requiredOf(*other), requiredOf(*one)))
      std::swap(one, other);
    TrackedTask *&child = taskOf(*one).scheme.child;
    other->next = child;
    child = other;
    return one;
  }

  /// What is left of a heap without its root: its children, melded in pairs,
  /// and these into one.
  static TrackedTask *withoutRoot(TrackedTask *root) {
    TrackedTask *pairs = nullptr, *rest = nullptr;
    for (TrackedTask *one = taskOf(*root).scheme.child; one;) {
      TrackedTask *other = one->next, *next = other ? other->next : nullptr;
      TrackedTask *pair = meld(one, other);
      pair->next = pairs;
      pairs = pair;
      one = next;
    }
    while (pairs) {
      TrackedTask *next = pairs->next;
      rest = meld(rest, pairs);
      pairs = next;
    }
    return rest;
  }

  static void release(kmp_info_t *, TrackedTask &tracked, ReadyList &ready) {
    TaskOf<Self> &task = taskOf(tracked);
    for (kmp_uint32 i = 0; i < task.access_count; ++i) {
      Object &md = objectOf(task.access(i));
      // mo: acq_rel; publishes what the task wrote, also for those who bring
      // later versions; sees `due` if it sees the flag; pairs with
      // VersionsScheme::advance() and VersionsScheme::park()
      kmp_uint32 word = md.word.fetch_add(2, std::memory_order_acq_rel);
      // mo: relaxed; seen with the flag, or an older one, which is earlier
      if (word & 1 && reached(word + 2, md.due.load(std::memory_order_relaxed)))
        wake(md, ready);
    }
  }

  /// Not inline: most releases wake nobody.
  [[gnu::noinline]] static void wake(Object &md, ReadyList &ready) {
    md.lock.lock();
    // mo: acquire; sees what the tasks wrote that brought the version; pairs
    // with VersionsScheme::release()
    kmp_uint32 word = md.word.load(std::memory_order_acquire);
    TrackedTask *first = md.head;
    TrackedTask **end = &first;
    while (*end && reached(word, requiredOf(**end)))
      end = &(*end)->next;
    md.head = *end;
    for (; md.late && reached(word, requiredOf(*md.late));
         end = &(*end)->next) {
      *end = md.late;
      md.late = withoutRoot(md.late);
    }
    *end = nullptr;
    if (md.head)
      // mo: relaxed; later than before: who does not see it takes the lock
      md.due.store(firstDue(md), std::memory_order_relaxed);
    else
      // mo: relaxed; the list is guarded by the lock
      md.word.fetch_and(~1u, std::memory_order_relaxed);
    md.lock.unlock();
    while (TrackedTask *task = first) {
      first = task->next;
      TaskOf<Self> &of = taskOf(*task);
      ++of.scheme.reached;
      if (advance(of))
        ready.add(of);
    }
  }

  static constexpr Tracker table(const char *name) {
    return tableOf<Self, Self>(name, 0);
  }
};

} // namespace ompx

#endif // OMPX_DEPEND_VERSIONS_SCHEME_H
