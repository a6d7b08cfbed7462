//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A work-stealing deque: one owner pushes and pops at the bottom, any thread
// steals from the top [Chase-Lev 2005; orders after Le 2013].
//
// Differs: elements are plain words; arrays that were outgrown are kept until
// the deque dies, because a thief may still read them; so an array is never
// reclaimed under a reader and no epoch is needed. Memory is at most twice the
// largest array.

#ifndef OMPX_SCHEDULE_DEQUE_H
#define OMPX_SCHEDULE_DEQUE_H

#include "kmp.h"

namespace ompx {

class Deque {
  struct Array {
    Array *outgrown;
    kmp_int64 capacity; // a power of two
    std::atomic<kmp_uint64> slots[1];

    std::atomic<kmp_uint64> &slot(kmp_int64 i) {
      return slots[i & (capacity - 1)];
    }
  };
  static constexpr kmp_int64 InitialCapacity = 256;

  // Indices only grow; 2^63 pushes do not happen.
  alignas(CACHE_LINE) std::atomic<kmp_int64> top{0};
  alignas(CACHE_LINE) std::atomic<kmp_int64> bottom{0};
  // The owner's last look at top, which only grows: while there is room by this
  // one, a push need not fetch the line that thieves write.
  kmp_int64 seen_top = 0;
  std::atomic<Array *> array{nullptr};

public:
  static constexpr kmp_uint64 Empty = 0;

  Deque() = default;
  Deque(const Deque &) = delete;
  Deque &operator=(const Deque &) = delete;
  ~Deque() {
    // mo: relaxed; nobody else uses a deque that is being destroyed
    Array *a = array.load(std::memory_order_relaxed);
    while (a) {
      Array *outgrown = a->outgrown;
      KMP_INTERNAL_FREE(a);
      a = outgrown;
    }
  }

  /// Caller: owner. Cost: O(1), no RMW. Allocates: when it grows. Returns false
  /// without memory.
  bool push(kmp_uint64 element) {
    // mo: relaxed; only the owner writes bottom and array
    kmp_int64 b = bottom.load(std::memory_order_relaxed);
    // mo: relaxed; only the owner writes array
    Array *a = array.load(std::memory_order_relaxed);
    if (UNLIKELY(!a ||
                 (b - seen_top >= a->capacity && size() >= a->capacity))) {
      a = grow(a, seen_top, b);
      if (!a)
        return false;
    }
    // mo: relaxed; published by the store of bottom
    a->slot(b).store(element, std::memory_order_relaxed);
    // mo: release; publishes the slot and what the element names; pairs with
    // Deque::steal()
    bottom.store(b + 1, std::memory_order_release);
    return true;
  }

  /// Caller: owner. At most so many elements. Cost: fetches the line that
  /// thieves write.
  kmp_int64 size() {
    // mo: acquire; pairs with Deque::steal(): a slot that was stolen from may
    // be written again
    seen_top = top.load(std::memory_order_acquire);
    // mo: relaxed; only the owner writes bottom
    return bottom.load(std::memory_order_relaxed) - seen_top;
  }
  /// Caller: owner. Whether there are at least n elements. Cost: as of size(),
  /// but only if there were so many when last looked.
  bool holds(kmp_int64 n) {
    // mo: relaxed; only the owner writes bottom
    return bottom.load(std::memory_order_relaxed) - seen_top >= n &&
           size() >= n;
  }

