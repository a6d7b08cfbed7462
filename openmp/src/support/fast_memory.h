//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// libomp's fast memory, whose usual case is inline: a small block that the
// thread has in its own list, and gets back. kmp_alloc.cpp has the rest.

#ifndef OMPX_SUPPORT_FAST_MEMORY_H
#define OMPX_SUPPORT_FAST_MEMORY_H

#include "kmp.h"

namespace ompx {

/// What kmp_alloc.cpp has before each block, its kmp_mem_descr_t, as far as it
/// is used here; patch 0300 compares them.
struct FastBlock {
  void *allocated;
  size_t length; // of a list, in its head
  kmp_info_t *owner;
  size_t size; // 0: in no list
};

constexpr size_t SmallBlock = 256;  // bytes of the first list's blocks
constexpr size_t MediumBlock = 512; // of the second's

/// As __kmp_fast_allocate().
[[gnu::always_inline]] inline void *allocateFast(kmp_info_t *thread,
                                                 size_t size) {
  if (!UNLIKELY(size > MediumBlock)) {
    kmp_free_list_t &list = thread->th.th_free_lists[size > SmallBlock];
    if (void *block = list.th_free_list_self) {
      list.th_free_list_self = *static_cast<void **>(block);
      return block;
    }
  }
  return __kmp_fast_allocate(thread, size);
}

/// As __kmp_fast_free().
[[gnu::always_inline]] inline void freeFast(kmp_info_t *thread, void *block) {
  const FastBlock &descriptor = static_cast<FastBlock *>(block)[-1];
  // One without a list wraps around.
  if (!UNLIKELY(descriptor.owner != thread ||
                descriptor.size - 1 >= MediumBlock)) {
    kmp_free_list_t &list =
        thread->th.th_free_lists[descriptor.size > SmallBlock];
    *static_cast<void **>(block) = list.th_free_list_self;
    list.th_free_list_self = block;
    return;
  }
  __kmp_fast_free(thread, block);
}

} // namespace ompx

#endif // OMPX_SUPPORT_FAST_MEMORY_H
