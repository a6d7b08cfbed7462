//===----------------------------------------------------------------------===//
//
// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE in the project's root for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
// Variables of libomp that each task reads. They are declared again as what
// they are, the library's own (the linker's version script exports none of
// them), so that the compiler reads them directly and not by way of their
// address.

#ifndef OMPX_SUPPORT_OWN_DATA_H
#define OMPX_SUPPORT_OWN_DATA_H

#include "kmp.h"

#if KMP_OS_LINUX
#pragma GCC visibility push(hidden)
extern kmp_info_t **__kmp_threads;
extern int __kmp_threads_capacity;
extern kmp_tasking_mode_t __kmp_tasking_mode;
extern int __kmp_task_stealing_constraint;
extern int __kmp_enable_task_throttling;
extern kmp_int32 __kmp_max_task_priority;
extern int __kmp_omp_cancellation;
extern bool __kmp_wpolicy_passive;
extern kmp_int32 __kmp_hidden_helper_threads_num;
#if OMPT_SUPPORT
extern ompt_callbacks_active_t ompt_enabled;
#endif
#pragma GCC visibility pop
#endif

#endif // OMPX_SUPPORT_OWN_DATA_H
