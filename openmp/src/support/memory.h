//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Memory for graphs. A large graph touches its memory once, front to back, so
// page faults are most of what that costs; large blocks ask for huge pages,
// which makes it an order of magnitude cheaper where the system grants them.

#ifndef OMPX_SUPPORT_MEMORY_H
#define OMPX_SUPPORT_MEMORY_H

#include "kmp.h"

#if KMP_OS_LINUX
#include <sys/mman.h>
#endif

namespace ompx {

constexpr size_t HugePage = size_t(2) << 20;
/// Blocks from this size on may take a whole huge page.
constexpr size_t LargeBlock = HugePage / 2;

/// Memory aligned to a cache line, or null. Free with KMP_INTERNAL_FREE.
inline void *allocateMemory(size_t size) {
  void *memory = nullptr;
  bool large = size >= LargeBlock;
  if (large)
    size = (size + HugePage - 1) & ~(HugePage - 1);
  if (posix_memalign(&memory, large ? HugePage : size_t(CACHE_LINE), size) != 0)
    return nullptr;
#if KMP_OS_LINUX && defined(MADV_HUGEPAGE)
  if (large)
    (void)madvise(memory, size, MADV_HUGEPAGE); // a hint, works without too
#endif
  return memory;
}

} // namespace ompx

#endif // OMPX_SUPPORT_MEMORY_H
