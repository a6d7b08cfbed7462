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
    kmp_int64 place; // offset from what `base` means, or an address
    kmp_int32 base;  // see ompx_taskgraph_base
    kmp_uint32 size;
    kmp_uint32 value; // in `bytes`
    kmp_uint32 after; // 1 + the read noted after it the last time, 0 for none

    bool isOf(const Read &other) const {
      return place == other.place && base == other.base && size == other.size;
    }
  };
  Vector<Read> reads; // each place once
  Vector<char> bytes;
  Vector<kmp_uint32> table; // open addressing: 1 + index in reads, 0 empty
  kmp_uint32 latest = 0;    // 1 + the read noted last, 0 for none

public:
  enum class Added { Yes, Changed, NoMemory };

  /// Notes a read that is about to be done. Changed: an earlier one of the same
  /// place found other bytes. Cost: O(size) expected.
  Added add(kmp_int32 base, const void *address, size_t size, const void *args);
  /// Whether the block would read what it read. Cost: O(bytes).
  bool same(const void *args) const;
  /// The same for the block's arguments alone, which tell where the variables
  /// of the encountering function are.
  bool samePlaces(const void *args) const;
  kmp_uint32 count() const { return reads.size(); }

  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *inputs) { KMP_INTERNAL_FREE(inputs); }

private:
  bool has(const Read &read, const void *now) const;
  bool same(const Read &read, const void *args) const {
    return has(read, addressOf(read.base, read.place, args));
  }
  bool grow();
  kmp_uint32 slotOf(const Read &read) const;
  kmp_uint32 find(const Read &read) const;
};

} // namespace ompx

#endif // OMPX_TASKGRAPH_INPUTS_H
