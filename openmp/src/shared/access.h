//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// How tasks access data: one table, from which the order of two accesses under
// every tracker, in a recorded graph and in one that the compiler builds
// follows. [Vandierendonck 2011; Tillenius 2015, section 3.1]

#ifndef OMPX_SHARED_ACCESS_H
#define OMPX_SHARED_ACCESS_H

#include <cstdint>

namespace ompx {

enum class AccessType : uint8_t {
  Input,       // depend(in)
  Output,      // written before it is read; not reachable from depend clauses
  InOut,       // depend(out), depend(inout), omp_all_memory
  Commutative, // depend(mutexinoutset)
  Concurrent,  // depend(inoutset)
  Reduction,   // into private copies; not reachable from depend clauses
  None         // of an object that no task accesses yet
};
constexpr unsigned AccessTypes = unsigned(AccessType::None);

struct AccessProperties {
  const char *name;
  bool shares;   // consecutive tasks form one generation, in any order
  bool excludes; // ... but never two of them at once
  bool renames;  // gets a new version of the object, as if never accessed
};

constexpr AccessProperties access_properties[AccessTypes] = {
    {"in", true, false, false},       {"out, renamed", false, false, true},
    {"inout", false, false, false},   {"mutexinoutset", true, true, false},
    {"inoutset", true, false, false}, {"reduction", true, false, false}};

inline const AccessProperties &propertiesOf(AccessType type) {
  return access_properties[unsigned(type)];
}

/// Whether an access joins the generation of the one before it.
inline bool joins(AccessType type, AccessType before) {
  return type == before && propertiesOf(type).shares;
}

/// The bits of kmp_depend_info_t::flag.
enum DependFlag : uint8_t {
  DependIn = 0x1,
  DependOut = 0x2,
  DependMutexinoutset = 0x4,
  DependInoutset = 0x8,
  DependAllMemory = 0x80
};

/// By the four bits of DependFlag that say how an object is accessed; several
/// at once, or DependOut, are InOut.
constexpr AccessType access_of_bits[16] = {
    AccessType::None,  AccessType::Input,       AccessType::InOut,
    AccessType::InOut, AccessType::Commutative, AccessType::InOut,
    AccessType::InOut, AccessType::InOut,       AccessType::Concurrent,
    AccessType::InOut, AccessType::InOut,       AccessType::InOut,
    AccessType::InOut, AccessType::InOut,       AccessType::InOut,
    AccessType::InOut};

/// The access that an item of a depend clause asks for. None: it orders nothing
/// (a null item, as in libomp).
inline AccessType accessOf(intptr_t address, uint8_t flag) {
  return address == 0 ? AccessType::None : access_of_bits[flag & 15];
}

/// Whether an item is omp_all_memory, in either of its two codings.
inline bool isAllMemory(intptr_t address, uint8_t flag) {
  return (flag & DependAllMemory) || address == -1;
}

/// The access of a task that names one object twice.
inline AccessType strictest(AccessType one, AccessType other) {
  return one == other ? one : AccessType::InOut;
}

} // namespace ompx

#endif // OMPX_SHARED_ACCESS_H
