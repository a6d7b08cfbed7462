//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// How tasks may access an object, as a table of properties; every rule of every
// tracker follows from it. [Vandierendonck 2011; Tillenius 2015, section 3.1]

#ifndef OMPX_DEPEND_ACCESS_H
#define OMPX_DEPEND_ACCESS_H

#include "kmp.h"

namespace ompx {

enum class AccessType : kmp_uint8 {
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
    {"in", true, false, false},
    {"out, renamed", false, false, true},
    {"inout", false, false, false},
    {"mutexinoutset", true, true, false},
    {"inoutset", true, false, false},
    {"reduction", true, false, false}};

inline const AccessProperties &propertiesOf(AccessType type) {
  return access_properties[unsigned(type)];
}

/// Whether an access joins the generation of the one before it.
inline bool joins(AccessType type, AccessType before) {
  return type == before && propertiesOf(type).shares;
}

/// The access that an item of a depend clause asks for. None: it orders nothing
/// (a null item, as in libomp).
inline AccessType accessOf(const kmp_depend_info_t &dep) {
  if (dep.base_addr == 0)
    return AccessType::None;
  if (dep.flags.out)
    return AccessType::InOut;
  switch (dep.flag & (KMP_DEP_IN | KMP_DEP_MTX | KMP_DEP_SET)) {
  case 0:
    return AccessType::None;
  case KMP_DEP_IN:
    return AccessType::Input;
  case KMP_DEP_MTX:
    return AccessType::Commutative;
  case KMP_DEP_SET:
    return AccessType::Concurrent;
  default:
    return AccessType::InOut; // several at once
  }
}

/// Whether an item is omp_all_memory, in either of its two codings.
inline bool isAllMemory(const kmp_depend_info_t &dep) {
  return dep.flags.all || dep.base_addr == kmp_intptr_t(KMP_SIZE_T_MAX);
}

/// The access of a task that names one object twice.
inline AccessType strictest(AccessType one, AccessType other) {
  return one == other ? one : AccessType::InOut;
}

} // namespace ompx

#endif // OMPX_DEPEND_ACCESS_H
