//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What is ready and has a priority, for all threads of a team: whoever takes
// gets the highest that it may run, and of equals the one that came first.
// (Priorities are rare, and who asks for them wants their order rather than
// speed: one lock.)

#ifndef OMPX_SCHEDULE_PRIORITY_QUEUE_H
#define OMPX_SCHEDULE_PRIORITY_QUEUE_H

#include "schedule/link.h"
#include "support/vector.h"

namespace ompx {

/// Element: what link.h can link.
template <typename Element> class PriorityQueue {
  using Elements = Link<Element>;
  struct Level {
    kmp_int32 priority;
    Element first, last; // first is never null
  };
  kmp_bootstrap_lock_t lock;
  Vector<Level> levels; // with ascending priorities
  std::atomic<kmp_int32> highest{0};

public:
  PriorityQueue() { __kmp_init_bootstrap_lock(&lock); }

  /// Caller: any. priority: more than 0. Cost: O(levels). Returns false without
  /// memory.
  bool push(Element element, kmp_int32 priority) {
    __kmp_acquire_bootstrap_lock(&lock);
    bool pushed = add(element, priority);
    __kmp_release_bootstrap_lock(&lock);
    return pushed;
  }

  /// Caller: any. The element with the highest priority, `least` at least, that
  /// `allowed` accepts; or null.
  template <typename Allowed> Element take(kmp_int32 least, Allowed allowed) {
    // mo: relaxed; a hint that spares the lock
    if (highest.load(std::memory_order_relaxed) < least)
      return Element();
    Element taken = Element();
    __kmp_acquire_bootstrap_lock(&lock);
    for (kmp_uint32 i = levels.size();
         !taken && i-- > 0 && levels[i].priority >= least;)
      taken = takeFrom(i, allowed);
    __kmp_release_bootstrap_lock(&lock);
    return taken;
  }

private:
  bool add(Element element, kmp_int32 priority) {
    Elements::setNext(element, Element());
    kmp_uint32 at = levels.size();
    while (at > 0 && levels[at - 1].priority > priority)
      --at;
    if (at > 0 && levels[at - 1].priority == priority) {
      Level &level = levels[at - 1];
      Elements::setNext(level.last, element);
      level.last = element;
      return true;
    }
    if (!levels.makeRoom())
      return false;
    levels.append();
    for (kmp_uint32 i = levels.size() - 1; i > at; --i)
      levels[i] = levels[i - 1];
    levels[at] = {priority, element, element};
    noteHighest();
    return true;
  }

  template <typename Allowed> Element takeFrom(kmp_uint32 at, Allowed allowed) {
    Level &level = levels[at];
    Element before = Element(), element = level.first;
    while (element && !allowed(element)) {
      before = element;
      element = Elements::next(element);
    }
    if (!element)
      return element;
    if (before)
      Elements::setNext(before, Elements::next(element));
    else
      level.first = Elements::next(element);
    if (!Elements::next(element))
      level.last = before;
    if (level.first)
      return element;
    for (kmp_uint32 i = at + 1; i < levels.size(); ++i)
      levels[i - 1] = levels[i];
    levels.pop();
    noteHighest();
    return element;
  }

  void noteHighest() {
    // mo: relaxed; under the lock, and a hint
    highest.store(levels.size() ? levels.back().priority : 0,
                  std::memory_order_relaxed);
  }
};

} // namespace ompx

#endif // OMPX_SCHEDULE_PRIORITY_QUEUE_H
