//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// A growable array and a bump allocator without the C++ runtime library.
// libomp may neither throw nor link libstdc++, so running out of memory is an
// answer (false, null) that the caller turns into "run this region plainly".

#ifndef OMPX_SUPPORT_VECTOR_H
#define OMPX_SUPPORT_VECTOR_H

#include "support/memory.h"

namespace ompx {

/// Growable array of trivially copyable elements. One thread at a time.
template <typename T> class Vector {
  T *elements = nullptr;
  kmp_uint32 count = 0;
  kmp_uint32 capacity = 0;

public:
  Vector() = default;
  Vector(const Vector &) = delete;
  Vector &operator=(const Vector &) = delete;
  ~Vector() { KMP_INTERNAL_FREE(elements); }

  kmp_uint32 size() const { return count; }
  void clear() { count = 0; }
  T *data() { return elements; }
  T &operator[](kmp_uint32 i) { return elements[i]; }
  const T &operator[](kmp_uint32 i) const { return elements[i]; }
  T &back() { return elements[count - 1]; }
  void pop() { --count; }

  /// Takes another's elements in place of its own.
  void adopt(Vector &other) {
    KMP_INTERNAL_FREE(elements);
    count = other.count;
    capacity = other.capacity;
    elements = other.release();
  }
  /// Gives the elements away, to be freed with KMP_INTERNAL_FREE.
  T *release() {
    T *released = elements;
    elements = nullptr;
    count = capacity = 0;
    return released;
  }

  /// Whether there is memory for so many more elements. Cost: amortised O(1).
  bool makeRoom(kmp_uint32 more = 1) {
    return more <= capacity - count || UNLIKELY(reserve(size_t(count) + more));
  }
  /// A new last element, not initialised; after makeRoom().
  T &append() { return elements[count++]; }
  /// Returns false, changing nothing, without memory. Cost: amortised O(1).
  bool push(const T &element) {
    if (!makeRoom())
      return false;
    append() = element;
    return true;
  }

  /// The memory behind the elements: what a vector that is complete leaves.
  void *unused() { return elements + count; }
  size_t unusedSize() const { return (capacity - count) * sizeof(T); }

  /// Sets the size to n; new elements are zero bytes.
  bool resizeZeroed(kmp_uint32 n) {
    if (n > capacity && !reserve(n))
      return false;
    if (n > count)
      memset(static_cast<void *>(elements + count), 0, (n - count) * sizeof(T));
    count = n;
    return true;
  }

private:
  [[gnu::noinline]] bool reserve(size_t n) {
    size_t wanted = capacity ? size_t(capacity) * 2 : 16;
    if (wanted < n)
      wanted = n;
    wanted = goodSize(wanted * sizeof(T)) / sizeof(T);
    if (wanted > ~kmp_uint32(0))
      return false;
    void *grown = allocateAligned(wanted * sizeof(T));
    if (!grown)
      return false;
    if (count)
      memcpy(grown, static_cast<void *>(elements), count * sizeof(T));
    KMP_INTERNAL_FREE(elements);
    elements = static_cast<T *>(grown);
    capacity = kmp_uint32(wanted);
    return true;
  }
};

/// Allocates blocks that are freed together. One thread at a time.
class Arena {
  struct Chunk {
    Chunk *next;
  };
  struct Owned { // a block that another allocated
    Owned *next;
    void *memory;
  };
  static constexpr size_t FirstChunk = 1024; // a graph of a few tasks has less
  Chunk *chunks = nullptr;
  Owned *owned = nullptr;
  char *cursor = nullptr;
  size_t left = 0;
  size_t chunk_size = FirstChunk;

public:
  static constexpr size_t Alignment = 16; // as of malloc, enough for any task

  Arena() = default;
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;
  ~Arena() {
    for (; owned; owned = owned->next)
      KMP_INTERNAL_FREE(owned->memory);
    while (chunks) {
      Chunk *chunk = chunks;
      chunks = chunk->next;
      KMP_INTERNAL_FREE(chunk);
    }
  }

  /// Memory with at least Alignment, or null. alignment: a power of two, a
  /// cache line at most. Cost: O(1).
  void *allocate(size_t size, size_t alignment = Alignment) {
    size = wholeSize(size);
    if (void *block = allocateHere(size, alignment))
      return block;
    return grow(size + CACHE_LINE) ? allocateHere(size, alignment) : nullptr;
  }
  /// What a block of `size` bytes takes.
  static size_t wholeSize(size_t size) {
    return size ? (size + Alignment - 1) & ~(Alignment - 1) : Alignment;
  }
  /// As allocate(), of a whole size, but null where that needs more memory.
  char *allocateHere(size_t whole_size, size_t alignment) {
    size_t skipped = -reinterpret_cast<kmp_uintptr_t>(cursor) & (alignment - 1);
    size_t taken = whole_size + skipped;
    if (UNLIKELY(taken > left))
      return nullptr;
    char *block = cursor + skipped;
    cursor += taken;
    left -= taken;
    return block;
  }

  /// Allocates from this memory next; its owner frees it, and not before.
  void borrow(void *memory, size_t size) {
    auto address = reinterpret_cast<kmp_uintptr_t>(memory);
    size_t skipped = -address & (Alignment - 1);
    if (size < skipped || size - skipped < left)
      return; // what is left is more
    cursor = static_cast<char *>(memory) + skipped;
    left = size - skipped;
  }

  /// Takes over memory that is freed with KMP_INTERNAL_FREE. Returns false
  /// without memory to note that. Before borrow(): what was borrowed may be
  /// gone when this is freed.
  bool own(void *memory) {
    auto *block = static_cast<Owned *>(allocate(sizeof(Owned)));
    if (!block)
      return false;
    *block = {owned, memory};
    owned = block;
    return true;
  }

  /// Takes over all blocks of another arena, and what is left of them.
  void adopt(Arena &other) {
    KMP_DEBUG_ASSERT(!chunks);
    chunks = other.chunks;
    owned = other.owned;
    cursor = other.cursor;
    left = other.left;
    other.chunks = nullptr;
    other.owned = nullptr;
    other.cursor = nullptr;
    other.left = 0;
  }

private:
  [[gnu::noinline]] bool grow(size_t size) {
    size_t wanted =
        goodSize(size + Alignment > chunk_size ? size + Alignment : chunk_size);
    auto *chunk = static_cast<Chunk *>(allocateAligned(wanted));
    if (!chunk)
      return false;
    chunk->next = chunks;
    chunks = chunk;
    cursor = reinterpret_cast<char *>(chunk) + Alignment;
    left = wanted - Alignment;
    if (chunk_size < HugePage)
      chunk_size *= 4; // few small pages before the first huge one
    return true;
  }
};

} // namespace ompx

#endif // OMPX_SUPPORT_VECTOR_H
