// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Out of the sight of the compiler of check_differences.cpp.
#include "check_differences.h"

int hidden_value;

int hidden(int) noexcept { return hidden_value; }
