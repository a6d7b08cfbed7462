// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The second translation unit of instantiations.cpp.
#include "instantiations.h"

void fill_from_other_unit(int *array, int length, int value) {
  fill_inline(array, length, value);
}
