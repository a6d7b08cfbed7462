//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Where the memory of notes comes from and goes to; see note_log.h.

#include "taskgraph/note_log.h"

#include <algorithm>
#include <atomic>

namespace ompx {

/// The chunks of a log that is gone, or null.
static std::atomic<void *> spare{nullptr};

/// A new chunk is twice as large as all before it: they are few, a third of the
/// memory at least is written, and huge pages come when they pay.
bool NoteLog::grow(size_t size) {
  size += sizeof(Chunk);
  if (!first)
    // mo: acquire; what its last owner did with it is done; pairs with
    // keepSpare()
    first = static_cast<Chunk *>(
        spare.exchange(nullptr, std::memory_order_acquire));
  Chunk **link = current ? &current->next : &first;
  Chunk *rest = *link;
  while (*link && (*link)->size < size)
    link = &(*link)->next;
  Chunk *next = *link;
  if (next) {
    *link = next->next; // it comes before those that are too small
    if (next != rest)
      next->next = rest;
  } else {
    size_t total = 0;
    for (Chunk *chunk = first; current && chunk; chunk = chunk->next)
      total += chunk->size;
    size_t wanted = std::max({size, 2 * total, FirstChunk});
    // Notes need no cache lines of their own, and malloc is fast.
    bool small = goodSize(wanted) == wanted;
    wanted = goodSize(wanted);
    auto *made = static_cast<Chunk *>(small ? KMP_INTERNAL_MALLOC(wanted)
                                            : allocateAligned(wanted));
    if (!made)
      return false;
    made->next = rest;
    made->size = wanted;
    next = made;
  }
  if (current) {
    current->end = cursor;
    current->next = next;
  } else {
    first = next;
  }
  current = next;
  cursor = next->begin();
  limit = reinterpret_cast<char *>(next) + next->size;
  return true;
}

/// Of several the larger ones are kept.
void NoteLog::keepSpare(Chunk *chunks) {
  auto total = [](Chunk *chunk) {
    size_t sum = 0;
    for (; chunk; chunk = chunk->next)
      sum += chunk->size;
    return sum;
  };
  while (chunks) {
    // mo: acquire; as in grow(); pairs with keepSpare()
    auto *other = static_cast<Chunk *>(
        spare.exchange(nullptr, std::memory_order_acquire));
    if (total(other) > total(chunks) || total(chunks) > MaxSpare)
      std::swap(chunks, other);
    while (other) {
      Chunk *freed = other;
      other = other->next;
      KMP_INTERNAL_FREE(freed);
    }
    // mo: release; gives the memory away as it is; pairs with grow().
    // acquire: what is found there, to be looked at again
    chunks =
        static_cast<Chunk *>(spare.exchange(chunks, std::memory_order_acq_rel));
  }
}

} // namespace ompx