  /// Caller: owner. The youngest element or Empty. Cost: O(1), one full fence;
  /// one RMW for the last element.
  kmp_uint64 pop() {
    if (seemsEmpty())
      return Empty;
    // mo: relaxed; only the owner writes bottom
    kmp_int64 b = bottom.load(std::memory_order_relaxed) - 1;
    // mo: relaxed; only the owner writes array
    Array *a = array.load(std::memory_order_relaxed);
    // mo: seq_cst; this store before the load of top below, against the
    // load of top before the load of bottom in Deque::steal()
    bottom.store(b, std::memory_order_seq_cst);
    // mo: seq_cst; see the store above
    kmp_int64 t = top.load(std::memory_order_seq_cst);
    if (t > b) {
      // mo: relaxed; back to empty, nothing is published
      bottom.store(b + 1, std::memory_order_relaxed);
      return Empty;
    }
    // mo: relaxed; the owner wrote the slot itself
    kmp_uint64 element = a->slot(b).load(std::memory_order_relaxed);
    if (t == b) {
      // mo: seq_cst; the last element goes to one of owner and thieves; pairs
      // with Deque::steal()
      if (!top.compare_exchange_strong(t, t + 1, std::memory_order_seq_cst,
                                       // mo: relaxed; lost, nothing is read
                                       std::memory_order_relaxed))
        element = Empty;
      // mo: relaxed; back to empty, nothing is published
      bottom.store(b + 1, std::memory_order_relaxed);
    }
    return element;
  }

  /// Caller: any thread. The oldest element or Empty, which may also mean that
  /// another thread was faster. Cost: O(1), one RMW.
  kmp_uint64 steal() {
    // mo: seq_cst; before the load of bottom, see Deque::pop()
    kmp_int64 t = top.load(std::memory_order_seq_cst);
    // mo: seq_cst; after the load of top, and acquires what push() published;
    // pairs with Deque::push() and Deque::pop()
    kmp_int64 b = bottom.load(std::memory_order_seq_cst);
    if (t >= b)
      return Empty;
    // mo: acquire; pairs with Deque::grow()
    Array *a = array.load(std::memory_order_acquire);
    // mo: relaxed; valid only if the exchange below succeeds
    kmp_uint64 element = a->slot(t).load(std::memory_order_relaxed);
    // mo: seq_cst; takes the element; pairs with Deque::pop()
    if (!top.compare_exchange_strong(t, t + 1, std::memory_order_seq_cst,
                                     // mo: relaxed; lost, nothing is read
                                     std::memory_order_relaxed))
      return Empty;
    return element;
  }

  /// Caller: any thread. Steals up to half of the elements, at most 32, so that
  /// a thief is not busy with a long queue, and gives each to take(). One by
  /// one, because the owner pops without looking at the top while more than one
  /// element is left.
  template <typename Take> void stealHalf(Take take) {
    constexpr kmp_int64 Most = 32;
    kmp_int64 half = approximateSize() / 2;
    for (kmp_int64 left = half < Most ? half : Most; left > 0; --left) {
      kmp_uint64 element = steal();
      if (element == Empty)
        return;
      take(element);
    }
  }

  /// Caller: any thread. Exact only while nobody else uses the deque.
  kmp_int64 approximateSize() const {
    // mo: relaxed; a hint
    return bottom.load(std::memory_order_relaxed) -
           // mo: relaxed; a hint
           top.load(std::memory_order_relaxed);
  }
  /// Caller: any thread. Whether there seems to be nothing to steal; spares the
  /// fences of steal().
  bool seemsEmpty() const { return approximateSize() <= 0; }

private:
  Array *grow(Array *old, kmp_int64 t, kmp_int64 b) {
    kmp_int64 capacity = old ? old->capacity * 2 : InitialCapacity;
    auto *a = static_cast<Array *>(KMP_INTERNAL_MALLOC(
        sizeof(Array) + size_t(capacity - 1) * sizeof(Array::slots[0])));
    if (!a)
      return nullptr;
    a->outgrown = old;
    a->capacity = capacity;
    for (kmp_int64 i = t; i < b; ++i)
      // mo: relaxed; published by the store of array below
      a->slot(i).store(old->slot(i).load(std::memory_order_relaxed),
                       // mo: relaxed; likewise
                       std::memory_order_relaxed);
    // mo: release; publishes the copied slots; pairs with Deque::steal()
    array.store(a, std::memory_order_release);
    return a;
  }
};

} // namespace ompx

#endif // OMPX_SCHEDULE_DEQUE_H
