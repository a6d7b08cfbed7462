//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Code and data by the file that they were loaded from: the program's or a
// shared library's build id, and the distance from where that is loaded. That
// is the same in each run of the same files.

#ifndef OMPX_SUPPORT_LOADED_OBJECT_H
#define OMPX_SUPPORT_LOADED_OBJECT_H

#include "kmp.h"

namespace ompx {

/// What a linker wrote into a file to tell it from all others.
struct BuildId {
  static constexpr kmp_uint32 MaxSize = 60;

  kmp_uint32 size; // 0: the file has none that could be used
  kmp_uint8 bytes[MaxSize];

  bool operator==(const BuildId &other) const {
    return size == other.size && memcmp(bytes, other.bytes, size) == 0;
  }
};

struct PlaceInObject {
  BuildId id;
  kmp_uint64 offset;
};

/// Where an address is. False if no loaded object has it, or if that has no
/// build id.
bool findPlace(const void *address, PlaceInObject *place);

/// The code at a place, or null if no such object is loaded or if it has no
/// code there.
void *codeAt(const PlaceInObject &place);

} // namespace ompx

#endif // OMPX_SUPPORT_LOADED_OBJECT_H
