//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Holds one of libomp's locks as long as it lives.

#ifndef OMPX_SUPPORT_GUARD_H
#define OMPX_SUPPORT_GUARD_H

#include "kmp.h"

namespace ompx {

class Guard {
  kmp_bootstrap_lock_t &lock;

public:
  explicit Guard(kmp_bootstrap_lock_t &l) : lock(l) {
    __kmp_acquire_bootstrap_lock(&lock);
  }
  Guard(const Guard &) = delete;
  ~Guard() { __kmp_release_bootstrap_lock(&lock); }
};

} // namespace ompx

#endif // OMPX_SUPPORT_GUARD_H
