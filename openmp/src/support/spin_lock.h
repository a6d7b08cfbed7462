//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A lock of one byte for data that several threads change in a dozen
// instructions. Larger sections use libomp's locks, which yield.

#ifndef OMPX_SUPPORT_SPIN_LOCK_H
#define OMPX_SUPPORT_SPIN_LOCK_H

#include "kmp.h"

namespace ompx {

class SpinLock {
  std::atomic<bool> taken{false};

public:
  void lock() {
    // mo: acquire; sees what the last holder wrote; pairs with
    // SpinLock::unlock()
    while (taken.exchange(true, std::memory_order_acquire))
      // mo: relaxed; a hint when to try again
      while (taken.load(std::memory_order_relaxed))
        KMP_YIELD_OVERSUB();
  }
  void unlock() {
    // mo: release; publishes what the holder wrote; pairs with SpinLock::lock()
    taken.store(false, std::memory_order_release);
  }
};

} // namespace ompx

#endif // OMPX_SUPPORT_SPIN_LOCK_H
