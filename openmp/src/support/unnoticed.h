//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Writing files that the program has not asked for: whatever goes wrong, the
// program must not notice.

#ifndef OMPX_SUPPORT_UNNOTICED_H
#define OMPX_SUPPORT_UNNOTICED_H

#include "kmp.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>

namespace ompx {

/// While it lives, a file that would exceed the process's limit gives the
/// calling thread an error (EFBIG) and no signal, which ends most programs.
/// Afterwards errno is what it was.
class Unnoticed {
  const int error_before = errno;
  sigset_t too_large, mask_before;

public:
  Unnoticed() {
    sigemptyset(&too_large);
    sigaddset(&too_large, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &too_large, &mask_before);
  }
  Unnoticed(const Unnoticed &) = delete;
  ~Unnoticed() {
    const timespec at_once = {0, 0};
    while (sigtimedwait(&too_large, nullptr, &at_once) == SIGXFSZ)
      ;
    pthread_sigmask(SIG_SETMASK, &mask_before, nullptr);
    errno = error_before;
  }
};

} // namespace ompx

#endif // OMPX_SUPPORT_UNNOTICED_H
