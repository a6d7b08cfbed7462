// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A function that promises what it does not keep.
#ifndef REPRISE_TESTS_PROGRAMS_CHECK_DIFFERENCES_H
#define REPRISE_TESTS_PROGRAMS_CHECK_DIFFERENCES_H

#include "check.h"

extern int hidden_value;
/// Is hidden_value.
__attribute__((const)) int hidden(int) noexcept;

#endif
