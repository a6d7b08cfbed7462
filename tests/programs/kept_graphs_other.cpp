// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The library of kept_graphs.cpp; with OTHER_BUILD its code is another.
#include "kept_graphs.h"

void make_in_library(long *value, int count) {
  for (int i = 0; i < count; ++i) {
#ifdef OTHER_BUILD
#pragma omp task depend(inout : *value) firstprivate(value)
    ++*value;
#else
#pragma omp task depend(inout : *value) firstprivate(value)
    *value += 1, (void)i;
#endif
  }
}
