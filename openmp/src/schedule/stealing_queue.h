//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What is ready on one thread, tasks or nodes: its owner takes the youngest,
// thieves the oldest, and what a thread took but may not run is set aside for
// any thread that may. Rules for both stand here: how much a thief takes
// (OMPX_STEAL), and what happens to an element that is not allowed. (Whom it
// steals from: placement.h.)

#ifndef OMPX_SCHEDULE_STEALING_QUEUE_H
#define OMPX_SCHEDULE_STEALING_QUEUE_H

#include "schedule/deque.h"
#include "schedule/link.h"
#include "schedule/steal_pace.h"
#include "support/settings.h"
#include "support/spin_lock.h"

namespace ompx {

/// Element: what link.h can link.
///
/// `allowed` says of an element that the calling thread took whether it may run
/// it. If so the caller runs it next: the answer may have acquired locks.
template <typename Element> class StealingQueue {
  using Elements = Link<Element>;

protected:
  Deque deque;

public:
  StealPace pace; // the owner's, when it steals from others

private:
  /// Elements set aside that takeAside() looks at: a graph may have very many.
  static constexpr kmp_uint32 MostLooks = 64;

  // The first element set aside, linked to the others up to the last, under the
  // lock. Behind these there is room in the line for more that any thread
  // writes.
  alignas(CACHE_LINE) std::atomic<kmp_uint64> aside{Deque::Empty};
  Element last = Element(); // if there is a first
  SpinLock aside_lock;

public:
  /// Caller: owner. Cost: O(1). Without memory for a larger deque, sets aside.
  void push(Element element) {
    if (UNLIKELY(!deque.push(Elements::bits(element))))
      setAside(element);
  }
  /// Caller: any. Whether there seems to be nothing to take.
  bool seemsEmpty() const {
    return deque.seemsEmpty() &&
           // mo: relaxed; a hint
           aside.load(std::memory_order_relaxed) == Deque::Empty;
  }
  /// Caller: owner. Whether thieves seem to find nothing in its deque.
  bool offersNothing() const { return deque.seemsEmpty(); }

  /// Caller: owner. The youngest element of its deque that it may run, or none.
  /// Those that it may not run are set aside: older ones may be allowed.
  template <typename Allowed> Element pop(Allowed allowed) {
    while (kmp_uint64 word = deque.pop()) {
      Element element = Elements::of(word);
      if (allowed(element))
        return element;
      setAside(element);
    }
    return Element();
  }
  /// Caller: any, whose own queue is `own`. The oldest element of the deque, if
  /// it may run it, or none, which may also mean that another was faster. Moves
  /// half of the others to its own queue, if so set.
  template <typename Allowed>
  Element steal(StealingQueue &own, Allowed allowed) {
    if (deque.seemsEmpty())
      return Element();
    // Before it is taken, another thread may run the element and free it.
    kmp_uint64 word = deque.steal();
    if (word == Deque::Empty)
      return Element();
    Element element = Elements::of(word);
    if (!allowed(element)) {
      own.setAside(element);
      return Element();
    }
    if (steal_amount == StealAmount::Half)
      stealHalf(own);
    return element;
  }
  /// Caller: any. Moves up to half of the elements to the caller's own queue.
  /// Asks for none whether it is allowed: it does not run them now.
  void stealHalf(StealingQueue &own) {
    deque.stealHalf([&own](kmp_uint64 word) { own.push(Elements::of(word)); });
  }

  /// Caller: any. An element that somebody else is to run, or at another time.
  [[gnu::noinline]] void setAside(Element element) {
    aside_lock.lock();
    // mo: relaxed; under the lock
    Element first = Elements::of(aside.load(std::memory_order_relaxed));
    Elements::setNext(element, first);
    if (!first)
      last = element;
    // mo: relaxed; likewise, else a hint
    aside.store(Elements::bits(element), std::memory_order_relaxed);
    aside_lock.unlock();
  }
  /// Caller: any. An element set aside that it may run, or none. Cost: of a few
  /// looks; where they find none, the next call looks at others.
  template <typename Allowed> Element takeAside(Allowed allowed) {
    // mo: relaxed; a hint that spares the lock
    if (aside.load(std::memory_order_relaxed) == Deque::Empty)
      return Element();
    aside_lock.lock();
    // mo: relaxed; under the lock
    Element first = Elements::of(aside.load(std::memory_order_relaxed));
    Element before = Element(), element = first;
    kmp_uint32 looks = 0;
    while (element && looks < MostLooks && !allowed(element)) {
      before = element;
      element = Elements::next(element);
      ++looks;
    }
    if (looks == MostLooks && element) { // those that were looked at go last
      Elements::setNext(before, Element());
      Elements::setNext(last, first);
      last = before;
      // mo: relaxed; under the lock, else a hint
      aside.store(Elements::bits(element), std::memory_order_relaxed);
      element = Element();
    } else if (element) {
      Element next = Elements::next(element);
      if (!next)
        last = before;
      if (before)
        Elements::setNext(before, next);
      else
        // mo: relaxed; under the lock, else a hint
        aside.store(Elements::bits(next), std::memory_order_relaxed);
    }
    aside_lock.unlock();
    return element;
  }
};

} // namespace ompx

#endif // OMPX_SCHEDULE_STEALING_QUEUE_H
