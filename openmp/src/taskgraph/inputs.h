//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What the block of a recorded region read from memory that is not its own: a
// log of addresses and bytes, in the order of the reads.
//
// A proved block does nothing but compute from what it reads. So if the first
// read of the log finds the same bytes now, the block would go the same way up
// to its second read and read there, and so on: when all bytes are the same, it
// would make the same tasks again, and need not run. For the same reason each
// address may be read: the block itself would read it next.

#ifndef OMPX_TASKGRAPH_INPUTS_H
#define OMPX_TASKGRAPH_INPUTS_H

#include "support/vector.h"
#include "taskgraph/abi.h"

namespace ompx {

/// The address that `place` means in an encounter with these arguments.
inline const char *addressOf(kmp_int32 base, kmp_int64 place,
                             const void *args) {
  const char *from = static_cast<const char *>(args);
  if (base >= 0)
    memcpy(static_cast<void *>(&from), from + base, sizeof(from));
  else if (base == OMPX_BASE_ABSOLUTE)
    from = nullptr;
  return from + place;
}

class Inputs {
  struct Read {
    const char *address; // then
    kmp_int64 place;     // offset from what `base` means, or an address
    kmp_int32 base;      // see ompx_taskgraph_base
    kmp_uint32 size;
    Read *after; // the read told after it the last time
    Read *next;  // noted after it, null for the last

    char *bytes() { return reinterpret_cast<char *>(this + 1); }
    /// Whether they are a word, as most are, and at an address now.
    bool foundWord(const void *now) {
      if (size == sizeof(kmp_uint64))
        return wordAt<kmp_uint64>(now) == wordAt<kmp_uint64>(bytes());
      return size == sizeof(kmp_uint32) &&
             wordAt<kmp_uint32>(now) == wordAt<kmp_uint32>(bytes());
    }
    bool found(const void *now) {
      return foundWord(now) || memcmp(now, bytes(), size) == 0;
    }
    bool isOf(const void *now, kmp_int32 of, size_t bytes_read) const {
      return address == now && base == of && size == bytes_read;
    }

  private:
    template <typename Word> static Word wordAt(const void *memory) {
      Word word;
      memcpy(&word, memory, sizeof(word));
      return word;
    }
  };
  static Read nothing; // no read is like it

  Arena memory;
  Read *first = nullptr, *last = nullptr; // noted: each place once
  kmp_uint32 noted = 0;
  Vector<Read *> table;    // open addressing; null: empty
  Read *latest = &nothing; // told

public:
  enum class Added { Yes, Changed, NoMemory };

  /// Notes a read that is about to be done. Changed: an earlier one of the same
  /// place found other bytes. Cost: O(size) expected.
  Added add(kmp_int32 base, const void *address, size_t size, const void *args);
  /// Whether a read that is about to be done is noted, and found the same bytes
  /// then. Blocks read in loops: what came after the latest one mostly comes
  /// after it again. False where that does not tell.
  bool has(kmp_int32 base, const void *address, size_t size) {
    Read *expected = latest->after;
    if (UNLIKELY(!expected->isOf(address, base, size) ||
                 !expected->foundWord(address)))
      return false;
    latest = expected;
    return true;
  }
  /// Whether the block would read what it read. Cost: O(bytes).
  bool same(const void *args) const;
  /// The same for the block's arguments alone, which tell where the variables
  /// of the encountering function are.
  bool samePlaces(const void *args) const;
  kmp_uint32 count() const { return noted; }

  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *inputs) { KMP_INTERNAL_FREE(inputs); }

private:
  bool same(Read &read, const void *args) const {
    return read.found(addressOf(read.base, read.place, args));
  }
  bool grow();
  kmp_uint32 slotOf(const void *address, kmp_int32 base, size_t size);
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_INPUTS_H
