// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One inline function with a taskgraph, included by two translation units.
#ifndef REPRISE_TESTS_PROGRAMS_INSTANTIATIONS_H
#define REPRISE_TESTS_PROGRAMS_INSTANTIATIONS_H

#include "check.h"

inline Construct inline_region;

inline void fill_inline(int *array, int length, int value) {
  MEET(inline_region);
#pragma omp taskgraph graph_id(length)
  {
    for (int i = 0; i < length; ++i) {
#pragma omp task firstprivate(i) shared(value, array)
      array[i] = value + i;
    }
  }
}

void fill_from_other_unit(int *array, int length, int value);

#endif
