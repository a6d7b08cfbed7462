//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// The access types of shared/access.h as libomp's entry points name them.

#ifndef OMPX_DEPEND_ACCESS_H
#define OMPX_DEPEND_ACCESS_H

#include "kmp.h"
#include "shared/access.h"

namespace ompx {

static_assert(DependIn == KMP_DEP_IN && DependOut == KMP_DEP_OUT &&
                  DependMutexinoutset == KMP_DEP_MTX &&
                  DependInoutset == KMP_DEP_SET &&
                  DependAllMemory == KMP_DEP_ALL,
              "the bits are libomp's");

inline AccessType accessOf(const kmp_depend_info_t &dep) {
  return accessOf(dep.base_addr, dep.flag);
}

inline bool isAllMemory(const kmp_depend_info_t &dep) {
  return isAllMemory(dep.base_addr, dep.flag);
}

} // namespace ompx

#endif // OMPX_DEPEND_ACCESS_H
