//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Memory for graphs. A graph is written once from front to back, so page faults
// are most of what its memory costs; larger blocks ask for huge pages, which
// take as long to clear as a few dozen small pages take to fault in, and spare
// every replay TLB misses.

#ifndef OMPX_SUPPORT_MEMORY_H
#define OMPX_SUPPORT_MEMORY_H

#include "kmp.h"

#if KMP_OS_LINUX
#include <sys/mman.h>
#endif

namespace ompx {

constexpr size_t HugePage = size_t(2) << 20;

/// The size to ask for when `size` bytes are wanted: whole huge pages from a
/// quarter of one on, which takes about as long to clear as so many small ones
/// to fault in.
inline size_t goodSize(size_t size) {
  if (size < HugePage / 4)
    return size;
  return (size + HugePage - 1) & ~(HugePage - 1);
}

/// Memory with an alignment of less than a huge page, or null. Free with
/// KMP_INTERNAL_FREE.
inline void *allocateAligned(size_t size, size_t alignment = CACHE_LINE) {
  size_t good = goodSize(size);
  if (good < size)
    return nullptr; // overflow
  bool huge = good >= HugePage;
  void *memory = nullptr;
  if (posix_memalign(&memory, huge ? HugePage : alignment, good) != 0)
    return nullptr;
#if KMP_OS_LINUX && defined(MADV_HUGEPAGE)
  if (huge)
    (void)madvise(memory, good, MADV_HUGEPAGE); // a hint, works without too
#endif
  return memory;
}

} // namespace ompx

#endif // OMPX_SUPPORT_MEMORY_H
