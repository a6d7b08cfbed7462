//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// What the block of a recorded region changed in variables of the encountering
// function: the places, and the bytes that it left there.
//
// The compiler has seen that nobody else has these variables while the block
// runs. What it leaves in them follows from its inputs (inputs.h), so a replay
// writes the same bytes there; and what it reads of its own bytes is no input.

#ifndef OMPX_TASKGRAPH_OUTPUTS_H
#define OMPX_TASKGRAPH_OUTPUTS_H

#include "support/vector.h"
#include "taskgraph/inputs.h"

namespace ompx {

class Outputs {
  struct Write {
    kmp_int64 place; // offset from what `base` means
    kmp_int32 base;  // see ompx_taskgraph_base
    kmp_uint32 size;
    kmp_uint32 value; // in `bytes`

    char *address(const void *args) const {
      return const_cast<char *>(addressOf(base, place, args));
    }
  };
  Vector<Write> writes; // no two of the same byte
  Vector<char> bytes;

public:
  // More are not kept: what the block reads is compared with each.
  static constexpr kmp_uint32 MaxPlaces = 64;

  /// Notes a write that is about to be done. Returns false without memory, or
  /// if there are too many places.
  bool add(kmp_int32 base, const void *address, size_t size, const void *args);
  /// Calls of(address, size) for each part of a piece of memory that the block
  /// has not written, until that returns false. Returns whether it never did.
  template <typename Of>
  bool forEachOtherPart(const void *address, size_t size, const void *args,
                        Of of) const;
  /// The block has ended: its last bytes are those that count.
  void take(const void *args);

  /// Leaves in the variables of an encounter what the block would leave there.
  void write(const void *args) const;
  /// Whether two executions of the block have left the same.
  bool operator==(const Outputs &other) const;

  static void *operator new(size_t size) noexcept {
    return KMP_INTERNAL_MALLOC(size);
  }
  static void operator delete(void *outputs) { KMP_INTERNAL_FREE(outputs); }
};

template <typename Of>
bool Outputs::forEachOtherPart(const void *address, size_t size,
                               const void *args, Of of) const {
  const char *first = static_cast<const char *>(address), *end = first + size;
  for (kmp_uint32 i = 0; i < writes.size() && first != end; ++i) {
    const char *own_first = writes[i].address(args);
    const char *own_end = own_first + writes[i].size;
    if (own_end <= first || end <= own_first)
      continue;
    if (first < own_first &&
        !forEachOtherPart(first, size_t(own_first - first), args, of))
      return false;
    first = own_end < end ? own_end : end;
  }
  return first == end || of(first, size_t(end - first));
}

} // namespace ompx

#endif // OMPX_TASKGRAPH_OUTPUTS_H
