// Part of the Reprise project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See promised_functions.cpp.

extern "C" int doubled(int number) {
  int result;
#pragma omp task shared(result)
  result = 2 * number;
#pragma omp taskwait
  return result;
}
